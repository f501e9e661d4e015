import { type AppSession, isAppSession } from '../../domain/app-session/app-session.ts';
import { InvalidTransitionError, NotFoundError } from '../../domain/errors.ts';
import type { StreamRepository } from '../../storage/bots/streams.ts';
import type { BotRef } from '../../storage/keys.ts';
import { type AdvanceBotPorts, createAdvanceBot } from '../lifecycle/advance-bot.ts';

export interface EndAppSessionPorts extends AdvanceBotPorts {
  readonly streams: StreamRepository;
}

/** Ends sessions whose streams may go on. One that is over, or about to be, stays as it is. */
export const createEndAppSession = (ports: EndAppSessionPorts) => {
  const { bots, streams } = ports;
  const advance = createAdvanceBot(ports);

  /** @throws NotFoundError when the project has no such session */
  const end = async (ref: BotRef): Promise<AppSession> => {
    const ended = await advance(ref, 'leave', 'user_requested').catch((error: unknown) => {
      if (error instanceof InvalidTransitionError) return bots.get(ref);
      throw error;
    });
    if (!ended || !isAppSession(ended)) throw new NotFoundError('app_session');
    return ended;
  };

  return {
    end,
    /** The one of a stream. @throws NotFoundError when no session ever had it */
    async endStream(project_id: string, rtms_stream_id: string): Promise<AppSession> {
      const bot_id = await streams.holderOf(project_id, { rtms_stream_id });
      if (bot_id === undefined) throw new NotFoundError('app_session');
      return end({ project_id, bot_id });
    },
  };
};
