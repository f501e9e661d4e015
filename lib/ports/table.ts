/**
 * The single table: a handful of primitives that DynamoDB and SQLite both keep. Keys are strings, an item is plain
 * JSON (no `undefined`). Items whose `expires_at` (Unix seconds) has passed are never answered.
 */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}
export type Item = Key & Readonly<Record<string, unknown>>;
export type Scalar = string | number | boolean | null;

/**
 * The indices: the attributes by which each one partitions and sorts. An item is in an index while it has both, as
 * strings. An index answers keys only, so a write that changes neither attribute costs nothing there. None has a meaning
 * of its own: what is listed where is said by `lib/storage/listings.ts`.
 */
export const tableIndexes = {
  gsi1: { pk: 'gsi1_pk', sk: 'gsi1_sk' },
  gsi2: { pk: 'gsi2_pk', sk: 'gsi2_sk' },
  gsi3: { pk: 'gsi3_pk', sk: 'gsi3_sk' },
  gsi4: { pk: 'gsi4_pk', sk: 'gsi4_sk' },
  gsi5: { pk: 'gsi5_pk', sk: 'gsi5_sk' },
  gsi6: { pk: 'gsi6_pk', sk: 'gsi6_sk' },
  gsi7: { pk: 'gsi7_pk', sk: 'gsi7_sk' },
} as const satisfies Record<string, Key>;
export type TableIndex = keyof typeof tableIndexes;
export const tableIndexNames = Object.keys(tableIndexes) as TableIndex[];

/** What must hold of the item as stored. `equals` and `in` (one of each list) imply that the item exists. */
export type Condition =
  | { readonly exists: boolean }
  | { readonly equals: Readonly<Record<string, Scalar>> }
  | { readonly in: Readonly<Record<string, readonly Scalar[]>> };

/** Changes some attributes of an item and keeps the others. It creates a missing item unless `when` forbids. */
export interface Update {
  readonly update: Key;
  readonly set?: Readonly<Record<string, unknown>>;
  /** Adds to the end of lists; a missing one is empty. */
  readonly append?: Readonly<Record<string, readonly unknown[]>>;
  /** Adds to numbers; a missing one is 0. */
  readonly increment?: Readonly<Record<string, number>>;
  readonly when?: Condition;
}

export type Write =
  | { readonly put: Item; readonly when?: Condition }
  | Update
  | { readonly delete: Key; readonly when?: Condition }
  | { readonly check: Key; readonly when: Condition };

/** Sort keys between `above` and `below`, neither of which is answered, that begin with `prefix`. */
export interface Query {
  readonly index?: TableIndex;
  readonly partition: string;
  readonly prefix?: string;
  readonly above?: string;
  readonly below?: string;
  /** Excludes the sort key itself and everything before it in the chosen order. */
  readonly after?: string;
  readonly order?: 'ascending' | 'descending';
  readonly limit?: number;
}

/** So many items the table answers at once, and so many writes it takes. */
export const mostKeys = 100;
export const mostWrites = 100;

export interface Table {
  /** The item as last written. */
  get(key: Key): Promise<Item | undefined>;
  /** Up to `mostKeys` items as last written, in the order of the keys, missing ones left out. */
  getMany(keys: readonly Key[]): Promise<Item[]>;
  /**
   * Items of a partition in the order of their sort keys, at most `limit` (default: all). On an index only `pk`, `sk`,
   * and the two attributes of the index, and maybe a moment late.
   */
  query(query: Query): Promise<Item[]>;
  /**
   * All of the writes or none; at most `mostWrites`, each for another key.
   * @throws ConditionFailedError when a condition does not hold
   */
  write(...writes: readonly Write[]): Promise<void>;
  /**
   * One update, without a look at the item before. Answers the item as the update leaves it.
   * @throws ConditionFailedError when its condition does not hold
   */
  update(update: Update): Promise<Item>;
}

/** An item before and after a write; undefined where there was or is none. */
export interface ItemChange {
  readonly old?: Item | undefined;
  readonly new?: Item | undefined;
}

/** The first write whose condition did not hold, and the item as it was then. */
export class ConditionFailedError extends Error {
  override readonly name = 'ConditionFailedError';
  readonly index: number;
  readonly item: Item | undefined;
  constructor(index: number, item: Item | undefined, options?: ErrorOptions) {
    super(`the condition of write ${index} does not hold`, options);
    this.index = index;
    this.item = item;
  }
}

/** The attributes that a query's keys are in. */
export const keyAttributes = (index: TableIndex | undefined): { readonly pk: string; readonly sk: string } =>
  index ? tableIndexes[index] : { pk: 'pk', sk: 'sk' };
