import { type AppSession, isAppSession } from '../../domain/app-session/app-session.ts';
import { type StreamStop, streamStopOf } from '../../domain/app-session/stop-reasons.ts';
import type { StoppedStream } from '../../domain/app-session/stream.ts';
import type { BotEventSubType, BotTrigger } from '../../domain/bot/lifecycle.ts';
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

  const asSession = (bot: Awaited<ReturnType<typeof bots.get>>): AppSession => {
    if (!bot || !isAppSession(bot)) throw new NotFoundError('app_session');
    return bot;
  };

  /** The session after a trigger, or as it is where that comes too late. */
  const tell = async (ref: BotRef, trigger: BotTrigger, subType: BotEventSubType | null = null): Promise<AppSession> =>
    asSession(
      await advance(ref, trigger, subType).catch((error: unknown) => {
        if (error instanceof InvalidTransitionError) return bots.get(ref);
        throw error;
      }),
    );

  /** @throws NotFoundError when the project has no such session */
  const end = (ref: BotRef): Promise<AppSession> => tell(ref, 'leave', 'user_requested');

  /** What becomes of a session whose stream has ended, as the session would have told by itself. */
  const removed = (ref: BotRef) => tell(ref, 'meeting_ended', 'removed_from_meeting');
  const endings: Readonly<Record<StreamStop, (ref: BotRef) => Promise<AppSession>>> = {
    meeting_ended: (ref) => tell(ref, 'meeting_ended', 'ended_by_host'),
    stopped: removed,
    // Whether what came of it is deleted is for its client to say, who is told of the reason by the platform.
    revoked: removed,
    // Nobody but we close it, and then because a client wants so.
    closed: end,
    // The session tries to have it anew, and ends by itself when that is in vain.
    failed: async (ref) => asSession(await bots.get(ref)),
  };

  return {
    end,
    /** The one of a stream, for the reason that was told of its end. @throws NotFoundError when no session ever had it */
    async endStream(project_id: string, { rtms_stream_id, stop_reason }: StoppedStream): Promise<AppSession> {
      const bot_id = await streams.holderOf(project_id, { rtms_stream_id });
      if (bot_id === undefined) throw new NotFoundError('app_session');
      const ref = { project_id, bot_id };
      return stop_reason ? endings[streamStopOf(stop_reason)](ref) : end(ref);
    },
  };
};
