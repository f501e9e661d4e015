/** How a bot of a test comes into groups of Galène, and what it finds there. */
import type { Meeting } from '../../../../lib/capture/meeting/meeting.ts';
import type { MeetingView } from '../../../../lib/capture/meeting/view.ts';
import { galene } from '../../../../lib/capture/platforms/galene/index.ts';
import { askIn } from '../../../lab/worlds/ask-in.ts';
import { see } from '../../../lab/worlds/see.ts';
import type { GaleneWorld } from './galene-world.ts';

/** The state that its page is in, by the table of signs. */
export const stateOf = ({ page }: MeetingView): string | undefined => page?.page_state;

export const isIn = (view: MeetingView): boolean =>
  view.phase === 'in_meeting' && view.participants.some(({ is_self }) => is_self);

export const createVisits = (at: () => GaleneWorld) => {
  /** Goes as far as the door lets it. */
  const visit = async (url: string, listed: readonly string[] = []): Promise<Meeting> => {
    const { meeting } = await at().openPage(url, galene, listed);
    await meeting.load();
    const { phase } = await see(meeting, ({ phase }) => phase !== 'loading' && phase !== 'unknown');
    if (phase === 'pre_join') await askIn(meeting);
    return meeting;
  };
  const enter = async (group: string): Promise<Meeting> => {
    const meeting = await visit(at().server.groupUrl(group));
    await see(meeting, isIn);
    return meeting;
  };

  return { visit, enter };
};
