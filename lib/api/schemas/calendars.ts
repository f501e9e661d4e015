/** What is sent and answered about calendars and their events. */
import * as z from 'zod';
import { selfResponses } from '../../domain/calendar/calendar-event.ts';
import { calendarPlatforms } from '../../domain/calendar/calendar-platforms.ts';
import { type CalendarFailureCode, syncFailures } from '../../domain/calendar/sync-failures.ts';
import { type GrantFailure, grantStates } from '../../domain/grant/grant.ts';
import { idOf } from '../../domain/ids.ts';
import { changing } from '../fixed-fields.ts';
import { Metadata, paging, Since } from './fields.ts';

/** Credentials travel in headers and forms: what cannot be printed was pasted by mistake. */
const credential = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\x21-\x7e]*$/, { error: 'must be printable ASCII, without blanks' });

const ClientSecret = credential(1024);
const RefreshToken = credential(4096);

export const CreateCalendarBody = z.strictObject({
  platform: z.enum(calendarPlatforms),
  client_id: credential(255),
  client_secret: ClientSecret,
  refresh_token: RefreshToken,
  platform_uuid: z
    .string()
    .min(1)
    .max(1024)
    .regex(/^\P{Cc}*$/u, { error: 'must not hold control characters' })
    .nullable()
    .default(null),
  metadata: Metadata.default({}),
  deduplication_key: z.string().min(1).max(255).nullable().default(null),
});
export type CreateCalendarBody = z.infer<typeof CreateCalendarBody>;

const CalendarChange = z.strictObject({
  client_secret: ClientSecret.exactOptional(),
  refresh_token: RefreshToken.exactOptional(),
  metadata: Metadata.exactOptional(),
});

/** What is not given stays as it is. */
export const UpdateCalendarBody = changing(CalendarChange, CreateCalendarBody, {});
export type UpdateCalendarBody = z.infer<typeof UpdateCalendarBody>;

const ConnectionFailureBody = z.object({
  error: z.enum(syncFailures.codes),
  message: z.string(),
  timestamp: z.iso.datetime(),
}) satisfies z.ZodType<GrantFailure<CalendarFailureCode>>;

export const CalendarBody = z.object({
  id: z.string(),
  platform: z.enum(calendarPlatforms),
  client_id: z.string(),
  platform_uuid: z.string().nullable(),
  state: z.enum(grantStates),
  metadata: z.record(z.string(), z.unknown()),
  deduplication_key: z.string().nullable(),
  connection_failure_data: ConnectionFailureBody.nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  last_successful_sync_at: z.iso.datetime().nullable(),
  last_attempted_sync_at: z.iso.datetime().nullable(),
});
export type CalendarBody = z.infer<typeof CalendarBody>;

export const ListCalendarsQuery = z.strictObject({ ...paging, deduplication_key: z.string().max(255).optional() });

const AttendeeBody = z.object({ email: z.string(), name: z.string().nullable() });

export const CalendarEventBody = z.object({
  id: z.string(),
  calendar_id: z.string(),
  platform_uuid: z.string(),
  recurring_platform_uuid: z.string().nullable(),
  ical_uid: z.string().nullable(),
  occurrence_uid: z.string().nullable(),
  meeting_url: z.string().nullable(),
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime(),
  is_all_day: z.boolean(),
  first_day: z.iso.date().exactOptional(),
  is_deleted: z.boolean(),
  self_response: z.enum(selfResponses).nullable(),
  name: z.string().nullable(),
  attendees: z.array(AttendeeBody),
  organizer_email: z.string().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type CalendarEventBody = z.infer<typeof CalendarEventBody>;

const CalendarId = idOf('calendar');

export const ListCalendarEventsQuery = z.strictObject({
  ...paging,
  calendar_id: z
    .string()
    .refine((id) => CalendarId.safeParse(id).success, { error: 'no such calendar' })
    .optional(),
  start_after: Since,
  start_before: Since,
  updated_after: Since,
});
