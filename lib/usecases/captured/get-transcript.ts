import { isErased } from '../../domain/bot/lifecycle.ts';
import type { Utterance } from '../../domain/captured/captured.ts';
import { unwrittenOf } from '../../domain/transcription/unwritten.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { CapturedRepository } from '../../storage/bots/captured.ts';
import type { BotRef } from '../../storage/keys.ts';
import type { OnUnreadable } from '../../storage/readable.ts';
import { createGetBot } from '../bots/get-bot.ts';
import type { ListPorts } from '../list-page.ts';

export interface GetTranscriptPorts extends ListPorts {
  readonly bots: Pick<BotRepository, 'get'>;
  readonly captured: Pick<CapturedRepository, 'list'>;
}

/**
 * What has been said so far, in the order of speech; with `updatedAfter` only what was stored after that moment. Where
 * nothing was written down for want of captions, an entry says so.
 */
export const createGetTranscript = ({ captured, onUnreadable, ...ports }: GetTranscriptPorts) => {
  const getBot = createGetBot(ports);
  return async (ref: BotRef, updatedAfter?: Date): Promise<Utterance[]> => {
    let leftOut = 0;
    const leaveOut: OnUnreadable = (error) => {
      leftOut += 1;
      onUnreadable(error);
    };
    const [bot, batches] = await Promise.all([getBot(ref), captured.list(ref, 'utterances', {}, leaveOut)]);
    if (isErased(bot.state)) return [];
    if (batches.length + leftOut === 0) return unwrittenOf(bot, updatedAfter);
    return batches
      .filter(({ created_at }) => !updatedAfter || Date.parse(created_at) > updatedAfter.getTime())
      .flatMap(({ entries }) => entries)
      .sort((a, b) => a.timestamp_ms - b.timestamp_ms);
  };
};
