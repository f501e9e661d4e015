/** Both makers' calendars on this machine, each with the client under test and somebody who has consented. */
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { googleClient } from '../../../../lib/calendars/google.ts';
import { microsoftClient } from '../../../../lib/calendars/microsoft.ts';
import type { CalendarPlatform } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import type { MeetingPlaces } from '../../../../lib/domain/meeting/meeting-url.ts';
import { askJson } from '../../../../lib/net/ask-json.ts';
import type { Asking, CalendarPlatformClient } from '../../../../lib/ports/calendar-platform.ts';
import type { PlatformAnswer, PlatformRequest } from '../../../../lib/usecases/calendars/hear-platform.ts';
import { aGoogleCalendar, missing as missingOfGoogle } from '../../../facsimiles/google-calendar/google-calendar.ts';
import type { GoogleQuirks } from '../../../facsimiles/google-calendar/quirks.ts';
import type { Fault } from '../../../facsimiles/host/faults.ts';
import type { Pushes } from '../../../facsimiles/host/pushes.ts';
import type { Service } from '../../../facsimiles/host/service.ts';
import { aMicrosoftGraph, missing as missingOfGraph } from '../../../facsimiles/microsoft-graph/microsoft-graph.ts';
import type { GraphQuirks } from '../../../facsimiles/microsoft-graph/quirks.ts';
import type { Calendar } from '../../../facsimiles/world/calendar.ts';
import type { App, Grants } from '../../../facsimiles/world/grants.ts';
import type { World } from '../../../facsimiles/world/world.ts';
import { aClock, type TestClock } from '../../doubles/clock.ts';
import { aSite } from '../../hosts/site.ts';
import { longestMs } from '../../until.ts';

export const operatedPlaces: MeetingPlaces = { hosts: { demo_room: ['meet.example.com'] }, platforms_off: [] };

const scopes = {
  calendar_provider_a: ['https://www.googleapis.com/auth/calendar.readonly'],
  calendar_provider_b: ['https://graph.microsoft.com/Calendars.Read', 'offline_access'],
} as const;

/** What tests need of either facsimile. */
export interface PlatformWorld extends AsyncDisposable {
  readonly platform: CalendarPlatform;
  readonly service: Service;
  readonly clock: TestClock;
  readonly grants: Grants;
  readonly pushes: Pushes;
  readonly app: App;
  readonly client: CalendarPlatformClient;
  /** A client that asks in a run's way. */
  readonly clientAsking: (asking: Asking) => CalendarPlatformClient;
  /** Of ada@example.com, her first one. */
  readonly calendar: Calendar<object>;
  readonly world: World<object>;
  /** A refresh token of hers. */
  consent(): string;
  /** Its kind of request that lists events. */
  readonly listing: string;
  /** The requests made so far, by the client's own count. */
  readonly asked: () => number;
  /** The pauses that the client has made, in ms. */
  readonly pauses: readonly number[];
  /** The field in which each maker's people write a link. */
  linkField(url: string): object;
  /** A list in which these events are missing, although they are there. */
  missing(...ids: string[]): Fault;
  /** The ids of channels that live. */
  channels(): string[];
}

export interface PlatformOptions {
  readonly google?: Partial<GoogleQuirks>;
  readonly microsoft?: Partial<GraphQuirks>;
  readonly clock?: TestClock;
}

const email = 'ada@example.com';

const facsimiles = {
  calendar_provider_a: async ({ google: quirks = {} }: PlatformOptions, clock: TestClock) => {
    const google = await aGoogleCalendar({ clock, quirks });
    return {
      ...google,
      service: google,
      addresses: { api: `${google.url}/calendar/v3`, token: google.tokenUrl },
      makeClient: googleClient,
      listing: 'events.list',
      channels: () => google.channels(),
      linkField: (url: string) => ({ location: url }),
      missing: missingOfGoogle,
    };
  },
  calendar_provider_b: async ({ microsoft: quirks = {} }: PlatformOptions, clock: TestClock) => {
    const graph = await aMicrosoftGraph({ clock, quirks });
    return {
      ...graph,
      service: graph,
      addresses: { api: `${graph.url}/v1.0`, token: graph.tokenUrl },
      makeClient: microsoftClient,
      listing: 'calendarView',
      channels: () => graph.subscriptions(),
      linkField: (url: string) => ({ location: { displayName: url } }),
      missing: missingOfGraph,
    };
  },
} as const;

export const aPlatform = async (
  platform: CalendarPlatform,
  { clock = aClock('2026-03-02T08:00:00.000Z'), ...options }: PlatformOptions = {},
): Promise<PlatformWorld> => {
  const { service, addresses, makeClient, world, grants, pushes, ...words } = await facsimiles[platform](
    options,
    clock,
  );
  const { listing, channels, linkField, missing } = words;
  const app = grants.app('recorder');
  const pauses: number[] = [];
  let asked = 0;
  const portsOf = ({ onRequest, ...asking }: Asking) => ({
    ask: askJson({ begins_within_ms: longestMs, ends_within_ms: longestMs }),
    clock,
    pause: async (ms: number) => void pauses.push(ms),
    chance: () => 0.5,
    onRequest: () => {
      asked += 1;
      onRequest();
    },
    ...asking,
  });
  const clientAsking = (asking: Asking) => makeClient(portsOf(asking), operatedPlaces, addresses);
  return {
    platform,
    service,
    clock,
    grants,
    pushes,
    app,
    listing,
    world: world as unknown as World<object>,
    client: clientAsking({ onRequest: () => undefined, isPatient: true }),
    clientAsking,
    calendar: world.account(email).calendar as unknown as Calendar<object>,
    consent: () => grants.consent(app, email, scopes[platform]),
    asked: () => asked,
    pauses,
    channels,
    linkField,
    missing,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
};

export const aSecret = (): string => randomBytes(32).toString('base64url');

/** Where the platform's messages come in, as they do through the gateway. */
export const aHook = (hear: (request: PlatformRequest) => Promise<PlatformAnswer>) =>
  aSite(async (request, response) => {
    const answer = await hear({
      query: new URL(request.url ?? '', 'http://localhost').searchParams,
      header: (name) => request.headers[name]?.toString(),
      body: await text(request),
    });
    response.writeHead(answer.status, { 'content-type': 'text/plain' }).end(answer.text);
  });
