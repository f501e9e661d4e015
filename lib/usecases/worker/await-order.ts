import { heartbeatEverySeconds } from '../../domain/bot/capture-task.ts';
import { isWorn, type WarmPlace } from '../../domain/bot/warm-task.ts';
import type { CaptureOrder } from '../../ports/capture-order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Pause } from '../../process/pause.ts';
import type { WarmTaskRepository } from '../../storage/warm-tasks.ts';

export interface AwaitOrderPorts {
  readonly warmTasks: Pick<WarmTaskRepository, 'note' | 'withdraw' | 'orderOf' | 'take'>;
  readonly clock: Clock;
  readonly pause: Pause;
  /** Hears what cannot be asked or told at present. */
  log(message: string, details?: { error?: unknown }): void;
}

/** One read of the table: it costs 0.33 USD a month, and an order is heard of within a second. */
const lookEveryMs = 1_000;

/**
 * Tells that a warm task is ready, and goes on telling it, until there is an order for it, which it answers. Answers undefined when
 * there is none to come: the task was withdrawn, has waited for hours, or the signal said that it is to end, and from then on it
 * is given none. What cannot be asked is asked again.
 */
export const createAwaitOrder =
  ({ warmTasks, clock, pause, log }: AwaitOrderPorts) =>
  async (place: WarmPlace, signal: AbortSignal): Promise<CaptureOrder | undefined> => {
    const launched_at = clock.now().toISOString();
    let told_ms = Number.NEGATIVE_INFINITY;

    const order = async (): Promise<CaptureOrder | undefined> => {
      const found = await warmTasks.orderOf(place);
      if (!found || !(await warmTasks.take(place))) return undefined;
      const { taken: _, ...given } = found;
      return given;
    };

    /** Answers false when the task does not wait any more. */
    const tell = async (): Promise<boolean> => {
      const now = clock.now();
      if (now.getTime() - told_ms < heartbeatEverySeconds * 1000) return true;
      const isWaiting = await warmTasks.note(place, { heartbeat_at: now.toISOString() });
      if (isWaiting) told_ms = now.getTime();
      return isWaiting;
    };

    // Where nobody keeps tasks warm any more, nobody else ends it.
    while (!signal.aborted && !isWorn({ launched_at }, clock.now())) {
      try {
        const given = await order();
        if (given) return given;
        // It may have been given one since.
        if (!(await tell())) return await order();
      } catch (error) {
        log('it cannot be told whether there is an order', { error });
      }
      await pause(lookEveryMs, signal);
    }
    const isOver = await warmTasks.withdraw(place);
    // An order that a task is given while it is ended is taken back by whoever hears of its end, or waits for it in vain.
    return isOver || signal.aborted ? undefined : order();
  };
