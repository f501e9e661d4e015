import type { Bot } from '../../domain/bot/bot.ts';
import { mayGrow } from '../../domain/transcription/transcription-times.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SpeechRepository } from '../../storage/bots/speech.ts';
import { refOf } from '../../storage/keys.ts';

/**
 * A fault ends a bot at once, and what was said before may wait for its provider then: for as long as it does, the transcript
 * is told to be in progress. Looks at pieces only where there may be any.
 */
export const createTellTranscription =
  ({ speech, clock }: { readonly speech: Pick<SpeechRepository, 'isAnyWaiting'>; readonly clock: Clock }) =>
  async <B extends Bot>(bot: B): Promise<B> =>
    mayGrow(bot, clock.now()) && (await speech.isAnyWaiting(refOf(bot)))
      ? { ...bot, transcription_state: 'in_progress' }
      : bot;
