/**
 * A pool of warm tasks in memory: the real use cases on both sides of the table, with tasks that do what a worker does until it
 * has its order, and a clock that goes on when everybody waits.
 */
import assert from 'node:assert/strict';
import type { CaptureLoad } from '../../../lib/domain/bot/capture-load.ts';
import type { WarmCounts, WarmPlace, WarmTask } from '../../../lib/domain/bot/warm-task.ts';
import { CaptureNotLaunchedError } from '../../../lib/domain/errors.ts';
import { type CaptureLauncher, NoInterruptibleRoomError } from '../../../lib/ports/capture-launcher.ts';
import type { CaptureOrder, DatedOrder } from '../../../lib/ports/capture-order.ts';
import type { Pause } from '../../../lib/process/pause.ts';
import { warmTaskRepository } from '../../../lib/storage/warm-tasks.ts';
import { createKeepWarm, type Kept } from '../../../lib/usecases/lifecycle/keep-warm.ts';
import { createWarmLauncher } from '../../../lib/usecases/lifecycle/warm-launcher.ts';
import { createWarmTaskEnded } from '../../../lib/usecases/lifecycle/warm-task-ended.ts';
import { createAwaitOrder } from '../../../lib/usecases/worker/await-order.ts';
import { aClock } from '../doubles/clock.ts';
import { memoryTable } from '../doubles/memory-table.ts';
import { type Gate, through } from './lifecycle/lifecycle-world.ts';

/** A task as its platform knows it. */
export interface PoolTask {
  readonly task_id: string;
  /** Absent for one that was started with its order. */
  readonly place?: WarmPlace;
  isAlive: boolean;
  /** What it runs. */
  order?: CaptureOrder;
  /** As SIGTERM tells it. */
  stop(): void;
  /** As SIGKILL does: it says nothing more. */
  kill(): void;
}

export interface WarmWorldInput {
  readonly gate?: Gate;
  readonly warm_tasks?: WarmCounts;
  readonly isOnSpot?: boolean;
  /** How long a task takes from its order until it is ready. */
  readonly starts_in_ms?: () => number;
}

const open: Gate = { before: async () => undefined, after: () => undefined };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const longestMs = 60 * 60_000;

/** An order of somebody who waits for the bot. */
export const anOrder = (number: number, details: Partial<DatedOrder> = {}): DatedOrder => ({
  project_id: 'prj_1',
  bot_id: `bot_${number}`,
  attempt: 1,
  mode: 'capture',
  join_at: '2026-03-02T09:00:00.000Z',
  load: '720p',
  urgency: 'immediate',
  ...details,
});

