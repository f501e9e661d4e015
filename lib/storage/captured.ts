import type { Captured, CapturedKind } from '../domain/captured/captured.ts';
import { ConditionFailedError, type Item, type Table, type Write } from '../ports/table.ts';
import { type BotRef, capturedKey, capturedPrefix } from './keys.ts';
import { removeAll } from './remove-all.ts';

/** Entries of one kind that were reported together. Batch ids sort by time. */
export interface CapturedBatch<K extends CapturedKind = CapturedKind> {
  readonly project_id: string;
  readonly bot_id: string;
  readonly captured_kind: K;
  readonly batch_id: string;
  readonly created_at: string;
  readonly entries: Captured[K];
  /** When entries were changed after they had been stored, by their ids. */
  readonly edited?: Readonly<Record<string, string>>;
}

/** The batch in an item of the table or of its stream; undefined for items of another kind. */
export const batchOfItem = (item: Item): CapturedBatch | undefined => {
  if (item.kind !== 'captured') return undefined;
  const { pk, sk, kind, ...batch } = item;
  return batch as unknown as CapturedBatch;
};

/** The write that stores a batch, and fails when there is one of its id. */
export const writeOfBatch = (batch: CapturedBatch): Write => ({
  put: { ...capturedKey(batch, batch.captured_kind, batch.batch_id), kind: 'captured', ...batch },
  when: { exists: false },
});

/** What bots brought back, kept as the batches in which it was reported: one write each, whatever they hold. */
export const capturedRepository = (table: Table) => ({
  /** Stores a batch; storing it again is no error and changes nothing. An empty one is not stored. */
  async add<K extends CapturedKind>(batch: CapturedBatch<K>): Promise<void> {
    if (batch.entries.length === 0) return;
    try {
      await table.write(writeOfBatch(batch));
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
    }
  },

  /** Changes the entries of a batch and says which ones; nothing when it was erased meanwhile. */
  async edit<K extends CapturedKind>({ entries, edited, ...batch }: CapturedBatch<K>): Promise<void> {
    const key = capturedKey(batch, batch.captured_kind, batch.batch_id);
    try {
      await table.write({ update: key, set: { entries, edited }, when: { exists: true } });
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
    }
  },

  /** Batches of a kind in the order of their ids, at most `limit`; `after` is a batch id and excluded. */
  async list<K extends CapturedKind>(
    ref: BotRef,
    kind: K,
    range: { after?: string; order?: 'ascending' | 'descending'; limit?: number } = {},
  ): Promise<CapturedBatch<K>[]> {
    const { after, ...rest } = range;
    const items = await table.query({
      partition: capturedKey(ref, kind, '').pk,
      prefix: capturedPrefix(kind),
      ...rest,
      ...(after !== undefined && { after: capturedPrefix(kind) + after }),
    });
    return items.flatMap((item) => (batchOfItem(item) as CapturedBatch<K> | undefined) ?? []);
  },

  /** Removes all batches of a kind, however many they are. */
  async erase(ref: BotRef, kind: CapturedKind): Promise<void> {
    await removeAll(table, capturedKey(ref, kind, '').pk, capturedPrefix(kind));
  },

  async get<K extends CapturedKind>(ref: BotRef, kind: K, batchId: string): Promise<CapturedBatch<K> | undefined> {
    const item = await table.get(capturedKey(ref, kind, batchId));
    return item && (batchOfItem(item) as CapturedBatch<K> | undefined);
  },
});
export type CapturedRepository = ReturnType<typeof capturedRepository>;
