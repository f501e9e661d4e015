import * as z from 'zod';
import { type BotState, botStates } from '../../domain/bot/lifecycle.ts';
import type { Table } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { type BotRef, executionKey } from '../keys.ts';

/** Where a bot's execution waits: having entered the state of event `sequence`, on `token`. */
export interface WaitingExecution {
  readonly execution_name: string;
  readonly state: BotState;
  readonly sequence: number;
  /** The sequence at which this execution began: how long it has been going. */
  readonly first_sequence: number;
  readonly token: string;
}

const executionItems = itemKind<WaitingExecution>('execution', () =>
  z.object({
    execution_name: z.string(),
    state: z.enum(botStates),
    sequence: z.number(),
    first_sequence: z.number(),
    token: z.string(),
  } satisfies Fields<WaitingExecution>),
);

/** The one place that knows which task token wakes a bot's execution. */
export const executionRepository = (table: Table) => {
  const get = async (ref: BotRef): Promise<WaitingExecution | undefined> => {
    const item = await table.get(executionKey(ref));
    return item && executionItems.recordOf(item);
  };

  return {
    get,
    /** Remembers where the execution waits, unless a later step is known already: then it answers false. */
    async remember(ref: BotRef, waiting: WaitingExecution): Promise<boolean> {
      for (;;) {
        const known = await get(ref);
        if (known && known.sequence > waiting.sequence) return false;
        const writing = table.write({
          put: executionItems.itemOf(executionKey(ref), waiting),
          when: known ? { equals: { token: known.token } } : { exists: false },
        });
        if ((await attempt(writing)).isDone) return true;
      }
    },
    /** Forgets the execution of a bot that is gone. */
    async forget(ref: BotRef): Promise<void> {
      await table.write({ delete: executionKey(ref) });
    },
  };
};
export type ExecutionRepository = ReturnType<typeof executionRepository>;
