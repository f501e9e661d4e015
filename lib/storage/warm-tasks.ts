/**
 * Warm tasks: those that wait, and the orders of those that were given a bot. A claim takes a task out of those that wait and
 * leaves it its order, in one write, which is done once for each task and once for each order.
 */
import * as z from 'zod';
import { type CaptureLoad, captureLoads } from '../domain/bot/capture-load.ts';
import type { WarmPlace, WarmTask } from '../domain/bot/warm-task.ts';
import { CaptureOrder, type DatedOrder } from '../ports/capture-order.ts';
import type { Key, Table } from '../ports/table.ts';
import { attempt } from './attempt.ts';
import { expiring, type Fields, itemKind } from './item-kind.ts';

const taskItems = itemKind<WarmTask>('warm_task', () =>
  z.object({
    load: z.enum(captureLoads),
    id: z.string(),
    made_of: z.string(),
    is_uninterrupted: z.literal(true).exactOptional(),
    launched_at: z.string(),
    task_id: z.string().exactOptional(),
    heartbeat_at: z.string().exactOptional(),
  } satisfies Fields<WarmTask>),
);

/** What a warm task is told to do. */
export interface WarmOrder extends CaptureOrder {
  /** Whether the task has heard of it: it is the order's task from then on. */
  readonly taken: boolean;
}
const orderItems = itemKind<WarmOrder>('warm_order', () => CaptureOrder.extend({ taken: z.boolean() }));

/** Which warm task an order was given to. */
export interface WarmClaim extends WarmPlace {
  readonly task_id: string;
}
const claimItems = itemKind<WarmClaim>('warm_claim', () =>
  z.object({ load: z.enum(captureLoads), id: z.string(), task_id: z.string() } satisfies Fields<WarmClaim>),
);

const taskPrefix = 'task#';
const partitionOf = (load: CaptureLoad): string => `warm#${load}`;
const taskKey = ({ load, id }: WarmPlace): Key => ({ pk: partitionOf(load), sk: taskPrefix + id });
const orderKey = ({ load, id }: WarmPlace): Key => ({ pk: partitionOf(load), sk: `order#${id}` });
const claimKey = ({ bot_id, attempt: number }: CaptureOrder): Key => ({ pk: `warm#${bot_id}#${number}`, sk: 'claim' });

/** Longer than a bot can be in its meeting, and what comes after that takes: then nobody asks any more. */
const keptMs = 3 * 24 * 3600 * 1000;

export const warmTaskRepository = (table: Table) => {
  const isDone = async (writing: Promise<unknown>): Promise<boolean> => (await attempt(writing)).isDone;
  return {
    /** Those that wait for a bot, also those that are still starting. */
    async waiting(load: CaptureLoad): Promise<WarmTask[]> {
      return (await table.query({ partition: partitionOf(load), prefix: taskPrefix })).map(taskItems.recordOf);
    },

    /** Notes a task that is about to be started. */
    add: (task: WarmTask): Promise<void> => table.write({ put: taskItems.itemOf(taskKey(task), task) }),

    /** Notes what became known of a task that waits. Answers false for one that does not wait any more. */
    note: (place: WarmPlace, facts: Pick<Partial<WarmTask>, 'task_id' | 'heartbeat_at'>): Promise<boolean> =>
      isDone(table.write({ update: taskKey(place), set: facts, when: { exists: true } })),

    /** Takes a task out of those that wait. Answers false when it waits no more: it may have been given a bot. */
    withdraw: (place: WarmPlace): Promise<boolean> =>
      isDone(table.write({ delete: taskKey(place), when: { exists: true } })),

    /**
     * Gives an order to a task. Answers false when the task waits no more, or the order was given to another one: see `claimOf`.
     */
    claim(claim: WarmClaim, { project_id, bot_id, attempt: number, mode }: DatedOrder, now: Date): Promise<boolean> {
      const order = { project_id, bot_id, attempt: number, mode };
      const beside = expiring(now, keptMs);
      const { load, id, task_id } = claim;
      return isDone(
        table.write(
          { delete: taskKey(claim), when: { exists: true } },
          { put: orderItems.itemOf(orderKey(claim), { ...order, taken: false }, beside), when: { exists: false } },
          {
            put: claimItems.itemOf(claimKey(order), { load, id, task_id }, beside),
            when: { exists: false },
          },
        ),
      );
    },

    /** The task that an order was given to, if it was, whatever has become of it since. */
    async claimOf(order: CaptureOrder): Promise<WarmClaim | undefined> {
      const item = await table.get(claimKey(order));
      return item && claimItems.recordOf(item);
    },

    /** What a task was told to do; nothing while it waits, and when it was taken back. */
    async orderOf(place: WarmPlace): Promise<WarmOrder | undefined> {
      const item = await table.get(orderKey(place));
      return item && orderItems.recordOf(item);
    },

    /** The task has heard of its order. Answers false when that was taken back. Safe to repeat. */
    take: (place: WarmPlace): Promise<boolean> =>
      isDone(table.write({ update: orderKey(place), set: { taken: true }, when: { exists: true } })),

    /** Takes an order back of which its task has not heard. Answers false when it has, or when there is none. */
    revoke: (place: WarmPlace): Promise<boolean> =>
      isDone(table.write({ delete: orderKey(place), when: { equals: { taken: false } } })),

    /** The task is gone, and what became of its bot is seen to. */
    forget: (place: WarmPlace): Promise<void> => table.write({ delete: orderKey(place) }),
  };
};
export type WarmTaskRepository = ReturnType<typeof warmTaskRepository>;
