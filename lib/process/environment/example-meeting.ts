/** A meeting that anybody may send a bot to, for examples that work as they stand: only a service with an open demo room has one. */
import * as z from 'zod';

export const exampleMeeting = z
  .object({ EXAMPLE_MEETING_URL: z.url().optional() })
  .transform(({ EXAMPLE_MEETING_URL }) => ({ exampleMeetingUrl: EXAMPLE_MEETING_URL }));
