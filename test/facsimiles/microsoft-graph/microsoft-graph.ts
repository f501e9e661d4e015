/** Microsoft Graph, as far as calendars go, and Microsoft's token endpoint, on this machine. */
import type { LifecycleEventType } from '@microsoft/microsoft-graph-types';
import { type Clock, systemClock } from '../../../lib/ports/clock.ts';
import { type Answer, type Asked, bearerOf, json, parsed } from '../host/exchange.ts';
import type { Fault } from '../host/faults.ts';
import { createPushes, type Pushes } from '../host/pushes.ts';
import type { RequestLog } from '../host/request-log.ts';
import { type Service, startService } from '../host/service.ts';
import { createGrants, type Grants } from '../world/grants.ts';
import { createWorld, type World } from '../world/world.ts';
import { againstAnswer, againstRequest } from './conformance/conformance.ts';
import { callOf } from './conformance/operations.ts';
import { graphErrors } from './errors.ts';
import type { GraphFields } from './events/event.ts';
import { worldEventId } from './events/ids.ts';
import { preferencesOf } from './events/preferences.ts';
import { createView } from './events/view.ts';
import { createMethods, type Methods } from './methods.ts';
import { type GraphQuirks, graphAsDocumented } from './quirks.ts';
import { createSubscriptions } from './subscriptions/subscriptions.ts';
import { accessTokenSeconds, answerTokenRequest, isTokenRequest, refreshTokenSeconds } from './token-endpoint.ts';

export interface MicrosoftGraphOptions {
  /** Stands still until the test moves it; without one, time passes by itself. */
  readonly clock?: Clock;
  readonly quirks?: Partial<GraphQuirks>;
  /** With which links to next pages begin: this machine where nothing is said. */
  readonly origin?: string;
}

export interface MicrosoftGraph extends Service {
  /** Of the tenant `common`. */
  readonly tokenUrl: string;
  /** Who has which calendars, and what happens to their events. */
  readonly world: World<GraphFields>;
  /** Apps, and what users granted to them. */
  readonly grants: Grants;
  readonly pushes: Pushes;
  /** The ids of the subscriptions that live, of one mailbox or of all. */
  subscriptions(email?: string): string[];
  /** A message of a subscription's own life, and what it means: it is removed, or pauses until it is authorised again. */
  tellLifecycle(subscriptionId: string, event: LifecycleEventType): void;
  /** A mailbox without a licence, inactive, deleted or on premises; or one that works again. */
  setMailboxEnabled(email: string, isEnabled: boolean): void;
}

/** «tries to resend the change notification multiple times, for up to 4 hours» if there is no 2xx. How often is not said. */
const retryAfterMs = (attempt: number): number | undefined => (attempt === 7 ? undefined : 4 ** attempt * 1_000);

const kinds: readonly (readonly [RegExp, string])[] = [
  [/calendarView$/i, 'calendarView'],
  [/events\/\{/, 'event'],
  [/calendars?(\/\{[^}]*\})?$/, 'calendar'],
  [/reauthorize$/, 'reauthorize'],
  [/subscriptions/, 'subscription'],
];

/** `token`, `calendarView`, `event`, `calendar`, `reauthorize`, and `subscription` with its verb: `POST subscription`. */
const kindOf = (asked: Asked): string => {
  if (isTokenRequest(asked)) return 'token';
  const path = callOf(asked)?.operation.path ?? '';
  const kind = kinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'unknown';
  return kind === 'subscription' ? `${asked.method} ${kind}` : kind;
};

interface Gate {
  readonly grants: Grants;
  readonly methods: Methods;
  readonly requests: () => RequestLog;
  readonly quirks: GraphQuirks;
  readonly isMailboxDisabled: (email: string) => boolean;
}

const scopes = ['Calendars.Read', 'Calendars.ReadWrite'].map((name) => `https://graph.microsoft.com/${name}`);

