import { StaleError } from '../domain/errors.ts';
import { retry } from '../process/retry.ts';

/**
 * Loads something, decides and writes; at once again when somebody else was faster. Each try that fails is one in which
 * another writer has succeeded, so a few are always enough.
 */
export const retryStale = <T>(change: () => Promise<T>): Promise<T> =>
  retry(change, { first_ms: 0, most_tries: 20, isPassing: (error) => error instanceof StaleError });
