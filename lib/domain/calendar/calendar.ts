/** A calendar of somebody's that a client has connected, and what becomes of the connection. */
import type { CalendarPlatform } from './calendar-platforms.ts';
import type { ConnectionFailureCode } from './sync-failures.ts';

/**
 * The life of a connection. `gone` is a calendar that the client has deleted. Nothing is asked of a platform while the
 * calendar is `disconnected`: only the client, with other credentials, leads out of it.
 */
export const connectionTable = {
  create: { from: ['new'], to: 'connected' },
  disconnect: { from: ['connected'], to: 'disconnected' },
  reconnect: { from: ['connected', 'disconnected'], to: 'connected' },
  delete: { from: ['connected', 'disconnected'], to: 'gone' },
} as const satisfies Record<string, { readonly from: readonly string[]; readonly to: string }>;

export const calendarStates = ['connected', 'disconnected'] as const;
export type CalendarState = (typeof calendarStates)[number];

/** Why a calendar is disconnected. The message is a sentence that says what to do, and holds no secret. */
export interface ConnectionFailure {
  readonly error: ConnectionFailureCode;
  readonly message: string;
  readonly timestamp: string;
}

export interface Calendar {
  readonly id: string;
  readonly project_id: string;
  readonly platform: CalendarPlatform;
  readonly client_id: string;
  /** Null: the primary calendar of the account, for good. */
  readonly platform_uuid: string | null;
  readonly state: CalendarState;
  readonly metadata: Record<string, unknown>;
  readonly deduplication_key: string | null;
  readonly connection_failure_data: ConnectionFailure | null;
  /** Counts the credentials that the client has given. */
  readonly credentials_version: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** Counts the writes of this record; each write names the version that it replaces. */
  readonly version: number;
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

export const createCalendar = (details: NewCalendar, at: Date): Calendar => ({
  ...details,
  state: connectionTable.create.to,
  connection_failure_data: null,
  credentials_version: 1,
  created_at: at.toISOString(),
  updated_at: at.toISOString(),
  version: 1,
});

const changed = (calendar: Calendar, changes: Partial<Calendar>, at: Date): Calendar => ({
  ...calendar,
  ...changes,
  updated_at: at.toISOString(),
  version: calendar.version + 1,
});

/** The calendar whose platform takes its credentials no more. */
export const disconnected = (calendar: Calendar, failure: Omit<ConnectionFailure, 'timestamp'>, at: Date): Calendar =>
  changed(
    calendar,
    {
      state: connectionTable.disconnect.to,
      connection_failure_data: { ...failure, timestamp: at.toISOString() },
    },
    at,
  );

/** The calendar with other credentials, which are tried anew whatever became of those before. */
export const reconnected = (calendar: Calendar, at: Date): Calendar =>
  changed(
    calendar,
    {
      state: connectionTable.reconnect.to,
      connection_failure_data: null,
      credentials_version: calendar.credentials_version + 1,
    },
    at,
  );

export const withMetadata = (calendar: Calendar, metadata: Record<string, unknown>, at: Date): Calendar =>
  changed(calendar, { metadata }, at);