/** What stands before each request: who asks, how many requests of the app are under way, whether there is a mailbox. */
const answering = (gate: Gate, asked: Asked, note: (misuse: string) => void): Answer | Promise<Answer> => {
  const { grants, methods, quirks } = gate;
  if (isTokenRequest(asked)) return answerTokenRequest(asked, grants);
  const grant = grants.holderOf(bearerOf(asked) ?? '');
  if (!grant) return graphErrors.unauthorized();
  const isOfApp = (other: Asked): boolean => grants.holderOf(bearerOf(other) ?? '')?.client_id === grant.client_id;
  if (gate.requests().open(isOfApp) > quirks.concurrentRequests) return graphErrors.throttled(1);
  if (!grant.scopes.some((scope) => scopes.includes(scope))) return graphErrors.accessDenied();
  if (gate.isMailboxDisabled(grant.email)) return graphErrors.mailboxNotEnabled();
  const call = callOf(asked);
  const play = call && methods[`${asked.method} ${call.operation.path}`];
  if (!play) return graphErrors.badRequest('Resource not found for the segment.');
  return play({ asked, call, grant, preferences: preferencesOf(asked), note });
};

export const aMicrosoftGraph = async (options: MicrosoftGraphOptions = {}): Promise<MicrosoftGraph> => {
  const { clock } = options;
  const quirks: GraphQuirks = { ...graphAsDocumented, ...options.quirks };
  const time = clock ?? systemClock;
  const now = (): number => time.now().getTime();
  const world = createWorld<GraphFields>({
    clock: time,
    readableAfterMs: quirks.readableAfterMs,
    firstCalendarId: (email) => `Calendar of ${email}`,
    calendarId: (n) => `Calendar ${n}`,
  });
  const grants = createGrants({
    clock: time,
    refreshTokens: quirks.refreshTokens,
    accessTokenSeconds,
    refreshTokenSeconds,
    prefixes: { access: 'eyJ0eXAi.', refresh: '0.AX' },
  });
  const isTaken = (status: number): boolean => status >= 200 && status < 300;
  const pushes = createPushes({ ...(clock && { clock }), quirk: quirks.pushes, isTaken, retryAfterMs });
  const subscriptions = createSubscriptions(quirks, pushes, now);
  const view = createView(quirks, () => options.origin ?? service.url);
  const methods = createMethods({ world, quirks, subscriptions, view });
  const disabled = new Set<string>();
  world.onChange((changed) => subscriptions.tell(changed, world.emailsOf(changed.calendar_id)));

  const gate: Gate = {
    grants,
    methods,
    quirks,
    requests: () => service.requests,
    isMailboxDisabled: (email) => disabled.has(email),
  };
  const service: Service = await startService('Microsoft Graph', {
    kindOf,
    againstRequest,
    againstAnswer,
    answer: (asked, note) => answering(gate, asked, note),
    close: () => pushes.close(),
  });

  return {
    ...service,
    tokenUrl: `${service.url}/common/oauth2/v2.0/token`,
    world,
    grants,
    pushes,
    subscriptions: subscriptions.live,
    tellLifecycle: subscriptions.tellLifecycle,
    setMailboxEnabled: (email, isEnabled) => {
      if (isEnabled) disabled.delete(email);
      else disabled.add(email);
    },
  };
};

/** A server that leads in a circle: each page links to itself as the next one. For `calendarView` of more than one page. */
export const linkLoop: Fault = {
  kind: 'alter',
  alter: (honest, asked) => {
    const page = (parsed(honest.body) ?? {}) as Record<string, unknown>;
    const isFirst = !asked.url.searchParams.has('$skip');
    return json(200, { ...page, '@odata.nextLink': isFirst ? page['@odata.nextLink'] : asked.url.href });
  },
};

/** A view in which these events are missing, although they are there. For `calendarView`. @param ids - as the script has them */
export const missing = (...ids: string[]): Fault => ({
  kind: 'alter',
  alter: (honest) => {
    const { value, ...page } = (parsed(honest.body) ?? {}) as { value: { id: string }[] };
    return json(200, { ...page, value: value.filter(({ id }) => !ids.includes(worldEventId(id) ?? '')) });
  },
});
