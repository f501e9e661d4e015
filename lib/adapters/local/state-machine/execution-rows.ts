/** Executions as they are stored: each step is a change of a row. */
import type { Clock } from '../../../ports/clock.ts';
import type { LocalDatabase, Row } from '../database.ts';
import type { Position, Step, TaskOrder } from './machine.ts';

export const positionOf = (row: Row): Position => ({
  state: String(row.state),
  data: JSON.parse(String(row.data)),
  retries: JSON.parse(String(row.retries)) as number[],
});

const cleared =
  'token = NULL, returned = 0, timeout_at = NULL, heartbeat_seconds = NULL, silent_at = NULL, outcome = NULL';

const dueNow = `FROM executions WHERE status = 'running' AND wake_at <= ?`;

export const executionRows = (database: LocalDatabase, clock: Clock) => {
  const nowMs = (): number => clock.now().getTime();

  return {
    /** Where an execution is from now on, or how it has ended. */
    enter(name: string, step: Step): void {
      if (step.kind === 'task') {
        const { state, data, retries } = step.position;
        database.run(
          `UPDATE executions SET state = ?, data = ?, retries = ?, entered_at = ?, wake_at = ?, ${cleared} WHERE name = ?`,
          state,
          JSON.stringify(data),
          JSON.stringify(retries),
          nowMs(),
          step.delay_seconds === 0 ? 0 : Math.ceil(nowMs() + step.delay_seconds * 1000),
          name,
        );
        return;
      }
      const failure = step.kind === 'failed' ? step.failure : undefined;
      database.run(
        `UPDATE executions SET status = ?, state = ?, data = ?, ended_at = ?, error = ?, cause = ?, wake_at = NULL, ${cleared}
         WHERE name = ?`,
        step.kind,
        step.state,
        JSON.stringify(step.kind === 'failed' ? step.data : step.output),
        nowMs(),
        failure?.Error ?? null,
        failure?.Cause ?? null,
        name,
      );
    },

    /** That a task is called by a token, until when it must have ended, and how often it must be heard of. */
    begin(row: Row, token: string, { heartbeat_seconds, timeout_seconds }: TaskOrder): void {
      const timeoutAt = Number(row.timeout_at ?? nowMs() + timeout_seconds * 1000);
      const silentAt = heartbeat_seconds === undefined ? null : nowMs() + heartbeat_seconds * 1000;
      database.run(
        `UPDATE executions SET token = ?, timeout_at = ?, heartbeat_seconds = ?, silent_at = ?, wake_at = ? WHERE name = ?`,
        token,
        timeoutAt,
        heartbeat_seconds ?? null,
        silentAt,
        Math.min(timeoutAt, silentAt ?? timeoutAt),
        String(row.name),
      );
    },

    /** The function of a token has returned; what it stands for goes on. */
    noteReturned(token: string): void {
      database.run('UPDATE executions SET returned = 1 WHERE token = ?', token);
    },

    /** Calls that had not returned when the process before this one ended are due at once. */
    wakeCalled(): void {
      database.run(
        `UPDATE executions SET wake_at = 0 WHERE status = 'running' AND token IS NOT NULL AND outcome IS NULL AND returned = 0`,
      );
    },

    /** At most so many that are due, the longest first. */
    due(most: number): Row[] {
      return database.all(`SELECT * ${dueNow} ORDER BY wake_at LIMIT ?`, nowMs(), most);
    },

    isAnyDue: (): boolean => database.get(`SELECT 1 ${dueNow} LIMIT 1`, nowMs()) !== undefined,

    nextDue(): Date | undefined {
      const row = database.get(`SELECT min(wake_at) AS due_at FROM executions WHERE status = 'running'`);
      return row?.due_at == null ? undefined : new Date(Number(row.due_at));
    },

    /** Those who could not say that they are alive have a moment to do so. What they do has so much more time. */
    forgiveSilence(within_ms: number, lost_ms = 0): void {
      database.run(
        `UPDATE executions SET timeout_at = timeout_at + ?2, silent_at = max(silent_at, ?1),
           wake_at = CASE wake_at WHEN 0 THEN 0 ELSE min(timeout_at + ?2, max(silent_at, ?1)) END
         WHERE status = 'running' AND outcome IS NULL AND silent_at IS NOT NULL`,
        nowMs() + within_ms,
        lost_ms,
      );
    },

    /** What is worked on in silence has so much more time. */
    prolong(states: readonly string[], lost_ms: number): void {
      database.run(
        `UPDATE executions SET timeout_at = timeout_at + ?1, wake_at = CASE wake_at WHEN 0 THEN 0 ELSE wake_at + ?1 END
         WHERE status = 'running' AND outcome IS NULL AND token IS NOT NULL AND silent_at IS NULL
           AND state IN (SELECT value FROM json_each(?2))`,
        lost_ms,
        JSON.stringify(states),
      );
    },
  };
};
