/** How a calendar and its credentials are stored. */
import * as z from 'zod';
import type { Calendar } from '../../domain/calendar/calendar.ts';
import { calendarPlatforms } from '../../domain/calendar/calendar-platforms.ts';
import { type CalendarFailureCode, syncFailures } from '../../domain/calendar/sync-failures.ts';
import { type GrantFailure, grantStates } from '../../domain/grant/grant.ts';
import type { Item } from '../../ports/table.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { jsonObject } from '../json-object.ts';
import { type CalendarRef, calendarCredentialsKey, calendarKey } from '../keys.ts';
import { type List, listedIn } from '../listings.ts';

const calendarItems = itemKind<Calendar>(
  'calendar',
  () =>
    z.object({
      id: z.string(),
      project_id: z.string(),
      platform: z.enum(calendarPlatforms),
      client_id: z.string(),
      platform_uuid: z.string().nullable(),
      state: z.enum(grantStates),
      metadata: jsonObject(),
      deduplication_key: z.string().nullable(),
      connection_failure_data: z
        .object({
          error: z.enum(syncFailures.codes),
          message: z.string(),
          timestamp: z.string(),
        } satisfies Fields<GrantFailure<CalendarFailureCode>>)
        .nullable(),
      credentials_version: z.number(),
      created_at: z.string(),
      updated_at: z.string(),
      version: z.number(),
    } satisfies Fields<Calendar>),
  { attributesOf: (calendar) => ({ ...calendar, metadata: JSON.stringify(calendar.metadata) }) },
);

/** The calendars of a project, in the order in which they were made. */
export const calendarList = (projectId: string): List => ({ index: 'gsi1', partition: `${projectId}#calendars` });

export const refOfCalendar = ({ project_id, id }: Pick<Calendar, 'project_id' | 'id'>): CalendarRef => ({
  project_id,
  calendar_id: id,
});

export const itemOfCalendar = (calendar: Calendar): Item =>
  calendarItems.itemOf(
    calendarKey(refOfCalendar(calendar)),
    calendar,
    listedIn({ ...calendarList(calendar.project_id), position: calendar.id }),
  );

export const calendarIn = calendarItems.recordOf;

/** The calendar in an item of the table or of its stream; undefined for items of another kind. */
export const calendarOfItem = (item: Item): Calendar | undefined =>
  calendarItems.isKindOf(item) ? calendarItems.recordOf(item) : undefined;

/** Credentials as they are stored. Their version is that of the calendar's record. */
export interface SealedCredentials extends CalendarRef {
  readonly client_id: string;
  readonly secrets_sealed: string;
  /** When the platform granted the refresh token in them; null for one that came from the client. */
  readonly granted_at: string | null;
}

const credentialItems = itemKind<SealedCredentials>('calendar_credentials', () =>
  z.object({
    project_id: z.string(),
    calendar_id: z.string(),
    client_id: z.string(),
    secrets_sealed: z.string(),
    granted_at: z.string().nullable().default(null),
  } satisfies Fields<SealedCredentials>),
);

export const itemOfCredentials = (credentials: SealedCredentials): Item =>
  credentialItems.itemOf(calendarCredentialsKey(credentials), credentials);

export const credentialsIn = credentialItems.recordOf;
