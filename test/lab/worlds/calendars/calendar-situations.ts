/**
 * A calendar in every situation, at a platform in memory that answers well, refuses or dies as it is told. What may come of
 * each happening is said here, apart from the code: by the tables of states and failures of the design.
 */
import assert from 'node:assert/strict';
import type { Bot } from '../../../../lib/domain/bot/bot.ts';
import type { SyncFailure } from '../../../../lib/domain/calendar/sync-failures.ts';
import { mayAsk } from '../../../../lib/domain/calendar/sync-state.ts';
import { type CalendarPlatformClient, PlatformError } from '../../../../lib/ports/calendar-platform.ts';
import { TokenRefusedError } from '../../../../lib/ports/oauth.ts';
import { dueNameOf } from '../../../../lib/storage/calendars/due-calendars.ts';
import type { PlatformRequest } from '../../../../lib/usecases/calendars/hear-platform.ts';
import { eventDetails } from '../../builders/calendars.ts';
import { aClock } from '../../doubles/clock.ts';
import type { Explorable } from '../../explored.ts';
import { secret } from '../../secrets.ts';
import { aCalendarAt, type MetPlatform } from './calendar-world.ts';

/** How the platform is just now. `dies`: whoever asks it does, in the middle of the work. */
type Mood = SyncFailure | 'well' | 'dies';

/** After so many runs in a row a failure disconnects the calendar, and what becomes of scheduled bots then. */
const endings: Readonly<Partial<Record<Mood, { readonly runs: number; readonly bots: 'deleted' | 'kept' }>>> = {
  invalid_grant: { runs: 2, bots: 'deleted' },
  invalid_client: { runs: 2, bots: 'kept' },
  missing_scope: { runs: 2, bots: 'deleted' },
  api_not_enabled: { runs: 2, bots: 'kept' },
  mailbox_unavailable: { runs: 2, bots: 'deleted' },
  calendar_not_found: { runs: 2, bots: 'deleted' },
};
const others = ['throttled', 'unavailable', 'broken_answer', 'refused'] as const;

const dayMs = 86_400_000;
const hour = 3_600;

class Death extends Error {}

const aPlatform = () => {
  const clock = aClock();
  const meeting = {
    start_time: new Date(clock.now().getTime() + 20 * dayMs).toISOString(),
    end_time: new Date(clock.now().getTime() + 21 * dayMs).toISOString(),
  };
  const event = { platform_uuid: 'e1', platform_updated_at: null, details: eventDetails(meeting) };
  let mood: Mood = 'well';
  let requests = 0;
  let reads = 0;
  let secretOfChannel = '';
  const ask = (): void => {
    requests += 1;
    if (mood === 'dies') throw new Death();
  };
  const read = (): void => {
    reads += 1;
    ask();
    if (mood === 'well' || mood === 'dies') return;
    // Who is refused for good is so by the token endpoint, which is asked for another token next.
    const trouble = mood === 'invalid_grant' || mood === 'invalid_client' ? 'access_refused' : mood;
    throw new PlatformError(trouble === 'calendar_not_found' ? 'not_found' : trouble, mood);
  };
  const granted = () => ({ platform_uuid: 'w1', expires_at: new Date(clock.now().getTime() + 7 * dayMs) });
  const client: CalendarPlatformClient = {
    keepsOldTokens: true,
    provesChannels: true,
    async refresh() {
      ask();
      if (mood === 'invalid_grant' || mood === 'invalid_client') throw new TokenRefusedError(mood);
      return {
        access_token: secret('access'),
        expires_in_seconds: hour,
        refresh_token: undefined,
        scopes: undefined,
      };
    },
    async events(_, list) {
      read();
      const events = 'window' in list ? [event] : [];
      return { events, unread: [], next: undefined, cursor: 'c1', zone: 'Europe/Berlin' };
    },
    async event() {
      read();
      return event;
    },
    async watch(_, request) {
      read();
      secretOfChannel = request.secret;
      return granted();
    },
    async renew() {
      read();
      return undefined;
    },
    async unwatch() {
      ask();
    },
  };
  return {
    platform: 'calendar_provider_a' as const,
    clock,
    app: { client_id: 'recorder', client_secret: secret('client') },
    consent: () => secret('refresh'),
    clientAsking: () => client,
    pushes: { settled: async () => undefined },
    [Symbol.asyncDispose]: async () => undefined,
    /** How often anything was asked of it, and how often what a calendar holds. */
    asked: () => ({ requests, reads }),
    isNow(next: Mood) {
      mood = next;
    },
    secretOfChannel: () => secretOfChannel,
  } satisfies MetPlatform & Record<string, unknown>;
};

const begin = async () => {
  let hear: ((request: PlatformRequest) => Promise<unknown>) | undefined;
  const world = await aCalendarAt(aPlatform(), {
    survives: (fault) => fault instanceof Death,
    async listen(answer) {
      hear = answer;
      return { url: 'https://recorder.example.com/', [Symbol.asyncDispose]: async () => undefined };
    },
  });
  await world.settle();
  return {
    ...world,
    booked: undefined as Bot | undefined,
    /** The platform tells of a change, by the channel that it was given last. */
    async tell(): Promise<void> {
      const channel = (await world.sync())?.channels.at(-1);
      const headers: Readonly<Record<string, string>> = {
        'x-goog-channel-id': channel?.id ?? 'gone',
        'x-goog-channel-token': world.secretOfChannel(),
        'x-goog-resource-state': 'exists',
      };
      await hear?.({ query: new URLSearchParams(), header: (name) => headers[name], body: '' });
    },
  };
};
type Life = Awaited<ReturnType<typeof begin>>;

