import type { WarmPlace } from '../../domain/bot/warm-task.ts';
import type { CaptureOrder } from '../../ports/capture-order.ts';
import type { WarmTaskRepository } from '../../storage/warm-tasks.ts';

/**
 * A warm task has ended, or is about to: it is given no bot any more. Answers the order that it had heard of; an order that it had
 * not is taken back, and whoever gave it launches another task. Safe to repeat, until the order is forgotten.
 */
export const createWarmTaskEnded =
  ({ warmTasks }: { readonly warmTasks: Pick<WarmTaskRepository, 'withdraw' | 'revoke' | 'orderOf'> }) =>
  async (place: WarmPlace): Promise<CaptureOrder | undefined> => {
    await warmTasks.withdraw(place);
    await warmTasks.revoke(place);
    return warmTasks.orderOf(place);
  };
