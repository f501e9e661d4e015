/** What is kept of a whole visit: of people who were seen, and are gone from the page when it is kept, no name. */
import { expect, it } from 'vitest';
import { jitsi } from '../../../../lib/capture/platforms/jitsi/index.ts';
import { jitsi as facsimileOf } from '../../../facsimiles/meetings/jitsi/jitsi.ts';
import { openFacsimileWorld } from '../../../facsimiles/meetings/world.ts';
import { loadAndAskIn } from '../../../lab/worlds/ask-in.ts';
import { see } from '../../../lab/worlds/see.ts';

it('tells nobody’s name where somebody has thrown the bot out, and the page says who', async () => {
  const facsimile = facsimileOf();
  await using world = await openFacsimileWorld(facsimile, { ...jitsi, mayLead: async () => true });
  const room = facsimile.meeting();
  room.enter('Ada', { isHost: true });
  room.enter('Quentin Zebra', {});
  const { meeting: opened } = await world.openPage(room.url);
  await using meeting = opened;
  await loadAndAskIn(meeting);
  await see(meeting, ({ phase, participants }) => phase === 'in_meeting' && participants.length === 3);
  await (await facsimile.desk.asked(room)).remove();
  await see(meeting, ({ phase, participants }) => phase === 'removed' && participants.length < 3);
  const { facts, files } = await meeting.evidence();
  const pages = files.flatMap(({ name, bytes }) => (/html$/.test(name) ? String(Buffer.from(bytes)) : []));
  expect(pages.join('\n')).toMatch(/Ouch! NAME-\d+ kicked you out of the meeting/);
  expect([...pages, JSON.stringify(facts)].join('\n')).not.toMatch(/\b(?:Ada|Quentin|Zebra)\b/);
  expect(facts).toMatchObject({ page: { page_state: expect.stringMatching(/^J26_/) } });
});
