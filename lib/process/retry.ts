/**
 * Trying again what failed and may yet succeed: with pauses that grow, so often or for so long. What is pressed or typed in a
 * page again has loops of its own (lib/capture/platforms): there the page is looked at between the tries, which need no pause.
 */
import { type Clock, systemClock } from '../ports/clock.ts';
import { type Pause, pause as waitFor } from './pause.ts';

/** The pauses between tries: each is twice the one before. */
export interface Backoff {
  readonly first_ms: number;
  /** No pause is longer. */
  readonly longest_ms?: number;
}

export interface FailedTry {
  readonly error: unknown;
  /** Counts the tries so far, this one included. */
  readonly tries: number;
  /** The next try comes after so long. */
  readonly pause_ms: number;
}

export interface RetryOptions extends Backoff {
  /** How much of each pause is left to chance, from 0 to 1, so that what failed together does not come back together. */
  readonly jitter?: number;
  readonly most_tries?: number;
  /** No try begins later than this after the first one. */
  readonly for_ms?: number;
  /** A try that failed only after so long was a success for a while: the pauses begin anew. */
  readonly well_after_ms?: number;
  /** Once it is aborted no further try is made, and a pause ends at once. */
  readonly signal?: AbortSignal;
  /** Whether the same may succeed another time, after so many tries; when it is not given, whatever fails may. */
  readonly isPassing?: (error: unknown, tries: number) => boolean;
  /** How long whatever failed asks to be left alone, in ms, which is then the pause; undefined where it does not say. */
  readonly pauseOf?: (error: unknown) => number | undefined;
  /** Told of each try that failed and is followed by another one. */
  readonly onRetry?: (failed: FailedTry) => void;
  readonly clock?: Clock;
  readonly pause?: Pause;
  /** A number in [0, 1). */
  readonly chance?: () => number;
}

/** How long to wait when so many tries have failed in a row, in ms. */
export const pauseAfter = (failures: number, { first_ms, longest_ms = Number.POSITIVE_INFINITY }: Backoff): number =>
  Math.min(longest_ms, first_ms * 2 ** (failures - 1));

/**
 * The value of the first try that succeeds. One try is always made.
 * @throws the error of the last try, when it cannot pass, tries or time are used up, or the signal was aborted
 */
export const retry = async <T>(work: () => Promise<T>, options: RetryOptions): Promise<T> => {
  const { jitter = 0, most_tries = Number.POSITIVE_INFINITY, for_ms = Number.POSITIVE_INFINITY } = options;
  const { well_after_ms = Number.POSITIVE_INFINITY, signal, isPassing = () => true, pauseOf, onRetry } = options;
  const { clock = systemClock, pause = waitFor, chance = Math.random } = options;
  const now_ms = (): number => clock.now().getTime();
  const began_ms = now_ms();
  let failures = 0;
  for (let tries = 1; ; tries += 1) {
    const tried_ms = now_ms();
    try {
      return await work();
    } catch (error) {
      failures = now_ms() - tried_ms >= well_after_ms ? 1 : failures + 1;
      const pause_ms = pauseOf?.(error) ?? pauseAfter(failures, options) * (1 - jitter * chance());
      const isLate = now_ms() + pause_ms - began_ms > for_ms;
      if (tries >= most_tries || isLate || signal?.aborted || !isPassing(error, tries)) throw error;
      onRetry?.({ error, tries, pause_ms });
      if (pause_ms > 0) await pause(pause_ms, signal);
      if (signal?.aborted) throw error;
    }
  }
};
