import { readFileSync } from 'node:fs';
import { openDatabase, type Row } from '../../../../lib/adapters/local/database.ts';
import { sqliteLifecycleExecution } from '../../../../lib/adapters/local/lifecycle-execution.ts';
import { parseStateMachine } from '../../../../lib/adapters/local/state-machine/definition.ts';
import { stateMachine } from '../../../../lib/adapters/local/state-machine/machine.ts';
import { type ExecutionsOptions, startExecutions } from '../../../../lib/adapters/local/state-machine/runner.ts';
import { type Clock, systemClock } from '../../../../lib/ports/clock.ts';
import type { LifecycleExecution } from '../../../../lib/ports/lifecycle-execution.ts';

const file = new URL('../../../../statemachines/bot-lifecycle.asl.json', import.meta.url);

export interface LocalExecutions {
  readonly lifecycle: LifecycleExecution;
  readonly faults: readonly unknown[];
  /** An execution as it is stored. */
  row(name: string): Row | undefined;
  /** Looks what is due, after a test has moved its clock. */
  look(): void;
  close(): Promise<void>;
}

/** Runs the real state machine on a data folder, with functions of the test's own. */
export const startLocalExecutions = (
  folder: string,
  invoke: (functionName: string, payload: unknown) => Promise<unknown>,
  {
    definition = JSON.parse(readFileSync(file, 'utf8')),
    clock = systemClock,
    sleep,
  }: { readonly definition?: unknown; readonly clock?: Clock; readonly sleep?: ExecutionsOptions['sleep'] } = {},
): LocalExecutions => {
  const database = openDatabase(folder);
  const faults: unknown[] = [];
  const pump = startExecutions({
    database,
    machine: stateMachine(parseStateMachine(definition)),
    invoke,
    onFault: (error) => faults.push(error),
    clock,
    ...(sleep && { sleep }),
  });
  return {
    lifecycle: sqliteLifecycleExecution(database, clock),
    faults,
    row: (name) => database.get('SELECT * FROM executions WHERE name = ?', name),
    look: pump.wake,
    close: async () => {
      await pump.close();
      database.close();
    },
  };
};
