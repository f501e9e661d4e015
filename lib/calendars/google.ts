/** Google Calendar, API version 3: https://developers.google.com/workspace/calendar/api/v3/reference */
import * as z from 'zod';
import type { MeetingPlaces } from '../domain/meeting/meeting-url.ts';
import type { JsonAnswer } from '../net/ask-json.ts';
import type { CalendarPlace, CalendarPlatformClient, EventList, PlatformTrouble } from '../ports/calendar-platform.ts';
import { type AskingPorts, troubleOfStatus, unlessMissing } from './asking.ts';
import { googleEventFields, readGoogleEvent } from './google-event.ts';
import { openPlatform, type PlatformAddresses, readEach, readOne, understood } from './opening.ts';

export const googleAddresses: PlatformAddresses = {
  api: 'https://www.googleapis.com/calendar/v3',
  token: 'https://oauth2.googleapis.com/token',
};

// https://developers.google.com/workspace/calendar/api/guides/errors
const Failed = z.object({
  error: z.object({
    status: z.string().nullish(),
    message: z.string().nullish(),
    errors: z.array(z.object({ reason: z.string().nullish(), location: z.string().nullish() })).nullish(),
    details: z.array(z.looseObject({ reason: z.string().nullish() })).nullish(),
  }),
});

const byReason: Readonly<Record<string, PlatformTrouble>> = {
  rateLimitExceeded: 'throttled',
  userRateLimitExceeded: 'throttled',
  quotaExceeded: 'throttled',
  dailyLimitExceeded: 'throttled',
  insufficientPermissions: 'missing_scope',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'missing_scope',
  accessNotConfigured: 'api_not_enabled',
  SERVICE_DISABLED: 'api_not_enabled',
  fullSyncRequired: 'cursor_dead',
  // The account has no calendar, or its organization has switched it off: https://github.com/webhookdb/webhookdb/issues/624
  notACalendarUser: 'mailbox_unavailable',
  // A 401 that is about our address, whose domain is not verified for the app's project, and not about the token:
  // https://stackoverflow.com/questions/40156523
  'push.webhookUrlUnauthorized': 'refused',
};

const troubles = ({ status, body }: JsonAnswer) => {
  const { error } = Failed.safeParse(body).data ?? {};
  const [first] = error?.errors ?? [];
  const reasons = [...(error?.errors ?? []), ...(error?.details ?? [])].flatMap(({ reason }) => reason ?? []);
  const word = reasons[0] ?? error?.status ?? 'no_reason';
  const known = reasons.map((reason) => byReason[reason]).find((trouble) => trouble !== undefined);
  if (known && status < 500) return { trouble: known, word };
  // A token that never was one is a 400, not a 410.
  if (status === 400 && first?.location === 'syncToken') return { trouble: 'cursor_dead' as const, word };
  if (status === 403 && error?.status === 'PERMISSION_DENIED') return { trouble: 'api_not_enabled' as const, word };
  return { trouble: troubleOfStatus(status), word };
};

const List = z.object({
  items: z.array(z.unknown()).default([]),
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
  timeZone: z.string().optional(),
});

const Watching = z.object({ resourceId: z.string(), expiration: z.coerce.number() });

/** Of 2,500 that are allowed: a page is in memory as a whole, and very few have more in four weeks. */
const pageSize = 500;
const weekMs = 7 * 86_400_000;

/** What all lists have, and the lists of changes must have in common with the list that their cursor came from. */
const listed = (): URLSearchParams => {
  const query = new URLSearchParams({
    singleEvents: 'true',
    showDeleted: 'true',
    maxResults: String(pageSize),
    fields: `nextPageToken,nextSyncToken,timeZone,items(${googleEventFields})`,
  });
  for (const type of ['default', 'fromGmail']) query.append('eventTypes', type);
  return query;
};

export const googleClient = (
  ports: AskingPorts,
  places: MeetingPlaces,
  addresses: PlatformAddresses,
): CalendarPlatformClient => {
  const platform = openPlatform(ports, addresses, { troubles });
  const eventsOf = ({ platform_uuid }: CalendarPlace): string =>
    `calendars/${encodeURIComponent(platform_uuid ?? 'primary')}/events`;

  const queryOf = (list: EventList, page: string | undefined): URLSearchParams => {
    const query = listed();
    if ('cursor' in list) query.set('syncToken', list.cursor);
    else {
      query.set('timeMin', list.window.from.toISOString());
      query.set('timeMax', list.window.until.toISOString());
    }
    if (page !== undefined) query.set('pageToken', page);
    return query;
  };

  return {
    refresh: platform.refresh,
    // A refresh is answered without another one: https://developers.google.com/identity/protocols/oauth2/web-server#offline
    keepsOldTokens: false,

    async events(place, list, page) {
      const url = platform.urlOf(eventsOf(place), queryOf(list, page));
      const { items, ...answer } = understood(List, await platform.get(place.access_token, url));
      const zone = answer.timeZone ?? place.zone ?? 'UTC';
      return {
        ...readEach(items, (item) => readGoogleEvent(item, zone, places)),
        next: answer.nextPageToken,
        cursor: answer.nextSyncToken,
        zone,
      };
    },

    async event(place, platformUuid) {
      const path = `${eventsOf(place)}/${encodeURIComponent(platformUuid)}`;
      const url = platform.urlOf(path, new URLSearchParams({ fields: googleEventFields }));
      const item = await unlessMissing(platform.get(place.access_token, url));
      return item === undefined ? undefined : readOne(item, (one) => readGoogleEvent(one, place.zone ?? 'UTC', places));
    },

    async watch(place, { id, secret, address }) {
      const expiration = String(ports.clock.now().getTime() + weekMs);
      const wish = { id, type: 'web_hook', address, token: secret, expiration };
      // One that was granted, and whose answer was lost, is refused the second time: its id is there (channelIdNotUnique).
      // Where the answer is lost nobody can end that channel, which tells of changes for its week: it is waited for long.
      const once = { isAskedOnce: true, begins_within_ms: 30_000 };
      const answer = await platform.send(place.access_token, 'POST', `${eventsOf(place)}/watch`, wish, once);
      const granted = understood(Watching, answer);
      return { platform_uuid: granted.resourceId, expires_at: new Date(granted.expiration) };
    },

    // Its first message, which says only that the channel is there, goes out whoever hears it.
    provesChannels: false,

    // There is no way to: another one takes its place.
    renew: async () => undefined,

    async unwatch({ access_token }, { id, platform_uuid }) {
      await unlessMissing(platform.send(access_token, 'POST', 'channels/stop', { id, resourceId: platform_uuid }));
    },
  };
};
