/**
 * Somebody who is connected, or not, in every situation, at a platform in memory that answers well or refuses as it is told.
 * What may come of each happening is said here, apart from the code: by the tables of states and failures of the design.
 */
import assert from 'node:assert/strict';
import type { Connection } from '../../../../lib/domain/connection/connection.ts';
import type { ConnectionTrouble } from '../../../../lib/domain/connection/connection-failures.ts';
import { NotConnectedError } from '../../../../lib/domain/errors.ts';
import { mayAskNow } from '../../../../lib/domain/grant/failures.ts';
import { ConferencingError, type ConferencingPlatform } from '../../../../lib/ports/conferencing.ts';
import { TokenRefusedError } from '../../../../lib/ports/oauth.ts';
import { botRepository } from '../../../../lib/storage/bots/bots.ts';
import { captureTaskRepository } from '../../../../lib/storage/bots/capture-tasks.ts';
import { confMeetingRepository } from '../../../../lib/storage/connections/conf-meetings.ts';
import { connectionCredentialsRepository } from '../../../../lib/storage/connections/connection-credentials.ts';
import { refOfConnection } from '../../../../lib/storage/connections/connection-item.ts';
import {
  connectionSyncRepository,
  dueConnections,
  dueNameOfConnection,
} from '../../../../lib/storage/connections/connection-sync.ts';
import { connectionRepository } from '../../../../lib/storage/connections/connections.ts';
import { dueRepository } from '../../../../lib/storage/due.ts';
import { refOf } from '../../../../lib/storage/keys.ts';
import { oauthAppRepository } from '../../../../lib/storage/secrets/oauth-apps.ts';
import type { ConnectionMessage, Heard } from '../../../../lib/usecases/connections/connection-queue.ts';
import { createConnectionWork } from '../../../../lib/usecases/connections/connection-work.ts';
import { createCreateConnection } from '../../../../lib/usecases/connections/create-connection.ts';
import { createDeleteConnection } from '../../../../lib/usecases/connections/delete-connection.ts';
import { createJoinTokens } from '../../../../lib/usecases/connections/join-tokens.ts';
import { createSweepDue } from '../../../../lib/usecases/timers/sweep-due.ts';
import { newsOf } from '../../../../lib/usecases/webhooks/webhook-news.ts';
import { storeOAuthApp } from '../../builders/connections.ts';
import { aBot } from '../../builders/records.ts';
import { aClock } from '../../doubles/clock.ts';
import { memoryQueue } from '../../doubles/memory-queue.ts';
import { memoryTable } from '../../doubles/memory-table.ts';
import { thinBox } from '../../doubles/thin-box.ts';
import type { Explorable } from '../../explored.ts';
import { secret } from '../../secrets.ts';

/** How the platform is just now. `dies`: whoever asks it does, in the middle of the work. */
type Mood = ConnectionTrouble | 'well' | 'dies';

/** After so many runs in a row a failure disconnects. */
const endings: Readonly<Partial<Record<Mood, number>>> = {
  invalid_grant: 2,
  invalid_client: 2,
  missing_scope: 2,
  user_not_active: 2,
};
const others = ['throttled', 'unavailable', 'refused'] as const;

const project_id = 'prj_1';
const user_id = 'maya';
const meeting = '97763643886';
const hour = 3_600;
const day = 24 * hour;

class Death extends Error {}

const aPlatform = () => {
  let mood: Mood = 'well';
  let requests = 0;
  const ask = (): void => {
    requests += 1;
    if (mood === 'dies') throw new Death();
  };
  const grant = () => {
    ask();
    if (mood === 'invalid_grant' || mood === 'invalid_client') throw new TokenRefusedError(mood);
    return {
      access_token: secret(`access-${requests}`),
      expires_in_seconds: hour,
      refresh_token: secret(`refresh-${requests}`),
      scopes: undefined,
    };
  };
  const read = (): void => {
    ask();
    if (mood === 'well' || mood === 'dies' || mood === 'user_not_active') return;
    // Who is refused for good is so by the token endpoint, which is asked for another token next.
    const isOfTokens = mood === 'invalid_grant' || mood === 'invalid_client' || mood === 'access_revoked';
    throw new ConferencingError(isOfTokens ? 'access_refused' : mood, mood);
  };
  const platform: ConferencingPlatform = {
    exchange: async () => grant(),
    refresh: async () => grant(),
    async revoke() {
      ask();
    },
    async user() {
      read();
      const is_active = mood !== 'user_not_active';
      return { user_id, account_id: 'account', is_active, personal_meeting: undefined };
    },
    async meetings() {
      read();
      return { meetings: [meeting], next: undefined };
    },
    async localRecordingToken() {
      read();
      return secret('local-recording');
    },
    async onbehalfToken() {
      read();
      return secret('onbehalf');
    },
  };
  return {
    platform,
    requests: () => requests,
    isNow(next: Mood) {
      mood = next;
    },
  };
};

