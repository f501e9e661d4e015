/** Tells of every capture task that ended, once it is known, as ECS tells of its tasks by events. */
import { type CaptureOrder, printOrder } from '../../../ports/capture-order.ts';
import { pauseAfter } from '../../../process/retry.ts';
import type { LocalDatabase, Row } from '../database.ts';
import { type Pump, startPump } from '../pump.ts';
import { orderOf } from './tasks.ts';

const backoff = { first_ms: 500, longest_ms: 30_000 };

/** https://docs.aws.amazon.com/AmazonECS/latest/developerguide/ecs_task_events.html, as far as a process has it. */
const taskEvent = (id: string, order: CaptureOrder, at: Date, detail: Readonly<Record<string, unknown>>) => {
  const environment = Object.entries(printOrder(order)).map(([name, value]) => ({ name, value }));
  return {
    version: '0',
    id,
    'detail-type': 'ECS Task State Change',
    source: 'aws.ecs',
    account: '000000000000',
    time: at.toISOString(),
    region: 'local',
    resources: [id],
    detail: {
      taskArn: id,
      desiredStatus: 'STOPPED',
      ...detail,
      overrides: { containerOverrides: [{ name: 'capture', environment }] },
    },
  };
};

const stoppedEvent = (row: Row) => {
  const at = new Date(Number(row.stopped_at));
  return taskEvent(`${row.id}`, orderOf(row), at, {
    lastStatus: 'STOPPED',
    startedAt: new Date(Number(row.started_at)).toISOString(),
    stoppedAt: at.toISOString(),
    stoppedReason: row.stopped_reason,
    stopCode: 'EssentialContainerExited',
    containers: [
      { name: 'capture', lastStatus: 'STOPPED', ...(row.exit_code !== null && { exitCode: row.exit_code }) },
    ],
  });
};

/** What is told of a task that waits for a successor. */
export const warnedEvent = (id: string, order: CaptureOrder, at: Date) =>
  taskEvent(id, order, at, { lastStatus: 'RUNNING', stoppedReason: 'its bot is moved', stopCode: 'UserInitiated' });

export interface CaptureReportsOptions {
  readonly database: LocalDatabase;
  /** Told of a task's end, again and again until it resolves. */
  report(event: unknown): Promise<unknown>;
  onFault(error: unknown): void;
}

/** Starts telling. */
export const startCaptureReports = ({ database, report, onFault }: CaptureReportsOptions): Pump => {
  const tell = async (row: Row): Promise<void> => {
    try {
      await report(stoppedEvent(row));
      database.run('UPDATE capture_tasks SET reported_at = ? WHERE id = ?', Date.now(), row.id ?? null);
    } catch (error) {
      onFault(error);
      const pause = pauseAfter(Number(row.report_attempts) + 1, backoff);
      database.run(
        'UPDATE capture_tasks SET report_attempts = report_attempts + 1, report_due_at = ? WHERE id = ?',
        Date.now() + pause,
        row.id ?? null,
      );
    }
  };

  return startPump({
    database,
    work: async () => {
      const rows = database.all(
        'SELECT * FROM capture_tasks WHERE stopped_at IS NOT NULL AND reported_at IS NULL AND report_due_at <= ?',
        Date.now(),
      );
      await Promise.all(rows.map(tell));
      return rows.length > 0;
    },
    nextDue: () => {
      const row = database.get(
        'SELECT min(report_due_at) AS due_at FROM capture_tasks WHERE stopped_at IS NOT NULL AND reported_at IS NULL',
      );
      return row?.due_at == null ? undefined : new Date(Number(row.due_at));
    },
    onFault,
  });
};
