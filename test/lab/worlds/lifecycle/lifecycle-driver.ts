/** Drives a lifecycle world: to rest, at random, and to its end; and says what must hold of it then. */
import assert from 'node:assert/strict';
import { type Bot, hasJoined } from '../../../../lib/domain/bot/bot.ts';
import { heartbeatEverySeconds } from '../../../../lib/domain/bot/capture-task.ts';
import { type BotState, isFinal, transitions } from '../../../../lib/domain/bot/lifecycle.ts';
import { CaptureNotLaunchedError, InvalidTransitionError, NotFoundError } from '../../../../lib/domain/errors.ts';
import { botOfItem } from '../../../../lib/storage/bots/bot-item.ts';
import type { Gate, LifecycleWorld, Move, Worker } from './lifecycle-world.ts';

/** What AWS would do by itself now: changes followed, functions called, ends of tasks reported. */
const dueActions = (world: LifecycleWorld): (() => Promise<unknown>)[] => [
  ...(world.unfollowed() > 0 ? [world.follow] : []),
  ...world.dueExecutions().map((execution) => () => world.callFunction(execution)),
  ...world.unreported.map((worker) => () => world.reportStopped(worker)),
  ...world.companions.flatMap((companion) => companion.due()),
];

const faults = new Set(['connection lost']);
/** Whoever calls again after a fault, as AWS does for all of these. Anything else is a mistake. */
const forgiving = async (action: () => Promise<unknown>): Promise<void> => {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Error && (faults.has(error.message) || faults.has((error.cause as Error)?.message))))
      throw error;
  }
};

/** Does what is due until nothing is, without time passing. */
export const settle = async (world: LifecycleWorld): Promise<void> => {
  for (let round = 0; round < 500; round += 1) {
    const [action] = dueActions(world);
    if (!action) return;
    await forgiving(action);
  }
  throw new Error('the world does not come to rest');
};

/**
 * Lets time pass until nothing is left to happen, or `until` holds; live workers beat and do their part, unless `idle`.
 */
export const runToEnd = async (
  world: LifecycleWorld,
  workers: 'working' | 'idle' = 'working',
  until: () => boolean = () => false,
): Promise<void> => {
  for (let round = 0; round < 5000; round += 1) {
    await settle(world);
    if (until()) return;
    const atWork = workers === 'idle' ? [] : world.workers.filter(({ isAlive }) => isAlive);
    if (atWork.length > 0) {
      for (const worker of atWork) {
        await forgiving(() => world.work(worker, moveToEnd(world.storedBots()[0]?.state)));
      }
      await settle(world);
    }
    if (!world.passTime(atWork.length > 0 ? heartbeatEverySeconds : undefined)) return;
  }
  throw new Error('the world does not come to its end');
};

const moveToEnd = (state: BotState | undefined): Move => {
  if (state === 'staged') return 'stay';
  if (state === 'joining' || state === 'waiting_room') return 'enter';
  return state === 'joining_breakout_room' ? 'move' : 'end';
};

/** Mulberry32: the same numbers in [0, 1) for the same seed. */
const randomFrom = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

/** A gate that holds every call until the schedule lets it through, so that calls interleave in every order. */
export const scheduledGate = (): Gate & { readonly held: (() => void)[]; isOpen: boolean } => {
  const held: (() => void)[] = [];
  const gate = {
    held,
    isOpen: false,
    before: async () => {
      if (!gate.isOpen) await new Promise<void>((resolve) => held.push(resolve));
    },
    after: () => undefined,
  };
  return gate;
};

const moves: Move[] = ['stay', 'wait', 'enter', 'enter', 'refused', 'pause', 'resume', 'move', 'end', 'leave'];
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const expected = [InvalidTransitionError, NotFoundError, CaptureNotLaunchedError];
const isRefusal = (error: unknown) => expected.some((refusal) => error instanceof refusal);

export interface Whims {
  /** Workers may die, or never start, launches be refused, ends of tasks go unreported, and time pass without anybody working. */
  readonly losses: boolean;
  /** The bot may be given other appointments. */
  readonly reschedules?: boolean;
  readonly steps: number;
}

