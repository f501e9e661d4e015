import { TimeoutError } from 'puppeteer-core';

/** Well within the time that the browser is given for one answer: whatever waits longer in one go is cut short. */
const lookMs = 10_000;

/**
 * Waits in a page for longer than one call of the browser may take: looks again and again, each time for some seconds,
 * until a look finds what is waited for.
 * @throws TimeoutError of the last look, once `patience_ms` are over; at once whatever else a look throws
 */
export const waitLong = async <T>(
  patience_ms: number,
  look: (timeout_ms: number) => Promise<T>,
  now: () => number = () => performance.now(),
): Promise<T> => {
  const until = now() + patience_ms;
  for (;;) {
    try {
      // To Puppeteer 0 is for ever.
      return await look(Math.max(1, Math.min(lookMs, until - now())));
    } catch (error) {
      if (!(error instanceof TimeoutError) || now() >= until) throw error;
    }
  }
};
