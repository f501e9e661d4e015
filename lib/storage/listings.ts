/**
 * Lists of items. The table has seven indices (`gsi1` to `gsi7`) that mean nothing by themselves: an item stands in as
 * many lists as its kind wants, at most one in each index. A list is a partition of an index; an item's place in it is
 * its position there, by which the list is in order.
 *
 *   kind               index  list                                          position
 *   project            gsi1   projects                                      <prj>
 *   api_key            gsi1   <prj>#api_keys                                <key id>
 *   person             gsi1   <prj>#people                                  <e-mail>
 *   webhook_delivery   gsi1   <prj>#webhook_deliveries                      <time>#<key>
 *   app session        gsi1   <prj>#app_sessions                            <app>
 *   bot                gsi1   <prj>#bots                                    <bot>
 *                      gsi2   <prj>#bots                                    <join_at>#<bot>
 *                      gsi3   <prj>#bots#<state>#<0 or 1>                   <bot>
 *                      gsi4   <prj>#bots#<state>#<0 or 1>                   <join_at>#<bot>
 *                      gsi5   <prj>#bots#meeting#<hash of the link>         <bot>
 *                      gsi6   …#coming, while it is live, until its meeting
 *                             shows it: …#present, by the canonical link    <bot>
 *                      gsi7   <prj>#bots#deduplication#<key>                <bot>
 *   calendar           gsi1   <prj>#calendars                               <cal>
 *   calendar_sync      gsi1   due#calendars#<shard>, while it is connected  <moment>#<prj>/<cal>
 *   calendar_farewell  gsi1   due#calendars#<shard>                         <moment>#farewell/<prj>/<cal>
 *   connection         gsi1   <prj>#connections                             <con>
 *                      gsi2   <prj>#connections#<user>                      <con>
 *                      gsi3   <prj>#connections#<state>                     <con>
 *   connection_sync    gsi1   due#connections#<shard>                       <moment>#<prj>/<con>
 *   conf_meeting       gsi1   <con>#meetings                                <number>
 *   calendar_event     gsi1   <cal>#events                                  <start>#<cev>
 *   calendar_follower  gsi1   due#calendars#<shard>, until it was looked at <moment>#<prj>/<cal>/<cev>/<bot>
 *                      gsi2   <cal>#bots                                    <join_at>#<cev>/<bot>
 *
 * A new kind needs no index of its own, which matters: an existing table can be given only one a deployment. It gets its
 * lists like this:
 * - Take `gsi1` for the list of all of them, and the next index for each further order or filter: events of a calendar by
 *   their start, then by their last change; connections of a project, then those of a user. Kinds never meet: the name of
 *   a list begins with what it belongs to (the project, the calendar), then says the kind. What lives like a bot is
 *   listed like one, under a kind of its own.
 * - An item that is listed only for a while leaves the place out when it is written: what is not in an index costs it nothing.
 * - What is due at a moment stands in `due#<what>#<shard>` at `<moment>#<id>` (see `due.ts`), and a sweep reads each shard
 *   up to now. An item that has a list and is due as well keeps the second in an item beside it (a calendar's `sync`).
 * - One partition takes 1,000 writes a second, and an entry that moves is two. So a list that many items enter or leave
 *   in the same minute is split into shards (as by state), or belongs to something smaller than the project.
 * - Names and positions are short: each is stored in the item too, and a byte is written with every change.
 */
import { type Item, type Query, type Table, type TableIndex, tableIndexes } from '../ports/table.ts';
import { getAll } from './get-all.ts';

export interface List {
  readonly index: TableIndex;
  readonly partition: string;
}

/** The attributes that put an item into lists, at a position in each. What is undefined is no place. */
export const listedIn = (...places: readonly ((List & { readonly position: string }) | undefined)[]) =>
  Object.fromEntries(
    places.flatMap((place) => {
      if (!place) return [];
      const { pk, sk } = tableIndexes[place.index];
      return [
        [pk, place.partition],
        [sk, place.position],
      ];
    }),
  );

type Range = Omit<Query, 'index' | 'partition'>;

const entriesOf = (table: Pick<Table, 'query'>, { index, partition }: List, range?: Range): Promise<Item[]> =>
  table.query({ index, partition, ...range });

const positionIn = ({ index }: List, entry: Item): string => String(entry[tableIndexes[index].sk]);

/** The positions of a list, in its order. */
export const positionsIn = async (table: Pick<Table, 'query'>, list: List, range?: Range): Promise<string[]> =>
  (await entriesOf(table, list, range)).map((entry) => positionIn(list, entry));

/** Some items of a list, in the order of their positions, and the position of the last one, if there may be more behind it. */
export const someItemsIn = async (
  table: Pick<Table, 'query' | 'getMany'>,
  list: List,
  range: Range & { readonly limit: number },
): Promise<{ readonly items: readonly Item[]; readonly end: string | undefined }> => {
  const entries = await entriesOf(table, list, range);
  const last = entries.length < range.limit ? undefined : entries.at(-1);
  return { items: await getAll(table, entries), end: last && positionIn(list, last) };
};

/** The items of a list, in the order of their positions. */
export const itemsIn = async (table: Pick<Table, 'query' | 'getMany'>, list: List, range?: Range): Promise<Item[]> =>
  getAll(table, await entriesOf(table, list, range));
