/**
 * What capture workers touch of the table, as patterns of its partitions (`lib/storage/keys.ts`) in IAM's way of writing: the role
 * of their tasks allows no more. Which bot a task is for no role knows.
 */
import type { TableIndex } from './table.ts';

/** Bots with what they captured, the keys that they hold, and tasks that wait for a bot. */
export const partitionsOfWorkers: readonly string[] = ['project#*#bot#*', 'project#*#deduplication#*', 'warm#*'];

/** Projects, each an id of 26 characters: whether there are accounts to join with. */
export const partitionsReadByWorkers: readonly string[] = [`project#prj_${'?'.repeat(26)}`];

/** Which bots are in the same meeting. */
export const indicesOfWorkers: readonly TableIndex[] = ['gsi6'];
