/** How a bot of a test comes into meetings of the facsimile of Jitsi Meet. */
import type { Meeting } from '../../../../lib/capture/meeting/meeting.ts';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import type { FacsimileWorld } from '../../../facsimiles/meetings/world.ts';
import { loadAndAskIn } from '../../../lab/worlds/ask-in.ts';

export const inside = ({ phase }: MeetingView): boolean => phase === 'in_meeting';

export const createJoin =
  (at: () => FacsimileWorld) =>
  async (url: string): Promise<Meeting> => {
    const { meeting } = await at().openPage(url);
    await loadAndAskIn(meeting);
    return meeting;
  };