export const warmWorld = ({
  gate = open,
  warm_tasks = { '720p': 1 },
  isOnSpot = false,
  starts_in_ms = () => 0,
}: WarmWorldInput = {}) => {
  const clock = aClock();
  const stored = memoryTable(clock);
  const { changes: _, items: __, ...primitives } = stored;
  const warmTasks = warmTaskRepository(through(gate, 'table', primitives));
  const tasks: PoolTask[] = [];
  let made_of = 'worker:1';
  let refusal: string | undefined;
  let hasInterruptible = true;
  let ids = 0;
  const faults: { readonly load: CaptureLoad; readonly error: unknown }[] = [];

  const waits: { readonly at_ms: number; readonly go: () => void }[] = [];
  const pauseWhile =
    (isAlive: () => boolean): Pause =>
    (duration_ms, signal) =>
      new Promise((resolve) => {
        // What is dead waits for ever.
        const go = () => isAlive() && resolve();
        if (signal?.aborted) return go();
        waits.push({ at_ms: clock.now().getTime() + duration_ms, go });
        signal?.addEventListener('abort', go);
      });
  const pause = pauseWhile(() => true);
  /** Whoever has nothing to wait for goes on; then the clock does, to where somebody has. Answers false when nobody waits. */
  const pass = async (): Promise<boolean> => {
    await turn();
    waits.sort((a, b) => a.at_ms - b.at_ms);
    const next = waits.shift();
    if (!next) return false;
    clock.set(new Date(Math.max(clock.now().getTime(), next.at_ms)));
    next.go();
    return true;
  };
  /** Lets time pass until something is done. */
  const during = async <T>(doing: Promise<T>): Promise<T> => {
    let isDone = false;
    const done = doing.finally(() => {
      isDone = true;
    });
    done.catch(() => undefined);
    for (const until_ms = clock.now().getTime() + longestMs; !isDone; ) {
      await turn();
      if (isDone) break;
      assert.ok(await pass(), 'everybody waits for ever');
      assert.ok(clock.now().getTime() < until_ms, 'it is not done within an hour');
    }
    return done;
  };

  const runWarm = (place: WarmPlace): PoolTask => {
    const stopping = new AbortController();
    const task: PoolTask = {
      task_id: `task/${place.id}`,
      place,
      isAlive: true,
      stop: () => stopping.abort(),
      kill: () => {
        task.isAlive = false;
      },
    };
    const ofTask = pauseWhile(() => task.isAlive);
    const awaitOrder = createAwaitOrder({ warmTasks, clock, pause: ofTask, log: () => undefined });
    const live = async (): Promise<void> => {
      const starting_ms = starts_in_ms();
      if (starting_ms > 0) await ofTask(starting_ms);
      const order = await awaitOrder(place, stopping.signal);
      if (order && !stopping.signal.aborted) task.order = order;
      else task.isAlive = false;
    };
    live().catch(() => task.kill());
    return task;
  };

  const platform: CaptureLauncher = {
    ...through(gate, 'launcher', {
      launch: async (order: DatedOrder) => {
        if (refusal) throw new CaptureNotLaunchedError(refusal);
        const task_id = `task/${order.bot_id}/${order.attempt}`;
        if (!tasks.some((task) => task.task_id === task_id)) {
          const task: PoolTask = {
            task_id,
            isAlive: true,
            order,
            stop: () => task.kill(),
            kill: () => (task.isAlive = false),
          };
          tasks.push(task);
        }
        return { task_id };
      },
      stop: async (id: string) => tasks.find(({ task_id }) => task_id === id)?.stop(),
      isPending: async () => false,
    }),
    warm: {
      madeOf: () => made_of,
      ...through(gate, 'launcher', {
        start: async (place: Pick<WarmTask, 'load' | 'id' | 'is_uninterrupted'>) => {
          if (isOnSpot && !hasInterruptible && !place.is_uninterrupted)
            throw new NoInterruptibleRoomError('no capacity');
          if (refusal) throw new CaptureNotLaunchedError(refusal);
          const there = tasks.find((task) => task.place?.id === place.id);
          const task = there ?? runWarm(place);
          if (!there) tasks.push(task);
          return { task_id: task.task_id };
        },
      }),
    },
  };
  const launcher = createWarmLauncher({ launcher: platform, warmTasks, clock, pause, warm_tasks, isOnSpot });
  const ended = createWarmTaskEnded({ warmTasks });

  return {
    clock,
    stored,
    tasks,
    /** What went wrong while tasks were kept warm. */
    faults,
    during,
    /** Lets so many seconds pass, with all that happens in them. */
    async pass(seconds: number): Promise<void> {
      await during(pause(seconds * 1000));
      await turn();
    },
    /** The same, for a long time, in which nobody does anything until its end. */
    async sleep(seconds: number): Promise<void> {
      clock.advance(seconds);
      await during(pause(2_000));
    },
    launch: (order: DatedOrder) => during(launcher.launch(order)),
    /** Several at once. */
    launchAll: (orders: readonly DatedOrder[]) => during(Promise.all(orders.map((order) => launcher.launch(order)))),
    keep: (wanted: WarmCounts = warm_tasks): Promise<Kept[]> =>
      during(
        createKeepWarm({
          launcher: platform,
          warmTasks,
          turns: { take: async () => undefined },
          clock,
          newId: () => {
            ids += 1;
            return String(ids);
          },
          warm_tasks: wanted,
          onFault: (error, load) => faults.push({ load, error }),
        })(),
      ),
    /** The platform tells that a task has ended, or is about to. */
    ended: (task: PoolTask): Promise<CaptureOrder | undefined> =>
      during(task.place ? ended(task.place) : Promise.resolve(task.order)),
    waiting: (load: CaptureLoad = '720p') => warmTaskRepository(stored).waiting(load),
    /** Tasks that live, and have nothing to do. */
    idle: (): PoolTask[] => tasks.filter(({ isAlive, order }) => isAlive && !order),
    deploy: (definition: string): void => {
      made_of = definition;
    },
    refuse: (reason?: string): void => {
      refusal = reason;
    },
    /** From now on there is no room for tasks that may be interrupted, or there is. */
    refuseInterruptible: (isRefused: boolean): void => {
      hasInterruptible = !isRefused;
    },
  };
};
export type WarmWorld = ReturnType<typeof warmWorld>;

/** What became of three bots that are waited for, two of which there are tasks for. */
export interface PoolOutcome {
  readonly world: WarmWorld;
  readonly answers: readonly string[];
}

/** Asks again after a fault, as whatever calls functions does. */
const insisting = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Error && error.message === 'connection lost') || tries > 3) throw error;
    }
  }
};

/** A pool is filled, gives two bots their tasks, loses one of these, and is filled again. */
export const livePool = async (gate: Gate): Promise<PoolOutcome> => {
  const world = warmWorld({ gate, warm_tasks: { '720p': 2 } });
  const keep = async (): Promise<void> => {
    await world.keep();
    for (const { error } of world.faults.splice(0)) throw error;
  };
  await insisting(keep);
  await insisting(keep);
  await world.pass(2);
  const answers: string[] = [];
  for (const number of [1, 2, 3]) answers.push((await insisting(() => world.launch(anOrder(number)))).task_id);
  await world.pass(5);
  for (const task of world.tasks.filter(({ isAlive, place }) => !isAlive && place))
    await insisting(() => world.ended(task));
  await insisting(keep);
  await insisting(keep);
  await world.pass(2);
  return { world, answers };
};

/** Every bot has the task that was answered, and no other; as many wait as are wanted, and whoever waits can be found. */
export const expectPool = async ({ world, answers }: PoolOutcome): Promise<void> => {
  const held = world.tasks.flatMap(({ task_id, order }) => (order ? [`${order.bot_id} ${task_id}`] : []));
  assert.deepEqual(held.toSorted(), answers.map((task_id, i) => `bot_${i + 1} ${task_id}`).toSorted());
  const waiting = (await world.waiting()).map(({ task_id }) => task_id);
  assert.deepEqual(
    waiting.toSorted(),
    world
      .idle()
      .map(({ task_id }) => task_id)
      .toSorted(),
  );
  assert.equal(waiting.length, 2);
};
