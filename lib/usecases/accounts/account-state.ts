import type { Bot } from '../../domain/bot/bot.ts';
import { needsCapture } from '../../domain/bot/lifecycle.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { Account } from '../../storage/secrets/accounts.ts';

export type AccountState = 'free' | 'in_use' | 'signed_out';

const wasAskedToSignIn = ({ events }: Pick<Bot, 'events'>, signed_in_at: string): boolean =>
  events.some(({ sub_type, created_at }) => sub_type === 'login_required' && created_at > signed_in_at);

/**
 * How it stands with an account, by what became of the bot that had it last: nothing is to be given back, so nothing is lost
 * with a worker. A bot that had it and was asked to sign in all the same shows that the platform does not take it any more.
 */
export const accountStates =
  (bots: Pick<BotRepository, 'get'>) =>
  async (project_id: string, { used_by, signed_in_at }: Account): Promise<AccountState> => {
    const bot = used_by === undefined ? undefined : await bots.get({ project_id, bot_id: used_by });
    if (!bot) return 'free';
    if (needsCapture(bot.state)) return 'in_use';
    return wasAskedToSignIn(bot, signed_in_at) ? 'signed_out' : 'free';
  };
