import type { Entry } from '../../../lib/capture/platforms/platform.ts';

/** How a bot called Notes comes into a meeting. */
export const anEntry = (entry: Partial<Entry> = {}): Entry => ({
  name: 'Notes',
  meeting_url: '',
  course: async (to) => to,
  wants_pictures: true,
  ...entry,
});
