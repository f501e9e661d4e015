import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Key, Table } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { itemKind } from '../item-kind.ts';
import type { BotRef } from '../keys.ts';

const partition = 'erasures';
const fields = { project_id: z.string(), bot_id: z.string() };
/** How a bot is told on to whoever removes what it left. */
export const BotToErase: z.ZodType<BotRef> = z.object(fields);
/** `note`: another one each time that the bot is noted. */
const erasureItems = itemKind('erasure', () => z.object({ ...fields, note: z.string() }));
const keyOf = ({ project_id, bot_id }: BotRef): Key => ({ pk: partition, sk: `${project_id}#${bot_id}` });
const refIn = ({ sk }: Key): BotRef => {
  const end = sk.lastIndexOf('#');
  return { project_id: sk.slice(0, end), bot_id: sk.slice(end + 1) };
};

/** Bots of which something is still to be removed. */
export const erasureRepository = (table: Table) => ({
  async add({ project_id, bot_id }: BotRef): Promise<void> {
    const noted = { project_id, bot_id, note: randomUUID() };
    await table.write({ put: erasureItems.itemOf(keyOf(noted), noted) });
  },

  /** All of them, also those whose notes cannot be read. */
  async list(): Promise<BotRef[]> {
    return (await table.query({ partition })).map(refIn);
  },

  /** Under which note it is to be removed; undefined where it is not. */
  async noteOf(ref: BotRef): Promise<string | undefined> {
    const item = await table.get(keyOf(ref));
    return item && erasureItems.recordOf(item).note;
  },

  /** What was noted anew since stays noted. */
  async remove(ref: BotRef, note: string): Promise<void> {
    await attempt(table.write({ delete: keyOf(ref), when: { equals: { note } } }));
  },
});
export type ErasureRepository = ReturnType<typeof erasureRepository>;
