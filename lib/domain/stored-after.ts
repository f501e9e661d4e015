/** What is new to somebody who asks again and again, each time with the moment of the last answer. */

/**
 * So long after it was stamped a record may still be on its way to the table: a request that was lost is made again only once
 * it was waited for. It is also how far ahead the clock of whoever asks may be.
 */
const onItsWayMs = 30_000;

/**
 * Whether whoever asks for what was stored after a moment is told of what was stamped at another one: nothing is missed that
 * was not to be seen yet when that moment came, and so some of what was seen comes again.
 */
export const isStoredAfter = (stored: string | number, after: Date | undefined): boolean =>
  after === undefined || new Date(stored).getTime() > after.getTime() - onItsWayMs;
