import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createCaptureHost } from '../../../lib/adapters/local/capture/host.ts';
import { startOfProcess } from '../../../lib/adapters/local/capture/process-identity.ts';
import { type LocalDatabase, openDatabase } from '../../../lib/adapters/local/database.ts';
import { sqliteLifecycleExecution } from '../../../lib/adapters/local/lifecycle-execution.ts';
import { parseStateMachine } from '../../../lib/adapters/local/state-machine/definition.ts';
import { stateMachine } from '../../../lib/adapters/local/state-machine/machine.ts';
import { startExecutions } from '../../../lib/adapters/local/state-machine/runner.ts';
import { DiskFullError } from '../../../lib/domain/errors.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';
import { aSmallDisk, whyNoSmallDisk } from '../../lab/hosts/small-disk.ts';

const program = fileURLToPath(new URL('capture/fixtures/worker.ts', import.meta.url));
const join_at = '2026-03-02T09:00:00.000Z';
const order = { project_id: 'prj_1', bot_id: 'bot_1', attempt: 1, mode: 'capture', join_at } as const;

/** The same database, which refuses to write while the disk is full. */
const onDisk = (database: LocalDatabase, disk: { isFull: boolean }): LocalDatabase => {
  const refusing =
    <I extends unknown[], O>(write: (...input: I) => O) =>
    (...input: I): O => {
      if (disk.isFull) throw new DiskFullError(database.folder);
      return write(...input);
    };
  return Object.create(database, {
    run: { value: refusing(database.run) },
    transaction: { value: refusing(database.transaction) },
  });
};

/** One task that waits for its token and its heartbeats. */
const waiting = stateMachine(
  parseStateMachine({
    StartAt: 'work',
    States: {
      work: {
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
        Parameters: { FunctionName: 'work', Payload: { 'token.$': '$$.Task.Token' } },
        TimeoutSeconds: 600,
        HeartbeatSeconds: 1,
        Next: 'done',
      },
      done: { Type: 'Succeed' },
    },
  }),
);

const scene = (test: (database: LocalDatabase) => Promise<void>) => async (): Promise<void> => {
  await using folder = await aDataFolder();
  const database = openDatabase(folder.path);
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => database.close());
  cleanUp.defer(() => createCaptureHost(database).close(0));
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

  it.skipIf(whyNoSmallDisk())(
    'a write that failed is one for want of space where nothing else can be written either, as with a quota that is used up',
    async () => {
      await using disk = await aSmallDisk(1);
      const [program = '', ...args] = disk.through;
      const failed = fileURLToPath(new URL('fixtures/write-failed.ts', import.meta.url));
      const said = execFileSync(program, [...args, process.execPath, failed, disk.folder], { encoding: 'utf8' });
      expect(JSON.parse(said)).toEqual([String(new DiskFullError(disk.folder)), 'Error: disk I/O error']);
    },
  );

  it(
    'the end of a capture task is noted later',
    scene(async (database) => {
      const disk = { isFull: false };
      const { task_id } = await createCaptureHost(onDisk(database, disk), { program }).launch(order);
      const { pid } = database.get('SELECT pid FROM capture_tasks') ?? {};
      disk.isFull = true;
      process.kill(Number(pid), 'SIGKILL');
      await expect.poll(() => startOfProcess(Number(pid))).toBeUndefined();
      expect(database.get('SELECT stopped_at FROM capture_tasks')?.stopped_at).toBeNull();
      disk.isFull = false;
      await expect
        .poll(() => database.get('SELECT id, stopped_reason FROM capture_tasks'))
        .toEqual({ id: task_id, stopped_reason: 'killed by SIGKILL' });
    }),
  );

  it(
    'an execution takes nobody for dead who could not say otherwise, and goes on with what its function answered',
    scene(async (database) => {
      const disk = { isFull: false };
      const answers: PromiseWithResolvers<void>[] = [];
      const invoke = (): Promise<void> => {
        const answer = Promise.withResolvers<void>();
        answers.push(answer);
        return answer.promise;
      };
      const faults: unknown[] = [];
      const onFault = (error: unknown): void => void faults.push(error);
      const clock = aClock();
      const lifecycle = sqliteLifecycleExecution(database, clock);
      const pump = startExecutions({ database: onDisk(database, disk), machine: waiting, invoke, onFault, clock });
      const row = () => database.get('SELECT * FROM executions WHERE name = ?', 'e') ?? {};
      await lifecycle.start('e', {} as never);
      await expect.poll(() => answers.length).toBe(1);
      const { token } = row();

      disk.isFull = true;
      answers[0]?.resolve();
      clock.advance(60);
      // One fault of the call, and one at least of looking for silence.
      await expect.poll(() => faults.length).toBeGreaterThan(1);
      expect(row()).toMatchObject({ status: 'running', token, returned: 0 });

      disk.isFull = false;
      await expect.poll(() => row().returned).toBe(1);
      expect(Number(row().silent_at)).toBeGreaterThan(clock.now().getTime());
      await lifecycle.resume(String(token), { to: 'done', sequence: 1, expected: true } as never);
      await expect.poll(() => row().status).toBe('succeeded');
      expect(answers).toHaveLength(1);
      await pump.close();
    }),
  );

  it(
    'no capture task is started that nobody would know of',
    scene(async (database) => {
      const launcher = createCaptureHost(onDisk(database, { isFull: true }), { program });
      await expect(launcher.launch(order)).rejects.toThrow(DiskFullError);
      expect(database.all('SELECT id FROM capture_tasks')).toEqual([]);
      const log = join(database.folder, 'logs', 'bot_1-1-capture.log');
      expect(existsSync(log) && (await readFile(log, 'utf8'))).toBe('');
    }),
  );
});
