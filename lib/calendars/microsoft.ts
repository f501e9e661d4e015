/** Calendars of Microsoft, by Graph 1.0: https://learn.microsoft.com/graph/api/resources/calendar */
import * as z from 'zod';
import type { OperatedHosts } from '../domain/meeting/meeting-url.ts';
import type { JsonAnswer, JsonQuestion } from '../net/ask-json.ts';
import { requestTokens } from '../oauth/token-endpoint.ts';
import {
  type CalendarPlace,
  type CalendarPlatformClient,
  type GrantedChannel,
  PlatformError,
  type PlatformTrouble,
  type Window,
} from '../ports/calendar-platform.ts';
import { type AskingPorts, askingPlatform, troubleOfStatus, unlessMissing } from './asking.ts';
import type { PlatformAddresses } from './google.ts';
import { microsoftEventFields, readMicrosoftEvent } from './microsoft-event.ts';

export const microsoftAddresses: PlatformAddresses = {
  api: 'https://graph.microsoft.com/v1.0',
  token: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
};

// https://learn.microsoft.com/graph/errors
const Failed = z.object({ error: z.object({ code: z.string() }) });

const byCode: Readonly<Record<string, PlatformTrouble>> = {
  ErrorAccessDenied: 'missing_scope',
  Authorization_RequestDenied: 'missing_scope',
  MailboxNotEnabledForRESTAPI: 'mailbox_unavailable',
  MailboxNotSupportedForRESTAPI: 'mailbox_unavailable',
  MailboxNotHostedInExchangeOnline: 'mailbox_unavailable',
  OrganizationFromTenantGuidNotFound: 'mailbox_unavailable',
};

const troubles = ({ status, body }: JsonAnswer) => {
  const word = Failed.safeParse(body).data?.error.code ?? 'no code';
  return { trouble: (status < 500 ? byCode[word] : undefined) ?? troubleOfStatus(status), word };
};

const View = z.object({ value: z.array(z.unknown()), '@odata.nextLink': z.string().optional() });
const Subscription = z.object({ id: z.string(), expirationDateTime: z.string() });

const understood = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const { data } = schema.safeParse(body);
  if (data === undefined) throw new PlatformError('broken_answer', 'the answer is not as the platform documents it');
  return data;
};

const pageSize = 250;
const leastPageSize = 50;
/** 10,080 is documented, and refused: the service's own word is 10,070 (https://o365.github.io/python-o365/latest/usage/subscriptions.html). */
const subscriptionMinutes = 10_070;

// Immutable ids stay the same when an event is moved between calendars.
const prefer = 'IdType="ImmutableId", outlook.timezone="UTC"';

const idOf = (item: unknown): string =>
  String((item as { readonly id?: unknown } | null)?.id ?? 'an event without an id');

export const microsoftClient = (
  ports: AskingPorts,
  hosts: OperatedHosts,
  addresses: PlatformAddresses,
): CalendarPlatformClient => {
  const ask = askingPlatform(ports, new URL(addresses.api).origin, troubles);
  const calendarOf = ({ platform_uuid }: CalendarPlace): string =>
    platform_uuid === null ? 'me' : `me/calendars/${encodeURIComponent(platform_uuid)}`;
  const get = (url: string): JsonQuestion => ({ method: 'GET', url, headers: { prefer } });
  const sent = (method: 'POST' | 'PATCH', path: string, body: object): JsonQuestion => ({
    method,
    url: `${addresses.api}/${path}`,
    headers: { 'content-type': 'application/json', prefer },
    body: JSON.stringify(body),
  });

  /** The first page, of fewer events when it takes the service too long to gather as many. */
  const firstPage = async (place: CalendarPlace, { from, until }: Window, size = pageSize): Promise<unknown> => {
    const query = new URLSearchParams({
      startDateTime: from.toISOString(),
      endDateTime: until.toISOString(),
      $top: String(size),
      $select: microsoftEventFields,
    });
    const isOverloaded = (error: unknown): boolean => error instanceof PlatformError && error.message.startsWith('504');
    try {
      return await ask(place.access_token, get(`${addresses.api}/${calendarOf(place)}/calendarView?${query}`));
    } catch (error) {
      if (!isOverloaded(error) || size <= leastPageSize) throw error;
      return firstPage(place, { from, until }, Math.max(leastPageSize, Math.floor(size / 2)));
    }
  };

  const until = (): string => new Date(ports.clock.now().getTime() + subscriptionMinutes * 60_000).toISOString();
  /** What the service says it granted, which may be less than was asked for. */
  const granted = (answer: unknown): GrantedChannel => {
    const { id, expirationDateTime } = understood(Subscription, answer);
    return { platform_uuid: id, expires_at: new Date(expirationDateTime) };
  };

  return {
    refresh: (client, refresh_token) => {
      ports.onRequest();
      const request = { grant_type: 'refresh_token', refresh_token } as const;
      return requestTokens(ports.ask, { url: addresses.token, secret_in: 'form' }, client, request, ports.clock.now());
    },

    async events(place, list, page) {
      if ('cursor' in list) throw new PlatformError('cursor_dead', 'this platform lists no changes');
      // Links to pages are followed as they are.
      const answer = page === undefined ? firstPage(place, list.window) : ask(place.access_token, get(page));
      const { value, '@odata.nextLink': next } = understood(View, await answer);
      const read = value.map((item) => ({ item, event: readMicrosoftEvent(item, hosts) }));
      return {
        events: read.flatMap(({ event }) => event ?? []),
        unread: read.flatMap(({ item, event }) => (event ? [] : idOf(item))),
        next,
        cursor: undefined,
        zone: place.zone,
      };
    },

    async event(place, platformUuid) {
      const query = new URLSearchParams({ $select: microsoftEventFields });
      const url = `${addresses.api}/${calendarOf(place)}/events/${encodeURIComponent(platformUuid)}?${query}`;
      const item = await unlessMissing(ask(place.access_token, get(url)));
      return item === undefined ? undefined : readMicrosoftEvent(item, hosts);
    },

    async watch({ access_token }, { secret, address }) {
      const wish = {
        changeType: 'created,updated,deleted',
        notificationUrl: address,
        lifecycleNotificationUrl: address,
        // The whole mailbox: single calendars cannot be watched.
        resource: 'me/events',
        expirationDateTime: until(),
        clientState: secret,
        latestSupportedTlsVersion: 'v1_2',
      };
      return granted(await ask(access_token, sent('POST', 'subscriptions', wish)));
    },

    async renew({ access_token }, { platform_uuid }) {
      const path = `subscriptions/${encodeURIComponent(platform_uuid)}`;
      const answer = await unlessMissing(ask(access_token, sent('PATCH', path, { expirationDateTime: until() })));
      return answer === undefined ? undefined : granted(answer);
    },

    async unwatch({ access_token }, { platform_uuid }) {
      const url = `${addresses.api}/subscriptions/${encodeURIComponent(platform_uuid)}`;
      await unlessMissing(ask(access_token, { method: 'DELETE', url }));
    },
  };
};
