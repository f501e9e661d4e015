import { type CaptureLoad, captureLoads } from '../../domain/bot/capture-load.ts';
import { standingOf, type WarmCounts, type WarmTask } from '../../domain/bot/warm-task.ts';
import { CaptureNotLaunchedError } from '../../domain/errors.ts';
import { type CaptureLauncher, NoInterruptibleRoomError, type WarmLauncher } from '../../ports/capture-launcher.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WarmTaskRepository } from '../../storage/warm-tasks.ts';
import type { LaunchTurns } from './launch-turns.ts';

export interface KeepWarmPorts {
  readonly launcher: Pick<CaptureLauncher, 'stop' | 'warm'>;
  readonly warmTasks: Pick<WarmTaskRepository, 'waiting' | 'add' | 'note' | 'withdraw'>;
  readonly turns: LaunchTurns;
  readonly clock: Clock;
  /** A name that no task has had. */
  readonly newId: () => string;
  readonly warm_tasks: WarmCounts;
  /** Told of a load whose tasks could not be seen to. */
  readonly onFault: (error: unknown, load: CaptureLoad) => void;
}

/** What became of the tasks of a load. */
export interface Kept {
  readonly load: CaptureLoad;
  readonly waiting: number;
  readonly started: number;
  readonly ended: number;
  /** Why fewer wait than are wanted. */
  readonly refused?: string;
}

/** By which warm tasks share the launches of a second with the bots of projects. */
const poolProject = 'warm';

/**
 * Sees to it that as many tasks wait for bots as are wanted: ends those that are silent, old or of an older deployment, and
 * starts what is missing. Level-triggered and safe to repeat; called twice at once it may start too many, of which it ends
 * what is too much when it is called again. A task that was given a bot is not among those that wait, and is left alone.
 */
export const createKeepWarm = (ports: KeepWarmPorts) => {
  const { launcher, warmTasks, turns, clock, newId, warm_tasks, onFault } = ports;

  /** Not one that was given a bot meanwhile. */
  const end = async (task: WarmTask): Promise<boolean> => {
    const isOurs = await warmTasks.withdraw(task);
    // One whose id was never known, ends when it finds that it is not among those that wait.
    if (isOurs && task.task_id !== undefined) await launcher.stop(task.task_id);
    return isOurs;
  };

  const begin = async (task: WarmTask, warm: WarmLauncher): Promise<void> => {
    try {
      const { task_id } = await warm.start(task);
      await warmTasks.note(task, { task_id });
    } catch (error) {
      if (error instanceof CaptureNotLaunchedError) await warmTasks.withdraw(task);
      if (!(error instanceof NoInterruptibleRoomError)) throw error;
      // In a place of its own: who comes to this one after all finds that it waits no more.
      const another = { ...task, id: newId(), is_uninterrupted: true } as const;
      await warmTasks.add(another);
      await begin(another, warm);
    }
  };

  const keep = async (load: CaptureLoad, warm: WarmLauncher): Promise<Kept> => {
    const wanted = warm_tasks[load] ?? 0;
    const made_of = warm.madeOf(load);
    const all = (await warmTasks.waiting(load)).toSorted((a, b) => b.launched_at.localeCompare(a.launched_at));
    const standing = Map.groupBy(all, (task) => standingOf(task, made_of, clock.now()));
    const waits = standing.get('waits') ?? [];
    let ended = 0;
    for (const task of [...waits.slice(wanted), ...(standing.get('over') ?? [])]) if (await end(task)) ended += 1;
    const kept = waits.slice(0, wanted);
    const missing = Array.from({ length: wanted - kept.length });
    let started = 0;
    try {
      // Whoever started these did not come back with their ids: the same place again starts no second task.
      for (const task of kept) if (task.task_id === undefined) await begin(task, warm);
      for (const _ of missing) {
        await turns.take(poolProject, 'scheduled');
        const task = { load, id: newId(), made_of, launched_at: clock.now().toISOString() };
        await warmTasks.add(task);
        await begin(task, warm);
        started += 1;
      }
    } catch (error) {
      if (!(error instanceof CaptureNotLaunchedError)) throw error;
      return { load, waiting: kept.length, started, ended, refused: error.message };
    }
    return { load, waiting: kept.length, started, ended };
  };

  return async (): Promise<Kept[]> => {
    const { warm } = launcher;
    if (!warm) return [];
    const kept: Kept[] = [];
    // What is wrong with the tasks of one load keeps no others from being started.
    for (const load of captureLoads) {
      await keep(load, warm).then(
        (one) => kept.push(one),
        (error: unknown) => onFault(error, load),
      );
    }
    return kept;
  };
};
