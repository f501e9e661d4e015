/** In which order what was captured is read: one that no size of a page changes, also while more is told. */
import { sortableId, timeOfSortable } from '../ids.ts';
import type { Cursor } from '../page.ts';
import type { Captured } from './captured.ts';

/** The batch in which entries were told. Its id sorts by when it was first sent. */
interface Sent {
  readonly batch_id: string;
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
  readonly momentOf: (entry: T, batch: Sent) => number;
  /** Nothing in later batches stands before this moment. */
  readonly earliestAfter: (batch: Sent) => number;
  /** Nothing in earlier batches stands after this moment. */
  readonly latestBefore: (batch: Sent) => number;
  /** As far as this, on the way, no batch holds anything beyond the place. */
  readonly beforeBatches: (place: Place, direction: Cursor['direction']) => string;
  /** What is stored from now on stands at most so much before now. */
  readonly settles_after_ms: number;
  /** So many batches are read at once, at least. */
  readonly read_at_once: number;
}

// How late a worker tells what it saw: on AWS beginnings and ends of speech wait for five seconds to be told with
// something else, and somebody who is not shown any more is taken for gone after four. The rest is a margin.
const lateMs = 10_000;

// A batch has its time before it is on its way: one try to store it, and the next ones where the table is throttled.
const onTheWayMs = 10_000;

const sentMs = ({ batch_id }: Sent): number => timeOfSortable(batch_id);

const firstIdOf = (at_ms: number): string => sortableId(new Date(at_ms), new Uint8Array());

/**
 * As it happened. What is told later still stands that long before it was sent. When it was stored does not count: a worker
 * that was replaced may store a batch after the next worker's, and only by the times in ids are both in one order.
 */
const asItHappened: ReadingOrder<Captured['participant_events'][number]> = {
  numbered: (entries) => entries.toSorted((one, other) => one.timestamp_ms - other.timestamp_ms),
  momentOf: ({ timestamp_ms }, batch) => Math.min(Math.max(timestamp_ms, sentMs(batch) - lateMs), sentMs(batch)),
  earliestAfter: (batch) => sentMs(batch) - lateMs,
  latestBefore: sentMs,
  beforeBatches: ({ moment_ms }, direction) => firstIdOf(direction === 'next' ? moment_ms - 1 : moment_ms + lateMs + 1),
  settles_after_ms: lateMs + onTheWayMs,
  // Ten seconds of a lively meeting, which lie between a place and the batches that hold it.
  read_at_once: 40,
};

/** As it was stored: what is edited keeps its place. */
const asStored: ReadingOrder<Captured['chat_messages'][number]> = {
  numbered: (entries) => entries,
  momentOf: () => 0,
  earliestAfter: () => 0,
  latestBefore: () => 0,
  // Just before the place's own batch, on the way.
  beforeBatches: ({ batch_id }, direction) => (direction === 'next' ? batch_id.slice(0, -1) : `${batch_id}~`),
  settles_after_ms: 0,
  read_at_once: 0,
};

export type ListedKind = 'participant_events' | 'chat_messages';

export const readingOrders: { readonly [K in ListedKind]: ReadingOrder<Captured[K][number]> } = {
  participant_events: asItHappened,
  chat_messages: asStored,
};