const meeting_url = `https://example.zoom.us/j/${meeting}`;
/** One that joins on behalf of the user, and one that joins a meeting which they host. */
const bots = [
  aBot({
    ...{ id: 'bot_1', project_id, meeting_url, platform: 'zoom' },
    conf_settings: { onbehalf_token: { conf_oauth_connection_user_id: user_id } },
  }),
  aBot({ id: 'bot_2', project_id, meeting_url, platform: 'zoom' }),
] as const;

const begin = async () => {
  const clock = aClock();
  const table = memoryTable(clock);
  const queue = memoryQueue(clock);
  const { platform, requests, isNow } = aPlatform();
  const ports = { platform, secretBox: thinBox, clock, pause: async () => undefined, chance: () => 0 };
  const apps = oauthAppRepository(table);
  const connections = connectionRepository(table);
  const credentials = connectionCredentialsRepository(table);
  const sealed = await thinBox.seal(project_id, secret('secret-of-app'));
  const { id: oauth_app_id } = await storeOAuthApp(table, { project_id, secret_sealed: sealed });
  for (const bot of bots) {
    await botRepository(table).create(bot);
    const task = { attempt: 1, lost: 0, mode: 'capture', launched_at: clock.now().toISOString() } as const;
    await captureTaskRepository(table).claim(refOf(bot), task, undefined);
  }
  const work = createConnectionWork({ table, ...ports });
  const create = createCreateConnection({ ...ports, connections, apps });
  const outcomes: string[] = [];
  const survived = async (act: () => Promise<unknown>): Promise<void> => {
    await act().catch((error: unknown) => {
      if (!(error instanceof Death)) throw error;
    });
  };
  return {
    ...{ clock, table, queue, requests, isNow, oauth_app_id, connections, credentials, outcomes },
    syncs: connectionSyncRepository(table),
    meetings: confMeetingRepository(table),
    sweep: createSweepDue({ due: dueRepository(table, dueConnections), queue, clock }),
    remove: createDeleteConnection({ ...ports, connections, credentials, apps }),
    tokensFor: createJoinTokens({ table, ...ports, askClient: async () => assert.fail('no client is asked') }),
    /** The connection that was made last, as it is now. */
    latest: undefined as Connection | undefined,
    connect: () =>
      create(project_id, {
        authorization_code: 'code',
        redirect_uri: 'https://example.com/back',
        is_local_recording_token_supported: true,
        is_onbehalf_token_supported: true,
      }),
    async settle(): Promise<void> {
      for (let due = queue.takeDue(); due.length > 0; due = queue.takeDue()) {
        for (const message of due as ConnectionMessage[])
          await survived(async () => outcomes.push(await work(message)));
      }
    },
    told: () =>
      table.changes.filter(({ new: item }) => item?.kind === 'connection').flatMap((one) => newsOf(one)?.events ?? []),
    [Symbol.asyncDispose]: async () => undefined,
  };
};
type Life = Awaited<ReturnType<typeof begin>>;

const known = async ({ latest, connections }: Life): Promise<Connection | undefined> =>
  latest && connections.get(refOfConnection(latest));

const viewOf = async (life: Life) => {
  const connection = await known(life);
  const ref = life.latest && refOfConnection(life.latest);
  const sync = ref && (await life.syncs.get(ref));
  return {
    state: connection?.state ?? ('none' as const),
    error: connection?.connection_failure_data?.error ?? null,
    version: connection?.credentials_version,
    sync,
    isGranted: ref !== undefined && (await life.credentials.get(ref)) !== undefined,
    isHost: (await life.meetings.hostOf(project_id, meeting)) !== undefined,
    told: life.told().length,
    requests: life.requests(),
  };
};
type View = Awaited<ReturnType<typeof viewOf>>;

interface Happening {
  readonly mood?: Mood;
  /** What the user, or the client, does about the grant. */
  readonly user?: 'grants' | 'takes away' | 'deletes';
  readonly does: (life: Life) => Promise<unknown>;
}

const expectedState = (before: View, { mood = 'well', user }: Happening, isRun: boolean): View['state'] => {
  if (user === 'grants') return mood === 'well' ? 'connected' : before.state;
  if (user === 'deletes' || before.state === 'none') return 'none';
  if (before.state === 'disconnected' || user === 'takes away') return 'disconnected';
  const most = endings[mood];
  if (most === undefined || !isRun) return 'connected';
  const failure = before.sync?.failure;
  return (failure?.error === mood ? failure.runs : 0) + 1 >= most ? 'disconnected' : 'connected';
};