/** Lets clients, workers, functions and time have their way in a random order, their calls interleaved. */
export const runAtRandom = async (
  world: LifecycleWorld,
  gate: ReturnType<typeof scheduledGate>,
  seed: number,
  { losses, reschedules = false, steps }: Whims,
): Promise<void> => {
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const busy = new Map<unknown, Promise<unknown>>();
  const failures: unknown[] = [];
  /** Starts an action unless its actor is still at one. */
  const start = (actor: unknown, action: () => Promise<unknown>): void => {
    if (busy.has(actor)) return;
    const done = action()
      .catch((error) => isRefusal(error) || failures.push(error))
      .finally(() => busy.delete(actor));
    busy.set(actor, done);
  };
  const asClient = (): void => {
    const bot = world.storedBots()[0];
    if (!bot) return;
    const ref = { project_id: bot.project_id, bot_id: bot.id };
    const later = () => new Date(world.clock.now().getTime() + Math.round(random() * 3600_000)).toISOString();
    if (reschedules && random() < 0.5) start('client', () => world.reschedule(ref, later()));
    else if (random() < 0.1) start('client', () => (random() < 0.7 ? world.leave(ref) : world.delete(ref)));
  };
  const asWorker = (): void => {
    const worker = pick(world.workers.filter(({ isAlive }) => isAlive));
    if (worker) start(worker, () => world.work(worker, pick(moves)));
  };
  const asFate = (): void => {
    const worker = pick(world.workers.filter(({ isAlive }) => isAlive));
    const fate = random();
    if (fate < 0.05 && worker && !worker.hasWorked) world.failToStart(worker);
    else if (fate < 0.3 && worker) world.kill(worker, random() < 0.7);
    else if (fate < 0.4) world.refuse(random() < 0.5 ? 'no capacity' : undefined);
    else if (fate < 0.7) world.passTime();
  };
  const asAws = (): void => {
    const execution = pick(world.dueExecutions());
    const worker = pick(world.unreported);
    if (random() < 0.5 && world.unfollowed() > 0) start('stream', world.follow);
    else if (execution) start(execution, () => world.callFunction(execution));
    else if (worker) start(`end of ${worker.id}`, () => world.reportStopped(worker));
  };
  for (let step = 0; step < steps; step += 1) {
    const chance = random();
    if (chance < 0.6 && gate.held.length > 0) gate.held.splice(Math.floor(random() * gate.held.length), 1)[0]?.();
    else if (chance < 0.8) asAws();
    else if (chance < 0.92) asWorker();
    else if (chance < 0.97 || !losses) asClient();
    else asFate();
    await turn();
  }
  gate.isOpen = true;
  world.refuse();
  for (const release of gate.held.splice(0)) release();
  await Promise.all(busy.values());
  assert.deepEqual(failures, []);
};

const isLegal = new Set(transitions().map(({ from, to }) => `${from} → ${to}`));

/** What holds of every bot and execution at the end, whatever happened. Throws an AssertionError where it does not. */
export const expectInvariants = (world: LifecycleWorld): Bot | undefined => {
  assert.deepEqual(
    world.executions.filter(({ status }) => status === 'running'),
    [],
  );
  const images = world.stored.changes.map(({ old, new: item }) => [old && botOfItem(old), item && botOfItem(item)]);
  for (const [before, after] of images) {
    if (!before || !after) continue;
    assert.deepEqual(after.events.slice(0, before.events.length), before.events);
    assert.ok(after.events.length - before.events.length <= 1);
    assert.equal(after.version, before.version + 1);
  }
  assert.equal(new Set(world.workers.map(({ order }) => order.attempt)).size, world.workers.length);

  const [bot] = world.storedBots();
  if (!bot) return undefined;
  assert.ok(isFinal(bot.state), bot.state);
  const states = bot.events.map(({ state }) => state);
  const started = world.workers.filter(({ isUnstarted }) => !isUnstarted);
  const captures = started.filter(({ order }) => order.mode === 'capture');
  const launchedFor = Math.max(1, states.filter((state) => state === 'scheduled').length);
  assert.ok(captures.length <= 2 * launchedFor);
  assert.ok(started.length <= 2 * launchedFor + 2);
  for (const [index, state] of states.entries()) {
    assert.ok(isLegal.has(`${states[index - 1] ?? 'new'} → ${state}`), states.join(' → '));
  }
  return bot;
};

/** Whether all that was recorded is finished, where somebody was left to do it. */
export const expectFinishedRecording = (world: LifecycleWorld, bot: Bot): void => {
  const isGivenUp = world.workers.filter(({ isUnstarted }) => !isUnstarted).length === 4;
  if (hasJoined(bot) && !isGivenUp) assert.notEqual(bot.recording, undefined);
};

/** The worker that was launched last. */
export const newestWorker = (world: LifecycleWorld): Worker => {
  const worker = world.workers.at(-1);
  if (!worker) throw new Error('no worker was launched');
  return worker;
};
