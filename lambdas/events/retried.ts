import { CaptureNotLaunchedError, EffectFailedError, RecordingUnfinishedError } from '../../lib/domain/errors.ts';
import { countedLines } from '../../lib/process/counted-lines.ts';
import { log } from '../../lib/process/log.ts';
import { messageOf } from '../../lib/process/message-of.ts';
import { masked } from './masked.ts';

/** Wraps a function of the state machine: what it throws gets the name that is retried before a bot is given up. */
export const retried = <R>(handle: (event: unknown) => Promise<R>): ((event: unknown) => Promise<R>) =>
  masked(async (event) => {
    try {
      return await handle(event);
    } catch (error) {
      if (error instanceof RecordingUnfinishedError) throw error;
      if (error instanceof CaptureNotLaunchedError) {
        // At a full hour thousands are told so, again and again: a line each, without a stack.
        log.info('no capture task was started yet', { reason: error.message });
        throw error;
      }
      log.warn(countedLines.stepFailed, {}, error);
      throw new EffectFailedError(messageOf(error), { cause: error });
    }
  });
