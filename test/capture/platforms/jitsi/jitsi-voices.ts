/** Who is heard, and who shares a screen, where the bridge hands the same few tracks on. */
import { expect, it } from 'vitest';
import type { Jitsi } from '../../../facsimiles/meetings/jitsi/jitsi.ts';
import { converse } from '../../../facsimiles/meetings/media/conversation.ts';
import type { FacsimileWorld } from '../../../facsimiles/meetings/world.ts';
import { see } from '../../../lab/worlds/see.ts';
import { showsScreenOf } from '../shared-screen.ts';
import { createJoin, inside } from './jitsi-visits.ts';

export const itHearsPeople = (facsimile: Jitsi, at: () => FacsimileWorld): void => {
  const join = createJoin(at);

  it('hears six people under no name but their own, by three tracks that the bridge hands on', async () => {
    const made = facsimile.meeting({ lateWord_ms: 700 });
    const people = ['Ada', 'Ben', 'Cy', 'Dee', 'Eve', 'Fay'].map((name) => made.enter(name));
    await using meeting = await join(made.url);
    const { participants } = await see(meeting, (view) => inside(view) && view.participants.length === 7);
    const lasting = participants.filter(({ is_self }) => !is_self).map(({ name, user_uuid }) => [name, user_uuid]);
    expect(lasting).toEqual(people.map(({ name }) => [name, `${name}@example.com`]));
    const sharing = people[1]?.id ?? '';
    made.use(sharing, 'screen', true);
    await see(meeting, showsScreenOf(sharing));
    const { say, heard, misheard } = await converse(made, meeting);
    // The page is connected to the bridge a moment after it is in.
    await see(meeting, ({ media }) => media.some(({ medium }) => medium === 'sound'));
    const clips = ['elena-01', 'jonas-01', 'maya-01', 'tom-01', 'daniel-02', 'elena-03'];
    const turn = (index: number) => say(people[index]?.id ?? '', clips[index] ?? '');
    // Three at once, and who follows begins while the others go on, as soon as somebody has ended: no track is free yet.
    const turns = [0, 1, 2].map(async (first) => [await turn(first), await turn(first + 3)]);
    await heard(...(await Promise.all(turns)).flat());
    // Whoever speaks after a while has a track of somebody else, who has said nothing meanwhile.
    await heard(await turn(0));
    await heard(await turn(1));
    await meeting.speech.stop();
    expect(await misheard()).toEqual([]);
  });
};
