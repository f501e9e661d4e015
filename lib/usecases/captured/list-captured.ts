import { isErased } from '../../domain/bot/lifecycle.ts';
import type { Captured, CapturedKind } from '../../domain/captured/captured.ts';
import { type Cursor, cutPage, type Page, type Positioned } from '../../domain/page.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { CapturedBatch, CapturedRepository } from '../../storage/bots/captured.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createGetBot } from '../bots/get-bot.ts';

export interface ListCapturedInput {
  readonly from?: Cursor | undefined;
  readonly page_size: number;
  /** Only entries stored after, or before, these moments. */
  readonly after?: Date | undefined;
  readonly before?: Date | undefined;
}

// An entry's position is its batch and its place there, padded so that positions sort as entries do.
const positionOf = (batchId: string, place: number): string => `${batchId}/${String(place).padStart(5, '0')}`;
const batchIdOf = (position: string): string => position.slice(0, position.lastIndexOf('/'));

type Entry<K extends CapturedKind> = Captured[K][number];

const entriesOf = <K extends CapturedKind>({ batch_id, entries }: CapturedBatch<K>): Positioned<Entry<K>>[] =>
  [...entries].map((value, place) => ({ position: positionOf(batch_id, place), value: value as Entry<K> }));

/** Whether an entry of the cursor's own batch lies beyond it. */
const isBeyond = ({ position, direction, inclusive }: Cursor, entry: string): boolean =>
  entry === position ? inclusive === true : direction === 'next' ? entry > position : entry < position;

/** An entry that was edited counts as stored when it was edited last. It keeps its place. */
const isStoredBetween = (
  { created_at, edited }: CapturedBatch,
  entry: object,
  { after, before }: ListCapturedInput,
): boolean => {
  const stored = Date.parse(('id' in entry && edited?.[String(entry.id)]) || created_at);
  return (!after || stored > after.getTime()) && (!before || stored < before.getTime());
};

const momentOf = (entry: object): number =>
  'timestamp_ms' in entry && typeof entry.timestamp_ms === 'number' ? entry.timestamp_ms : 0;

/** How many batches are looked through at once where only some of their entries are wanted. */
const searchedAtOnce = 100;

/**
 * A page of participant events or chat messages, oldest first, also while the meeting goes on: those that `isWanted`,
 * where that is given. The events of a page are in the order of their moments. Across pages these may run back a little,
 * since some events are told a little late.
 */
export const createListCaptured = <K extends CapturedKind>(
  kind: K,
  ports: { bots: Pick<BotRepository, 'get'>; captured: CapturedRepository },
  isWanted?: (entry: Entry<K>) => boolean,
) => {
  const { captured } = ports;
  const getBot = createGetBot(ports);

  /** Entries from the cursor on, in the direction of reading: enough for a page and one more. */
  const readFrom = async (ref: BotRef, input: ListCapturedInput): Promise<Positioned<Entry<K>>[]> => {
    const { from, page_size } = input;
    const order = from?.direction === 'previous' ? 'descending' : 'ascending';
    const limit = page_size + 1;
    const atOnce = isWanted ? Math.max(limit, searchedAtOnce) : limit;
    const entriesInOrder = (batch: CapturedBatch<K>): Positioned<Entry<K>>[] => {
      const entries = entriesOf(batch).filter(
        ({ value }) => isWanted?.(value) !== false && isStoredBetween(batch, value, input),
      );
      return order === 'ascending' ? entries : entries.reverse();
    };
    let last = from && batchIdOf(from.position);
    const begun = from && last !== undefined ? await captured.get(ref, kind, last) : undefined;
    const found = from && begun ? entriesInOrder(begun).filter(({ position }) => isBeyond(from, position)) : [];
    for (let isExhausted = false; !isExhausted && found.length < limit; ) {
      const batches = await captured.list(ref, kind, {
        order,
        limit: atOnce,
        ...(last !== undefined && { after: last }),
      });
      found.push(...batches.flatMap(entriesInOrder));
      last = batches.at(-1)?.batch_id;
      isExhausted = batches.length < atOnce;
    }
    return found;
  };

  return async (ref: BotRef, input: ListCapturedInput): Promise<Page<Entry<K>>> => {
    const [bot, found] = await Promise.all([getBot(ref), readFrom(ref, input)]);
    if (isErased(bot.state)) return cutPage([], undefined, undefined);
    const read = found.slice(0, input.page_size);
    const page = cutPage(read, found.length > read.length ? read.at(-1)?.position : undefined, input.from);
    return { ...page, results: page.results.toSorted((one, other) => momentOf(one) - momentOf(other)) };
  };
};