const viewOf = async (life: Life) => {
  const [calendar, sync] = [await life.known(), await life.sync()];
  const bot = life.booked && (await life.bot(life.booked));
  return {
    state: calendar?.state ?? ('gone' as const),
    error: calendar?.connection_failure_data?.error ?? null,
    failure: sync?.failure ?? null,
    version: calendar?.credentials_version,
    sync,
    isBooked: bot !== undefined,
    told: life.told().filter(({ trigger }) => trigger === 'calendar.state_change').length,
    ...life.asked(),
  };
};
type View = Awaited<ReturnType<typeof viewOf>>;

/** What a happening is: how the platform is while it happens, and whether it is the client's leave to ask it anew, or no more. */
interface Happening {
  readonly mood?: Mood;
  readonly client?: 'grants anew' | 'deletes';
  readonly does: (life: Life) => Promise<unknown>;
}

const expectedState = (before: View, { mood = 'well', client }: Happening, isRun: boolean): View['state'] => {
  if (before.state === 'gone' || client === 'deletes') return 'gone';
  if (client === 'grants anew') return 'connected';
  const ending = endings[mood];
  if (before.state === 'disconnected' || !ending || !isRun) return before.state;
  const runs = before.failure?.error === mood ? before.failure.runs : 0;
  return runs + 1 >= ending.runs ? 'disconnected' : 'connected';
};

const expectFollowed = (before: View, after: View, happening: Happening, isRun: boolean): void => {
  const { mood = 'well', client } = happening;
  assert.equal(after.state, expectedState(before, happening, isRun));
  const isLost = before.state === 'connected' && after.state === 'disconnected';
  assert.equal(after.told - before.told, isLost ? 1 : 0, 'who is told that it is disconnected');
  if (isLost) assert.equal(after.error, mood);
  if (after.state === 'connected') assert.equal(after.error, null);
  if (client === 'grants anew' && before.version !== undefined) assert.equal(after.version, before.version + 1);
  else if (after.state !== 'gone') assert.equal(after.version, before.version);
  if (before.state === 'disconnected' && client !== 'grants anew')
    assert.equal(after.requests, before.requests, 'the platform is asked by a calendar that is disconnected');
  if (before.state === 'gone') assert.equal(after.reads, before.reads, 'the platform is asked about what is gone');
  const isSentHome = after.state === 'gone' || (isLost && endings[mood]?.bots === 'deleted');
  if (isSentHome) assert.equal(after.isBooked, false, 'a bot is left');
  else assert.ok(after.isBooked || !before.isBooked, 'a bot is gone');
};

/** Whoever finds another one at work, or is to wait, comes back until then. */
const later = hour + 60;

const lookedAt = async (life: Life): Promise<void> => {
  life.clock.advance(later);
  await life.queue.send([{ body: { id: dueNameOf(life.ref) } }]);
  await life.settle();
};

const happenings: Readonly<Record<string, Happening>> = {
  'it is looked at, and all is well': { does: lookedAt },
  ...Object.fromEntries(
    [...(Object.keys(endings) as Mood[]), ...others, 'dies' as const].map((mood): [string, Happening] => [
      `it is looked at: ${mood}`,
      { mood, does: lookedAt },
    ]),
  ),
  'it is looked at by another process': {
    does(life) {
      life.restart();
      return lookedAt(life);
    },
  },
  'a day passes': { does: (life) => life.pass(1, 25 * hour) },
  'a minute passes': { does: (life) => life.pass(1) },
  'its platform tells of a change': {
    async does(life) {
      await life.tell();
      await life.pass(1, 3);
    },
  },
  'a message about it comes once more': { does: (life) => life.work() },
  'the event of its bot is looked at': {
    async does({ booked, ref, work }) {
      if (booked?.follows) await work({ id: `${dueNameOf(ref)}/${booked.follows.calendar_event_id}/${booked.id}` });
    },
  },
  'a bot is booked': {
    async does(life) {
      if (!life.booked && (await life.known()) && (await life.eventList()).length > 0)
        life.booked = await life.botFor('Review');
    },
  },
  'its client describes it': {
    does: async (life) => (await life.known()) && life.update({ metadata: { at: life.clock.now().toISOString() } }),
  },
  'its client gives other credentials': {
    client: 'grants anew',
    does: async (life) => (await life.known()) && life.update({ refresh_token: life.consent() }),
  },
  'its client deletes it': { client: 'deletes', does: async (life) => (await life.known()) && life.delete() },
};

const carriedOut = (happening: Happening) => async (life: Life) => {
  const before = await viewOf(life);
  const runs = life.outcomes.length;
  life.isNow(happening.mood ?? 'well');
  await happening.does(life);
  await life.settle();
  life.isNow('well');
  expectFollowed(before, await viewOf(life), happening, life.outcomes.slice(runs).includes(happening.mood ?? 'well'));
};

export const calendarSituations: Explorable<Life> = {
  begin,
  happenings: Object.fromEntries(Object.entries(happenings).map(([name, one]) => [name, carriedOut(one)])),
  async situationOf(life) {
    const { state, error, failure, sync, isBooked } = await viewOf(life);
    const now = life.clock.now();
    const farewell = life.table.items().some(({ kind }) => kind === 'calendar_farewell');
    return JSON.stringify({
      ...{ state, error, isBooked, farewell },
      failure: failure && [failure.error, Math.min(failure.runs, 2)],
      mayAsk: sync && mayAsk(sync, now),
      isLeased: sync?.lease_until !== null,
      isListed: sync?.cursor !== null,
      isWatched: (sync?.channels.length ?? 0) > 0,
      waits: life.queue.nextDueSeconds() !== undefined,
    });
  },
};
