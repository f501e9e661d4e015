/** Events as Microsoft Graph tells of them: https://learn.microsoft.com/graph/api/resources/event */
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
const Moment = z.object({ dateTime: z.string(), timeZone: Text });
const Address = z.object({ emailAddress: z.object({ address: Text, name: Text }).nullish() });

const Told = z.object({
  id: z.string().min(1),
  lastModifiedDateTime: Text,
  iCalUId: Text,
  subject: Text,
  body: z.object({ content: Text }).nullish(),
  location: z.object({ displayName: Text, locationUri: Text }).nullish(),
  locations: z.array(z.object({ displayName: Text, locationUri: Text })).nullish(),
  onlineMeeting: z.object({ joinUrl: Text }).nullish(),
  onlineMeetingUrl: Text,
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  seriesMasterId: Text,
  originalStart: Text,
  originalStartTimeZone: Text,
  start: Moment.nullish(),
  end: Moment.nullish(),
  responseStatus: z.object({ response: Text }).nullish(),
  attendees: z.array(Address).nullish(),
  organizer: Address.nullish(),
});
type Told = z.infer<typeof Told>;

export const microsoftEventFields = [
  ...[
    'lastModifiedDateTime',
    'iCalUId',
    'subject',
    'body',
    'location',
    'locations',
    'onlineMeeting',
    'onlineMeetingUrl',
  ],
  ...[
    'isAllDay',
    'isCancelled',
    'seriesMasterId',
    'originalStart',
    'originalStartTimeZone',
    'start',
    'end',
    'responseStatus',
  ],
  ...['attendees', 'organizer'],
].join(',');

const responses: Readonly<Record<string, SelfResponse>> = {
  organizer: 'accepted',
  accepted: 'accepted',
  declined: 'declined',
  tentativelyAccepted: 'tentative',
  notResponded: 'needs_action',
};

const linkOf = (told: Told, places: MeetingPlaces) => {
  const named = [told.location, ...(told.locations ?? [])].flatMap((place) => [place?.locationUri, place?.displayName]);
  return linkIn(
    [told.onlineMeeting?.joinUrl, told.onlineMeetingUrl, ...named, told.body?.content, told.subject],
    places,
  );
};

const dayOf = ({ dateTime }: z.infer<typeof Moment>): string => dateTime.slice(0, 10);

/** Where the times of a whole day are midnights of a zone that nobody meant, the day itself is what is told. */
const momentsOf = (told: Told): { start?: string | undefined; end?: string | undefined } => {
  const { start, end, originalStartTimeZone, isAllDay } = told;
  if (!start || !end) return {};
  const moment = (on: z.infer<typeof Moment>): string | undefined => {
    const { dateTime, timeZone } = on;
    if (!isAllDay) return momentOf(dateTime, timeZone ?? undefined);
    const day = dayOf(on);
    // Old programs leave names that say no zone, such as tzone://Microsoft/Custom: https://learn.microsoft.com/graph/api/resources/event
    return dayBegins(day, originalStartTimeZone ?? timeZone ?? 'UTC') ?? dayBegins(day, 'UTC');
  };
  return { start: moment(start), end: moment(end) };
};

/** An id in which the day of an occurrence stands, where a series, and what is none, have zeros: [MS-OXOCAL] 2.2.1.27. */
const uidWithDay = /^040000008200E00074C5B7101A82E008(?!00000000)[\dA-F]{8}/i;

/**
 * «This ID is different for each occurrence in a recurring series», but those of some mailboxes, and of other makers'
 * invitations, are the same for all: https://github.com/microsoftgraph/microsoft-graph-docs/issues/17479
 */
const occurrenceOf = ({ iCalUId, seriesMasterId, originalStart }: Told): string | null => {
  if (!iCalUId) return null;
  if (uidWithDay.test(iCalUId) || !(seriesMasterId || originalStart)) return occurrenceUidOf(iCalUId);
  const wasToBegin = originalStart && momentOf(originalStart, 'UTC');
  return wasToBegin ? occurrenceUidOf(iCalUId, wasToBegin) : null;
};

const detailsOf = (told: Told, places: MeetingPlaces): EventDetails | undefined => {
  const { start, end } = momentsOf(told);
  if (!start || !end) return undefined;
  const is_all_day = told.isAllDay === true;
  const link = linkOf(told, places);
  return {
    recurring_platform_uuid: told.seriesMasterId ?? null,
    ical_uid: told.iCalUId ?? null,
    occurrence_uid: occurrenceOf(told),
    meeting_url: link?.url ?? null,
    meeting_platform: link?.platform ?? null,
    start_time: start,
    end_time: end,
    is_all_day,
    ...(is_all_day && told.start && { first_day: dayOf(told.start) }),
    self_response: responses[told.responseStatus?.response ?? ''] ?? null,
    name: told.subject ?? null,
    attendees: (told.attendees ?? [])
      .flatMap(({ emailAddress: who }) => (who?.address ? [{ email: who.address, name: who.name ?? null }] : []))
      .slice(0, mostAttendees),
    organizer_email: told.organizer?.emailAddress?.address ?? null,
  };
};

/** An event, if it can be understood. One that its organizer cancelled stays in the calendar and says so. */
export const readMicrosoftEvent = (item: unknown, places: MeetingPlaces): ToldEvent | undefined => {
  const { data: told } = Told.safeParse(item);
  if (!told) return undefined;
  const seen = { platform_uuid: told.id, platform_updated_at: told.lastModifiedDateTime ?? null };
  if (told.isCancelled) return { ...seen, details: undefined };
  const details = detailsOf(told, places);
  return details && { ...seen, details };
};
