/** What every home of the table agrees on: which writes are allowed, when conditions hold, what a write leaves. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Condition,
  type Item,
  type ItemChange,
  type Key,
  mostWrites,
  type Update,
  type Write,
} from '../../ports/table.ts';

// A limit of DynamoDB's, kept here too so that what works on one machine works on AWS.
const largestItemBytes = 400 * 1024;

/** The item that a write is about. */
export const keyOf = (write: Write): Key => {
  if ('put' in write) return write.put;
  if ('update' in write) return write.update;
  return 'delete' in write ? write.delete : write.check;
};

/** One text per key, different for different keys. */
export const keyText = ({ pk, sk }: Key): string => JSON.stringify([pk, sk]);

/** @throws RangeError when the writes could not be carried out together */
export const checkWrites = (writes: readonly Write[]): void => {
  if (writes.length > mostWrites) throw new RangeError(`at most ${mostWrites} writes at once, not ${writes.length}`);
  const keys = new Set<string>();
  for (const write of writes) {
    const key = keyText(keyOf(write));
    if (keys.has(key)) throw new RangeError(`the item ${key} is written twice at once`);
    keys.add(key);
    if (
      'update' in write &&
      ['pk', 'sk'].some((name) => name in { ...write.set, ...write.append, ...write.increment })
    ) {
      throw new RangeError(`an update cannot change the key of ${key}`);
    }
  }
};

/** The item as it would be stored. @throws RangeError when it is too large */
export const encode = (item: Item): string => {
  const text = JSON.stringify(item);
  const bytes = Buffer.byteLength(text);
  if (bytes > largestItemBytes) throw new RangeError(`the item ${keyText(item)} is too large: ${bytes} bytes`);
  return text;
};

const has = (values: readonly unknown[], value: unknown): boolean => values.includes(value);

export const holds = (condition: Condition | undefined, item: Item | undefined): boolean => {
  if (!condition) return true;
  if ('exists' in condition) return condition.exists === (item !== undefined);
  if ('in' in condition) {
    return item !== undefined && Object.entries(condition.in).every(([name, values]) => has(values, item[name]));
  }
  return item !== undefined && Object.entries(condition.equals).every(([name, value]) => item[name] === value);
};

const updated = ({ update: { pk, sk }, set, append = {}, increment = {} }: Update, old: Item | undefined): Item => {
  const longer = Object.entries(append).map(([name, more]) => [name, [...((old?.[name] as unknown[]) ?? []), ...more]]);
  const larger = Object.entries(increment).map(([name, more]) => [name, ((old?.[name] as number) ?? 0) + more]);
  return { ...(old ?? { pk, sk }), ...set, ...Object.fromEntries([...longer, ...larger]) };
};

/** What a write leaves in the place of an item. */
export const outcomeOf = (write: Write, old: Item | undefined): Item | undefined => {
  if ('put' in write) return write.put;
  if ('update' in write) return updated(write, old);
  return 'delete' in write ? undefined : old;
};

/** Whether anything is different; DynamoDB's streams keep silent about writes that change nothing. */
export const isChange = (change: ItemChange): boolean => !isDeepStrictEqual(change.old, change.new);

export const isExpired = (item: Item, now: Date): boolean =>
  typeof item.expires_at === 'number' && item.expires_at * 1000 <= now.getTime();
