/** Removes what nobody needs any more. */
import { setImmediate as turn } from 'node:timers/promises';
import { isOfSpare, logsFolder } from '../../adapters/local/capture/workers.ts';
import type { LocalDatabase } from '../../adapters/local/database.ts';
import { sweepDrafts } from '../../adapters/local/media-store.ts';
import { removeOld } from '../../adapters/local/old-files.ts';
import { slowWebhookQueue, webhookQueue } from '../../adapters/local/queue.ts';
import { removeExpired, sqliteTable } from '../../adapters/local/table.ts';
import { isOfCaptured } from '../../domain/webhook/webhook.ts';
import { WebhookMessage } from '../../domain/webhook/webhook-delivery.ts';
import { tellBuiltInUse } from '../../process/disk/built-folder.ts';
import { webhookDeliveryRepository } from '../../storage/webhooks/webhook-deliveries.ts';
import { startTimer } from './timer.ts';

const dayMs = 24 * 3600 * 1000;
const everySeconds = 600;
/** So long is known what became of a capture task, and what it logged. */
const taskDays = 90;

// As long as AWS keeps them: a dead letter in our queue, the name of an execution.
const oldRows: readonly [sql: string, days: number][] = [
  ['DELETE FROM messages WHERE dead_since < ?', 30],
  ['DELETE FROM executions WHERE ended_at < ?', 90],
  ['DELETE FROM capture_tasks WHERE reported_at < ?', taskDays],
];

/** Webhooks that were given up and hold what was said go when that was deleted; those of states stay. */
const removeForgotten = async (database: LocalDatabase): Promise<void> => {
  const { isForgotten } = webhookDeliveryRepository(sqliteTable(database));
  for (const queue of [webhookQueue(database), slowWebhookQueue(database)]) {
    for (const { id, body } of queue.deadLetters()) {
      const { success, data } = WebhookMessage.safeParse(body);
      if (!success) continue;
      const left = data.deliveries.filter((delivery) => !isOfCaptured(delivery));
      if (left.length === data.deliveries.length || !(await isForgotten(data))) continue;
      if (left.length === 0) queue.removeDeadLetter(id);
      else queue.rewriteDeadLetter(id, { ...data, deliveries: left });
    }
  }
};

const clean = async (database: LocalDatabase, now: Date): Promise<void> => {
  // Of a machine that was off for weeks it is a great deal: whoever asks the service for something has a turn between.
  while (removeExpired(database, now) > 0) {
    await turn();
    if (!database.isOpen) return;
  }
  for (const [sql, days] of oldRows) database.run(sql, now.getTime() - days * dayMs);
  await removeForgotten(database);
  // Other programs may remove what is not in use: that is told, whatever cannot be removed here.
  await tellBuiltInUse();
  await sweepDrafts(database.folder, now);
  await removeOld(logsFolder(database.folder), { oldest_ms: taskDays * dayMs, isKept: isOfSpare }, now);
};

/** Cleans up now and then, as long as the service runs. */
export const startHousekeeping = (database: LocalDatabase, onFault: (error: unknown) => void): Disposable =>
  startTimer(everySeconds, () => clean(database, new Date()), onFault);
