/** Lives over HTTP, command by command, each answer and each write compared with what the decisions say. */
import assert from 'node:assert/strict';
import type { BotTrigger } from '../../../lib/domain/bot/lifecycle.ts';
import { aBotEvent, aChatMessage, anUtterance, aParticipantEvent, aRecording } from '../builders/records.ts';
import { roomHost } from '../hosts/room-host.ts';
import { after, bornBy, decidedSteps, isOver, subTypesOf } from './bot-model.ts';
import {
  type Ask,
  type Command,
  type Create,
  type Machine,
  type Patch,
  type Reading,
  type SubType,
  triggerOf,
  type Work,
} from './commands.ts';
import {
  type Body,
  expectBot,
  expectNoWrite,
  expectOneStep,
  expectRefusal,
  expectStored,
  type KnownBot,
} from './expectations.ts';
import { goodBodyFor } from './good-bodies.ts';
import { expectList, type Places } from './lists.ts';
import { expectOrder, isOrdering } from './orders.ts';
import type { Answer } from './requests.ts';
import { newService, noSuchId, type Service } from './service.ts';

/** A service, the bots that were created in it, and the steps that they took. */
export interface World extends Places {
  readonly service: Service;
  readonly known: KnownBot[];
  readonly seen: Set<string>;
}

export const aWorld = async (seen = new Set<string>()): Promise<World> => {
  const start = Math.floor(Date.now() / 1000) * 1000;
  return {
    service: await newService(),
    known: [],
    seen,
    roomUrl: (room) => `https://${roomHost}/room/${['daily', 'weekly'][room]}`,
    momentAt: (hours) => new Date(start + hours * 3_600_000).toISOString(),
  };
};

const botOf = ({ known }: World, { bot }: { bot: number }): KnownBot | undefined =>
  known[bot % Math.max(1, known.length)];

/** Takes a step in the model; false when the decisions do not allow it. */
const advance = ({ seen }: World, bot: KnownBot, trigger: BotTrigger, subType: string | null): boolean => {
  const next = bot.isDeleted ? undefined : after(bot.life, trigger, subType);
  if (!next) return false;
  seen.add(`${bot.life.state} --${trigger}--> ${next.state}`);
  bot.life = next;
  return true;
};

const create = async (world: World, one: Create): Promise<void> => {
  const { service, known, seen, roomUrl, momentAt } = world;
  const { project, in_hours, key, metadata, format } = one;
  const bot_name = 'Notes';
  const before = Date.now();
  const answer = await service.call('createBot', project, {
    body: {
      meeting_url: `${roomUrl(one.room)}/?utm_source=x`,
      bot_name,
      metadata,
      deduplication_key: key,
      recording_settings: { format },
      ...(format === 'mp4' && { voice_agent_settings: { reserve_resources: true } }),
      ...(in_hours !== null && { join_at: momentAt(in_hours) }),
    },
  });
  const holdsKey = (bot: KnownBot) =>
    bot.key === key && bot.project === project && !bot.isDeleted && !isOver(bot.life.state);
  if (key !== null && known.some(holdsKey)) {
    expectRefusal(answer, 400, 'duplicate_deduplication_key');
    return expectNoWrite(service);
  }
  const trigger = in_hours === null ? 'join_now' : 'schedule';
  const life = bornBy(trigger, format !== 'none');
  seen.add(`new --${trigger}--> ${life.state}`);
  const { id, join_at: joinedAt } = answer.body as Body;
  const join_at = in_hours === null ? joinedAt : momentAt(in_hours);
  const nothing = { captured: 0, recording: false, hasAgent: format === 'mp4', isPlaying: false, isDeleted: false };
  const settings = { meeting_url: roomUrl(one.room), bot_name, format, captions: {}, metadata };
  const bot: KnownBot = { id, project, key, life, join_at, ...settings, ...nothing };
  expectBot(answer, 201, bot);
  if (in_hours === null) assert.ok(Date.parse(join_at) >= before && Date.parse(join_at) <= Date.now());
  known.push(bot);
  assert.equal(service.written().length, key === null ? 1 : 2);
};

