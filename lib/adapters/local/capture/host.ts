/**
 * Capture tasks as processes of one machine: starts as many as there is room for and has the others wait for their turn.
 * It replaces none: that is decided by whoever hears of their ends, which `startCaptureReports` tells. Tasks outlive the
 * service when that is killed; rows tell who they are, and who waits.
 */
import { fileURLToPath } from 'node:url';
import type { CaptureLauncher } from '../../../ports/capture-launcher.ts';
import { type CaptureOrder, type DatedOrder, printOrder } from '../../../ports/capture-order.ts';
import { type Clock, systemClock } from '../../../ports/clock.ts';
import { log } from '../../../process/log.ts';
import { signalGroup } from '../../../process/signal-group.ts';
import type { LocalDatabase } from '../database.ts';
import { endTask, endTasks } from './end-tasks.ts';
import { type Occupant, type PlacedOrder, placesTaken, whyItWaits } from './places.ts';
import { captureQueue, type WaitingOrder } from './queue.ts';
import { captureTasks, idOf, type RunningTask } from './tasks.ts';
import type { WorkerProcess } from './worker-process.ts';
import { createWorkers, logsFolder } from './workers.ts';

const lookAtAdoptedMs = 1_000;
/** A start is over after so long at the latest, whatever became of it. */
const longestStartMs = 20_000;
/** A task says within this time of its start that it is alive. */
const pendingForMs = 60_000;
const tryAgainAfterMs = 5_000;
const captureWorker = fileURLToPath(new URL('../../../../bin/workers/capture-worker.ts', import.meta.url));

export interface CaptureHostOptions {
  /** So many bots may be in meetings at a time, and so many may start at a time. Without a number, all. */
  readonly places?: number;
  readonly starts?: number;
  /** Whether a worker is kept ready ahead of its order. */
  readonly keeps_spare?: boolean;
  /** The worker's program. */
  readonly program?: string;
  readonly clock?: Clock;
  /** How long a task that is told to stop may take. */
  readonly stop_timeout_seconds?: number;
}

export interface CaptureHost extends CaptureLauncher {
  readonly places: number;
  /** Whether a task of the bot is being carried out. */
  isHeld(botId: string): boolean;
  /** How many bots are captured, and the bots that wait, in turn. */
  use(): { readonly taken: number; readonly waiting: readonly string[] };
  /** Calls the listener for each task that waits to be relieved, of those that this process has started. */
  onWarned(listener: (id: string, order: CaptureOrder) => void): void;
  /** Takes over what an earlier process of the service left: tasks that are alive, and orders that wait. */
  open(): void;
  /** Ends all tasks: asks them, waits for at most so long, then ends them. Who waits does so for the next process. */
  close(grace_ms: number): Promise<void>;
}

interface Task extends Occupant {
  isStarting: boolean;
  isThrough: boolean;
  readonly started_at_ms: number;
}

