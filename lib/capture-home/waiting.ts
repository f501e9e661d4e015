/** What a capture worker does that was started before there was a bot for it. */
import { openTable } from '#adapters/table.ts';
import type { WarmPlace } from '../domain/bot/warm-task.ts';
import type { CaptureOrder } from '../ports/capture-order.ts';
import { systemClock } from '../ports/clock.ts';
import { log } from '../process/log.ts';
import { pause } from '../process/pause.ts';
import { warmTaskRepository } from '../storage/warm-tasks.ts';
import { createAwaitOrder } from '../usecases/worker/await-order.ts';
import type { GetReady, Join } from './joining.ts';

/** Gets ready, waits until there is a bot, and runs it. Nothing is run when there is none to come any more. */
export const waitForBot = async (
  place: WarmPlace,
  getReady: GetReady,
  run: (order: CaptureOrder, join: Join) => Promise<void>,
): Promise<void> => {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  // Not once: told again, it would be killed instead.
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  await using ready = await getReady(place.load);
  log.info('capture worker waits for a bot', { ...place });
  const awaitOrder = createAwaitOrder({
    warmTasks: warmTaskRepository(openTable()),
    clock: systemClock,
    pause,
    log: (message, { error } = {}) => log.warn(message, {}, error),
  });
  const order = await awaitOrder(place, stop.signal);
  process.off('SIGTERM', end);
  process.off('SIGINT', end);
  if (order && !stop.signal.aborted) {
    await run(order, ready.join);
    return;
  }
  const message = order
    ? 'capture worker is stopped, and leaves its bot to another one'
    : 'capture worker waits no more, and has no bot';
  log.info(message, { ...place, ...(order && { bot_id: order.bot_id }) });
};
