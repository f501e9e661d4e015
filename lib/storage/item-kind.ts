/**
 * What an item is: its kind, and the version of that kind in which it was written. There is one way from a record to an
 * item and one way back. Nothing is believed on the way back: an item is parsed when it is read, one of an older version
 * is migrated first, and one that cannot be read is refused with a sentence.
 *
 * To store something new in a kind, change its schema. A field that may be missing needs no more. Any other change is a
 * new version: add to `migrations` how an item of the version before becomes one of the new version. Updates (`set`,
 * `append`) do not look at an item's version, so what they set must mean the same in all versions, or their condition
 * must name the version.
 */
import * as z from 'zod';
import { UnreadableItemError } from '../domain/errors.ts';
import type { Item, Key } from '../ports/table.ts';
import { messageOf } from '../process/message-of.ts';
import { keyInLogs } from './keys.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** Makes an item of the next version of an item. Throws a sentence where that cannot be done. */
export type Migration = (item: Attributes) => Attributes;

/** A schema for each field of a record, so that the compiler finds one that is missing. */
export type Fields<T> = { readonly [K in keyof T]-?: z.core.$ZodType<T[K]> };

export interface ItemKindOptions<T> {
  /** What leads from each version to the next one, from the first version on. */
  readonly migrations?: readonly Migration[];
  /** The attributes of a record where they are not its fields. */
  readonly attributesOf?: (record: T) => object;
}

export interface ItemKind<T> {
  readonly name: string;
  /** The attributes that say what an item is. An update that may create the item sets them. */
  readonly tag: { readonly kind: string; readonly kind_version: number };
  /** The item that holds a record, and attributes beside it: the places where it is listed, the time of its expiry. */
  itemOf(key: Key, record: T, beside?: Attributes): Item;
  /** @throws UnreadableItemError for an item of another kind, of a newer version, or that does not hold such a record */
  recordOf(item: Item): T;
  isKindOf(item: Item): boolean;
}

/** The attribute by which an item is no longer answered from a moment on, or so long after it. */
export const expiring = (at: Date, kept_ms = 0): { readonly expires_at: number } => ({
  expires_at: Math.floor((at.getTime() + kept_ms) / 1000),
});

const firstVersion = 1;

/** The version in which an item was written. Items have said so only since there has been more than one program. */
const versionOf = ({ kind_version = firstVersion }: Attributes): number => Number(kind_version);

const reasonOf = (error: unknown): string => {
  const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
  if (issue) return `${issue.path.join('.') || 'the item'}: ${issue.message}`;
  return messageOf(error);
};

/** A kind of items. Its schema is made when the first item is read: many functions only ever write. */
export const itemKind = <T extends object>(
  name: string,
  makeSchema: () => z.ZodType<T>,
  { migrations = [], attributesOf = (record) => record }: ItemKindOptions<T> = {},
): ItemKind<T> => {
  const newestVersion = firstVersion + migrations.length;
  const tag = { kind: name, kind_version: newestVersion };
  let schema: z.ZodType<T> | undefined;

  return {
    name,
    tag,
    itemOf: (key, record, beside = {}) => ({ ...attributesOf(record), ...beside, ...tag, ...key }),
    recordOf: (item) => {
      if (item.kind !== name)
        throw new UnreadableItemError(keyInLogs(item), `its kind is ${item.kind ?? 'not said'}, not ${name}`);
      const version = versionOf(item);
      const older = migrations.slice(version - firstVersion);
      if (older.length !== newestVersion - version) {
        const known = `this program knows the versions ${firstVersion} to ${newestVersion}`;
        throw new UnreadableItemError(
          keyInLogs(item),
          `it is a ${name} of version ${version}, and ${known}: update the program`,
        );
      }
      try {
        schema ??= makeSchema();
        return schema.parse(older.reduce<Attributes>((migrated, migrate) => migrate(migrated), item));
      } catch (error) {
        throw new UnreadableItemError(keyInLogs(item), `as a ${name} of version ${version}: ${reasonOf(error)}`, {
          cause: error,
        });
      }
    },
    isKindOf: ({ kind }) => kind === name,
  };
};
