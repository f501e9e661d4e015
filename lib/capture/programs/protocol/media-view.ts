/** What has come of a meeting's media, as the hooks in its page count it. */
import * as z from 'zod';
import { Count, Id, Moment } from './values.ts';

/** What has come of one track of somebody's media, where it comes by tracks. Moments are told to about a second. */
export const MediaView = z.object({
  /** Stays the same while the meeting's page does. */
  id: Id,
  medium: z.enum(['sound', 'pictures']),
  /** Nobody's: of a line that several people share, and while it is not known whose it is. */
  participant_id: Id.nullable(),
  kind: z.enum(['voice', 'camera', 'screen', 'line', 'unknown']),
  packets: Count,
  bytes: Count,
  /** Pictures that were decoded. */
  frames: Count,
  /** When packets came last. */
  arrived_ms: Moment.nullable(),
  /** When a picture was decoded last, or sound last reached whoever records it. */
  came_out_ms: Moment.nullable(),
  /** Whether it is to come: cameras that nobody will see need not be sent. */
  is_wanted: z.boolean(),
  /** Whether its connection is lost, or is still being made: nothing can come by it now. Null where it comes by none that is known of. */
  is_cut_off: z.boolean().nullable(),
});
export type MediaView = z.infer<typeof MediaView>;
