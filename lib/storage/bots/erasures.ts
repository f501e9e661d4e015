import * as z from 'zod';
import type { Key, Table } from '../../ports/table.ts';
import { itemKind } from '../item-kind.ts';
import type { BotRef } from '../keys.ts';

const partition = 'erasures';
/** How a bot is noted, and told on. */
export const ErasureItem: z.ZodType<BotRef> = z.object({ project_id: z.string(), bot_id: z.string() });
const erasureItems = itemKind<BotRef>('erasure', () => ErasureItem);
const keyOf = ({ project_id, bot_id }: BotRef): Key => ({ pk: partition, sk: `${project_id}#${bot_id}` });

/** Bots of which something is still to be removed. */
export const erasureRepository = (table: Table) => ({
  async add({ project_id, bot_id }: BotRef): Promise<void> {
    const ref = { project_id, bot_id };
    await table.write({ put: erasureItems.itemOf(keyOf(ref), ref) });
  },

  async list(): Promise<BotRef[]> {
    return (await table.query({ partition })).map(erasureItems.recordOf);
  },

  async remove(ref: BotRef): Promise<void> {
    await table.write({ delete: keyOf(ref) });
  },
});
export type ErasureRepository = ReturnType<typeof erasureRepository>;
