/** Events in Google's words: https://developers.google.com/workspace/calendar/api/v3/reference/events */
import { createHash } from 'node:crypto';
import type { calendar_v3 } from '@googleapis/calendar';
import type { Calendar } from '../world/calendar.ts';
import { type Entry, type Occurrence, originalStartOf, type Person, seriesIdOf } from '../world/events.ts';
import { type Moment, offsetOf, wallOf } from '../world/times.ts';

/** Fields of an event that a test may set in Google's own words. */
export type GoogleFields = Partial<calendar_v3.Schema$Event>;

type GoogleEvent = calendar_v3.Schema$Event;
type Owner = { readonly calendar: Calendar<GoogleFields>; readonly email: string };

const offsetText = (ms: number): string => {
  const minutes = Math.abs(ms) / 60_000;
  const two = (n: number): string => String(Math.floor(n)).padStart(2, '0');
  return ms === 0 ? 'Z' : `${ms < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
};

/** A time with the offset of the zone in which the answer is wanted, and the zone in which the event was meant. */
const timeOf = (moment: Moment, zone: string): calendar_v3.Schema$EventDateTime => {
  if ('day' in moment) return { date: moment.day };
  return { dateTime: `${wallOf(moment.at, zone)}${offsetText(offsetOf(moment.at, zone))}`, timeZone: moment.zone };
};

const attendeeOf = ({ email, name, response }: Person, self: string): calendar_v3.Schema$EventAttendee => ({
  email,
  ...(name && { displayName: name }),
  ...(email === self && { self: true }),
  responseStatus: response ?? 'needsAction',
});

const etagOf = (id: string, version: number): string =>
  `"${createHash('md5').update(`${id} ${version}`).digest('hex')}"`;

const stateOf = (facts: Pick<Occurrence<GoogleFields>, 'isCancelled' | 'version'>, id: string): GoogleEvent => ({
  kind: 'calendar#event',
  etag: etagOf(id, facts.version),
  id,
  status: facts.isCancelled ? 'cancelled' : 'confirmed',
});

/** Which instance of which series: https://developers.google.com/workspace/calendar/api/guides/recurringevents */
const instanceOf = (seriesId: string, original: Moment, zone: string): GoogleEvent => ({
  recurringEventId: seriesId,
  originalStartTime: timeOf(original, zone),
});

const factsOf = (
  event: Entry<GoogleFields>['facts'],
  seriesId: string,
  { email }: Owner,
  zone: string,
): GoogleEvent => {
  const organizer = event.organizer ?? { email };
  const isOwn = organizer.email === email;
  return {
    htmlLink: `https://www.google.com/calendar/event?eid=${Buffer.from(seriesId).toString('base64url')}`,
    created: new Date(event.created).toISOString(),
    updated: new Date(event.updated).toISOString(),
    summary: event.title,
    creator: { email: organizer.email, ...(isOwn && { self: true }) },
    organizer: {
      email: organizer.email,
      ...(organizer.name && { displayName: organizer.name }),
      ...(isOwn && { self: true }),
    },
    start: timeOf(event.start, zone),
    end: timeOf(event.end, zone),
    // «in recurring events, all occurrences of one event have different ids while they all share the same iCalUIDs»
    iCalUID: `${seriesId}@google.com`,
    sequence: event.sequence,
    ...(event.attendees.length > 0 && { attendees: event.attendees.map((person) => attendeeOf(person, email)) }),
    reminders: { useDefault: true },
    eventType: 'default',
    ...event.fields,
  };
};

/** «If there are more than the specified number of attendees, only the participant is returned» (maxAttendees). */
const withAttendees = (event: GoogleEvent, most: number): GoogleEvent => {
  if ((event.attendees?.length ?? 0) <= most) return event;
  return { ...event, attendees: event.attendees?.filter(({ self }) => self) ?? [], attendeesOmitted: true };
};

export interface Rendering {
  /** In which times are given. */
  readonly zone: string;
  readonly maxAttendees: number;
  readonly cancelledAsIdOnly: boolean;
}

export const eventOf = (occurrence: Occurrence<GoogleFields>, owner: Owner, how: Rendering): GoogleEvent => {
  const { id, series_id: seriesId, original_start: original } = occurrence;
  const instance = seriesId && original ? instanceOf(seriesId, original, how.zone) : {};
  if (occurrence.isCancelled && how.cancelledAsIdOnly) return { ...stateOf(occurrence, id), ...instance };
  const facts = factsOf(occurrence, seriesId ?? id, owner, how.zone);
  return withAttendees({ ...stateOf(occurrence, id), ...facts, ...instance }, how.maxAttendees);
};

/** The recurring event itself, as events.get gives it. */
export const seriesOf = (
  { id, facts, recurrence = [] }: Entry<GoogleFields>,
  owner: Owner,
  how: Rendering,
): GoogleEvent =>
  withAttendees(
    { ...stateOf(facts, id), ...factsOf(facts, id, owner, how.zone), recurrence: [...recurrence] },
    how.maxAttendees,
  );

/** An event of which nothing is left but that it was there: «Deleted events are only guaranteed to have the id field populated». */
export const goneEvent = (id: string, version: number, zone: string): GoogleEvent => {
  const original = originalStartOf(id, zone);
  return {
    ...stateOf({ isCancelled: true, version }, id),
    ...(original && instanceOf(seriesIdOf(id), original, zone)),
  };
};
