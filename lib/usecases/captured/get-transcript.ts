import { isErased } from '../../domain/bot/lifecycle.ts';
import type { Utterance } from '../../domain/captured/captured.ts';
import { unwrittenOf } from '../../domain/transcription/unwritten.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { CapturedRepository } from '../../storage/bots/captured.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createGetBot } from '../bots/get-bot.ts';

/**
 * What has been said so far, in the order of speech; with `updatedAfter` only what was stored after that moment. Where
 * nothing was written down for want of captions, an entry says so.
 */
export const createGetTranscript = (ports: { bots: Pick<BotRepository, 'get'>; captured: CapturedRepository }) => {
  const getBot = createGetBot(ports);
  return async (ref: BotRef, updatedAfter?: Date): Promise<Utterance[]> => {
    const [bot, batches] = await Promise.all([getBot(ref), ports.captured.list(ref, 'utterances')]);
    if (isErased(bot.state)) return [];
    if (batches.length === 0) return unwrittenOf(bot, updatedAfter);
    return batches
      .filter(({ created_at }) => !updatedAfter || Date.parse(created_at) > updatedAfter.getTime())
      .flatMap(({ entries }) => entries)
      .sort((a, b) => a.timestamp_ms - b.timestamp_ms);
  };
};
