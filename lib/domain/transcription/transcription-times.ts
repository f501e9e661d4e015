/** How long speech-to-text may take: an attempt, what lies between attempts, all of them. */
import type { Bot } from '../bot/bot.ts';
import type { Trouble } from './speech.ts';
import type { OperatedTimes } from './transcription-server.ts';
import { answerSecondsOf, type TranscriptionSettings } from './transcription-settings.ts';

/** A server that answers has made up its mind sooner than one that does not is given up. */
const mostAttempts: Readonly<Record<Trouble['status'], number>> = { unavailable: 5, failed: 3, refused: 1 };
const delaysSeconds = [2, 10, 30, 90];
const longestPatienceSeconds = 300;
/** Retries within a fifth of their time, so that what failed together does not come back together. */
const spread = 0.2;

/** So long a function has for an attempt: the provider's time, and some to fetch the sound and store the text. */
export const transcribingSeconds = (answerSeconds: number): number => Math.ceil(answerSeconds) + 30;

/** Seconds from a failed attempt to the next, undefined when it was the last. `failures` counts it; `chance` in [0, 1). */
export const speechRetrySeconds = (failures: number, trouble: Trouble, chance: number): number | undefined => {
  const delay = delaysSeconds[failures - 1];
  if (delay === undefined || failures >= mostAttempts[trouble.status]) return undefined;
  const asked = Math.min(trouble.retry_after_seconds ?? 0, longestPatienceSeconds);
  return Math.max(asked, delay * (1 - spread + 2 * spread * chance));
};

/**
 * Time for every attempt at what was said last, with the provider as slow as it may be and asking for all our patience;
 * none where the text is read from captions.
 */
export const transcriptWaitSeconds = (settings: TranscriptionSettings, operated: OperatedTimes): number => {
  const answerSeconds = answerSecondsOf(settings, operated);
  if (answerSeconds === undefined) return 0;
  const between = delaysSeconds.map((delay) => Math.max(delay * (1 + spread), longestPatienceSeconds));
  return (between.length + 1) * transcribingSeconds(answerSeconds) + between.reduce((sum, seconds) => sum + seconds, 0);
};

/** Until when a bot waits in post_processing for its transcript; what comes later is still added to it. */
export const transcriptDeadline = (
  { events, transcription_settings }: Pick<Bot, 'events' | 'transcription_settings'>,
  operated: OperatedTimes,
): Date =>
  new Date(
    Date.parse(events.at(-1)?.created_at ?? '') + transcriptWaitSeconds(transcription_settings, operated) * 1000,
  );
