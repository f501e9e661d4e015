/** The rows of capture tasks: who is at work, so that the next process of the service knows too. */
import { DiskFullError } from '../../../domain/errors.ts';
import { CaptureOrder } from '../../../ports/capture-order.ts';
import type { LocalDatabase, Row } from '../database.ts';
import { startOfProcess } from './process-identity.ts';

const noteAgainAfterMs = 1_000;

export interface RunningTask {
  readonly id: string;
  readonly order: CaptureOrder;
  readonly pid: number;
}

/** One id for one order, however often it is given. */
export const idOf = ({ bot_id, attempt, mode }: CaptureOrder): string => `${bot_id}-${attempt}-${mode}`;

export const orderOf = (row: Row): CaptureOrder => CaptureOrder.parse(JSON.parse(String(row.task_order)));

const isAlive = (row: Row): boolean => {
  const started = startOfProcess(Number(row.pid));
  return started !== undefined && started === row.process_started;
};

const taskOf = (row: Row): RunningTask => ({ id: String(row.id), order: orderOf(row), pid: Number(row.pid) });

export const captureTasks = (database: LocalDatabase) => {
  const note = (id: string, at: Date, reason: string, exitCode: number | null): void => {
    database.run(
      'UPDATE capture_tasks SET stopped_at = ?, stopped_reason = ?, exit_code = ? WHERE id = ? AND stopped_at IS NULL',
      at.getTime(),
      reason,
      exitCode,
      id,
    );
  };

  return {
    isKnown: (id: string): boolean => database.get('SELECT 1 FROM capture_tasks WHERE id = ?', id) !== undefined,

    noteStarted: (id: string, order: CaptureOrder, pid: number, at: Date): void => {
      database.run(
        'INSERT INTO capture_tasks (id, task_order, started_at, pid, process_started) VALUES (?, ?, ?, ?, ?)',
        id,
        JSON.stringify(order),
        at.getTime(),
        pid,
        startOfProcess(pid) ?? null,
      );
    },

    /** Notes the end of a task, once; at the latest when there is space on the disk again. */
    noteStopped: (id: string, at: Date, reason: string, exitCode: number | null = null): void => {
      const tryNow = (): void => {
        if (!database.isOpen) return;
        try {
          note(id, at, reason, exitCode);
        } catch (error) {
          if (!(error instanceof DiskFullError)) throw error;
          setTimeout(tryNow, noteAgainAfterMs).unref();
        }
      };
      tryNow();
    },

    /** The task, while its process is alive. */
    running: (id: string): RunningTask | undefined => {
      const row = database.isOpen
        ? database.get('SELECT * FROM capture_tasks WHERE id = ? AND stopped_at IS NULL', id)
        : undefined;
      return row && isAlive(row) ? taskOf(row) : undefined;
    },

    /** The tasks of whose end nobody has been told, whether they are alive or not. */
    unreported: (): RunningTask[] => database.all('SELECT * FROM capture_tasks WHERE reported_at IS NULL').map(taskOf),

    /** The tasks whose end nobody has noted, whether they are alive or not. */
    unended: (): RunningTask[] => database.all('SELECT * FROM capture_tasks WHERE stopped_at IS NULL').map(taskOf),
  };
};
export type CaptureTasks = ReturnType<typeof captureTasks>;
