/** Speaks for capture tasks that could not say that they are alive, as their machine slept. */
import { captureTaskRepository } from '../../../storage/bots/capture-tasks.ts';
import type { LocalDatabase } from '../database.ts';
import { sqliteTable } from '../table.ts';
import { captureTasks } from './tasks.ts';

/** Notes a heartbeat now for each task that has told one before and whose process is there. */
export const vouchForTasks = async (database: LocalDatabase, now: Date): Promise<void> => {
  const rows = captureTasks(database);
  const tasks = captureTaskRepository(sqliteTable(database));
  for (const { id, order } of rows.unended()) {
    const task = rows.running(id) && (await tasks.get(order));
    if (task?.attempt !== order.attempt || task.heartbeat_at === undefined || task.stopped_at !== undefined) continue;
    await tasks.note(order, order.attempt, { heartbeat_at: now.toISOString() });
  }
};
