/** Events as Google Calendar tells of them: https://developers.google.com/workspace/calendar/api/v3/reference/events */
import * as z from 'zod';
import {
  type EventDetails,
  mostAttendees,
  occurrenceUidOf,
  type SelfResponse,
} from '../domain/calendar/calendar-event.ts';
import type { MeetingPlaces } from '../domain/meeting/meeting-url.ts';
import type { ToldEvent } from '../ports/calendar-platform.ts';
import { linkIn } from './event-link.ts';
import { dayBegins, momentOf } from './wall-time.ts';

const Text = z.string().nullish();
const Moment = z.object({ date: Text, dateTime: Text, timeZone: Text });
type Moment = z.infer<typeof Moment>;

const Person = z.object({
  email: Text,
  displayName: Text,
  self: z.boolean().nullish(),
  responseStatus: Text,
});

const Told = z.object({
  id: z.string().min(1),
  status: Text,
  updated: Text,
  recurringEventId: Text,
  originalStartTime: Moment.nullish(),
  iCalUID: Text,
  summary: Text,
  description: Text,
  location: Text,
  hangoutLink: Text,
  conferenceData: z.object({ entryPoints: z.array(z.object({ entryPointType: Text, uri: Text })).nullish() }).nullish(),
  start: Moment.nullish(),
  end: Moment.nullish(),
  attendees: z.array(Person).nullish(),
  organizer: Person.nullish(),
});
type Told = z.infer<typeof Told>;

/** What is asked for of an event: no more than is read here. */
export const googleEventFields =
  'id,status,updated,recurringEventId,originalStartTime,iCalUID,summary,description,location,hangoutLink,' +
  'conferenceData/entryPoints(entryPointType,uri),start,end,attendees(email,displayName,self,responseStatus),organizer(email)';

const responses: Readonly<Record<string, SelfResponse>> = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentative',
  needsAction: 'needs_action',
};

const instantOf = ({ date, dateTime, timeZone }: Moment, zone: string): string | undefined => {
  if (dateTime) return momentOf(dateTime, timeZone ?? undefined);
  return date ? dayBegins(date, zone) : undefined;
};

const linkOf = (told: Told, places: MeetingPlaces) => {
  const entries = told.conferenceData?.entryPoints ?? [];
  const video = entries.filter(({ entryPointType }) => entryPointType === 'video').map(({ uri }) => uri);
  return linkIn([...video, told.hangoutLink, told.location, told.description, told.summary], places);
};

/** All occurrences of a series have the same iCalUID. A day is named as such: it begins at another moment in each zone. */
const occurrenceOf = ({ iCalUID, recurringEventId, originalStartTime: original }: Told): string | null => {
  if (!iCalUID) return null;
  if (!recurringEventId) return occurrenceUidOf(iCalUID);
  const wasToBegin = original?.dateTime ? instantOf(original, 'UTC') : original?.date;
  return wasToBegin ? occurrenceUidOf(iCalUID, wasToBegin) : null;
};

const detailsOf = (told: Told, zone: string, places: MeetingPlaces): EventDetails | undefined => {
  const start_time = told.start && instantOf(told.start, zone);
  const end_time = told.end && instantOf(told.end, zone);
  if (!start_time || !end_time) return undefined;
  const link = linkOf(told, places);
  const attendees = told.attendees ?? [];
  const own = attendees.find(({ self }) => self === true)?.responseStatus;
  return {
    recurring_platform_uuid: told.recurringEventId ?? null,
    ical_uid: told.iCalUID ?? null,
    occurrence_uid: occurrenceOf(told),
    meeting_url: link?.url ?? null,
    meeting_platform: link?.platform ?? null,
    start_time,
    end_time,
    is_all_day: !told.start?.dateTime,
    ...(!told.start?.dateTime && told.start?.date && { first_day: told.start.date }),
    self_response: own ? (responses[own] ?? null) : null,
    name: told.summary ?? null,
    attendees: attendees
      .flatMap(({ email, displayName }) => (email ? [{ email, name: displayName ?? null }] : []))
      .slice(0, mostAttendees),
    organizer_email: told.organizer?.email ?? null,
  };
};

/** An event, if it can be understood; whole days are those of the calendar's zone. */
export const readGoogleEvent = (item: unknown, zone: string, places: MeetingPlaces): ToldEvent | undefined => {
  const { data: told } = Told.safeParse(item);
  if (!told) return undefined;
  const seen = { platform_uuid: told.id, platform_updated_at: told.updated ?? null };
  // «Deleted events are only guaranteed to have the id field populated.»
  if (told.status === 'cancelled') return { ...seen, details: undefined };
  const details = detailsOf(told, zone, places);
  return details && { ...seen, details };
};
