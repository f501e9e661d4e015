/** In which order what was captured is read: one that no size of a page changes, also while more is told. */
import { timeOfSortable } from '../ids.ts';
import type { Captured } from './captured.ts';

/** The batch in which entries were told. Its id sorts by when it was first sent, which is never after it was stored. */
interface Stored {
  readonly batch_id: string;
  readonly created_at: string;
}

/** Where an entry stands: by its moment, then by its batch, then by its number there. */
export interface Place {
  readonly moment_ms: number;
  readonly batch_id: string;
  readonly number: number;
}

export interface Placed<T> {
  readonly place: Place;
  readonly value: T;
}

export const comparePlaces = (one: Place, other: Place): number =>
  one.moment_ms - other.moment_ms ||
  (one.batch_id === other.batch_id ? one.number - other.number : one.batch_id < other.batch_id ? -1 : 1);

export interface ReadingOrder<T> {
  /** The entries of a batch, as they are numbered. */
  readonly numbered: (entries: readonly T[]) => readonly T[];
  readonly momentOf: (entry: T, batch: Stored) => number;
  /** Nothing in later batches stands before this moment. */
  readonly earliestAfter: (batch: Stored) => number;
  /** Nothing in earlier batches stands after this moment. */
  readonly latestBefore: (batch: Stored) => number;
  /** What is told from now on stands at most so much before now. */
  readonly late_ms: number;
}

// How late a worker tells what it saw: on AWS beginnings and ends of speech wait for five seconds to be told with
// something else, and somebody who is not shown any more is taken for gone after four. The rest is for sending it.
const lateMs = 10_000;

const storedMs = ({ created_at }: Stored): number => Date.parse(created_at);

/** As it happened. What is told later still stands that long before it was stored, where no reader has passed by. */
const asItHappened: ReadingOrder<Captured['participant_events'][number]> = {
  numbered: (entries) => entries.toSorted((one, other) => one.timestamp_ms - other.timestamp_ms),
  momentOf: ({ timestamp_ms }, batch) => Math.min(Math.max(timestamp_ms, storedMs(batch) - lateMs), storedMs(batch)),
  earliestAfter: ({ batch_id }) => timeOfSortable(batch_id) - lateMs,
  latestBefore: storedMs,
  late_ms: lateMs,
};

/** As it was stored: what is edited keeps its place. */
const asStored: ReadingOrder<Captured['chat_messages'][number]> = {
  numbered: (entries) => entries,
  momentOf: () => 0,
  earliestAfter: () => 0,
  latestBefore: () => 0,
  late_ms: 0,
};

export type ListedKind = 'participant_events' | 'chat_messages';

export const readingOrders: { readonly [K in ListedKind]: ReadingOrder<Captured[K][number]> } = {
  participant_events: asItHappened,
  chat_messages: asStored,
};
