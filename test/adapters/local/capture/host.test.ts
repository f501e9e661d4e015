import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type CaptureHost,
  type CaptureHostOptions,
  createCaptureHost,
} from '../../../../lib/adapters/local/capture/host.ts';
import { startOfProcess } from '../../../../lib/adapters/local/capture/process-identity.ts';
import { startCaptureReports } from '../../../../lib/adapters/local/capture/reports.ts';
import { captureTasks, idOf } from '../../../../lib/adapters/local/capture/tasks.ts';
import { startWorker } from '../../../../lib/adapters/local/capture/worker-process.ts';
import { isOfSpare } from '../../../../lib/adapters/local/capture/workers.ts';
import { type LocalDatabase, openDatabase } from '../../../../lib/adapters/local/database.ts';
import type { DatedOrder } from '../../../../lib/ports/capture-order.ts';
import { log } from '../../../../lib/process/log.ts';
import { aDataFolder } from '../../../lab/hosts/data-folder.ts';

const program = fileURLToPath(new URL('fixtures/worker.ts', import.meta.url));
const anOrder = (bot_id: string, details: Partial<DatedOrder> = {}): DatedOrder => ({
  project_id: 'prj_1',
  bot_id,
  attempt: 1,
  mode: 'capture',
  join_at: '2026-03-02T09:00:00.000Z',
  ...details,
});

interface Scene {
  readonly database: LocalDatabase;
  readonly host: CaptureHost;
  pidOf(taskId: string): number;
  logOf(taskId: string): Promise<string>;
  /** The bots whose workers were told their order, in the order in which they started. */
  started(): string[];
}

