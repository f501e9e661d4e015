import { CaptureNotLaunchedError, EffectFailedError, RecordingUnfinishedError } from '../../lib/domain/errors.ts';
import { log } from '../../lib/process/log.ts';

/** Wraps a function of the state machine: what it throws gets the name that is retried before a bot is given up. */
export const retried =
  <R>(handle: (event: unknown) => Promise<R>) =>
  async (event: unknown): Promise<R> => {
    try {
      return await handle(event);
    } catch (error) {
      if (error instanceof RecordingUnfinishedError) throw error;
      log.warn('effect failed', {}, error);
      if (error instanceof CaptureNotLaunchedError) throw error;
      throw new EffectFailedError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  };
