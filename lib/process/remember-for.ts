import type { Clock } from '../ports/clock.ts';

/**
 * Loads each value at most once in so many ms, however often it is asked for: so an answer is at most so old. A load
 * that fails is not remembered.
 */
export const rememberFor = <T>(ms: number, clock: Clock, load: (key: string) => Promise<T>) => {
  const remembered = new Map<string, { readonly value: Promise<T>; readonly until: number }>();
  return (key: string): Promise<T> => {
    const now = clock.now().getTime();
    const known = remembered.get(key);
    if (known && known.until > now) return known.value;
    for (const [id, { until }] of remembered) if (until <= now) remembered.delete(id);
    const value = load(key);
    const entry = { value, until: now + ms };
    remembered.set(key, entry);
    value.catch(() => {
      if (remembered.get(key) === entry) remembered.delete(key);
    });
    return value;
  };
};
