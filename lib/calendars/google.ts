/** Google Calendar, API version 3: https://developers.google.com/workspace/calendar/api/v3/reference */
import * as z from 'zod';
import type { OperatedHosts } from '../domain/meeting/meeting-url.ts';
import type { JsonAnswer, JsonQuestion } from '../net/ask-json.ts';
import { requestTokens } from '../oauth/token-endpoint.ts';
import {
  type CalendarPlace,
  type CalendarPlatformClient,
  type EventList,
  PlatformError,
  type PlatformTrouble,
} from '../ports/calendar-platform.ts';
import { type AskingPorts, askingPlatform, troubleOfStatus, unlessMissing } from './asking.ts';
import { googleEventFields, readGoogleEvent } from './google-event.ts';

export interface PlatformAddresses {
  /** Of the API, without a slash at its end. */
  readonly api: string;
  readonly token: string;
}

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
};

const troubles = ({ status, body }: JsonAnswer) => {
  const { error } = Failed.safeParse(body).data ?? {};
  const [first] = error?.errors ?? [];
  const reasons = [...(error?.errors ?? []), ...(error?.details ?? [])].flatMap(({ reason }) => reason ?? []);
  const word = reasons[0] ?? error?.status ?? 'no reason';
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

const understood = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const { data } = schema.safeParse(body);
  if (data === undefined) throw new PlatformError('broken_answer', 'the answer is not as the platform documents it');
  return data;
};

const pageSize = 2500;
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

const idOf = (item: unknown): string =>
  String((item as { readonly id?: unknown } | null)?.id ?? 'an event without an id');

export const googleClient = (
  ports: AskingPorts,
  hosts: OperatedHosts,
  addresses: PlatformAddresses,
): CalendarPlatformClient => {
  const ask = askingPlatform(ports, new URL(addresses.api).origin, troubles);
  const urlOf = (path: string): string => `${addresses.api}/${path}`;
  const eventsOf = ({ platform_uuid }: CalendarPlace): string =>
    `calendars/${encodeURIComponent(platform_uuid ?? 'primary')}/events`;
  const post = (path: string, body: object): JsonQuestion => ({
    method: 'POST',
    url: urlOf(path),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

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
    refresh: (client, refresh_token) => {
      ports.onRequest();
      const request = { grant_type: 'refresh_token', refresh_token } as const;
      return requestTokens(ports.ask, { url: addresses.token, secret_in: 'form' }, client, request, ports.clock.now());
    },

    async events(place, list, page) {
      const url = `${urlOf(eventsOf(place))}?${queryOf(list, page)}`;
      const { items, ...answer } = understood(List, await ask(place.access_token, { method: 'GET', url }));
      const zone = answer.timeZone ?? place.zone ?? 'UTC';
      const read = items.map((item) => ({ item, event: readGoogleEvent(item, zone, hosts) }));
      return {
        events: read.flatMap(({ event }) => event ?? []),
        unread: read.flatMap(({ item, event }) => (event ? [] : idOf(item))),
        next: answer.nextPageToken,
        cursor: answer.nextSyncToken,
        zone,
      };
    },

    async event(place, platformUuid) {
      const query = new URLSearchParams({ fields: googleEventFields });
      const url = `${urlOf(eventsOf(place))}/${encodeURIComponent(platformUuid)}?${query}`;
      const item = await unlessMissing(ask(place.access_token, { method: 'GET', url }));
      return item === undefined ? undefined : readGoogleEvent(item, place.zone ?? 'UTC', hosts);
    },

    async watch(place, { id, secret, address }) {
      const expiration = String(ports.clock.now().getTime() + weekMs);
      const wish = { id, type: 'web_hook', address, token: secret, expiration };
      const answer = await ask(place.access_token, post(`${eventsOf(place)}/watch`, wish));
      const granted = understood(Watching, answer);
      return { platform_uuid: granted.resourceId, expires_at: new Date(granted.expiration) };
    },

    // There is no way to: another one takes its place.
    renew: async () => undefined,

    async unwatch({ access_token }, { id, platform_uuid }) {
      await unlessMissing(ask(access_token, post('channels/stop', { id, resourceId: platform_uuid })));
    },
  };
};