export const createCaptureHost = (database: LocalDatabase, options: CaptureHostOptions = {}): CaptureHost => {
  const { program = captureWorker, keeps_spare = false, clock = systemClock, stop_timeout_seconds = 30 } = options;
  const { places = Number.POSITIVE_INFINITY, starts = Number.POSITIVE_INFINITY } = options;
  const rows = captureTasks(database);
  const queue = captureQueue(database);
  const workers = createWorkers({ program, logs: logsFolder(database.folder), keeps_spare });
  const tasks = new Map<string, Task>();
  const listeners = new Set<(id: string, order: CaptureOrder) => void>();
  let isOpen = true;

  const whyNotNow = (order: PlacedOrder): string | undefined =>
    whyItWaits(order, [...tasks.values()], { places, starts });
  const waitingNow = (): WaitingOrder[] => queue.waiting([...tasks.values()]);

  const enter = (id: string, order: PlacedOrder, isStarting: boolean): Task => {
    const task = { order, isStarting, isThrough: false, started_at_ms: clock.now().getTime() };
    tasks.set(id, task);
    return task;
  };

  /** Somebody takes less room than before. */
  const giveTurns = (): void => {
    if (!isOpen || !database.isOpen) return;
    for (const waiting of waitingNow()) if (!tasks.has(waiting.id) && !whyNotNow(waiting.order)) giveTurn(waiting);
    workers.prepare();
  };

  const settle = (task: Task, isThrough = task.isThrough): void => {
    task.isStarting = false;
    task.isThrough = isThrough;
    giveTurns();
  };

  const follow = (id: string, task: Task, worker: WorkerProcess): void => {
    const late = setTimeout(settle, longestStartMs, task).unref();
    worker.onSign((sign) => {
      if (sign === 'arrived') settle(task);
      if (sign === 'through') settle(task, true);
      if (sign === 'warned') for (const listener of listeners) listener(id, task.order);
    });
    void worker.ended.then(({ reason, exit_code }) => {
      clearTimeout(late);
      rows.noteStopped(id, clock.now(), reason, exit_code);
      tasks.delete(id);
      giveTurns();
    });
  };

  /** @throws CaptureNotLaunchedError when no process can be started, DiskFullError when it cannot be noted */
  const begin = async (id: string, order: PlacedOrder): Promise<void> => {
    const task = enter(id, order, true);
    let worker: WorkerProcess | undefined;
    try {
      worker = await workers.start(id);
      rows.noteStarted(id, order, worker.pid, clock.now());
      queue.remove(id);
    } catch (error) {
      // Nobody would know of it, and the order would start another.
      worker?.kill('its start could not be noted');
      tasks.delete(id);
      throw error;
    }
    follow(id, task, worker);
    worker.order(printOrder(order));
  };

  const giveTurn = ({ id, order, asked_at }: WaitingOrder): void => {
    const waited_s = Math.round((clock.now().getTime() - asked_at.getTime()) / 1000);
    begin(id, order).then(
      () => log.info('a bot has its turn', { bot_id: order.bot_id, waited_s }),
      (error) => {
        log.warn('a bot whose turn it is could not be started', { bot_id: order.bot_id }, error);
        setTimeout(giveTurns, tryAgainAfterMs).unref();
      },
    );
  };

  const use: CaptureHost['use'] = () => ({
    taken: placesTaken([...tasks.values()]),
    waiting: waitingNow().map(({ order }) => order.bot_id),
  });

  const wait = (id: string, order: DatedOrder, reason: string): void => {
    queue.add(id, order, clock.now());
    log.info('a bot waits for its turn', { bot_id: order.bot_id, reason, waiting: use().waiting.length });
  };

  /** Looks after a task of an earlier process of the service: only the parent of a process is told of its end. */
  const adopt = ({ id, order, pid }: RunningTask): void => {
    enter(id, order, false);
    const watched = workers.watch.add({ pid, kill: () => signalGroup(pid, 'SIGKILL') });
    const look = (): void => {
      if (database.isOpen && rows.running(id)) return;
      clearInterval(timer);
      watched[Symbol.dispose]();
      rows.noteStopped(id, clock.now(), 'its process is gone');
      tasks.delete(id);
      giveTurns();
    };
    const timer = setInterval(look, lookAtAdoptedMs).unref();
    look();
  };

  return {
    places,
    isHeld: (botId) => [...tasks.values()].some(({ order }) => order.bot_id === botId),
    use,
    launch: async (order) => {
      // The same order asked for twice, as a repeated function does, starts one task.
      const id = idOf(order);
      if (tasks.has(id) || rows.isKnown(id) || queue.has(id)) return { task_id: id };
      const reason = whyNotNow(order);
      if (reason === undefined) await begin(id, order);
      else wait(id, order, reason);
      return { task_id: id };
    },
    isPending: async (id) => {
      const task = tasks.get(id);
      return queue.has(id) || (task !== undefined && clock.now().getTime() - task.started_at_ms < pendingForMs);
    },
    stop: async (id) => {
      queue.remove(id);
      endTask(rows, id, stop_timeout_seconds * 1000);
    },
    onWarned: (listener) => void listeners.add(listener),
    open: () => {
      for (const task of rows.unended()) if (!tasks.has(task.id)) adopt(task);
      giveTurns();
    },
    close: async (grace_ms) => {
      isOpen = false;
      workers[Symbol.dispose]();
      await endTasks(rows, grace_ms);
    },
  };
};
