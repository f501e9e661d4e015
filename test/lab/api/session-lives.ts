/** Lives of app sessions over HTTP, command by command, each answer and each write compared with what the decisions say. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RouteName } from '../../../lib/api/routes.ts';
import type { BotTrigger } from '../../../lib/domain/bot/lifecycle.ts';
import { botOfItem } from '../../../lib/storage/bots/bot-item.ts';
import { enterOAuthApp } from '../builders/app-sessions.ts';
import { anUtterance, aParticipantEvent, aRecording } from '../builders/records.ts';
import type { Explorable } from '../explored.ts';
import { after, bornBy, isOver, type ModelBot, subTypesOf } from './bot-model.ts';
import { machineTriggers, type Project, type SubType } from './commands.ts';
import { expectNoWrite, expectRefusal, shown } from './expectations.ts';
import type { Answer } from './requests.ts';
import { anIdOf } from './resources.ts';
import { newService, type Service } from './service.ts';

/** Only the first project has an app at the platform. */
const withApp: Project = 0;

interface KnownSession {
  readonly id: string;
  readonly project: Project;
  readonly stream: number;
  readonly key: string | null;
  readonly metadata: object;
  life: ModelBot;
  servers: string;
  captured: number;
  recording: boolean;
}

interface Forward {
  readonly do: 'forward';
  readonly project: Project;
  readonly stream: number;
  readonly servers: string;
  readonly format: 'mp4' | 'none';
  readonly key: string | null;
  readonly metadata: object;
}
const sessionRoutes = [
  ...(['getAppSession', 'endAppSession', 'deleteAppSessionData', 'getAppSessionMedia'] as const),
  ...(['getAppSessionTranscript', 'listAppSessionParticipantEvents', 'listAppSessionChatMessages'] as const),
] as const satisfies RouteName[];
/** What is asked of bots, and not answered for sessions. */
const botRoutes = ['getBot', 'leaveBot', 'deleteBotData', 'getRecording'] as const satisfies RouteName[];
interface Ask {
  readonly do: 'ask';
  readonly route: (typeof sessionRoutes)[number] | (typeof botRoutes)[number];
  readonly session: number;
  readonly as: 'owner' | 'other';
}
type Command =
  | Forward
  | Ask
  | { readonly do: 'end stream'; readonly project: Project; readonly stream: number }
  | { readonly do: 'list'; readonly project: Project; readonly page_size: number }
  | {
      readonly do: 'machine';
      readonly session: number;
      /** One of those that are possible then, or one that may not be. */
      readonly trigger: number | BotTrigger;
      readonly sub_type: number;
    }
  | { readonly do: 'capture' | 'record'; readonly session: number };

