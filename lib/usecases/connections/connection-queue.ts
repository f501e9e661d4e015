/** What waits to be done about connections: to look at one, or to follow what the platform has told of somebody. */
import * as z from 'zod';

/** What the platform tells of somebody who has allowed an app. */
const toldOfUser = ['access_revoked', 'user_not_active', 'user_changed', 'meeting_planned'] as const;

/** A connection that is due, by its name. */
const DueConnection = z.object({ id: z.string() });

const Heard = z.object({
  project_id: z.string(),
  oauth_app_id: z.string(),
  user_id: z.string(),
  told: z.enum(toldOfUser),
  /** When it happened. */
  at: z.iso.datetime(),
  /** The number of the meeting that was planned. */
  meeting: z.string().optional(),
});
export type Heard = z.infer<typeof Heard>;

export const ConnectionMessage = z.union([DueConnection, Heard]);
export type ConnectionMessage = z.infer<typeof ConnectionMessage>;
