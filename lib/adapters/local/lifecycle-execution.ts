/** Executions as rows. Whoever calls, a row changes at once; the runner in the service process carries on from there. */
import { type Clock, systemClock } from '../../ports/clock.ts';
import type { LifecycleExecution } from '../../ports/lifecycle-execution.ts';
import { type LocalDatabase, openDatabase } from './database.ts';
import { dataFolder } from './environment.ts';

/** How a task ended: the one thing that is noted of it, by whoever comes first. */
export type Outcome = { readonly output: unknown } | { readonly Error: string; readonly Cause: string };

/** Notes how a task ended, and wakes the runner. Answers false when the token is spent. */
export const noteOutcome = (database: LocalDatabase, token: string, outcome: Outcome): boolean =>
  database.run(
    `UPDATE executions SET outcome = ?, wake_at = 0
     WHERE token = ? AND outcome IS NULL AND status = 'running'`,
    JSON.stringify(outcome),
    token,
  ) > 0;

/** Executions in a local database, carried on by `startExecutions`. */
export const sqliteLifecycleExecution = (database: LocalDatabase, clock: Clock = systemClock): LifecycleExecution => ({
  start: async (name, input) => {
    const now = clock.now().getTime();
    database.run(
      `INSERT OR IGNORE INTO executions (name, status, started_at, entered_at, state, data, wake_at)
       VALUES (?, 'running', ?, ?, '', ?, 0)`,
      name,
      now,
      now,
      JSON.stringify(input),
    );
  },
  resume: async (token, { to, sequence, expected }) => {
    noteOutcome(
      database,
      token,
      expected ? { output: { sequence } } : { Error: to, Cause: JSON.stringify({ sequence }) },
    );
  },
  heartbeat: async (token) => {
    database.run(
      `UPDATE executions SET silent_at = ?1 + heartbeat_seconds * 1000,
         wake_at = CASE wake_at WHEN 0 THEN 0 ELSE min(timeout_at, ?1 + heartbeat_seconds * 1000) END
       WHERE token = ?2 AND outcome IS NULL AND status = 'running' AND heartbeat_seconds IS NOT NULL`,
      clock.now().getTime(),
      token,
    );
  },
  stop: async (name) => {
    database.run(
      `UPDATE executions SET status = 'aborted', ended_at = ?, token = NULL, wake_at = NULL
       WHERE name = ? AND status = 'running'`,
      clock.now().getTime(),
      name,
    );
  },
});

/** The executions of this process's data folder. */
export const openLifecycleExecution = (): LifecycleExecution => sqliteLifecycleExecution(openDatabase(dataFolder()));
