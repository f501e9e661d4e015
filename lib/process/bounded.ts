/** Memory that does not grow for ever: what was remembered longest ago is forgotten for what is new. */

/**
 * Keeps at most so many entries, those that were added last: one that was changed meanwhile stays in its place. Entries that may not
 * be forgotten stay, even if they are more than `most`.
 */
export const forgetOldest = <V>(
  memory: Map<unknown, V>,
  most: number,
  mayForget: (value: V) => boolean = () => true,
): void => {
  for (const [oldest, held] of memory) {
    if (memory.size <= most) break;
    if (mayForget(held)) memory.delete(oldest);
  }
};

/** A map of at most so many entries. Setting a key makes it the newest, also when it was there. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;
  readonly #mayForget: (value: V) => boolean;

  /** Entries that may not be forgotten stay, even if they are more than `most`. */
  constructor(most: number, mayForget: (value: V) => boolean = () => true) {
    super();
    this.#most = most;
    this.#mayForget = mayForget;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    forgetOldest(this, this.#most, this.#mayForget);
    return this;
  }
}

/** A set of at most so many values. Adding one makes it the newest, also when it was there. */
export class BoundedSet<T> extends Set<T> {
  readonly #most: number;

  constructor(most: number, values: Iterable<T> = []) {
    super();
    this.#most = most;
    for (const value of values) this.add(value);
  }

  override add(value: T): this {
    this.delete(value);
    super.add(value);
    const [oldest] = this;
    if (this.size > this.#most) this.delete(oldest as T);
    return this;
  }
}