const scene =
  (test: (scene: Scene) => Promise<void>, options: CaptureHostOptions = {}) =>
  async (): Promise<void> => {
    await using folder = await aDataFolder();
    const database = openDatabase(folder.path);
    const host = createCaptureHost(database, { program, stop_timeout_seconds: 1, ...options });
    await using cleanUp = new AsyncDisposableStack();
    cleanUp.defer(() => database.close());
    cleanUp.defer(() => host.close(0));
    await test({
      database,
      host,
      pidOf: (id) => Number(database.get('SELECT pid FROM capture_tasks WHERE id = ?', id)?.pid),
      logOf: (id) => readFile(join(folder.path, 'logs', `${id}.log`), 'utf8').catch(() => ''),
      started: () =>
        database
          .all('SELECT task_order FROM capture_tasks ORDER BY started_at')
          .map((row) => (JSON.parse(String(row.task_order)) as DatedOrder).bot_id),
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
    scene(async ({ host, logOf, pidOf }) => {
      const { task_id } = await host.launch(anOrder('bot_1'));
      await expect
        .poll(() => logOf(task_id))
        .toBe('{"PROJECT_ID":"prj_1","BOT_ID":"bot_1","ATTEMPT":"1","MODE":"capture"}\n');
      expect(startOfProcess(pidOf(task_id))).toBeDefined();
    }),
  );

  it(
    'starts once for one order',
    scene(async ({ database, host }) => {
      const order = anOrder('bot_1');
      const tasks = [...(await Promise.all([host.launch(order), host.launch(order)])), await host.launch(order)];
      expect(new Set(tasks.map(({ task_id }) => task_id)).size).toBe(1);
      expect(database.all('SELECT id FROM capture_tasks')).toHaveLength(1);
    }),
  );

  it(
    'is told of when it waits to be relieved',
    scene(async ({ host }) => {
      const warned: unknown[] = [];
      host.onWarned((id, { bot_id, attempt }) => void warned.push([id, bot_id, attempt]));
      const { task_id } = await host.launch(anOrder('bot_warned'));
      await expect.poll(() => warned).toEqual([[task_id, 'bot_warned', 1]]);
    }),
  );

  it(
    'is reported with its order and exit code when it ends, once',
    scene(async ({ database, host }) => {
      await using reports = reportsOf(database, 1);
      const { task_id } = await host.launch(anOrder('bot_exit_3'));
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
    scene(async ({ database, host, logOf }) => {
      await using reports = reportsOf(database);
      const willing = await host.launch(anOrder('bot_willing'));
      const stubborn = await host.launch(anOrder('bot_stubborn'));
      await expect.poll(() => logOf(stubborn.task_id)).toContain('bot_stubborn');
      await expect.poll(() => logOf(willing.task_id)).toContain('bot_willing');
      const reasons = () => reports.events.map(({ detail }) => detail.stoppedReason);
      await host.stop(willing.task_id);
      await expect.poll(reasons).toEqual(['killed by SIGTERM']);
      await host.stop(stubborn.task_id);
      await expect.poll(reasons).toEqual(['killed by SIGTERM', 'killed by SIGKILL']);
      await host.stop(willing.task_id);
      await host.stop('never was');
    }),
  );

  it(
    'of an earlier service is found alive, and reported when it ends; a dead one is reported at once',
    scene(async ({ database, host, pidOf }) => {
      const alive = await host.launch(anOrder('bot_alive'));
      // As a service that was killed leaves it: nobody noted the end, and its process id means somebody else by now.
      const dead = await host.launch(anOrder('bot_exit_0'));
      await expect.poll(() => startOfProcess(pidOf(dead.task_id))).toBeUndefined();
      await expect.poll(() => database.get('SELECT 1 FROM capture_tasks WHERE stopped_at IS NOT NULL')).toBeDefined();
      database.run('UPDATE capture_tasks SET stopped_at = NULL, pid = ? WHERE id = ?', process.pid, dead.task_id);

      const next = createCaptureHost(database, { program });
      next.open();
      await using reports = reportsOf(database);
      await expect.poll(() => reports.events.length).toBe(1);
      expect(reports.events[0]?.detail).toMatchObject({ taskArn: dead.task_id, stoppedReason: 'its process is gone' });
      expect(next.use().taken).toBe(1);
      process.kill(pidOf(alive.task_id), 'SIGKILL');
      await expect.poll(() => reports.events.map(({ detail }) => detail.taskArn)).toContain(alive.task_id);
      await next.close(0);
    }),
  );

  it(
    'that is stopped is ended within seconds, with the reason told',
    scene(async ({ database, host, logOf, pidOf }) => {
      await using reports = reportsOf(database);
      const { task_id } = await host.launch(anOrder('bot_1'));
      await expect.poll(() => logOf(task_id)).toContain('bot_1');
      process.kill(pidOf(task_id), 'SIGSTOP');
      await expect.poll(() => reports.events.length).toBe(1);
      expect(reports.events[0]?.detail.stoppedReason).toMatch(
        /^ended by the service: it is stopped and says nothing for \d+ s$/,
      );
    }),
  );

  it(
    'that is stopped is ended when an earlier service has started it, too',
    scene(async ({ database, host }) => {
      await using reports = reportsOf(database);
      const [order, rows] = [anOrder('bot_1'), captureTasks(database)];
      const worker = await startWorker(program, join(database.folder, 'logs', 'worker.log'));
      rows.noteStarted(idOf(order), order, worker.pid, new Date());
      process.kill(worker.pid, 'SIGSTOP');
      host.open();
      await expect.poll(() => reports.events.length).toBe(1);
      expect(reports.events[0]?.detail.stoppedReason).toBe('its process is gone');
    }),
  );
});

describe('one machine with room for two bots, one of which may start at a time', () => {
  const room = { places: 2, starts: 1 };
  const at = (minute: number) => ({ join_at: `2026-03-02T09:${String(minute).padStart(2, '0')}:00.000Z` });

  it(
    'starts one after the other, and has a third wait until one has left its meeting',
    scene(async ({ database, host, started }) => {
      const names = ['bot_arrives_1', 'bot_arrives_2', 'bot_arrives_3', 'bot_arrives_4'];
      const ids: string[] = [];
      for (const [i, name] of names.entries()) ids.push((await host.launch(anOrder(name, at(i)))).task_id);
      expect(started()).toEqual(names.slice(0, 1));
      expect(host.use()).toEqual({ taken: 1, waiting: names.slice(1) });
      await expect.poll(started).toEqual(names.slice(0, 2));
      await expect.poll(() => host.use()).toEqual({ taken: 2, waiting: names.slice(2) });
      expect(await Promise.all(ids.map(host.isPending))).toEqual([true, true, true, true]);
      await host.stop(ids[0] ?? '');
      await expect.poll(started).toEqual(names.slice(0, 3));
      expect(database.all('SELECT id FROM capture_queue')).toEqual([{ id: ids[3] }]);
    }, room),
  );

  it(
    'gives the place of a bot that only finishes its recording to the next',
    scene(async ({ host, started }) => {
      const names = ['bot_through_1', 'bot_through_2', 'bot_through_3'];
      for (const name of names) await host.launch(anOrder(name));
      await expect.poll(started).toEqual(names);
      expect(host.use().waiting).toEqual([]);
    }, room),
  );

  it(
    'has those go first who are to join first, and takes out of the queue who is not to join any more',
    scene(async ({ host, started }) => {
      await host.launch(anOrder('bot_starts', at(30)));
      const { task_id } = await host.launch(anOrder('bot_gives_up', at(1)));
      await host.launch(anOrder('bot_late', at(20)));
      await host.launch(anOrder('bot_early', at(10)));
      expect(host.use().waiting).toEqual(['bot_gives_up', 'bot_early', 'bot_late']);
      await host.stop(task_id);
      expect(await host.isPending(task_id)).toBe(false);
      expect(host.use().waiting).toEqual(['bot_early', 'bot_late']);
      expect(started()).toEqual(['bot_starts']);
    }, room),
  );

  it(
    'has room for who takes the place of a lost worker, and for who only finishes a recording',
    scene(async ({ host, started }) => {
      await host.launch(anOrder('bot_arrives_1'));
      await host.launch(anOrder('bot_arrives_2'));
      await expect.poll(() => started().length).toBe(2);
      await host.launch(anOrder('bot_new'));
      await host.launch(anOrder('bot_arrives_again', { attempt: 2 }));
      await host.launch(anOrder('bot_finish', { attempt: 3, mode: 'finish' }));
      expect(started().slice(2).toSorted()).toEqual(['bot_arrives_again', 'bot_finish']);
      expect(host.use()).toEqual({ taken: 3, waiting: ['bot_new'] });
    }, room),
  );

  it(
    'tells whoever runs the service which bot waits, and why',
    scene(async ({ host }) => {
      const told = vi.spyOn(log, 'info');
      onTestFinished(() => told.mockRestore());
      for (const name of ['bot_starts', 'bot_waits']) await host.launch(anOrder(name));
      const reason = 'as many bots are starting as may at a time, which is 1: its turn comes when one has arrived';
      expect(told.mock.calls).toEqual([['a bot waits for its turn', { bot_id: 'bot_waits', reason, waiting: 1 }]]);
    }, room),
  );

  it(
    'keeps the queue for the next service, whose tasks go on where they are',
    scene(async ({ database, host, started }) => {
      for (const name of ['bot_arrives_1', 'bot_arrives_2', 'bot_waits']) await host.launch(anOrder(name));
      await expect.poll(() => started().length).toBe(2);
      const next = createCaptureHost(database, { program, ...room });
      next.open();
      expect(next.use()).toEqual({ taken: 2, waiting: ['bot_waits'] });
      await next.close(0);
    }, room),
  );
});

describe('a worker that is kept ready', () => {
  const logsOf = ({ folder }: LocalDatabase) => readdir(join(folder, 'logs')).catch(() => []);

  it(
    'takes the next order, its log under the name of the task, and ends with the service when there is none',
    scene(
      async ({ database, host, logOf }) => {
        host.open();
        await expect.poll(() => logsOf(database)).toEqual([expect.toSatisfy(isOfSpare)]);
        const { task_id } = await host.launch(anOrder('bot_1'));
        await expect.poll(() => logOf(task_id)).toContain('bot_1');
        const logs = await logsOf(database);
        expect(logs.filter((name) => !name.startsWith('spare-'))).toEqual([`${task_id}.log`]);
      },
      { keeps_spare: true },
    ),
  );

  it(
    'takes it also where somebody has tidied its log away',
    scene(
      async ({ database, host, started }) => {
        host.open();
        await expect.poll(() => logsOf(database)).toEqual([expect.toSatisfy(isOfSpare)]);
        const [spare = ''] = await logsOf(database);
        await rm(join(database.folder, 'logs', spare));
        const { task_id } = await host.launch(anOrder('bot_1'));
        expect([started(), await logsOf(database)]).toEqual([['bot_1'], []]);
        await expect
          .poll(() => database.get('SELECT id FROM capture_tasks WHERE stopped_at IS NULL'))
          .toEqual({
            id: task_id,
          });
      },
      { keeps_spare: true },
    ),
  );

  it(
    'is ended where its log cannot be named, and the order fails',
    scene(
      async ({ database, host }) => {
        host.open();
        await expect.poll(() => logsOf(database)).toEqual([expect.toSatisfy(isOfSpare)]);
        await mkdir(join(database.folder, 'logs', 'bot_1-1-capture.log'));
        const kill = vi.spyOn(process, 'kill');
        onTestFinished(() => kill.mockRestore());
        await expect(host.launch(anOrder('bot_1'))).rejects.toThrow('EISDIR');
        expect(kill.mock.calls).toEqual([[expect.any(Number), 'SIGKILL']]);
      },
      { keeps_spare: true },
    ),
  );
});
