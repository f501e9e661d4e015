import {
  checkWrites,
  encode,
  holds,
  isChange,
  isExpired,
  keyOf,
  keyText,
  outcomeOf,
} from '../../../lib/adapters/local/table-rules.ts';
import { type Clock, systemClock } from '../../../lib/ports/clock.ts';
import {
  ConditionFailedError,
  type Item,
  type ItemChange,
  keyAttributes,
  mostKeys,
  type Query,
  type Table,
  type Write,
} from '../../../lib/ports/table.ts';
import { copyOf } from '../copy-of.ts';
import { lookForSecrets } from '../secrets.ts';

export interface MemoryTable extends Table {
  /** Everything that changed so far, oldest first: what a stream of the table would tell. */
  readonly changes: readonly ItemChange[];
  /** All items as they are, in the order of their keys. */
  items(): Item[];
}

const halfOfPair = /[\ud800-\udfff]/;

/** By their bytes in UTF-8. Texts compare so by themselves, and far faster, but for characters that take two halves. */
const compare = (a: string, b: string): number => {
  if (a === b) return 0;
  if (halfOfPair.test(a) || halfOfPair.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
};

const byKey = (a: Item, b: Item): number => compare(a.pk, b.pk) || compare(a.sk, b.sk);

/** What is stored stays as it is: nobody may change it. */
const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(Object.freeze(value))) frozen(part);
  return value;
};

/** A table that is gone with the test. The clock decides what has expired. */
export const memoryTable = (clock: Clock = systemClock): MemoryTable => {
  const stored = new Map<string, Item>();
  const changes: ItemChange[] = [];
  const decode = (text: string): Item => frozen(JSON.parse(text) as Item);
  const read = (key: string): Item | undefined => {
    const item = stored.get(key);
    return item && !isExpired(item, clock.now()) ? item : undefined;
  };

  /** The keys in their order; nearly always they are the ones that they were. */
  let keys: string[] = [];
  let areKeysNew = false;
  const inOrder = (): string[] => {
    if (areKeysNew) {
      keys = [...stored.values()].sort(byKey).map(keyText);
      areKeysNew = false;
    }
    return keys;
  };
  const items = (): Item[] => inOrder().flatMap((key) => read(key) ?? []);

  const query = ({ index, partition, prefix = '', above, below, after, order = 'ascending', limit }: Query): Item[] => {
    const { pk, sk } = keyAttributes(index);
    const way = order === 'ascending' ? 1 : -1;
    const sortKey = (item: Item): string => item[sk] as string;
    const now = clock.now();
    return [...stored.values()]
      .filter((item) => item[pk] === partition && typeof item[sk] === 'string' && sortKey(item).startsWith(prefix))
      .filter((item) => !isExpired(item, now))
      .filter((item) => above === undefined || compare(sortKey(item), above) > 0)
      .filter((item) => below === undefined || compare(sortKey(item), below) < 0)
      .filter((item) => after === undefined || way * compare(sortKey(item), after) > 0)
      .sort((a, b) => way * compare(sortKey(a), sortKey(b)) || byKey(a, b))
      .slice(0, limit)
      .map((item) => (index ? { pk: item.pk, sk: item.sk, [pk]: item[pk], [sk]: item[sk] } : item));
  };

  const write = (writes: readonly Write[]): void => {
    checkWrites(writes);
    const steps = writes.map((write, index) => {
      const key = keyText(keyOf(write));
      const old = read(key);
      if (!holds(write.when, old)) throw new ConditionFailedError(index, old);
      const next = outcomeOf(write, old);
      const text = next && encode(next);
      lookForSecrets('the table', text ?? '');
      return { key, old, next: text === undefined ? undefined : decode(text) };
    });
    for (const { key, old, next } of steps) {
      if (stored.has(key) !== (next !== undefined)) areKeysNew = true;
      if (next === undefined) stored.delete(key);
      else stored.set(key, next);
      const change = { old, new: next };
      if (isChange(change)) changes.push(change);
    }
  };

  return {
    changes,
    items,
    get: async (key) => copyOf(read(keyText(key))),
    getMany: async (keys) => {
      if (keys.length > mostKeys) throw new RangeError(`at most ${mostKeys} keys at once, not ${keys.length}`);
      return copyOf(keys.flatMap((key) => read(keyText(key)) ?? []));
    },
    query: async (asked) => copyOf(query(asked)),
    write: async (...writes) => write(writes),
    update: async (update) => {
      write([update]);
      return copyOf(read(keyText(update.update)) as Item);
    },
  };
};
