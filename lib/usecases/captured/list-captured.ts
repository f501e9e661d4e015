import { isErased } from '../../domain/bot/lifecycle.ts';
import type { Captured } from '../../domain/captured/captured.ts';
import { aheadOf, capturedPage, type Start, startOf } from '../../domain/captured/captured-page.ts';
import { type ListedKind, type Placed, type ReadingOrder, readingOrders } from '../../domain/captured/reading-order.ts';
import { type Cursor, cutPage, type Page } from '../../domain/page.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { CapturedBatch, CapturedRepository } from '../../storage/bots/captured.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createGetBot } from '../bots/get-bot.ts';
import type { ListPorts } from '../list-page.ts';

export interface ListCapturedPorts extends ListPorts {
  readonly bots: Pick<BotRepository, 'get'>;
  readonly captured: Pick<CapturedRepository, 'look'>;
  readonly clock: Clock;
}

export interface ListCapturedInput {
  readonly from?: Cursor | undefined;
  readonly page_size: number;
  /** Only entries stored after, or before, these moments. */
  readonly after?: Date | undefined;
  readonly before?: Date | undefined;
}

type Entry<K extends ListedKind> = Captured[K][number];

/** An entry that was edited counts as stored when it was edited last. It keeps its place. */
const isStoredBetween = (
  { created_at, edited }: CapturedBatch,
  entry: object,
  { after, before }: ListCapturedInput,
): boolean => {
  const stored = Date.parse(('id' in entry && edited?.[String(entry.id)]) || created_at);
  return (!after || stored > after.getTime()) && (!before || stored < before.getTime());
};

/** How many batches are looked through at once where only some of their entries are wanted. */
const searchedAtOnce = 100;

/**
 * A page of participant events, as they happened, or of chat messages, as they were stored: those that `isWanted`, where
 * that is given. Who follows pages while the meeting goes on passes no event by that is stored within ten seconds of being
 * sent, but for one thing: where a page begins within the last twenty seconds, and they hold more than fits on it, it cannot
 * wait. What was passed by is found by `after`.
 */
export const createListCaptured = <K extends ListedKind>(
  kind: K,
  ports: ListCapturedPorts,
  isWanted?: (entry: Entry<K>) => boolean,
) => {
  const { captured, clock, onUnreadable } = ports;
  const getBot = createGetBot(ports);
  const order: ReadingOrder<Entry<K>> = readingOrders[kind];

  const placedIn = (batch: CapturedBatch<K>, input: ListCapturedInput): Placed<Entry<K>>[] =>
    order
      .numbered(batch.entries)
      .map((value, number) => ({
        place: { moment_ms: order.momentOf(value, batch), batch_id: batch.batch_id, number },
        value,
      }))
      .filter(({ value }) => isWanted?.(value) !== false && isStoredBetween(batch, value, input));

  /** What is beyond the start, as far as the page may hold any of it, and one more. */
  const readFrom = async (
    ref: BotRef,
    start: Start | undefined,
    input: ListCapturedInput,
  ): Promise<Placed<Entry<K>>[]> => {
    const isBackwards = start?.direction === 'previous';
    const limit = input.page_size + 1;
    // One more, since the first may hold nothing beyond the start.
    const atOnce = Math.max(limit + 1, isWanted ? searchedAtOnce : order.read_at_once);
    const found: Placed<Entry<K>>[] = [];

    /** Whether the page is among what is ahead, up to this batch. */
    const isEnough = (ahead: readonly Placed<Entry<K>>[], batch_id: string): boolean => {
      const end = ahead[input.page_size - 1]?.place.moment_ms;
      if (end === undefined || ahead.length < limit) return false;
      return isBackwards ? order.latestBefore({ batch_id }) <= end : order.earliestAfter({ batch_id }) >= end;
    };

    let after = start && order.beforeBatches(start.place, start.direction);
    for (;;) {
      const range = {
        order: isBackwards ? 'descending' : 'ascending',
        limit: atOnce,
        ...(after !== undefined && { after }),
      } as const;
      const { batches, end } = await captured.look(ref, kind, range, onUnreadable);
      found.push(...batches.flatMap((batch) => placedIn(batch, input)));
      const ahead = aheadOf(found, start);
      if (end === undefined || isEnough(ahead, end)) return ahead;
      after = end;
    }
  };

  return async (ref: BotRef, input: ListCapturedInput): Promise<Page<Entry<K>>> => {
    const start = input.from && startOf(input.from);
    const settled_ms = clock.now().getTime() - order.settles_after_ms;
    const [bot, read] = await Promise.all([getBot(ref), readFrom(ref, start, input)]);
    if (isErased(bot.state)) return cutPage([], undefined, undefined);
    return capturedPage(read, start, { page_size: input.page_size, settled_ms });
  };
};
