import * as z from 'zod';
import type { Item, Table } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { dataKeyKey, dataKeyPrefix } from '../keys.ts';

/** A key that a project's secrets are sealed with, sealed itself by the home's master key. */
export interface DataKey {
  /** Counts the project's keys from 1. New secrets are sealed with the last one, older ones name theirs. */
  readonly number: number;
  readonly sealed: string;
  readonly created_at: string;
}

const dataKeyItems = itemKind<DataKey>('data_key', () =>
  z.object({ number: z.number(), sealed: z.string(), created_at: z.string() } satisfies Fields<DataKey>),
);
const recordOf = (item: Item | undefined): DataKey | undefined => item && dataKeyItems.recordOf(item);

export const dataKeyRepository = (table: Pick<Table, 'get' | 'query' | 'write'>) => ({
  get: async (projectId: string, number: number): Promise<DataKey | undefined> =>
    recordOf(await table.get(dataKeyKey(projectId, number))),

  /** The last of a project's keys. */
  async newest(projectId: string): Promise<DataKey | undefined> {
    const { pk: partition } = dataKeyKey(projectId, 0);
    return recordOf((await table.query({ partition, prefix: dataKeyPrefix, order: 'descending', limit: 1 }))[0]);
  },

  /** Stores a key of a new number. Answers false when there is one of that number: it stays. */
  async add(projectId: string, key: DataKey): Promise<boolean> {
    const put = dataKeyItems.itemOf(dataKeyKey(projectId, key.number), key);
    return (await attempt(table.write({ put, when: { exists: false } }))).isDone;
  },
});
