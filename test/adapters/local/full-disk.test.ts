import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { processCaptureLauncher, stopCaptureTasks } from '../../../lib/adapters/local/capture-launcher.ts';
import { type LocalDatabase, openDatabase } from '../../../lib/adapters/local/database.ts';
import { startOfProcess } from '../../../lib/adapters/local/process-identity.ts';
import { DiskFullError } from '../../../lib/domain/errors.ts';
import { aDataFolder } from '../../support/data-folder.ts';

const program = fileURLToPath(new URL('fixtures/worker.ts', import.meta.url));
const order = { project_id: 'prj_1', bot_id: 'bot_1', attempt: 1, mode: 'capture' } as const;

/** The same database, which refuses to write while the disk is full. */
const onDisk = (database: LocalDatabase, disk: { isFull: boolean }): LocalDatabase =>
  Object.create(database, {
    run: {
      value: (...input: Parameters<LocalDatabase['run']>) => {
        if (disk.isFull) throw new DiskFullError(database.folder);
        return database.run(...input);
      },
    },
  });

const scene = (test: (database: LocalDatabase) => Promise<void>) => async (): Promise<void> => {
  await using folder = await aDataFolder();
  const database = openDatabase(folder.path);
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => database.close());
  cleanUp.defer(() => stopCaptureTasks(database, 0));
  await test(database);
};

describe('on a full disk of one machine', () => {
  it(
    'the database says where to make room, and takes what comes once there is some',
    scene(async (database) => {
      const [{ max_page_count } = {}] = database.all('PRAGMA max_page_count');
      database.all('PRAGMA max_page_count = 1');
      const write = (): unknown =>
        database.run('INSERT INTO media_types (name, content_type) VALUES (?, ?)', 'a', 'x'.repeat(1_000_000));
      const reason = `the disk of the data folder ${database.folder} is full: make room on it`;
      expect(write).toThrow(new DiskFullError(database.folder));
      expect(() => database.transaction(write)).toThrow(reason);
      database.all(`PRAGMA max_page_count = ${max_page_count}`);
      expect(database.transaction(write)).toBe(1);
    }),
  );

  it(
    'the end of a capture task is noted later',
    scene(async (database) => {
      const disk = { isFull: false };
      const { task_id } = await processCaptureLauncher(onDisk(database, disk), { program }).launch(order);
      const { pid } = database.get('SELECT pid FROM capture_tasks') ?? {};
      disk.isFull = true;
      process.kill(Number(pid), 'SIGKILL');
      await expect.poll(() => startOfProcess(Number(pid))).toBeUndefined();
      expect(database.get('SELECT stopped_at FROM capture_tasks')?.stopped_at).toBeNull();
      disk.isFull = false;
      await expect
        .poll(() => database.get('SELECT id, stopped_reason FROM capture_tasks'), { timeout: 5_000 })
        .toEqual({ id: task_id, stopped_reason: 'killed by SIGKILL' });
    }),
  );

  it(
    'no capture task is started that nobody would know of',
    scene(async (database) => {
      const launcher = processCaptureLauncher(onDisk(database, { isFull: true }), { program });
      await expect(launcher.launch(order)).rejects.toThrow(DiskFullError);
      expect(database.all('SELECT id FROM capture_tasks')).toEqual([]);
      const log = join(database.folder, 'logs', 'bot_1-1-capture.log');
      expect(existsSync(log) && (await readFile(log, 'utf8'))).toBe('');
    }),
  );
});