/** Calls a route for a bot; answers it where the caller may know of it, having checked the refusal else. */
const callFor = async (world: World, one: Ask | Patch, route: Ask['route'] | 'updateBot', body?: object) => {
  const { service } = world;
  const bot = botOf(world, one);
  const theirs = bot?.project === 0 ? 1 : 0;
  const project = one.as === 'owner' ? (bot?.project ?? 0) : theirs;
  const answer = await service.call(route, project, { id: bot?.id ?? noSuchId(), body });
  if (bot && !bot.isDeleted && one.as === 'owner') return { bot, answer };
  expectRefusal(answer, 404, 'not_found', 'No such resource.');
  expectNoWrite(service);
  return undefined;
};

const verbs = {
  leaveBot: 'leave',
  pauseRecording: 'pause recording',
  resumeRecording: 'resume recording',
  deleteBot: 'delete',
  deleteBotData: 'delete data',
} as const;
const isChange = (route: Ask['route']): route is keyof typeof verbs => route in verbs;

const expectChange = (world: World, bot: KnownBot, route: keyof typeof verbs, answer: Answer): void => {
  const { service } = world;
  const { state } = bot.life;
  const isPossible = {
    leaveBot: () => advance(world, bot, 'leave', 'user_requested'),
    pauseRecording: () => advance(world, bot, 'pause', null),
    resumeRecording: () => advance(world, bot, 'resume', null),
    deleteBot: () => state === 'scheduled',
    deleteBotData: () => state === 'data_deleted' || advance(world, bot, 'delete_data', null),
  };
  if (!isPossible[route]()) {
    const instead = route === 'leaveBot' && state === 'scheduled' ? ': delete it, and it does not join' : '';
    expectRefusal(answer, 400, 'invalid_state', `cannot ${verbs[route]}: the bot is ${state}${instead}`);
    expectNoWrite(service);
  } else if (route === 'deleteBot') {
    assert.deepEqual([answer.status, answer.text], [200, '']);
    assert.ok(service.written().every((change) => change.new === undefined));
    bot.isDeleted = true;
  } else {
    expectBot(answer, 200, bot);
    if (bot.life.state === state) expectNoWrite(service);
    else expectOneStep(service);
  }
};

/**
 * How many entries a list has: everything that was captured, once; yet it was one participant who came again and again.
 */
const entriesOf = ({ life, captured }: KnownBot, route: Reading): number => {
  if (life.state === 'data_deleted') return 0;
  return Math.min(captured, route === 'listParticipants' ? 1 : 25);
};

const ask = async (world: World, one: Ask): Promise<void> => {
  const { route } = one;
  const { bot, answer } = (await callFor(world, one, route, isOrdering(route) ? goodBodyFor(route) : undefined)) ?? {};
  if (!bot || !answer) return;
  if (isOrdering(route)) return expectOrder(world.service, bot, route, answer);
  if (isChange(route)) return expectChange(world, bot, route, answer);
  const isErased = bot.life.state === 'data_deleted';
  if (route === 'getBot') expectBot(answer, 200, bot);
  else if (route === 'getRecording' && (isErased || !bot.recording)) expectRefusal(answer, 404, 'not_found');
  // No bot of these lives keeps a page.
  else if (route === 'getDiagnostics') expectRefusal(answer, 404, 'not_found');
  else assert.equal(answer.status, 200, answer.text);
  if (route !== 'getBot' && route !== 'getRecording' && route !== 'getDiagnostics') {
    const { results } = answer.body as { results?: unknown };
    const entries = (results ?? answer.body) as unknown[];
    assert.equal(entries.length, entriesOf(bot, route));
  }
  expectNoWrite(world.service);
};

