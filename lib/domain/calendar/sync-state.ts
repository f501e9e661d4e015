/** How far a calendar is known, who is at work on it, and when it is looked at next. */
import type { Calendar, SyncTimes } from './calendar.ts';
import type { CalendarPlatform } from './calendar-platforms.ts';
import type { SyncFailure } from './sync-failures.ts';

/** How the platform tells of changes: a channel that it was given, until it expires. */
export interface Channel {
  /** Ours, and part of the address that the platform calls. */
  readonly id: string;
  /** The platform's own name for it. */
  readonly platform_uuid: string;
  readonly expires_at: string;
  /** Another one is to be there from then on. */
  readonly renew_at: string;
}

export interface SyncState extends SyncTimes {
  readonly project_id: string;
  readonly calendar_id: string;
  readonly platform: CalendarPlatform;
  readonly platform_uuid: string | null;
  readonly calendar_created_at: string;
  readonly is_connected: boolean;
  readonly credentials_version: number;
  /** Counts the runs. A run writes only while the generation is its own. */
  readonly generation: number;
  /** Until then nobody else may run; null while nobody does. */
  readonly lease_until: string | null;
  /** Somebody asked for a run while another one was under way. */
  readonly requested_at: string | null;
  /** The platform is asked nothing before: it said so, or a second look must be so much later than the first. */
  readonly not_before: string | null;
  /** The failure of the last runs in a row. */
  readonly failure: { readonly error: SyncFailure; readonly runs: number; readonly since: string } | null;
  /** From where the platform tells of changes only; null where everything must be listed. */
  readonly cursor: string | null;
  /** When everything was last listed. */
  readonly listed_at: string | null;
  /** The zone of the calendar, where the platform tells it. */
  readonly zone: string | null;
  /** What the platform was asked on a day, in UTC. */
  readonly asked: { readonly day: string; readonly requests: number };
  readonly channels: readonly Channel[];
  /** The platform does not want to tell of changes: it is asked again from then on. */
  readonly watch_again_at: string | null;
}

export const firstSync = (calendar: Calendar): SyncState => ({
  project_id: calendar.project_id,
  calendar_id: calendar.id,
  platform: calendar.platform,
  platform_uuid: calendar.platform_uuid,
  calendar_created_at: calendar.created_at,
  is_connected: true,
  credentials_version: calendar.credentials_version,
  generation: 0,
  lease_until: null,
  requested_at: null,
  not_before: null,
  failure: null,
  cursor: null,
  listed_at: null,
  zone: null,
  asked: { day: calendar.created_at.slice(0, 10), requests: 0 },
  channels: [],
  watch_again_at: null,
  last_attempted_sync_at: null,
  last_successful_sync_at: null,
});

/** The state with other credentials: everything is listed anew, and whoever is at work on it is at work in vain. */
export const connectedAnew = (state: SyncState, credentials_version: number): SyncState => ({
  ...state,
  is_connected: true,
  credentials_version,
  generation: state.generation + 1,
  lease_until: null,
  requested_at: null,
  not_before: null,
  failure: null,
  cursor: null,
  listed_at: null,
  watch_again_at: null,
});
