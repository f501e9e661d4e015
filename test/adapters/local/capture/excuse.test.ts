import { describe, expect, it } from 'vitest';
import { excuseTasks } from '../../../../lib/adapters/local/capture/excuse.ts';
import { captureTasks, idOf } from '../../../../lib/adapters/local/capture/tasks.ts';
import { type LocalDatabase, openDatabase } from '../../../../lib/adapters/local/database.ts';
import { sqliteTable } from '../../../../lib/adapters/local/table.ts';
import type { CaptureTask } from '../../../../lib/domain/bot/capture-task.ts';
import { captureTaskRepository } from '../../../../lib/storage/bots/capture-tasks.ts';
import { aDataFolder } from '../../../lab/hosts/data-folder.ts';

const launched_at = '2026-03-02T09:00:00.000Z';
const order = { project_id: 'prj_1', bot_id: 'bot_1', attempt: 2, mode: 'capture' } as const;
const id = idOf(order);

/** The task of a bot when its service is started again; `happen` is what became of it until then. */
const taskAfterStart = async (
  happen: (database: LocalDatabase) => void,
  attempt: number = order.attempt,
): Promise<CaptureTask | undefined> => {
  await using folder = await aDataFolder();
  const database = openDatabase(folder.path);
  using _ = { [Symbol.dispose]: () => database.close() };
  const tasks = captureTaskRepository(sqliteTable(database));
  captureTasks(database).noteStarted(id, order, process.pid, new Date(launched_at));
  await tasks.claim(order, { attempt, lost: 1, mode: 'capture', launched_at }, undefined);
  happen(database);
  await excuseTasks(database);
  return tasks.get(order);
};

const goAway = (database: LocalDatabase): void =>
  void database.run(`UPDATE capture_tasks SET process_started = 'of another'`);
const stop = (database: LocalDatabase): void =>
  captureTasks(database).noteStopped(id, new Date('2026-03-02T09:01:00.000Z'), 'killed by SIGTERM');

describe('a service that is started again', () => {
  it.each([
    ['was stopped with it', stop],
    ['ended while it did not run', goAway],
  ])('counts no task as lost that %s', async (_, happen) => {
    expect(await taskAfterStart(happen)).toMatchObject({ ended_with_service: true });
  });

  it.each<[string, (database: LocalDatabase) => void, number?]>([
    ['goes on', () => undefined],
    [
      'was lost before, and told',
      (database) => {
        stop(database);
        database.run('UPDATE capture_tasks SET reported_at = 1');
      },
    ],
    ['has another one in its place', stop, 3],
  ])('excuses none that %s', async (_, happen, attempt) => {
    expect(await taskAfterStart(happen, attempt)).not.toHaveProperty('ended_with_service');
  });
});
