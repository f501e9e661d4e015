import type { Captured, CapturedKind } from '../domain/captured.ts';
import { type Cursor, cutPage, type Page } from '../domain/page.ts';
import type { BotRepository } from '../storage/bots.ts';
import type { CapturedBatch, CapturedRepository } from '../storage/captured.ts';
import type { BotRef } from '../storage/keys.ts';
import { createGetBot } from './get-bot.ts';

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

const entriesOf = <K extends CapturedKind>(batch: CapturedBatch<K>) =>
  [...batch.entries].map((value, place) => ({
    position: positionOf(batch.batch_id, place),
    value: value as Entry<K>,
    stored: Date.parse(batch.created_at),
  }));

/** A page of participant events or chat messages, oldest first, also while the meeting goes on. */
export const createListCaptured = <K extends CapturedKind>(
  kind: K,
  ports: { bots: Pick<BotRepository, 'get'>; captured: CapturedRepository },
) => {
  const getBot = createGetBot(ports);

  /** Entries from the cursor on, in the direction of reading: enough for a page and one more. */
  const read = async (ref: BotRef, { from, page_size, after, before }: ListCapturedInput) => {
    const isBackward = from?.direction === 'previous';
    const order = isBackward ? 'descending' : 'ascending';
    const inRange = ({ stored, position }: { stored: number; position: string }): boolean =>
      (!after || stored > after.getTime()) &&
      (!before || stored < before.getTime()) &&
      (!from || (isBackward ? position < from.position : position > from.position));
    const found: ReturnType<typeof entriesOf<K>> = [];
    const keep = (batch: CapturedBatch<K> | undefined): void => {
      if (!batch) return;
      const entries = entriesOf(batch).filter(inRange);
      found.push(...(isBackward ? entries.reverse() : entries));
    };
    let last = from && batchIdOf(from.position);
    if (last !== undefined) keep(await ports.captured.get(ref, kind, last));
    while (found.length <= page_size) {
      const batches = await ports.captured.list(ref, kind, {
        ...(last !== undefined && { after: last }),
        order,
        limit: page_size + 1,
      });
      for (const batch of batches) keep(batch);
      last = batches.at(-1)?.batch_id;
      if (batches.length <= page_size) break;
    }
    return found;
  };

  return async (ref: BotRef, input: ListCapturedInput): Promise<Page<Entry<K>>> => {
    const [, found] = await Promise.all([getBot(ref), read(ref, input)]);
    return cutPage(found.slice(0, input.page_size), found.length > input.page_size, input.from);
  };
};