const patch = async (world: World, one: Patch): Promise<void> => {
  const { service, roomUrl, momentAt } = world;
  const { room, in_hours, format, ...same } = one.patch;
  const { bot, answer } =
    (await callFor(world, one, 'updateBot', {
      ...same,
      ...(room !== undefined && { meeting_url: roomUrl(room) }),
      ...(in_hours !== undefined && { join_at: momentAt(in_hours) }),
      ...(format && { recording_settings: { format } }),
    })) ?? {};
  if (!bot || !answer) return;
  const { state } = bot.life;
  if (state !== 'scheduled' && Object.keys(one.patch).some((name) => name !== 'metadata')) {
    expectRefusal(answer, 400, 'invalid_state', `cannot update anything but metadata: the bot is ${state}`);
    return expectNoWrite(service);
  }
  if (room !== undefined) bot.meeting_url = roomUrl(room);
  if (in_hours !== undefined) bot.join_at = momentAt(in_hours);
  if (same.metadata) bot.metadata = same.metadata;
  if (same.bot_name !== undefined) bot.bot_name = same.bot_name;
  if (format) Object.assign(bot, { format, life: { ...bot.life, records: true } });
  expectBot(answer, 200, bot);
  assert.equal(service.written().length, 1);
};

const machine = async (world: World, one: Machine): Promise<void> => {
  const { service } = world;
  const bot = botOf(world, one);
  if (!bot) return;
  const trigger = triggerOf(one, bot.life);
  const subTypes = subTypesOf(trigger);
  const subType = subTypes[one.sub_type % subTypes.length] as SubType;
  const ref = { project_id: service.projects[bot.project].project_id, bot_id: bot.id };
  const before = bot.life.events.slice(1).map(() => aBotEvent());
  const decidedOn = one.late ? { events: before, schedule_version: 1 } : undefined;
  const state = await service.report(ref, trigger, subType, decidedOn);
  const isTaken = !one.late && advance(world, bot, trigger, subType ?? null);
  assert.equal(state, bot.isDeleted ? undefined : bot.life.state);
  if (isTaken) expectOneStep(service);
  else expectNoWrite(service);
};

const work = async (world: World, one: Work): Promise<void> => {
  const { service } = world;
  const bot = botOf(world, one);
  if (!bot || bot.isDeleted) return;
  const ref = { project_id: service.projects[bot.project].project_id, bot_id: bot.id };
  const line = service.workerLine(ref.project_id, bot.id);
  if (one.do === 'capture') {
    bot.captured += 1;
    const batch = String(bot.captured).padStart(9, '0');
    const participant_events = [aParticipantEvent({ id: `evt_${batch}` })];
    const chat_messages = [aChatMessage({ id: `msg_${batch}` })];
    await line.captured(batch, { utterances: [anUtterance()], participant_events, chat_messages });
  } else if (one.do === 'play') {
    await line.videoOver((await service.bots.get(ref))?.output_video?.id ?? '');
    bot.isPlaying = false;
  } else {
    await line.saveRecording(aRecording());
    bot.recording = bot.life.state !== 'data_deleted';
  }
  service.written();
};

/** Carries out a command, and throws an AssertionError where the service does not do what the decisions say. */
export const carryOut = async (world: World, one: Command): Promise<void> => {
  switch (one.do) {
    case 'create':
      return create(world, one);
    case 'ask':
      return ask(world, one);
    case 'patch':
      return patch(world, one);
    case 'list':
      await expectList(world.service, world.known, one, world);
      return expectNoWrite(world.service);
    case 'machine':
      return machine(world, one);
    default:
      return work(world, one);
  }
};

/** Carries out commands one after the other in a service of their own, and adds the steps that bots took to `seen`. */
export const live = async (commands: readonly Command[], seen?: Set<string>): Promise<void> => {
  const world = await aWorld(seen);
  for (const one of commands) await carryOut(world, one);
  expectStored(world.service, world.known);
};

/** The steps of the decisions that nobody took. */
export const unseen = (seen: ReadonlySet<string>): string[] => decidedSteps().filter((step) => !seen.has(step));
