import { isReady, type WarmCounts } from '../../domain/bot/warm-task.ts';
import type { CaptureLauncher, WarmLauncher } from '../../ports/capture-launcher.ts';
import type { DatedOrder } from '../../ports/capture-order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Pause } from '../../process/pause.ts';
import type { WarmClaim, WarmTaskRepository } from '../../storage/warm-tasks.ts';

export interface WarmLauncherPorts {
  readonly launcher: CaptureLauncher;
  readonly warmTasks: Pick<WarmTaskRepository, 'waiting' | 'claim' | 'claimOf' | 'orderOf' | 'revoke'>;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly warm_tasks: WarmCounts;
  /** Whether tasks may be interrupted, warm ones too: only the first task for a bot's appointment may be one of these. */
  readonly isOnSpot: boolean;
}

/** A warm task looks for its order each second. One that has not heard of it by then hangs, or is dead and ECS has not said so. */
const heardWithinMs = 10_000;
const lookEveryMs = 200;

/**
 * A launcher that gives bots that somebody waits for a task that is there already, where one is, and launches the others. Each
 * task is given to one bot, and each order to one task, however many functions ask and however often; a task that does not hear of
 * its order within seconds is not its bot's, for which one is launched then. Costs a read of the tasks that wait, a write
 * of three items, and some reads until the task has heard of it.
 */
export const createWarmLauncher = (ports: WarmLauncherPorts): CaptureLauncher => {
  const { launcher, warmTasks, clock, pause, warm_tasks, isOnSpot } = ports;
  const { warm } = launcher;
  if (!warm || !Object.values(warm_tasks).some((count) => count > 0)) return launcher;

  /** Scheduled bots are staged long before they are waited for, and what only finishes a recording keeps nobody waiting. */
  const isFor = ({ load, urgency, mode, attempt, is_anew }: DatedOrder): boolean =>
    load !== undefined &&
    (warm_tasks[load] ?? 0) > 0 &&
    urgency === 'immediate' &&
    mode === 'capture' &&
    (attempt === 1 || is_anew || !isOnSpot);

  const claim = async (order: DatedOrder, { madeOf }: WarmLauncher): Promise<WarmClaim | undefined> => {
    const earlier = await warmTasks.claimOf(order);
    if (earlier || order.load === undefined) return earlier;
    const made_of = madeOf(order.load);
    const ready = (await warmTasks.waiting(order.load))
      .filter((task) => isReady(task, made_of, clock.now()))
      // Whoever was heard of last is the most likely to be alive.
      .toSorted((a, b) => (b.heartbeat_at ?? '').localeCompare(a.heartbeat_at ?? ''));
    for (const { load, id, task_id = '' } of ready) {
      const one = { load, id, task_id };
      if (await warmTasks.claim(one, order, clock.now())) return one;
      // It was another bot's, or the same order was made twice at once.
      const same = await warmTasks.claimOf(order);
      if (same) return same;
    }
    return undefined;
  };

  /** Whether the task has heard of its order. Otherwise it does not do so any more. */
  const isHeard = async (place: WarmClaim): Promise<boolean> => {
    for (const until_ms = clock.now().getTime() + heardWithinMs; clock.now().getTime() < until_ms; ) {
      const order = await warmTasks.orderOf(place);
      if (!order) return false;
      if (order.taken) return true;
      await pause(lookEveryMs);
    }
    return !(await warmTasks.revoke(place)) && (await warmTasks.orderOf(place)) !== undefined;
  };

  return {
    ...launcher,
    async launch(order) {
      const claimed = isFor(order) ? await claim(order, warm) : undefined;
      if (claimed && (await isHeard(claimed))) return { task_id: claimed.task_id };
      return launcher.launch(order);
    },
  };
};
