/** Google Calendar, the REST API of version 3, and Google's token endpoint, on this machine. */
import { type Clock, systemClock } from '../../../lib/ports/clock.ts';
import { type Answer, type Asked, bearerOf, json, parsed } from '../host/exchange.ts';
import type { Fault } from '../host/faults.ts';
import { createPushes, type Pushes } from '../host/pushes.ts';
import { type Service, startService } from '../host/service.ts';
import { type App, createGrants, type Grants } from '../world/grants.ts';
import { createWorld, type World } from '../world/world.ts';
import { createChannels } from './channels.ts';
import { againstAnswer, againstRequest } from './conformance.ts';
import { callOf, schemaOf } from './discovery.ts';
import { googleErrors } from './errors.ts';
import type { GoogleFields } from './event.ts';
import { selected, wrongField } from './fields.ts';
import { createListing } from './listing.ts';
import { createMethods, type Methods } from './methods.ts';
import { type GoogleQuirks, googleAsDocumented } from './quirks.ts';
import { accessTokenSeconds, answerTokenRequest, isTokenRequest, tokenPath } from './token-endpoint.ts';

export interface GoogleCalendarOptions {
  /** Stands still until the test moves it; without one, time passes by itself. */
  readonly clock?: Clock;
  readonly quirks?: Partial<GoogleQuirks>;
}

export interface GoogleCalendar extends Service {
  readonly tokenUrl: string;
  /** Who has which calendars, and what happens to their events. */
  readonly world: World<GoogleFields>;
  /** Apps, and what users granted to them. */
  readonly grants: Grants;
  readonly pushes: Pushes;
  /** The ids of the channels that live, of one calendar or of all. */
  channels(calendarId?: string): string[];
  /** Each sync token that was given out so far leads to a 410 from now on. */
  expireSyncTokens(): void;
  /** The project of an app has the Calendar API disabled, or enabled again. */
  setApiEnabled(app: App, isEnabled: boolean): void;
}

const yearMs = 366 * 86_400_000;

/** Push guide: success is 200, 201, 202, 204 or 102. */
const isTaken = (status: number): boolean => [102, 200, 201, 202, 204].includes(status);

/** Push guide: after 500, 502, 503 and 504 a message comes again, with exponential backoff; after all else it does not. */
const retryAfterMs = (attempt: number, status: number | undefined): number | undefined =>
  status === undefined || ![500, 502, 503, 504].includes(status) || attempt === 5 ? undefined : 2 ** attempt * 1_000;

interface Gate {
  readonly grants: Grants;
  readonly methods: Methods;
  readonly isDisabled: (client_id: string) => boolean;
}

/** What stands before each method: who asks, whether the app may, and afterwards which fields of the answer are wanted. */
const answering = ({ grants, methods, isDisabled }: Gate, asked: Asked, note: (misuse: string) => void): Answer => {
  if (isTokenRequest(asked)) return answerTokenRequest(asked, grants);
  const grant = grants.holderOf(bearerOf(asked) ?? '');
  if (!grant) return googleErrors.unauthorized();
  if (isDisabled(grant.client_id)) return googleErrors.accessNotConfigured();
  const call = callOf(asked);
  const play = call && methods[call.method.id];
  if (!play) {
    note('the facsimile does not play this method');
    return googleErrors.notFound();
  }
  const { scopes, response } = call.method;
  if (!grant.scopes.some((scope) => scopes.includes(scope))) return googleErrors.insufficientPermissions();
  const fields = asked.url.searchParams.get('fields');
  const wrong = fields && response ? wrongField(fields, schemaOf(response.$ref)) : undefined;
  if (wrong) return googleErrors.invalidFieldSelection(wrong);
  const answer = play({ asked, call, grant, note });
  return fields && answer.status === 200 ? json(200, selected(parsed(answer.body), fields)) : answer;
};

export const aGoogleCalendar = async ({
  clock,
  quirks: changes,
}: GoogleCalendarOptions = {}): Promise<GoogleCalendar> => {
  const quirks: GoogleQuirks = { ...googleAsDocumented, ...changes };
  const time = clock ?? systemClock;
  const now = (): number => time.now().getTime();
  const horizonMs = (quirks.longSeries ? 14 : 2) * yearMs;
  const world = createWorld<GoogleFields>({
    clock: time,
    readableAfterMs: quirks.readableAfterMs,
    horizonMs,
    firstCalendarId: (email) => email,
    calendarId: (n) => `c_${String(n).padStart(8, '0')}@group.calendar.google.com`,
  });
  const grants = createGrants({
    clock: time,
    refreshTokens: quirks.refreshTokens,
    accessTokenSeconds,
    prefixes: { access: 'ya29.', refresh: '1//' },
  });
  const pushes = createPushes({ ...(clock && { clock }), quirk: quirks.pushes, isTaken, retryAfterMs });
  const channels = createChannels(quirks, pushes, now);
  const listing = createListing(quirks, horizonMs, now);
  const methods = createMethods({ world, quirks, listing, channels });
  const disabled = new Set<string>();
  world.onChange(({ calendar_id }) => channels.tell(calendar_id));

  const service = await startService('Google Calendar', {
    kindOf: (asked) =>
      isTokenRequest(asked) ? 'token' : (callOf(asked)?.method.id.replace('calendar.', '') ?? 'unknown'),
    againstRequest,
    againstAnswer,
    answer: (asked, note) => answering({ grants, methods, isDisabled: (id) => disabled.has(id) }, asked, note),
    close: () => pushes.close(),
  });

  return {
    ...service,
    tokenUrl: `${service.url}${tokenPath}`,
    world,
    grants,
    pushes,
    channels: channels.live,
    expireSyncTokens: listing.expireSyncTokens,
    setApiEnabled: ({ client_id }, isEnabled) => {
      if (isEnabled) disabled.delete(client_id);
      else disabled.add(client_id);
    },
  };
};

/** A server that leads in a circle: each page names itself as the next one. For `events.list` of more than one page. */
export const pageLoop: Fault = {
  kind: 'alter',
  alter: (honest, asked) => {
    const { nextSyncToken: _last, ...page } = (parsed(honest.body) ?? {}) as Record<string, unknown>;
    return json(200, { ...page, nextPageToken: asked.url.searchParams.get('pageToken') ?? page.nextPageToken });
  },
};

/** A list in which these events are missing, although they are there. For `events.list`. */
export const missing = (...ids: string[]): Fault => ({
  kind: 'alter',
  alter: (honest) => {
    const { items = [], ...page } = (parsed(honest.body) ?? {}) as { items?: { id: string }[] };
    return json(200, { ...page, items: items.filter(({ id }) => !ids.includes(id)) });
  },
});
