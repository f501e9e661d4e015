import type { BotState } from '../domain/bot/lifecycle.ts';
import { ConditionFailedError, type Table } from '../ports/table.ts';
import { type BotRef, executionKey } from './keys.ts';

/** Where a bot's execution waits: having entered the state of event `sequence`, on `token`. */
export interface WaitingExecution {
  readonly execution_name: string;
  readonly state: BotState;
  readonly sequence: number;
  /** The sequence at which this execution began: how long it has been going. */
  readonly first_sequence: number;
  readonly token: string;
}

/** The one place that knows which task token wakes a bot's execution. */
export const executionRepository = (table: Table) => {
  const get = async (ref: BotRef): Promise<WaitingExecution | undefined> =>
    (await table.get(executionKey(ref))) as WaitingExecution | undefined;

  return {
    get,
    /** Remembers where the execution waits, unless a later step is known already: then it answers false. */
    async remember(ref: BotRef, waiting: WaitingExecution): Promise<boolean> {
      for (;;) {
        const known = await get(ref);
        if (known && known.sequence > waiting.sequence) return false;
        try {
          await table.write({
            put: { ...executionKey(ref), kind: 'execution', ...waiting },
            when: known ? { equals: { token: known.token } } : { exists: false },
          });
          return true;
        } catch (error) {
          if (!(error instanceof ConditionFailedError)) throw error;
        }
      }
    },
    /** Forgets the execution of a bot that is gone. */
    async forget(ref: BotRef): Promise<void> {
      await table.write({ delete: executionKey(ref) });
    },
  };
};
export type ExecutionRepository = ReturnType<typeof executionRepository>;
