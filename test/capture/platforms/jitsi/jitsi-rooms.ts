/** How a bot changes the room of the facsimile of Jitsi Meet; called by jitsi.browser.test.ts. */
import { it } from 'vitest';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import type { jitsi } from '../../../facsimiles/meetings/jitsi/jitsi.ts';
import type { FacsimileWorld } from '../../../facsimiles/meetings/world.ts';
import { see } from '../../../lab/worlds/see.ts';
import { createJoin, inside } from './jitsi-visits.ts';

export const itChangesRooms = (facsimile: ReturnType<typeof jitsi>, at: () => FacsimileWorld): void => {
  const join = createJoin(at);
  const isOfAda = ({ away }: MeetingView): boolean => away?.map(({ name }) => name).join() === 'Ada';

  it('goes into a breakout room and back, with the people of each', async () => {
    const made = facsimile.meeting();
    made.enter('Ada');
    await using meeting = await join(made.url);
    await see(meeting, inside);
    const guest = await facsimile.desk.asked(made);
    await facsimile.move(guest, 'Budget');
    await see(meeting, (view) => inside(view) && view.breakout.state === 'inside' && isOfAda(view));
    await facsimile.move(guest);
    await see(meeting, (view) => inside(view) && view.breakout.state === 'none' && view.away?.length === 0);
    facsimile.part(guest, 'Budget');
    await see(meeting, (view) => inside(view) && view.participants.length === 1 && isOfAda(view));
  });

  it('gives the passcode of its link once more where the main room asks for it as it comes back', async () => {
    const made = facsimile.meeting({}, { password: 'be kind' });
    await using meeting = await join(`${made.url}?password=be%20kind`);
    await see(meeting, inside);
    const guest = await facsimile.desk.asked(made);
    await facsimile.move(guest, 'Budget');
    await see(meeting, (view) => inside(view) && view.breakout.state === 'inside');
    await Promise.all([facsimile.move(guest), see(meeting, (view) => inside(view) && view.breakout.state === 'none')]);
  });
};