const project = fc.constantFrom<Project>(0, 0, 0, 1);
const stream = fc.nat(2);
const session = fc.constantFrom(0, 0, 0, 1, 2, 3);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record<Forward>({
      do: fc.constant('forward'),
      project,
      stream,
      servers: fc.constantFrom('wss://rtms-sjc1.zoom.us', 'wss://rtms-iad1.zoom.us,wss://rtms-iad2.zoom.us'),
      format: fc.constantFrom('mp4', 'mp4', 'none'),
      key: fc.constantFrom(null, null, 'a'),
      metadata: fc.constantFrom({}, { customer: 'acme' }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      route: fc.constantFrom(...sessionRoutes, ...sessionRoutes, ...botRoutes),
      session,
      as: fc.constantFrom('owner' as const, 'owner' as const, 'owner' as const, 'other' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end stream' as const), project, stream }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('list' as const), project, page_size: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('machine' as const), session, trigger: fc.nat(29), sub_type: fc.nat(9) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('capture' as const, 'record' as const), session }) },
);

/** Up to so many commands, one after the other. */
export const sessionCommands = (most: number): fc.Arbitrary<Command[]> =>
  fc.array(command, { maxLength: most, size: 'max' });

const aWorld = async () => {
  const service = await newService();
  const app = await enterOAuthApp(service.table, service.projects[withApp].project_id);
  service.written();
  return { service, app, known: [] as KnownSession[] };
};
type World = Awaited<ReturnType<typeof aWorld>>;

const namesOf = (n: number) => ({ meeting_uuid: `meeting-${n}==`, rtms_stream_id: `stream-${n}` });

const expectSession = ({ app }: World, { status, body, text }: Answer, expected: number, one: KnownSession): void => {
  assert.equal(status, expected, text);
  const { created_at, updated_at, ...rest } = shown(body) as Record<string, unknown>;
  assert.ok(String(updated_at) >= String(created_at));
  const { id, project, stream, key: deduplication_key, metadata, life } = one;
  const { state, events, transcription_state, recording_state } = life;
  assert.deepEqual(rest, {
    ...{ id, state, events, transcription_state, recording_state, deduplication_key, metadata },
    ...namesOf(stream),
    conf_oauth_app_id: project === withApp ? app : null,
  });
};

/** A write of one session over itself. */
const expectOneWrite = ({ service }: World): void => {
  const writes = service.written();
  const kinds = writes.map((change) => `${change.new ? 'put' : 'delete'} ${(change.new ?? change.old)?.kind}`);
  assert.equal(kinds[0], 'put bot');
  assert.ok(kinds.length === 1 || (kinds.length === 2 && kinds[1] === 'delete deduplication'), kinds.join(', '));
};

const forward = async (world: World, one: Forward): Promise<void> => {
  const { service, known } = world;
  const { project, key, metadata, format, servers } = one;
  const answer = await service.call('createAppSession', project, {
    body: {
      conf_rtms: { ...namesOf(one.stream), server_urls: servers, operator_id: 'somebody' },
      recording_settings: { format },
      deduplication_key: key,
      metadata,
    },
  });
  const holder = known.find((other) => other.project === project && other.stream === one.stream);
  if (holder) {
    expectSession(world, answer, 201, holder);
    const isMoved = holder.servers !== servers && !isOver(holder.life.state);
    if (isMoved) expectOneWrite(world);
    else expectNoWrite(service);
    if (isMoved) holder.servers = servers;
    return;
  }
  const holdsKey = (other: KnownSession) => other.key === key && other.project === project && !isOver(other.life.state);
  if (key !== null && known.some(holdsKey)) {
    expectRefusal(answer, 400, 'duplicate_deduplication_key');
    return expectNoWrite(service);
  }
  const born = bornBy('join_now', format !== 'none');
  const life = project === withApp ? born : after(born, 'could_not_join', 'oauth_app_not_configured');
  assert.ok(life);
  const { id } = answer.body as { id: string };
  const made = { id, project, stream: one.stream, key, metadata, life, servers, captured: 0, recording: false };
  expectSession(world, answer, 201, made);
  known.push(made);
  const kinds = service.written().map((change) => change.new?.kind);
  assert.deepEqual(kinds.sort(), ['bot', ...(key !== null && !isOver(life.state) ? ['deduplication'] : []), 'stream']);
};

const advance = (one: KnownSession, ...step: [Parameters<typeof after>[1], string | null]): boolean => {
  const next = after(one.life, ...step);
  if (next) one.life = next;
  if (next?.state === 'data_deleted') one.recording = false;
  return next !== undefined;
};

/** Ended where that is possible; one that is over, or about to be, is answered as it is. */
const expectEnd = (world: World, one: KnownSession, answer: Answer): void => {
  const isTaken = advance(one, 'leave', 'user_requested');
  expectSession(world, answer, 200, one);
  if (isTaken) expectOneWrite(world);
  else expectNoWrite(world.service);
};

const expectErased = (world: World, one: KnownSession, answer: Answer): void => {
  const { state } = one.life;
  if (state === 'data_deleted') {
    expectSession(world, answer, 200, one);
    expectNoWrite(world.service);
  } else if (advance(one, 'delete_data', null)) {
    expectSession(world, answer, 200, one);
    expectOneWrite(world);
  } else {
    expectRefusal(answer, 400, 'invalid_state');
    expectNoWrite(world.service);
  }
};

const isBotRoute = (route: Ask['route']): route is (typeof botRoutes)[number] =>
  (botRoutes as readonly string[]).includes(route);

const ask = async (world: World, { route, session: which, as }: Ask): Promise<void> => {
  const { service, known } = world;
  const one = known[which % Math.max(1, known.length)];
  const owner = one?.project ?? 0;
  const project = as === 'owner' ? owner : owner === 0 ? 1 : 0;
  const answer = await service.call(route, project, { id: one?.id ?? anIdOf('app_session') });
  if (!one || as === 'other' || isBotRoute(route)) {
    expectRefusal(answer, 404, 'not_found', 'No such resource.');
    return expectNoWrite(service);
  }
  if (route === 'endAppSession') return expectEnd(world, one, answer);
  if (route === 'deleteAppSessionData') return expectErased(world, one, answer);
  if (route === 'getAppSession') expectSession(world, answer, 200, one);
  else if (route === 'getAppSessionMedia') {
    if (['ended', 'fatal_error'].includes(one.life.state) && one.recording)
      assert.equal(answer.status, 200, answer.text);
    else expectRefusal(answer, 404, 'not_found');
  } else {
    assert.equal(answer.status, 200, answer.text);
    const { results = answer.body } = answer.body as { results?: unknown };
    const entries = one.life.state === 'data_deleted' ? 0 : Math.min(25, one.captured);
    assert.equal((results as unknown[]).length, route === 'listAppSessionChatMessages' ? 0 : entries);
  }
  expectNoWrite(service);
};

/** Every page, one after the other. */
const list = async (world: World, project: Project, page_size: number): Promise<void> => {
  const { service, known } = world;
  const found: string[] = [];
  for (let query: string | undefined = `page_size=${page_size}`; query !== undefined; ) {
    const { status, text, body }: Answer = await service.call('listAppSessions', project, { query });
    assert.equal(status, 200, text);
    const { results, next } = body as { results: { id: string }[]; next: string | null };
    assert.ok(results.length <= page_size);
    found.push(...results.map(({ id }) => id));
    query = next === null ? undefined : new URL(next).search.slice(1);
  }
  assert.deepEqual(found, known.flatMap((one) => (one.project === project ? [one.id] : [])).sort());
  const { body } = await service.call('listBots', project);
  assert.deepEqual((body as { results: unknown[] }).results, []);
  expectNoWrite(service);
};

const work = async (world: World, what: 'capture' | 'record', one: KnownSession): Promise<void> => {
  const { service } = world;
  const line = service.workerLine(service.projects[one.project].project_id, one.id);
  if (what === 'record') {
    await line.saveRecording(aRecording());
    one.recording = one.life.state !== 'data_deleted';
  } else {
    one.captured += 1;
    const batch = String(one.captured).padStart(9, '0');
    // What is told of speech is in the transcript, not among who came and went.
    const spoke = aParticipantEvent({ id: `evt_${batch}_spoke`, event_type: 'speech_start' });
    const participant_events = [spoke, aParticipantEvent({ id: `evt_${batch}` })];
    await line.captured(batch, { utterances: [anUtterance()], participant_events, chat_messages: [] });
  }
  service.written();
};

const triggerFor = ({ life }: KnownSession, trigger: number | BotTrigger): BotTrigger => {
  if (typeof trigger === 'string') return trigger;
  const possible = machineTriggers.filter((candidate) => after(life, candidate, null));
  return possible[trigger % Math.max(1, possible.length)] ?? 'failed';
};

const machine = async (
  world: World,
  one: KnownSession,
  trigger: number | BotTrigger,
  sub_type: number,
): Promise<void> => {
  const { service } = world;
  const chosen = triggerFor(one, trigger);
  const subTypes = subTypesOf(chosen);
  const subType = subTypes[sub_type % subTypes.length] as SubType;
  const ref = { project_id: service.projects[one.project].project_id, bot_id: one.id };
  const state = await service.report(ref, chosen, subType);
  const isTaken = advance(one, chosen, subType ?? null);
  assert.equal(state, one.life.state);
  if (isTaken) expectOneWrite(world);
  else expectNoWrite(service);
};

const carryOut = async (world: World, one: Command): Promise<void> => {
  const { service, known } = world;
  if (one.do === 'forward') return forward(world, one);
  if (one.do === 'ask') return ask(world, one);
  if (one.do === 'list') return list(world, one.project, one.page_size);
  if (one.do === 'end stream') {
    const { rtms_stream_id } = namesOf(one.stream);
    const answer = await service.call('endStream', one.project, { body: { rtms_stream_id } });
    const holder = known.find(({ project, stream }) => project === one.project && stream === one.stream);
    if (holder) return expectEnd(world, holder, answer);
    expectRefusal(answer, 404, 'not_found');
    return expectNoWrite(service);
  }
  const meant = known[one.session % Math.max(1, known.length)];
  if (!meant) return undefined;
  return one.do === 'machine' ? machine(world, meant, one.trigger, one.sub_type) : work(world, one.do, meant);
};

/** What a stream was opened with, and where it was, is stored as long as it may be opened. */
const expectStored = ({ service, known }: { service: Service; known: readonly KnownSession[] }): void => {
  const stored = service.table.items().flatMap((item) => botOfItem(item) ?? []);
  assert.equal(stored.length, known.length);
  for (const one of known) {
    const { stream } = stored.find(({ id }) => id === one.id) ?? {};
    assert.ok(stream);
    const isClosed = isOver(one.life.state);
    assert.equal(stream.signature !== undefined, !isClosed);
    assert.equal(stream.server_urls.join(), isClosed ? '' : one.servers);
  }
};

/** Carries out commands one after the other in a service of their own. */
export const liveSessions = async (commands: readonly Command[]): Promise<void> => {
  const world = await aWorld();
  for (const one of commands) await carryOut(world, one);
  expectStored(world);
};

const first: Forward = {
  ...{ do: 'forward', project: 0, stream: 0, servers: 'wss://rtms-sjc1.zoom.us', format: 'mp4' },
  ...{ key: null, metadata: {} },
};
const mine = { session: 0, as: 'owner' } as const;

/** Everything that can happen to the session of a stream: its stream forwarded once more, each request, each trigger. */
const happenings: readonly Command[] = [
  first,
  { ...first, servers: 'wss://rtms-iad1.zoom.us,wss://rtms-iad2.zoom.us' },
  { ...first, project: 1 },
  { do: 'end stream', project: 0, stream: 0 },
  { do: 'list', project: 0, page_size: 1 },
  { do: 'capture', session: 0 },
  { do: 'record', session: 0 },
  ...[...sessionRoutes, ...botRoutes].flatMap((route): Command[] => [
    { do: 'ask', route, ...mine },
    { do: 'ask', route, session: 0, as: 'other' },
  ]),
  ...machineTriggers.map((trigger): Command => ({ do: 'machine', session: 0, trigger, sub_type: 0 })),
];

const nameOf = ({ do: does, ...rest }: Command): string => `${does} ${JSON.stringify(rest)}`;

/** The session of a stream with pictures, or without, in every situation. */
export const sessionSituations = (format: Forward['format']): Explorable<World & AsyncDisposable> => ({
  async begin() {
    const world = { ...(await aWorld()), [Symbol.asyncDispose]: async () => undefined };
    await carryOut(world, { ...first, format });
    return world;
  },
  happenings: Object.fromEntries(
    happenings.map((one) => [
      nameOf(one),
      async (world: World) => {
        await carryOut(world, one);
        expectStored(world);
      },
    ]),
  ),
  async situationOf({ known }) {
    return JSON.stringify(
      known.map(({ project, life: { events: _, ...life }, servers, recording }) => ({
        ...{ project, life, recording },
        // What it may be connected to is forgotten with its end.
        servers: !isOver(life.state) && servers,
      })),
    );
  },
});
