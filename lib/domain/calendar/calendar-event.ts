/** An event of a calendar, as its platform last told of it. */
import { createHash } from 'node:crypto';
import { derivedId, derivedIdOf } from '../ids.ts';
import type { Platform } from '../meeting/known-platforms.ts';
import type { Calendar } from './calendar.ts';

export const selfResponses = ['accepted', 'declined', 'tentative', 'needs_action'] as const;
export type SelfResponse = (typeof selfResponses)[number];

export interface Attendee {
  readonly email: string;
  readonly name: string | null;
}

/** So many attendees of an event are kept. */
export const mostAttendees = 50;

/** What is told of an event; each occurrence of a series is an event. */
export interface EventDetails {
  /** Of the series that it belongs to. */
  readonly recurring_platform_uuid: string | null;
  readonly ical_uid: string | null;
  /** See `occurrenceUidOf`. Null where the platform does not tell enough. */
  readonly occurrence_uid: string | null;
  readonly meeting_url: string | null;
  /** Of the meeting behind `meeting_url`. */
  readonly meeting_platform: Platform | null;
  /** In UTC; a whole day begins at midnight of the calendar's zone. */
  readonly start_time: string;
  readonly end_time: string;
  readonly is_all_day: boolean;
  /** The first of the whole days that it lasts, `2026-03-05`: its times are moments of a zone that nobody is told. Absent of others. */
  readonly first_day?: string;
  /** How the owner of the calendar has answered; null for whoever was not invited. */
  readonly self_response: SelfResponse | null;
  readonly name: string | null;
  readonly attendees: readonly Attendee[];
  readonly organizer_email: string | null;
}

export interface CalendarEvent extends EventDetails {
  readonly id: string;
  readonly project_id: string;
  readonly calendar_id: string;
  readonly platform_uuid: string;
  /** Cancelled, deleted, or gone from the calendar. */
  readonly is_deleted: boolean;
  /** When the platform says that it was last changed; null where it does not say. */
  readonly platform_updated_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** Counts the writes of this record; each write names the version that it replaces. */
  readonly version: number;
}

/** An event has the same id for good, so whoever sees it twice stores it once. */
export const eventIdOf = (calendar: Pick<Calendar, 'id' | 'created_at'>, platformUuid: string): string =>
  derivedId('calendar_event', calendar, platformUuid);

/** The event of a calendar whose id ends with a key: see `keyOfDerived`. */
export const eventIdOfKey = (calendar: Pick<Calendar, 'created_at'>, key: string): string =>
  derivedIdOf('calendar_event', calendar, key);

/** An event that a platform has just told of, before anybody has stored it. */
export interface SeenEvent extends Pick<CalendarEvent, 'id' | 'platform_uuid' | 'platform_updated_at'> {
  /** Undefined for one that is cancelled: some platforms tell nothing else of those. */
  readonly details: EventDetails | undefined;
}

/** Half of a SHA-256, so that it is short enough to be part of a deduplication key. */
const uidLength = 32;

/**
 * Names one meeting, alike in every calendar of the platform that has it, and wherever it is moved: by what calendars know
 * it by, and for an occurrence of a series by when it was to begin, where the platform knows all occurrences by the same.
 */
export const occurrenceUidOf = (icalUid: string, wasToBegin?: string): string =>
  createHash('sha256')
    .update(JSON.stringify([icalUid, wasToBegin ?? null]))
    .digest('hex')
    .slice(0, uidLength);

const hashBytes = 6;

/** A short hash of all that is told of an event: two that have the same are the same. */
export const contentHash = ({ details }: Pick<SeenEvent, 'details'>): string => {
  const told = details && Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify(told ?? null))
    .digest()
    .subarray(0, hashBytes)
    .toString('hex');
};

const detailsOf = (event: EventDetails): EventDetails => ({
  recurring_platform_uuid: event.recurring_platform_uuid,
  ical_uid: event.ical_uid,
  occurrence_uid: event.occurrence_uid,
  meeting_url: event.meeting_url,
  meeting_platform: event.meeting_platform,
  start_time: event.start_time,
  end_time: event.end_time,
  is_all_day: event.is_all_day,
  ...(event.first_day !== undefined && { first_day: event.first_day }),
  self_response: event.self_response,
  name: event.name,
  attendees: event.attendees,
  organizer_email: event.organizer_email,
});

/** What is known of an event, as if it had just been seen. */
export const seenAsKnown = (event: CalendarEvent): SeenEvent => ({
  id: event.id,
  platform_uuid: event.platform_uuid,
  platform_updated_at: event.platform_updated_at,
  details: event.is_deleted ? undefined : detailsOf(event),
});

/** The hash of what is known of an event, to be compared with that of what is told of it. */
export const knownHash = (event: CalendarEvent): string => contentHash(seenAsKnown(event));

/** An event that is seen for the first time. */
export const newEvent = (
  calendar: Pick<Calendar, 'id' | 'project_id'>,
  { details, ...seen }: SeenEvent & { readonly details: EventDetails },
  at: Date,
): CalendarEvent => ({
  ...seen,
  ...details,
  project_id: calendar.project_id,
  calendar_id: calendar.id,
  is_deleted: false,
  created_at: at.toISOString(),
  updated_at: at.toISOString(),
  version: 1,
});

/** Whether what was seen is older than what is known: pages and messages may be late. */
const isLate = (event: CalendarEvent, { platform_updated_at }: SeenEvent): boolean =>
  event.platform_updated_at !== null &&
  platform_updated_at !== null &&
  Date.parse(platform_updated_at) < Date.parse(event.platform_updated_at);

/** The event after what was seen of it; undefined when that changes nothing, or is older than what is known. */
export const eventAfter = (event: CalendarEvent, seen: SeenEvent, at: Date): CalendarEvent | undefined => {
  if (isLate(event, seen)) return undefined;
  if (knownHash(event) === contentHash(seen)) return undefined;
  // One that does not last whole days any more has no such day.
  const { first_day, ...known } = event;
  return {
    ...known,
    ...(seen.details ?? (first_day !== undefined && { first_day })),
    is_deleted: seen.details === undefined,
    platform_updated_at: seen.platform_updated_at ?? event.platform_updated_at,
    updated_at: at.toISOString(),
    version: event.version + 1,
  };
};

/** The days after its end for which an event is kept. */
const keptDays = 7;
const dayMs = 86_400_000;

/** When an event may be forgotten: a week after its end, or after it was cancelled if that is later. */
export const forgottenAt = ({ end_time, is_deleted, updated_at }: CalendarEvent): Date =>
  new Date(Math.max(Date.parse(end_time), is_deleted ? Date.parse(updated_at) : 0) + keptDays * dayMs);
