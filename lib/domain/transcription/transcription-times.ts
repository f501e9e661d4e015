/** How long speech-to-text may take: one attempt, the waits between attempts, and all of them together. */
import type { Bot } from '../bot/bot.ts';
import type { Trouble } from './speech.ts';
import type { OperatedTimes } from './transcription-server.ts';
import { longestAnswerSeconds, speechOrderOf } from './transcription-settings.ts';

/** A provider that cannot be reached may come back, so it is tried most often. One that refuses is not asked again. */
const mostAttempts: Readonly<Record<Trouble['status'], number>> = { unavailable: 5, failed: 3, refused: 1 };
// Together more than three minutes: a provider that is down for so long costs nobody their words.
const delaysSeconds = [2, 10, 60, 180];
const longestPatienceSeconds = 300;
/** Retries within a fifth of their time, so that what failed together does not come back together. */
const spread = 0.2;

/** How long a function may take for an attempt: the provider's time, and some to fetch the sound and store the text. */
export const transcribingSeconds = (answerSeconds: number): number => Math.ceil(answerSeconds) + 30;

/** Seconds from a failed attempt to the next, undefined when it was the last. `failures` counts it; `chance` in [0, 1). */
export const speechRetrySeconds = (failures: number, trouble: Trouble, chance: number): number | undefined => {
  const delay = delaysSeconds[failures - 1];
  if (delay === undefined || failures >= mostAttempts[trouble.status]) return undefined;
  const asked = Math.min(trouble.retry_after_seconds ?? 0, longestPatienceSeconds);
  return Math.max(asked, delay * (1 - spread + 2 * spread * chance));
};

/**
 * How long it may take until the last piece of a meeting is transcribed or given up: every attempt takes as long as any
 * provider may, since the bot may have had another one before, and before each the provider asks for the longest wait.
 * Nought where all text is read from captions.
 */
export const transcriptWaitSeconds = (
  { transcription_settings, was_heard }: Pick<Bot, 'transcription_settings' | 'was_heard'>,
  operated: OperatedTimes,
): number => {
  if (!was_heard && !speechOrderOf(transcription_settings)) return 0;
  const between = delaysSeconds.map((delay) => Math.max(delay * (1 + spread), longestPatienceSeconds));
  return (
    (between.length + 1) * transcribingSeconds(longestAnswerSeconds(operated)) +
    between.reduce((sum, seconds) => sum + seconds, 0)
  );
};

// Longer than all attempts of any provider take, with those that an outage of the service's own puts off.
const growsForMs = 24 * 60 * 60_000;

/** Whether text may still come of what a bot heard that has been ended by a fault, which waits for none. */
export const mayGrow = (
  bot: Pick<Bot, 'state' | 'events' | 'transcription_state' | 'transcription_settings' | 'was_heard'>,
  now: Date,
): boolean =>
  bot.state === 'fatal_error' &&
  bot.transcription_state === 'complete' &&
  (bot.was_heard === true || speechOrderOf(bot.transcription_settings) !== undefined) &&
  now.getTime() - Date.parse(bot.events.at(-1)?.created_at ?? '') < growsForMs;

/** Until when a bot waits in post_processing for its transcript; what comes later is still added to it. */
export const transcriptDeadline = (
  bot: Pick<Bot, 'events' | 'transcription_settings' | 'was_heard'>,
  operated: OperatedTimes,
): Date => new Date(Date.parse(bot.events.at(-1)?.created_at ?? '') + transcriptWaitSeconds(bot, operated) * 1000);
