import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { processCaptureLauncher, stopCaptureTasks } from '../../../lib/adapters/local/capture-launcher.ts';
import { startCaptureReports } from '../../../lib/adapters/local/capture-reports.ts';
import { type LocalDatabase, openDatabase } from '../../../lib/adapters/local/database.ts';
import { startOfProcess } from '../../../lib/adapters/local/process-identity.ts';
import type { CaptureLauncher } from '../../../lib/ports/capture-launcher.ts';
import type { CaptureOrder } from '../../../lib/ports/capture-order.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

const program = fileURLToPath(new URL('fixtures/worker.ts', import.meta.url));
const anOrder = (bot_id: string): CaptureOrder => ({ project_id: 'prj_1', bot_id, attempt: 1, mode: 'capture' });

interface Scene {
  readonly database: LocalDatabase;
  readonly launcher: CaptureLauncher;
  pidOf(taskId: string): number;
  logOf(taskId: string): Promise<string>;
}

const scene = (test: (scene: Scene) => Promise<void>) => async (): Promise<void> => {
  await using folder = await aDataFolder();
  const database = openDatabase(folder.path);
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => database.close());
  cleanUp.defer(() => stopCaptureTasks(database, 0));
  await test({
    database,
    launcher: processCaptureLauncher(database, { program, stop_timeout_seconds: 1 }),
    pidOf: (id) => Number(database.get('SELECT pid FROM capture_tasks WHERE id = ?', id)?.pid),
    logOf: (id) => readFile(join(folder.path, 'logs', `${id}.log`), 'utf8').catch(() => ''),
  });
};

interface StoppedEvent {
  readonly detail: {
    readonly taskArn: string;
    readonly stoppedReason: string;
    readonly containers: readonly { readonly exitCode?: number }[];
    readonly overrides: { readonly containerOverrides: readonly { readonly environment: readonly unknown[] }[] };
  };
}

const reportsOf = (database: LocalDatabase, failures = 0) => {
  const events: StoppedEvent[] = [];
  let left = failures;
  const pump = startCaptureReports({
    database,
    report: async (event) => {
      left -= 1;
      if (left >= 0) throw new Error('not now');
      events.push(event as StoppedEvent);
    },
    onFault: () => undefined,
  });
  return { events, [Symbol.asyncDispose]: () => pump.close() };
};

describe('a capture task on one machine', () => {
  it(
    'is a process that is told its order, and writes a log',
    scene(async ({ launcher, logOf, pidOf }) => {
      const { task_id } = await launcher.launch(anOrder('bot_1'));
      await expect
        .poll(() => logOf(task_id))
        .toBe('{"PROJECT_ID":"prj_1","BOT_ID":"bot_1","ATTEMPT":"1","MODE":"capture"}\n');
      expect(startOfProcess(pidOf(task_id))).toBeDefined();
    }),
  );

  it(
    'starts once for one order',
    scene(async ({ database, launcher }) => {
      const order = anOrder('bot_1');
      const tasks = [
        ...(await Promise.all([launcher.launch(order), launcher.launch(order)])),
        await launcher.launch(order),
      ];
      expect(new Set(tasks.map(({ task_id }) => task_id)).size).toBe(1);
      expect(database.all('SELECT id FROM capture_tasks')).toHaveLength(1);
    }),
  );

  it(
    'is reported with its order and exit code when it ends, once',
    scene(async ({ database, launcher }) => {
      await using reports = reportsOf(database, 1);
      const { task_id } = await launcher.launch(anOrder('bot_exit_3'));
      await expect.poll(() => reports.events.length).toBe(1);
      expect(reports.events[0]?.detail).toMatchObject({
        taskArn: task_id,
        lastStatus: 'STOPPED',
        stoppedReason: 'exited with code 3',
        containers: [{ exitCode: 3 }],
        overrides: {
          containerOverrides: [
            {
              environment: [
                { name: 'PROJECT_ID', value: 'prj_1' },
                { name: 'BOT_ID', value: 'bot_exit_3' },
                { name: 'ATTEMPT', value: '1' },
                { name: 'MODE', value: 'capture' },
              ],
            },
          ],
        },
      });
      expect(database.get('SELECT 1 FROM capture_tasks WHERE reported_at IS NULL')).toBeUndefined();
    }),
  );

  it(
    'stops when told to, by force if it must be; stopping what is gone is not an error',
    scene(async ({ database, launcher, logOf }) => {
      await using reports = reportsOf(database);
      const willing = await launcher.launch(anOrder('bot_willing'));
      const stubborn = await launcher.launch(anOrder('bot_stubborn'));
      await expect.poll(() => logOf(stubborn.task_id)).toContain('bot_stubborn');
      await expect.poll(() => logOf(willing.task_id)).toContain('bot_willing');
      await launcher.stop(willing.task_id);
      await launcher.stop(stubborn.task_id);
      await expect
        .poll(() => reports.events.map(({ detail }) => detail.stoppedReason))
        .toEqual(['killed by SIGTERM', 'killed by SIGKILL']);
      await launcher.stop(willing.task_id);
      await launcher.stop('never was');
    }),
  );

  it(
    'of an earlier service is found alive, and reported when it ends; a dead one is reported at once',
    scene(async ({ database, launcher, pidOf }) => {
      const alive = await launcher.launch(anOrder('bot_alive'));
      // As a service that was killed leaves it: nobody noted the end, and its process id means somebody else by now.
      const dead = await launcher.launch(anOrder('bot_exit_0'));
      await expect.poll(() => startOfProcess(pidOf(dead.task_id))).toBeUndefined();
      await expect.poll(() => database.get('SELECT 1 FROM capture_tasks WHERE stopped_at IS NOT NULL')).toBeDefined();
      database.run('UPDATE capture_tasks SET stopped_at = NULL, pid = ? WHERE id = ?', process.pid, dead.task_id);

      await using reports = reportsOf(database);
      await expect.poll(() => reports.events.length).toBe(1);
      expect(reports.events[0]?.detail).toMatchObject({ taskArn: dead.task_id, stoppedReason: 'its process is gone' });
      process.kill(pidOf(alive.task_id), 'SIGKILL');
      await expect.poll(() => reports.events.map(({ detail }) => detail.taskArn)).toContain(alive.task_id);
    }),
  );
});
