/** A calendar of somebody's that a client has connected, and what becomes of the connection. */
import { changed, disconnection, type Grant, type GrantFailure, newGrant, reconnection } from '../grant/grant.ts';
import type { CalendarPlatform } from './calendar-platforms.ts';
import type { CalendarFailureCode } from './sync-failures.ts';

/** Its `credentials_version` counts the credentials that the client has given. */
export interface Calendar extends Grant<CalendarFailureCode> {
  readonly id: string;
  readonly project_id: string;
  readonly platform: CalendarPlatform;
  readonly client_id: string;
  /** Null: the primary calendar of the account, for good. */
  readonly platform_uuid: string | null;
  readonly metadata: Record<string, unknown>;
  readonly deduplication_key: string | null;
}

/** When a calendar was last looked at, and when that last went well; null before it ever was. */
export interface SyncTimes {
  readonly last_attempted_sync_at: string | null;
  readonly last_successful_sync_at: string | null;
}

/** A calendar, and when it was looked at. */
export interface KnownCalendar {
  readonly calendar: Calendar;
  readonly times: SyncTimes;
}

export type NewCalendar = Pick<
  Calendar,
  'id' | 'project_id' | 'platform' | 'client_id' | 'platform_uuid' | 'metadata' | 'deduplication_key'
>;

export const createCalendar = (details: NewCalendar, at: Date): Calendar => ({ ...details, ...newGrant(at) });

/** The calendar whose platform takes its credentials no more. */
export const disconnected = (
  calendar: Calendar,
  failure: Omit<GrantFailure<CalendarFailureCode>, 'timestamp'>,
  at: Date,
): Calendar => changed(calendar, disconnection(failure, at), at);

/** The calendar with other credentials, which are tried anew whatever became of those before. */
export const reconnected = (calendar: Calendar, at: Date): Calendar => changed(calendar, reconnection(calendar), at);

export const withMetadata = (calendar: Calendar, metadata: Record<string, unknown>, at: Date): Calendar =>
  changed(calendar, { metadata }, at);
