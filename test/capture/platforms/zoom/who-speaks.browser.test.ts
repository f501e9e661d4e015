/** Who is said to speak in views of Zoom's client whose pictures do not show it. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { zoom } from '../../../../lib/capture/platforms/zoom/index.ts';
import type { Member } from '../../../facsimiles/meetings/meeting.ts';
import type { ZoomMeeting } from '../../../facsimiles/meetings/zoom/zoom-meeting.ts';
import { openZoomWorld, type ZoomWorld } from '../../../facsimiles/meetings/zoom/zoom-world.ts';
import { loadAndAskIn } from '../../../lab/worlds/ask-in.ts';
import { see } from '../../../lab/worlds/see.ts';

let world: ZoomWorld;
beforeAll(async () => {
  world = await openZoomWorld(zoom);
});
afterAll(async () => world?.[Symbol.asyncDispose]());

/** Somebody speaks, and is told to have. */
const tellsOf = async (made: ZoomMeeting, speaker: Member, id: string): Promise<void> => {
  const size = made.members.length + 1;
  await using meeting = await world.open(made.url);
  await loadAndAskIn(meeting);
  await see(meeting, ({ phase, participants }) => phase === 'in_meeting' && participants.length === size);
  const speakers = new Set<string | null>();
  await meeting.speech.start(({ participant_id }) => speakers.add(participant_id));
  await made.talk.sayFor(speaker.id, 'elena-01', 6_000);
  await see(meeting, () => speakers.has(id));
};

describe("who speaks in Zoom's client, as it shows one picture only", () => {
  it('is told by the list of people, where a host has put somebody else into the picture for all', async () => {
    const made = world.facsimile.meeting();
    const ada = made.enter('Ada', { isHost: true });
    Object.assign(made, { views: 'unsupported', spotlight: ada.id } satisfies Partial<ZoomMeeting>);
    await tellsOf(made, made.enter('Ben'), '1:Ben');
  });

  it('is the other one of two, where they share their screen', async () => {
    const made = world.facsimile.meeting();
    const ada = made.enter('Ada', { isHost: true });
    Object.assign(made, { views: 'unsupported' } satisfies Partial<ZoomMeeting>);
    made.use(ada.id, 'screen', true);
    await tellsOf(made, ada, '1:Ada');
  });
});
