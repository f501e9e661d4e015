import { describe, expect, it } from 'vitest';
import { captureTasks, idOf } from '../../../../lib/adapters/local/capture/tasks.ts';
import { vouchForTasks } from '../../../../lib/adapters/local/capture/vouch.ts';
import { openDatabase } from '../../../../lib/adapters/local/database.ts';
import { sqliteTable } from '../../../../lib/adapters/local/table.ts';
import { type CaptureTask, isAtWork } from '../../../../lib/domain/bot/capture-task.ts';
import { captureTaskRepository } from '../../../../lib/storage/bots/capture-tasks.ts';
import { aDataFolder } from '../../../lab/hosts/data-folder.ts';

const launched = new Date('2026-03-02T09:00:00.000Z');
const woken = new Date('2026-03-02T11:00:00.000Z');
const heard: Partial<CaptureTask> = { task_id: 'bot_1-1-capture', heartbeat_at: '2026-03-02T09:30:00.000Z' };

/** Whether a bot's task, its process started as its first attempt, is at work after a sleep. */
const isAtWorkThen = async (noted: Partial<CaptureTask>, isThere = true): Promise<boolean> => {
  await using folder = await aDataFolder();
  const database = openDatabase(folder.path);
  const rows = captureTasks(database);
  const tasks = captureTaskRepository(sqliteTable(database));
  const order = { project_id: 'prj_1', bot_id: 'bot_1', attempt: 1, mode: 'capture' } as const;
  rows.noteStarted(idOf(order), order, process.pid, launched);
  if (!isThere) database.run(`UPDATE capture_tasks SET process_started = 'of another'`);
  const task = { attempt: 1, lost: 0, mode: 'capture', launched_at: launched.toISOString(), ...noted } as const;
  await tasks.claim(order, task, undefined);
  await vouchForTasks(database, woken);
  const found = await tasks.get(order);
  database.close();
  expect(found).toEqual({ ...task, ...(found?.heartbeat_at && { heartbeat_at: found.heartbeat_at }) });
  return isAtWork(found, woken);
};

describe('after a sleep of its machine', () => {
  it('a capture task is at work whose process is there', async () => {
    expect(await isAtWorkThen(heard)).toBe(true);
  });

  it.each<[string, Partial<CaptureTask>, boolean?]>([
    ['whose process is gone', heard, false],
    ['that was never heard of', { task_id: 'bot_1-1-capture' }],
    ['that was replaced', { ...heard, attempt: 2 }],
    ['that was stopped', { ...heard, stopped_at: '2026-03-02T09:31:00.000Z' }],
  ])('none is at work %s', async (_, noted, isThere) => {
    expect(await isAtWorkThen(noted, isThere)).toBe(false);
  });
});
