import { TooManyRequestsError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RequestCountRepository } from '../../storage/request-counts.ts';

export interface ThrottlePorts {
  readonly counts: RequestCountRepository;
  readonly clock: Clock;
  /** What each requester may ask for in a second, averaged over a window. */
  readonly requestsPerSecond: number;
  /** Told that counts cannot be stored, once in a window. */
  readonly onFault: (error: unknown) => void;
}

const windowMs = 10_000;
/** Each function tells the others of its requests so many at a time: one write for ten requests. */
const toldAtOnce = 10;
/** Counts are of no use after their window; this is for clocks that differ. */
const keptMs = 60_000;

interface Count {
  /** All requests of somebody in this window, as far as this function knows. */
  known: number;
  /** Those that this function has not told of yet. */
  untold: number;
}

/**
 * Admits everybody's requests up to a rate, whichever functions they reach. Costs no read: functions add up what they
 * admit, each telling of ten requests at once. So as many more may pass as there are functions at work, times nine. While
 * counts cannot be stored, each function holds the rate by itself.
 * @throws TooManyRequestsError beyond the rate, with the seconds until the next window
 */
export const createThrottle = ({ counts, clock, requestsPerSecond, onFault }: ThrottlePorts) => {
  const mostPerWindow = requestsPerSecond * (windowMs / 1000);
  // Of one window only: whoever came before is forgotten with it, however many they were.
  let counted = { window: -1, byRequester: new Map<string, Count>() };

  let faultTold = -1;
  const uncounted = (window: number, error: unknown): number => {
    if (faultTold !== window) onFault(error);
    faultTold = window;
    return 0;
  };

  const countOf = (requester: string, window: number): Count => {
    if (counted.window !== window) counted = { window, byRequester: new Map() };
    const count = counted.byRequester.get(requester) ?? { known: 0, untold: 0 };
    counted.byRequester.set(requester, count);
    return count;
  };

  return async (requester: string): Promise<void> => {
    const now = clock.now().getTime();
    const window = Math.floor(now / windowMs);
    const count = countOf(requester, window);
    const endsAt = (window + 1) * windowMs;
    if (count.known + count.untold >= mostPerWindow) throw new TooManyRequestsError(Math.ceil((endsAt - now) / 1000));
    count.untold += 1;
    if (count.untold < toldAtOnce) return;
    const told = count.untold;
    count.untold = 0;
    count.known += told;
    // A count that cannot be told is no reason to refuse a request: this function goes by what it knows itself.
    const total = await counts
      .add(requester, window, told, new Date(endsAt + keptMs))
      .catch((error: unknown) => uncounted(window, error));
    count.known = Math.max(count.known, total);
  };
};
