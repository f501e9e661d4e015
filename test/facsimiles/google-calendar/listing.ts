/**
 * events.list: full and incremental, page by page.
 * Sources: the descriptions of its parameters in the discovery document, and
 * https://developers.google.com/workspace/calendar/api/guides/sync.
 */
import { randomBytes } from 'node:crypto';
import type { calendar_v3 } from '@googleapis/calendar';
import { type Answer, json } from '../host/exchange.ts';
import { sizeOfPage } from '../host/short-pages.ts';
import type { Calendar } from '../world/calendar.ts';
import { startsAt } from '../world/times.ts';
import { googleErrors } from './errors.ts';
import { eventOf, type GoogleFields, goneEvent, type Rendering } from './event.ts';
import type { GoogleQuirks } from './quirks.ts';

type GoogleEvent = calendar_v3.Schema$Event;

export interface Asking {
  readonly calendar: Calendar<GoogleFields>;
  readonly email: string;
  readonly query: URLSearchParams;
  /** Told what Google leaves undefined, which a client must not do. */
  readonly note: (misuse: string) => void;
}

interface SyncToken {
  readonly calendarId: string;
  readonly version: number;
  readonly from: number;
  readonly to: number;
  /** The parameters of the list from which it came. */
  readonly parameters: string;
}

interface PageToken {
  readonly rest: readonly GoogleEvent[];
  readonly syncToken: string;
  readonly parameters: string;
}

export interface Listing {
  list(asking: Asking): Answer;
  /** Each sync token that was given out so far leads to a 410 from now on. */
  expireSyncTokens(): void;
}

/** «There are several query parameters that cannot be specified together with nextSyncToken» */
const notWithSyncToken = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMin',
  'timeMax',
  'updatedMin',
];

/** Parameters of the method that the facsimile does not play. */
const notPlayed = [
  'iCalUID',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'updatedMin',
  'showHiddenInvitations',
];

const ofWholeApi = new Set(['alt', 'fields', 'key', 'oauth_token', 'prettyPrint', 'quotaUser', 'userIp']);

