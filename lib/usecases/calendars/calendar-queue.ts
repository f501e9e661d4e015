/**
 * What waits to be done about calendars: to look at one, at one event of one before a bot joins, to call off its bots, or to
 * say farewell.
 */
import * as z from 'zod';

/** `id` is what is due, by its name: a calendar, the event that a bot follows, the bots of a calendar, or a farewell. */
export const CalendarMessage = z.object({
  id: z.string(),
  /** When the platform told of a change: a run that began later has seen it. */
  told_at: z.iso.datetime().optional(),
  /** The channel by which it did. */
  heard_by: z.string().optional(),
  /** The platform says that it may not go on telling of changes. */
  is_doubted: z.boolean().optional(),
});
export type CalendarMessage = z.infer<typeof CalendarMessage>;
