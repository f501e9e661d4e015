/** Bots in lists: apart from the writing of one, which most functions do without any list. */
import type { Bot } from '../../domain/bot/bot.ts';
import type { UnreadableItemError } from '../../domain/errors.ts';
import type { Positioned } from '../../domain/page.ts';
import type { Query, Table } from '../../ports/table.ts';
import { type BotRef, botKey } from '../keys.ts';
import { positionsIn } from '../listings.ts';
import { type OnUnreadable, readable } from '../readable.ts';
import { type BotRange, botIdAt } from './bot-indexes.ts';
import { botItems } from './bot-item.ts';
import { botLocks, botRepository } from './bots.ts';

type Order = Pick<Query, 'after' | 'order'> & { readonly limit: number };

const isAhead = (position: string, { after, order }: Order): boolean =>
  after === undefined || (order === 'descending' ? position < after : position > after);

export const botLists = (table: Pick<Table, 'get' | 'getMany' | 'query'>) => ({
  /** The first positions of a list, at most `limit`, beginning after (or before) the position `after`; by `readable`'s rule. */
  async positions(range: BotRange, order: Order, onUnreadable?: OnUnreadable): Promise<string[]> {
    if ('lock' in range) {
      const item = await table.get(range.lock);
      const holder = item && readable(botLocks.recordOf, onUnreadable)(item)?.bot_id;
      return holder !== undefined && isAhead(holder, order) ? [holder] : [];
    }
    const { index, partitions, isExact: _, ...bounds } = range;
    const read = (partition: string) => positionsIn(table, { index, partition }, { ...bounds, ...order });
    const found = (await Promise.all(partitions.map(read))).flat();
    // Once, also when a bot was on its way from one partition to another.
    const positions = [...new Set(found)].sort();
    return (order.order === 'descending' ? positions.reverse() : positions).slice(0, order.limit);
  },

  /** Bots at these positions, in their order; those gone meanwhile are left out, and those that cannot be read by `readable`'s rule. */
  async at(
    project_id: string,
    positions: readonly string[],
    onUnreadable?: (error: UnreadableItemError, ref: BotRef) => void,
  ): Promise<Positioned<Bot>[]> {
    const places = positions.map((position) => ({ position, ref: { project_id, bot_id: botIdAt(position) } }));
    const found = await table.getMany(places.map(({ ref }) => botKey(ref)));
    const items = new Map(found.map((item) => [item.pk, item]));
    return places.flatMap(({ position, ref }) => {
      const item = items.get(botKey(ref).pk);
      const read = readable(botItems.recordOf, onUnreadable && ((error) => onUnreadable(error, ref)));
      const value = item && read(item);
      return value ? [{ position, value }] : [];
    });
  },
});
export type BotLists = ReturnType<typeof botLists>;

/** Bots one by one and in lists. */
export const listedBots = (table: Table) => ({ ...botRepository(table), ...botLists(table) });
export type ListedBots = ReturnType<typeof listedBots>;
