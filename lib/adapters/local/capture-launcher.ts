/** Capture tasks as child processes. They outlive the service when that is killed; a row tells who they are. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CaptureNotLaunchedError, DiskFullError } from '../../domain/errors.ts';
import { type CaptureLauncher, workerEnvironment } from '../../ports/capture-launcher.ts';
import { type CaptureOrder, printOrder } from '../../ports/capture-order.ts';
import { type Clock, systemClock } from '../../ports/clock.ts';
import { type LocalDatabase, openDatabase, type Row } from './database.ts';
import { dataFolder } from './environment.ts';
import { privateFileMode, privateFolder } from './private-files.ts';
import { startOfProcess } from './process-identity.ts';

export interface ProcessLauncherOptions {
  /** The worker's program. */
  readonly program?: string;
  readonly clock?: Clock;
  /** How long a task that is told to stop may take. */
  readonly stop_timeout_seconds?: number;
}

const noteAgainAfterMs = 1_000;
const worker = fileURLToPath(new URL('../../../bin/capture-worker.ts', import.meta.url));

/** Sends a signal to all processes of a task. One that is gone is not an error. */
const signalGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** Whether the process of a task's row is alive. */
export const isAlive = (row: Row): boolean => {
  const started = startOfProcess(Number(row.pid));
  return started !== undefined && started === row.process_started;
};

const runningTasks = (database: LocalDatabase): Row[] =>
  database.all('SELECT * FROM capture_tasks WHERE stopped_at IS NULL');

/** Notes the end of a task, once. */
export const noteStopped = (
  database: LocalDatabase,
  id: string,
  at: Date,
  reason: string,
  exitCode: number | null = null,
): void => {
  database.run(
    'UPDATE capture_tasks SET stopped_at = ?, stopped_reason = ?, exit_code = ? WHERE id = ? AND stopped_at IS NULL',
    at.getTime(),
    reason,
    exitCode,
    id,
  );
};

/** Notes the end of a task at the latest when there is space on the disk again. */
const noteUntilNoted = (...end: Parameters<typeof noteStopped>): void => {
  const [database] = end;
  if (!database.isOpen) return;
  try {
    noteStopped(...end);
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error;
    setTimeout(noteUntilNoted, noteAgainAfterMs, ...end).unref();
  }
};

/** Ends every capture task of a data folder: asks, waits for at most so long, then kills. */
export const stopCaptureTasks = async (database: LocalDatabase, graceMs: number): Promise<void> => {
  const tasks = runningTasks(database).filter(isAlive);
  for (const { pid } of tasks) signalGroup(Number(pid), 'SIGTERM');
  const deadline = Date.now() + graceMs;
  while (tasks.some(isAlive) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const { pid } of tasks.filter(isAlive)) signalGroup(Number(pid), 'SIGKILL');
};

/** A launcher of processes on this machine. The ends of its tasks are told by `startCaptureReports`. */
export const processCaptureLauncher = (
  database: LocalDatabase,
  options: ProcessLauncherOptions = {},
): CaptureLauncher => {
  const { program = worker, clock = systemClock, stop_timeout_seconds = 30 } = options;
  const logs = join(database.folder, 'logs');

  const start = (id: string, order: CaptureOrder): ChildProcess => {
    mkdirSync(logs, privateFolder);
    const log = openSync(join(logs, `${id}.log`), 'a', privateFileMode);
    try {
      return spawn(process.execPath, ['--conditions=local', program], {
        env: { ...process.env, ...workerEnvironment, ...printOrder(order) },
        // A group of its own, so that Ctrl-C reaches the service only and all of a task can be stopped at once.
        detached: true,
        stdio: ['ignore', log, log],
      });
    } finally {
      closeSync(log);
    }
  };

  return {
    launch: async (order) => {
      // The same order asked for twice, as a repeated function does, starts one task.
      const id = `${order.bot_id}-${order.attempt}-${order.mode}`;
      if (database.get('SELECT 1 FROM capture_tasks WHERE id = ?', id)) return { task_id: id };
      const child = start(id, order);
      if (child.pid === undefined) {
        const [error] = (await once(child, 'error').catch((reason: unknown) => [reason])) as [Error];
        throw new CaptureNotLaunchedError(`the capture worker did not start: ${error.message}`, { cause: error });
      }
      child.unref();
      try {
        database.run(
          'INSERT INTO capture_tasks (id, task_order, started_at, pid, process_started) VALUES (?, ?, ?, ?, ?)',
          id,
          JSON.stringify(order),
          clock.now().getTime(),
          child.pid,
          startOfProcess(child.pid) ?? null,
        );
      } catch (error) {
        // Nobody would know of it, and the order would start another.
        signalGroup(child.pid, 'SIGKILL');
        throw error;
      }
      child.once('exit', (code, signal) => {
        noteUntilNoted(database, id, clock.now(), signal ? `killed by ${signal}` : `exited with code ${code}`, code);
      });
      return { task_id: id };
    },
    stop: async (taskId) => {
      const row = database.get('SELECT * FROM capture_tasks WHERE id = ? AND stopped_at IS NULL', taskId);
      if (!row || !isAlive(row)) return;
      signalGroup(Number(row.pid), 'SIGTERM');
      const kill = (): void => {
        if (isAlive(row)) signalGroup(Number(row.pid), 'SIGKILL');
      };
      setTimeout(kill, stop_timeout_seconds * 1000).unref();
    },
  };
};

/** The launcher of this process's data folder. */
export const openCaptureLauncher = (): CaptureLauncher => processCaptureLauncher(openDatabase(dataFolder()));
