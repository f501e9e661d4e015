/** The single table as rows of SQLite. Whatever a write changes is told to the change feed in the same transaction. */
import { type Clock, systemClock } from '../../ports/clock.ts';
import {
  ConditionFailedError,
  type Item,
  type Key,
  keyAttributes,
  mostKeys,
  type Query,
  type Table,
  type Write,
} from '../../ports/table.ts';
import { recordChange } from './changes/change-feed.ts';
import { type LocalDatabase, openDatabase, type Row } from './database.ts';
import { dataFolder } from './environment.ts';
import { checkWrites, encode, holds, isChange, isExpired, keyOf, outcomeOf } from './table-rules.ts';

const itemOf = (row: Row): Item => JSON.parse(row.item as string) as Item;

/** The greatest code point: no text that begins with a prefix sorts after the prefix followed by it. */
const last = '\u{10ffff}';

const selection = ({ index, partition, prefix = '', above, below, after, order, limit }: Query, now: Date) => {
  const { pk, sk } = keyAttributes(index);
  const isDescending = order === 'descending';
  const [from, until] = isDescending ? ['', after ?? last] : [after ?? '', last];
  const excluded = [above, below, after].filter((bound) => bound !== undefined);
  // One bound at each end: SQLite looks up no more than that in an index, and goes through the rows for the others.
  const where = [
    `${pk} = ? AND ${sk} BETWEEN max(?, ?, ?) AND min(?, ?, ?)`,
    ...excluded.map(() => `${sk} <> ?`),
    '(expires_at IS NULL OR expires_at > ?)',
  ].join(' AND ');
  const columns = index ? `json_object('pk', pk, 'sk', sk, '${pk}', ${pk}, '${sk}', ${sk}) AS item` : 'item';
  const rows = index ? `items INDEXED BY items_${index}` : 'items';
  return {
    sql: `SELECT ${columns} FROM ${rows} WHERE ${where} ORDER BY ${sk} ${isDescending ? 'DESC' : 'ASC'} LIMIT ?`,
    values: [
      ...[partition, prefix, above ?? '', from, prefix + last, below ?? last, until],
      ...excluded,
      ...[now.getTime() / 1000, limit ?? -1],
    ],
  };
};

/** A table over a local database. The clock decides what has expired. */
export const sqliteTable = (database: LocalDatabase, clock: Clock = systemClock): Table => {
  const read = ({ pk, sk }: Key): Item | undefined => {
    const row = database.get('SELECT item FROM items WHERE pk = ? AND sk = ?', pk, sk);
    const item = row && itemOf(row);
    return item && !isExpired(item, clock.now()) ? item : undefined;
  };

  const apply = (write: Write, index: number): Item | undefined => {
    const { pk, sk } = keyOf(write);
    const old = read({ pk, sk });
    if (!holds(write.when, old)) throw new ConditionFailedError(index, old);
    const next = outcomeOf(write, old);
    const text = next && encode(next);
    const change = { old, new: text === undefined ? undefined : (JSON.parse(text) as Item) };
    if (!isChange(change)) return change.new;
    if (text === undefined) database.run('DELETE FROM items WHERE pk = ? AND sk = ?', pk, sk);
    else database.run('INSERT OR REPLACE INTO items (pk, sk, item) VALUES (?, ?, ?)', pk, sk, text);
    recordChange(database, { pk, sk }, change, clock.now());
    return change.new;
  };

  return {
    get: async (key) => read(key),
    getMany: async (keys) => {
      if (keys.length > mostKeys) throw new RangeError(`at most ${mostKeys} keys at once, not ${keys.length}`);
      return keys.flatMap((key) => read(key) ?? []);
    },
    query: async (query) => {
      const { sql, values } = selection(query, clock.now());
      return database.all(sql, ...values).map(itemOf);
    },
    write: async (...writes) => {
      checkWrites(writes);
      if (writes.length > 0) database.transaction(() => writes.forEach(apply));
    },
    update: async (update) => {
      checkWrites([update]);
      return database.transaction(() => apply(update, 0)) as Item;
    },
  };
};

/** Removes items that have expired, at most so many, and tells the change feed. Answers how many there were. */
export const removeExpired = (database: LocalDatabase, now: Date, atMost = 500): number =>
  database.transaction(() => {
    const rows = database.all(
      'SELECT pk, sk, item FROM items WHERE expires_at <= ? LIMIT ?',
      now.getTime() / 1000,
      atMost,
    );
    for (const row of rows) {
      const old = itemOf(row);
      database.run('DELETE FROM items WHERE pk = ? AND sk = ?', old.pk, old.sk);
      recordChange(database, old, { old, new: undefined }, now);
    }
    return rows.length;
  });

/** The table of this process's data folder. */
export const openTable = (): Table => sqliteTable(openDatabase(dataFolder()));