/** The parameters of the method, in one order, but for those named. */
const parametersOf = (query: URLSearchParams, ...without: string[]): string =>
  [...query]
    .filter(([name]) => !ofWholeApi.has(name) && !without.includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');

const opaque = (): string => randomBytes(12).toString('base64url');

/** «By default the value is 250 events. The page size can never be larger than 2500 events.» */
const pageSizeOf = (query: URLSearchParams): number => Math.min(Number(query.get('maxResults') ?? 250), 2500);

const timeIn = (query: URLSearchParams, name: string, otherwise: number): number => {
  const text = query.get(name);
  return text === null ? otherwise : Date.parse(text);
};

export const createListing = (quirks: GoogleQuirks, horizonMs: number, now: () => number): Listing => {
  const syncTokens = new Map<string, SyncToken>();
  const pageTokens = new Map<string, PageToken>();
  let expired = new Set<string>();

  const renderingOf = ({ calendar, query }: Asking): Rendering => ({
    zone: query.get('timeZone') ?? calendar.zone,
    maxAttendees: Number(query.get('maxAttendees') ?? Number.POSITIVE_INFINITY),
    cancelledAsIdOnly: quirks.cancelledAsIdOnly,
  });

  const isOfTypes = ({ eventType, status }: GoogleEvent, types: string[]): boolean =>
    types.length === 0 || types.includes(eventType ?? 'default') || (status === 'cancelled' && eventType === undefined);

  /** Everything in the window, as of now. */
  const allOf = (asking: Asking): { items: GoogleEvent[]; token: SyncToken } => {
    const { calendar, email, query } = asking;
    const [from, to] = [
      timeIn(query, 'timeMin', Number.NEGATIVE_INFINITY),
      timeIn(query, 'timeMax', now() + horizonMs),
    ];
    const showsDeleted = query.get('showDeleted') === 'true';
    const items = calendar
      .view(from, to)
      .filter(({ isCancelled }) => showsDeleted || !isCancelled)
      .map((occurrence) => eventOf(occurrence, { calendar, email }, renderingOf(asking)));
    const parameters = parametersOf(query, 'pageToken', ...notWithSyncToken);
    return { items, token: { calendarId: calendar.id, version: calendar.version(), from, to, parameters } };
  };

  /** What changed since a token came: «All events deleted since the previous list request will always be in the result set». */
  const changesSince = (token: SyncToken, asking: Asking): { items: GoogleEvent[]; token: SyncToken } => {
    const { calendar, email } = asking;
    const how = renderingOf(asking);
    const items = calendar.changedSince(token.version).flatMap((id): GoogleEvent[] => {
      const occurrence = calendar.find(id);
      // An instance that the series no longer has is told as cancelled: this is how clients learn that a series was
      // split (https://developers.google.com/workspace/calendar/api/guides/recurringevents, modify all following instances).
      if (!occurrence) return calendar.series(id) ? [] : [goneEvent(id, calendar.version(), how.zone)];
      const [start, end] = [startsAt(occurrence.start, calendar.zone), startsAt(occurrence.end, calendar.zone)];
      const isOutside = start >= token.to || end <= token.from;
      if (isOutside && quirks.outsideWindow === 'withheld' && !quirks.longSeries) return [];
      return [eventOf(occurrence, { calendar, email }, how)];
    });
    return { items, token: { ...token, version: calendar.version() } };
  };

  const pageOf = (asking: Asking, items: readonly GoogleEvent[], syncToken: string, isFirst: boolean): Answer => {
    const { calendar, query } = asking;
    const asked = pageSizeOf(query);
    const size = isFirst && quirks.emptyPage ? 0 : sizeOfPage(asked, quirks.shortPages);
    const [page, rest] = [items.slice(0, size), items.slice(size)];
    const next = rest.length > 0 ? opaque() : undefined;
    if (next) pageTokens.set(next, { rest, syncToken, parameters: parametersOf(query, 'pageToken') });
    return json(200, {
      kind: 'calendar#events',
      etag: `"p${calendar.version()}"`,
      summary: calendar.name,
      updated: new Date(now()).toISOString(),
      timeZone: query.get('timeZone') ?? calendar.zone,
      accessRole: 'owner',
      defaultReminders: [],
      // «Omitted if further results are available, in which case nextPageToken is provided» (nextSyncToken)
      ...(next ? { nextPageToken: next } : { nextSyncToken: syncToken }),
      items: page,
    });
  };

  const firstPage = (asking: Asking, { items, token }: { items: GoogleEvent[]; token: SyncToken }): Answer => {
    const { query } = asking;
    const wanted = items.filter((event) => isOfTypes(event, query.getAll('eventTypes')));
    if (query.get('orderBy') === 'startTime') {
      wanted.sort((a, b) =>
        String(a.start?.dateTime ?? a.start?.date).localeCompare(String(b.start?.dateTime ?? b.start?.date)),
      );
    }
    // The state of the first page is that of all: changes that come while one pages are in the next incremental list
    // (sync guide: «You don't need to worry about any new entries appearing while you are paginating»).
    const syncToken = opaque();
    syncTokens.set(syncToken, token);
    return pageOf(asking, wanted, syncToken, true);
  };

  const nextPage = (asking: Asking, pageToken: string): Answer => {
    const page = pageTokens.get(pageToken);
    if (!page) return googleErrors.invalid('Invalid page token value.', 'pageToken');
    // Sync guide: the exact same query as for the first page, with the page token appended.
    if (page.parameters !== parametersOf(asking.query, 'pageToken')) {
      asking.note(`a page was asked for with other parameters than the first one, which had ${page.parameters}`);
    }
    return pageOf(asking, page.rest, page.syncToken, false);
  };

  const incremental = (asking: Asking, syncToken: string): Answer => {
    const forbidden = notWithSyncToken.find((name) => asking.query.has(name));
    if (forbidden) return googleErrors.invalid(`Sync token cannot be used with ${forbidden}`, forbidden);
    if (asking.query.get('showDeleted') === 'false')
      return googleErrors.invalid('Sync token needs showDeleted', 'showDeleted');
    if (expired.has(syncToken)) return googleErrors.fullSyncRequired();
    const token = syncTokens.get(syncToken);
    if (!token || token.calendarId !== asking.calendar.id) return googleErrors.invalidSyncToken();
    // «All other query parameters should be the same as for the initial synchronization to avoid undefined behavior.»
    if (token.parameters !== parametersOf(asking.query, 'pageToken', 'syncToken')) {
      asking.note(`an incremental list has other parameters than the full one, which had ${token.parameters}`);
    }
    return firstPage(asking, changesSince(token, asking));
  };

  return {
    list: (asking) => {
      const { query } = asking;
      const unplayed = notPlayed.find((name) => query.has(name));
      if (unplayed || query.get('singleEvents') !== 'true') {
        asking.note(`the facsimile plays lists with singleEvents=true and without ${notPlayed.join(', ')} only`);
        return googleErrors.backendError(500);
      }
      const [min, max] = [timeIn(query, 'timeMin', Number.NaN), timeIn(query, 'timeMax', Number.NaN)];
      if (min >= max) return googleErrors.timeRangeEmpty();
      const pageToken = query.get('pageToken');
      if (pageToken !== null) return nextPage(asking, pageToken);
      const syncToken = query.get('syncToken');
      return syncToken === null ? firstPage(asking, allOf(asking)) : incremental(asking, syncToken);
    },
    expireSyncTokens: () => {
      expired = new Set(syncTokens.keys());
    },
  };
};
