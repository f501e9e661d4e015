/** Tells tasks that a bot has lost from those that ended with their service. */
import { captureTaskRepository } from '../../../storage/bots/capture-tasks.ts';
import type { LocalDatabase } from '../database.ts';
import { sqliteTable } from '../table.ts';
import { captureTasks } from './tasks.ts';

/** Before a service begins: each task that has ended, and was not told of by the one before it, ended with that or since. */
export const excuseTasks = async (database: LocalDatabase): Promise<void> => {
  const rows = captureTasks(database);
  const tasks = captureTaskRepository(sqliteTable(database));
  for (const { id, order } of rows.unreported()) {
    if (!rows.running(id)) await tasks.note(order, order.attempt, { ended_with_service: true });
  }
};
