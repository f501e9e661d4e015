/** Events in Graph's words: https://learn.microsoft.com/graph/api/resources/event */
import { createHash } from 'node:crypto';
import type { Attendee, DateTimeTimeZone, Event, ResponseType } from '@microsoft/microsoft-graph-types';
import type { Calendar } from '../../world/calendar.ts';
import type { Occurrence, Person } from '../../world/events.ts';
import { type Moment, startsAt, wallOf } from '../../world/times.ts';
import type { GraphQuirks } from '../quirks.ts';
import { eventIdOf } from './ids.ts';
import { type Preferences, zoneNamed } from './preferences.ts';

/** Fields of an event that a test may set in Graph's own words. */
export type GraphFields = Partial<Event>;

/** An event with the annotation that comes with it. */
export type AnnotatedEvent = Event & { readonly '@odata.etag': string };

/** Times have seven digits of fractions and no offset: the zone stands beside them (dateTimeTimeZone). A whole day is its midnight. */
const timeOf = (moment: Moment, { zone }: Preferences): DateTimeTimeZone => {
  const wall = 'day' in moment ? `${moment.day}T00:00:00` : wallOf(moment.at, zoneNamed(zone) ?? 'UTC');
  return { dateTime: `${wall}.0000000`, timeZone: zone };
};

const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, -1)}0000Z`;

const responses: Readonly<Record<NonNullable<Person['response']>, ResponseType>> = {
  needsAction: 'notResponded',
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentativelyAccepted',
};

const responseOf = ({ response = 'needsAction' }: Person): ResponseType => responses[response];

const noTime = '0001-01-01T00:00:00Z';

const attendeeOf = (person: Person): Attendee => ({
  type: 'required',
  status: { response: responseOf(person), time: noTime },
  emailAddress: { name: person.name ?? person.email, address: person.email },
});

const changeKeyOf = (id: string, version: number): string =>
  createHash('md5').update(`${id} ${version}`).digest('base64');

const typeOf = ({
  series_id: seriesId,
  is_exception: isException,
}: Occurrence<GraphFields>): NonNullable<Event['type']> => {
  if (!seriesId) return 'singleInstance';
  return isException ? 'exception' : 'occurrence';
};

export interface Owner {
  readonly calendar: Calendar<GraphFields>;
  readonly email: string;
}

export const etagOf = (id: string, version: number): string => `W/"${changeKeyOf(id, version)}"`;

const withText = (event: AnnotatedEvent, { bodyType }: Preferences): AnnotatedEvent =>
  bodyType === 'text' && event.body?.contentType === 'html'
    ? { ...event, body: { contentType: 'text', content: String(event.body.content).replace(/<[^>]*>/g, '') } }
    : event;

const singleDate = '00000000';

/** A global object id: what all occurrences have in common comes after the day on which this one was to be ([MS-OXOCAL] 2.2.1.27). */
const uidOf = (
  { id, series_id, original_start }: Occurrence<GraphFields>,
  zone: string,
  isOfSeries: boolean,
): string => {
  const day = original_start && new Date(startsAt(original_start, zone));
  const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');
  const date =
    day && !isOfSeries
      ? `${hex(day.getUTCFullYear(), 4)}${hex(day.getUTCMonth() + 1, 2)}${hex(day.getUTCDate(), 2)}`
      : singleDate;
  const common = Buffer.from(series_id ?? id).toString('hex');
  return `040000008200E00074C5B7101A82E008${date}${common}`.toUpperCase();
};

export const eventOf = (
  occurrence: Occurrence<GraphFields>,
  owner: Owner,
  preferences: Preferences,
  { uidsOfSeries }: Pick<GraphQuirks, 'uidsOfSeries'>,
): AnnotatedEvent => {
  const { id, series_id: seriesId, original_start: original, version, fields } = occurrence;
  const { calendar, email } = owner;
  const organizer = occurrence.organizer ?? { email };
  const isOrganizer = organizer.email === email;
  const self = occurrence.attendees.find((person) => person.email === email);
  const name = (worldId: string): string => eventIdOf(worldId, calendar.id, preferences.isImmutable);
  const event: AnnotatedEvent = {
    '@odata.etag': etagOf(id, version),
    id: name(id),
    createdDateTime: instant(occurrence.created),
    lastModifiedDateTime: instant(occurrence.updated),
    changeKey: changeKeyOf(id, version),
    categories: [],
    originalStartTimeZone: occurrence.zone,
    originalEndTimeZone: occurrence.zone,
    // «This ID is different for each occurrence in a recurring series.»
    iCalUId: uidOf(occurrence, calendar.zone, uidsOfSeries),
    reminderMinutesBeforeStart: 15,
    isReminderOn: true,
    hasAttachments: false,
    subject: occurrence.title,
    bodyPreview: '',
    importance: 'normal',
    sensitivity: 'normal',
    isAllDay: 'day' in occurrence.start,
    // A meeting that its organizer cancelled stays in the calendar until its owner removes it: set it in `fields`.
    isCancelled: false,
    isOrganizer,
    responseRequested: true,
    seriesMasterId: seriesId ? name(seriesId) : null,
    ...(original && { originalStart: new Date(startsAt(original, calendar.zone)).toISOString() }),
    showAs: 'busy',
    type: typeOf(occurrence),
    webLink: `https://outlook.office365.com/owa/?itemid=${encodeURIComponent(name(id))}&exvsurl=1&path=/calendar/item`,
    onlineMeetingUrl: null,
    isOnlineMeeting: false,
    onlineMeetingProvider: 'unknown',
    onlineMeeting: null,
    allowNewTimeProposals: true,
    isDraft: false,
    hideAttendees: false,
    recurrence: null,
    responseStatus: { response: isOrganizer ? 'organizer' : self ? responseOf(self) : 'none', time: noTime },
    body: { contentType: 'html', content: '' },
    start: timeOf(occurrence.start, preferences),
    end: timeOf(occurrence.end, preferences),
    location: { displayName: '', locationType: 'default', uniqueIdType: 'unknown', address: {}, coordinates: {} },
    locations: [],
    attendees: occurrence.attendees.map(attendeeOf),
    organizer: { emailAddress: { name: organizer.name ?? organizer.email, address: organizer.email } },
    ...fields,
  };
  return withText(event, preferences);
};

/** Annotations and the id come whatever is selected (https://learn.microsoft.com/graph/query-parameters#select-parameter). */
export const selected = (event: AnnotatedEvent, select: string | null): Partial<AnnotatedEvent> => {
  if (select === null) return event;
  const names = new Set(['id', ...select.split(',')]);
  return Object.fromEntries(Object.entries(event).filter(([name]) => name.startsWith('@') || names.has(name)));
};
