/** What the clients of all platforms begin with: where they ask, how tokens are got, and what is made of answers. */
import type * as z from 'zod';
import { requestTokens } from '../oauth/token-endpoint.ts';
import {
  type CalendarPlatformClient,
  type EventPage,
  PlatformError,
  type ToldEvent,
} from '../ports/calendar-platform.ts';
import { log } from '../process/log.ts';
import { type AskingPorts, askingPlatform, type PlatformQuestion, type Troubles } from './asking.ts';

export interface PlatformAddresses {
  /** Of the API, without a slash at its end. */
  readonly api: string;
  readonly token: string;
}

interface Manners {
  readonly troubles: Troubles;
  /** Come with each request. */
  readonly headers?: Readonly<Record<string, string>>;
}

type HowAsked = Pick<PlatformQuestion, 'isAskedOnce' | 'begins_within_ms'>;

export interface OpenPlatform extends Pick<CalendarPlatformClient, 'refresh'> {
  /** The address of something below the API. */
  urlOf(path: string, query?: URLSearchParams): string;
  get(accessToken: string, url: string, how?: HowAsked): Promise<unknown>;
  /** Sends JSON to something below the API. */
  send(accessToken: string, method: 'POST' | 'PATCH', path: string, body: object, how?: HowAsked): Promise<unknown>;
  delete(accessToken: string, path: string): Promise<unknown>;
}

export const openPlatform = (
  ports: AskingPorts,
  { api, token }: PlatformAddresses,
  { troubles, headers = {} }: Manners,
): OpenPlatform => {
  const ask = askingPlatform(ports, new URL(api).origin, troubles);
  const urlOf = (path: string, query?: URLSearchParams): string => `${api}/${path}${query ? `?${query}` : ''}`;
  const asking = (accessToken: string, question: PlatformQuestion): Promise<unknown> =>
    ask(accessToken, { ...question, headers: { ...headers, ...question.headers } });
  return {
    urlOf,
    get: (accessToken, url, how) => asking(accessToken, { method: 'GET', url, ...how }),
    send: (accessToken, method, path, body, how) =>
      asking(accessToken, {
        method,
        url: urlOf(path),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...how,
      }),
    delete: (accessToken, path) => asking(accessToken, { method: 'DELETE', url: urlOf(path) }),
    refresh: (client, refresh_token) => {
      ports.onRequest();
      const request = { grant_type: 'refresh_token', refresh_token } as const;
      return requestTokens(ports.ask, { url: token, secret_in: 'form' }, client, request, ports.clock.now());
    },
  };
};

/** @throws PlatformError when an answer is not what the platform documents */
export const understood = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const { data } = schema.safeParse(body);
  if (data === undefined) throw new PlatformError('broken_answer', 'the answer is not as the platform documents it');
  return data;
};

const idOf = (item: unknown): string =>
  String((item as { readonly id?: unknown } | null)?.id ?? 'an event without an id');

type Read = (item: unknown) => ToldEvent | undefined;

/** An event as far as it can be read. One that stops the reader is a fault of ours, and no reason to read the calendar no more. */
export const readOne = (item: unknown, read: Read): ToldEvent | 'unread' => {
  try {
    return read(item) ?? 'unread';
  } catch (error) {
    log.error('reading a calendar event failed', { event: idOf(item) }, error);
    return 'unread';
  }
};

/** The events of a page, one by one: what cannot be read of one keeps none of the others back. */
export const readEach = (items: readonly unknown[], read: Read): Pick<EventPage, 'events' | 'unread'> => {
  const tried = items.map((item) => ({ item, event: readOne(item, read) }));
  return {
    events: tried.flatMap(({ event }) => (event === 'unread' ? [] : event)),
    unread: tried.flatMap(({ item, event }) => (event === 'unread' ? idOf(item) : [])),
  };
};
