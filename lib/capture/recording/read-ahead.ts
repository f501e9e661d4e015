/** Reads the next few while the first is worked on. */

/** What `read` makes of each item, in order, with at most `most` of them read or waiting at a time. */
export async function* readAhead<T, R>(
  items: Iterable<T>,
  most: number,
  read: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const waiting: Promise<R>[] = [];
  for (const item of items) {
    const reading = read(item);
    // A failure is thrown when the item's turn comes. Until then, and when nobody asks any more, it is not an unhandled
    // one.
    reading.catch(() => undefined);
    waiting.push(reading);
    if (waiting.length < most) continue;
    const [first] = waiting.splice(0, 1);
    if (first) yield await first;
  }
  for (const reading of waiting) yield await reading;
}
