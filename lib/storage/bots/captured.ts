import * as z from 'zod';
import {
  type Captured,
  type CapturedKind,
  ChatMessage,
  capturedKinds,
  ParticipantEvent,
  Utterance,
} from '../../domain/captured/captured.ts';
import type { Item, Query, Table, Write } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { type Fields, type ItemKind, itemKind } from '../item-kind.ts';
import { type BotRef, capturedKey, capturedPrefix } from '../keys.ts';
import { type OnUnreadable, recordsOf } from '../readable.ts';
import { removeAll } from '../remove-all.ts';
import { shapeOf } from '../shape.ts';

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

const batchesOf = <K extends CapturedKind>(kind: K, entries: z.ZodType<Captured[K]>) =>
  itemKind<CapturedBatch<K>>('captured', () =>
    z.object({
      project_id: z.string(),
      bot_id: z.string(),
      captured_kind: z.literal(kind),
      batch_id: z.string(),
      created_at: z.string(),
      entries: shapeOf(entries),
      edited: z.record(z.string(), z.string()).exactOptional(),
    } satisfies Fields<CapturedBatch<K>>),
  );

const batches: { readonly [K in CapturedKind]: ItemKind<CapturedBatch<K>> } = {
  utterances: batchesOf('utterances', z.array(Utterance)),
  participant_events: batchesOf('participant_events', z.array(ParticipantEvent)),
  chat_messages: batchesOf('chat_messages', z.array(ChatMessage)),
};

/** The batch in an item of the table or of its stream; undefined for items of another kind. */
export const batchOfItem = (item: Item): CapturedBatch | undefined => {
  const kind = capturedKinds.find((name) => name === item.captured_kind);
  return kind && batches[kind].isKindOf(item) ? batches[kind].recordOf(item) : undefined;
};

/** The write that stores a batch, and fails when there is one of its id. */
export const writeOfBatch = <K extends CapturedKind>(batch: CapturedBatch<K>): Write => ({
  put: batches[batch.captured_kind].itemOf(capturedKey(batch, batch.captured_kind, batch.batch_id), batch),
  when: { exists: false },
});

/** `after` is a batch id and excluded. */
interface BatchRange extends Pick<Query, 'after' | 'order' | 'limit'> {}

/** What bots brought back, kept as the batches in which it was reported: one write each, whatever they hold. */
export const capturedRepository = (table: Table) => {
  const itemsIn = (ref: BotRef, kind: CapturedKind, { after, ...range }: BatchRange): Promise<Item[]> =>
    table.query({
      partition: capturedKey(ref, kind, '').pk,
      prefix: capturedPrefix(kind),
      ...range,
      ...(after !== undefined && { after: capturedPrefix(kind) + after }),
    });

  return {
    /** Stores a batch; storing it again is no error and changes nothing. An empty one is not stored. */
    async add<K extends CapturedKind>(batch: CapturedBatch<K>): Promise<void> {
      if (batch.entries.length === 0) return;
      await attempt(table.write(writeOfBatch(batch)));
    },

    /** Changes the entries of a batch and says which ones; nothing when it was erased meanwhile. */
    async edit<K extends CapturedKind>({ entries, edited, ...batch }: CapturedBatch<K>): Promise<void> {
      const key = capturedKey(batch, batch.captured_kind, batch.batch_id);
      await attempt(table.write({ update: key, set: { entries, edited }, when: { exists: true } }));
    },

    /** Batches of a kind in the order of their ids, at most `limit`; those that cannot be read by `readable`'s rule. */
    async list<K extends CapturedKind>(
      ref: BotRef,
      kind: K,
      range: BatchRange = {},
      onUnreadable?: OnUnreadable,
    ): Promise<CapturedBatch<K>[]> {
      return recordsOf(await itemsIn(ref, kind, range), batches[kind].recordOf, onUnreadable);
    },

    /** The same, with the id of the last one that was looked at, if there may be more behind it. */
    async look<K extends CapturedKind>(
      ref: BotRef,
      kind: K,
      range: BatchRange & { readonly limit: number },
      onUnreadable?: OnUnreadable,
    ): Promise<{ readonly batches: readonly CapturedBatch<K>[]; readonly end: string | undefined }> {
      const items = await itemsIn(ref, kind, range);
      const end = items.length < range.limit ? undefined : items.at(-1)?.sk.slice(capturedPrefix(kind).length);
      return { batches: recordsOf(items, batches[kind].recordOf, onUnreadable), end };
    },

    /** Removes all batches of a kind, however many they are. */
    async erase(ref: BotRef, kind: CapturedKind): Promise<void> {
      await removeAll(table, capturedKey(ref, kind, '').pk, capturedPrefix(kind));
    },

    async get<K extends CapturedKind>(ref: BotRef, kind: K, batchId: string): Promise<CapturedBatch<K> | undefined> {
      const item = await table.get(capturedKey(ref, kind, batchId));
      return item && batches[kind].recordOf(item);
    },
  };
};
export type CapturedRepository = ReturnType<typeof capturedRepository>;
