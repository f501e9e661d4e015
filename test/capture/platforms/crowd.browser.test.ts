/** Promise 30 of platform-checks.md, in a browser: a page of thousands. */
import { expect, it } from 'vitest';
import { googleMeet as adapter } from '../../../lib/capture/platforms/google-meet/index.ts';
import { googleMeet } from '../../facsimiles/meetings/google-meet/google-meet.ts';
import { openFacsimileWorld } from '../../facsimiles/meetings/world.ts';
import { crowdIn } from '../../lab/pages/crowd.ts';
import { loadAndAskIn } from '../../lab/worlds/ask-in.ts';
import { see } from '../../lab/worlds/see.ts';

const looks = 12;

it('a meeting with ten thousand tiles goes on at every look, by no more of the page than a look reads, and its end is seen', async () => {
  const facsimile = googleMeet();
  await using world = await openFacsimileWorld(facsimile, adapter);
  const room = facsimile.meeting();
  room.enter('Ada', { isHost: true });
  const { meeting, page } = await world.openPage(room.url);
  await using _ = meeting;
  await loadAndAskIn(meeting);
  await see(meeting, ({ phase, participants }) => phase === 'in_meeting' && participants.length === 2);
  await crowdIn(page.page, '[data-participant-id]', 10_000);
  const seen = new Set<string>();
  for (let look = 0; look < looks; look += 1) {
    const { phase, participants } = await meeting.look();
    seen.add(`${phase}, ${participants.length} people`);
  }
  expect([...seen]).toEqual(['in_meeting, 2 people']);
  const { facts } = await page.read();
  expect(facts?.texts.length).toBeLessThanOrEqual(400);
  expect(facts?.shown).toEqual(expect.arrayContaining(['shell.toolbar', 'M28.controls', 'M28.self', 'M28.other']));
  const guest = await facsimile.desk.asked(room);
  await guest.remove();
  await see(meeting, ({ phase }) => phase === 'removed');
});
