import { EffectFailedError } from '../../lib/domain/errors.ts';
import { log } from './log.ts';

/** Wraps a function of the state machine: whatever it throws gets the name that is retried before a bot is given up. */
export const retried =
  <R>(handle: (event: unknown) => Promise<R>) =>
  async (event: unknown): Promise<R> => {
    try {
      return await handle(event);
    } catch (error) {
      log.warn('effect failed', {}, error);
      throw new EffectFailedError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  };
