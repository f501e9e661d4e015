/**
 * The single table: a handful of primitives that DynamoDB and SQLite both keep. Keys are strings, an item is plain
 * JSON (no `undefined`). One index, `listing`, over the attributes `listing_pk` and `listing_sk`, answers keys only.
 * Items whose `expires_at` (Unix seconds) has passed are never answered.
 */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}
export type Item = Key & Readonly<Record<string, unknown>>;
export type Scalar = string | number | boolean | null;

/** What must hold of the item as stored. `equals` implies that the item exists. */
export type Condition = { readonly exists: boolean } | { readonly equals: Readonly<Record<string, Scalar>> };

export type Write =
  | { readonly put: Item; readonly when?: Condition }
  | { readonly update: Key; readonly set: Readonly<Record<string, unknown>>; readonly when?: Condition }
  | { readonly delete: Key; readonly when?: Condition }
  | { readonly check: Key; readonly when: Condition };

/** `after` excludes the sort key itself and everything before it in the chosen order. */
export interface Query {
  readonly index?: 'listing';
  readonly partition: string;
  readonly prefix?: string;
  readonly after?: string;
  readonly order?: 'ascending' | 'descending';
  readonly limit?: number;
}

export interface Table {
  /** The item as last written. */
  get(key: Key): Promise<Item | undefined>;
  /** Up to 100 items as last written, in the order of the keys, missing ones left out. */
  getMany(keys: readonly Key[]): Promise<Item[]>;
  /**
   * Items of a partition in the order of their sort keys, at most `limit` (default: all). On the index only `pk`, `sk`,
   * `listing_pk` and `listing_sk`, and maybe a moment late.
   */
  query(query: Query): Promise<Item[]>;
  /**
   * All of the writes or none; at most 100, each for another key. An update creates a missing item unless `when` forbids.
   * @throws ConditionFailedError when a condition does not hold
   */
  write(...writes: readonly Write[]): Promise<void>;
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