const expectFollowed = (before: View, after: View, happening: Happening, isRun: boolean): void => {
  const { mood = 'well', user } = happening;
  assert.equal(after.state, expectedState(before, happening, isRun));
  const isLost = before.state === 'connected' && after.state === 'disconnected';
  assert.equal(after.told - before.told, isLost ? 1 : 0, 'who is told that it is disconnected');
  if (isLost && mood !== 'well') assert.equal(after.error, mood);
  if (after.state === 'connected') assert.equal(after.error, null);
  assert.equal(after.isGranted, after.state === 'connected', 'what was granted');
  if (after.state !== 'connected') assert.ok(!after.isHost, 'what is known by a grant that is gone');
  // A client that sends a code has it exchanged; nothing else asks the platform for whom it knows no more.
  if (before.state !== 'connected' && user !== 'grants')
    assert.equal(after.requests, before.requests, 'the platform is asked by a connection that is none');
  const isAnew = user === 'grants' && mood === 'well' && before.version !== undefined;
  if (isAnew) assert.equal(after.version, (before.version ?? 0) + 1);
  else if (before.state !== 'none' && after.state !== 'none') assert.equal(after.version, before.version);
};

const lookedAt = async (life: Life): Promise<void> => {
  life.clock.advance(hour + 60);
  if (life.latest) await life.queue.send([{ body: { id: dueNameOfConnection(refOfConnection(life.latest)) } }]);
  await life.settle();
};

const hears =
  (told: Heard['told'], more: Partial<Heard> = {}) =>
  ({ queue, oauth_app_id, clock }: Life) =>
    queue.send([
      { body: { project_id, oauth_app_id, user_id, told, at: clock.now().toISOString(), ...more } satisfies Heard },
    ]);

const joins =
  (bot: (typeof bots)[number]) =>
  ({ tokensFor }: Life) =>
    tokensFor({ ...refOf(bot), attempt: 1 });

const connects = async (life: Life): Promise<void> => {
  life.clock.advance(1);
  try {
    life.latest = await life.connect();
  } catch (error) {
    if (!(error instanceof NotConnectedError)) throw error;
  }
};

const happenings: Readonly<Record<string, Happening>> = {
  'the user allows the app': { user: 'grants', does: connects },
  'a code is no good': { user: 'grants', mood: 'invalid_grant', does: connects },
  'it is looked at, and all is well': { does: lookedAt },
  ...Object.fromEntries(
    [...(Object.keys(endings) as Mood[]), ...others, 'dies' as const].map((mood): [string, Happening] => [
      `it is looked at: ${mood}`,
      { mood, does: lookedAt },
    ]),
  ),
  'a month passes': {
    async does(life) {
      life.clock.advance(31 * day);
      await life.sweep();
    },
  },
  'the platform tells that the user has taken the app away': { user: 'takes away', does: hears('access_revoked') },
  'the platform tells that the user is not active': { user: 'takes away', does: hears('user_not_active') },
  'the platform tells late of what was before': { does: hears('access_revoked', { at: '2026-03-01T00:00:00.000Z' }) },
  'the platform tells that the user has changed': { does: hears('user_changed') },
  'the platform tells of a meeting': { does: hears('meeting_planned', { meeting }) },
  'a bot joins on behalf of the user': { does: joins(bots[0]) },
  'a bot joins a meeting of the user': { does: joins(bots[1]) },
  'a bot joins while the tokens are dead': { mood: 'invalid_grant', does: joins(bots[0]) },
  'the client deletes it': {
    user: 'deletes',
    does: async (life) => (await known(life)) && life.latest && life.remove(refOfConnection(life.latest)),
  },
};

const carriedOut = (happening: Happening) => async (life: Life) => {
  const before = await viewOf(life);
  const runs = life.outcomes.length;
  const { mood = 'well', user } = happening;
  life.isNow(mood);
  await happening.does(life);
  await life.settle();
  life.isNow('well');
  // What a look finds for a connection that was deleted, or disconnected, is that there is nothing left to do.
  if (user !== undefined) await lookedAt(life);
  expectFollowed(before, await viewOf(life), happening, life.outcomes.slice(runs).includes(mood));
};

export const connectionSituations: Explorable<Life> = {
  begin,
  happenings: Object.fromEntries(Object.entries(happenings).map(([name, one]) => [name, carriedOut(one)])),
  async situationOf(life) {
    const { state, error, sync, isHost } = await viewOf(life);
    return JSON.stringify({
      ...{ state, error, isHost },
      wasKnown: life.latest !== undefined,
      failure: sync?.failure && [sync.failure.error, Math.min(sync.failure.runs, 2)],
      mayAsk: sync && mayAskNow(sync, life.clock.now()),
      waits: life.queue.nextDueSeconds() !== undefined,
    });
  },
};
