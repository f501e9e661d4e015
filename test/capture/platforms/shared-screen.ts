import type { MeetingView } from '../../../lib/capture/meeting/view.ts';

/** Somebody alone is told to share their screen, and pictures of it, and of no other, have come. */
export const showsScreenOf =
  (id: string) =>
  ({ participants, media }: MeetingView): boolean => {
    const sharing = participants.filter(({ is_sharing }) => is_sharing).map((person) => person.id);
    const screens = media.filter(({ kind, frames }) => kind === 'screen' && frames > 0);
    return [sharing, screens.map(({ participant_id }) => participant_id)].every((ids) => ids.join() === id);
  };
