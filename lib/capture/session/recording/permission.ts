/** Asks for the permission to record and tells the bot what became of it. */
import { isBetweenRooms } from '../../../domain/bot/lifecycle.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import type { MeetingView } from '../../meeting/view.ts';
import type { SessionBot } from '../bot.ts';
import type { Pace } from '../pace.ts';
import { createGrant } from './grant.ts';

const askTimeoutMs = 60_000;
const askAgainAfterMs = 5_000;

/** What a bot does in one room to be allowed to record. */
interface Request {
  readonly began_ms: number;
  /** The next time at which the bot may ask; never, while it is asking. */
  not_before_ms: number;
  /** When the bot had asked. */
  asked_ms?: number;
}

export interface PermissionPorts {
  readonly bot: Pick<SessionBot, 'state' | 'advance'>;
  readonly meeting: Pick<Meeting, 'askToRecord' | 'capabilities'>;
  readonly pace: Pick<Pace, 'now_ms'>;
  readonly log: SessionLog;
}

/**
 * Looks at what the room says about recording; answers whether the bot may record now. Asks once in each room, as soon as
 * the meeting lets it, for a minute at most, and waits for as long again for an answer. What was granted may be taken back
 * at any time, which counts at once, and granted again, which counts once it has lasted where it comes and goes (grant.ts).
 * Where the meeting itself pauses what is recorded, the bot is told so.
 */
export const createPermissionKeeper = ({ bot, meeting, pace, log }: PermissionPorts) => {
  let request: Request | undefined;
  let outcome: 'granted' | 'denied' | undefined;
  let grant = createGrant();

  const deny = async (reason: Parameters<typeof bot.advance>[1]): Promise<false> => {
    outcome = 'denied';
    await bot.advance('permission_denied', reason);
    return false;
  };

  /** Nothing waits for this: the meeting goes on while the button is searched for. */
  const ask = (request: Request): void => {
    request.not_before_ms = Number.POSITIVE_INFINITY;
    meeting.askToRecord?.().then(
      () => {
        request.asked_ms = pace.now_ms();
      },
      (error: unknown) => {
        request.not_before_ms = pace.now_ms() + askAgainAfterMs;
        log('could not ask to record', { error });
      },
    );
  };

  const wait = async (isAsked: boolean): Promise<false> => {
    if (outcome === 'granted') return deny('host_denied_permission');
    if (outcome === 'denied') return false;
    const now_ms = pace.now_ms();
    request ??= { began_ms: now_ms, not_before_ms: now_ms };
    if (isAsked) request.asked_ms ??= now_ms;
    if (now_ms - (request.asked_ms ?? request.began_ms) > askTimeoutMs) return deny('request_timed_out');
    if (request.asked_ms === undefined && now_ms >= request.not_before_ms) ask(request);
    return false;
  };

  return async ({ recording }: Pick<MeetingView, 'recording'>): Promise<boolean> => {
    if (bot.state && isBetweenRooms(bot.state)) {
      [request, outcome, grant] = [undefined, undefined, createGrant()];
      return false;
    }
    if (recording !== 'allowed') grant.takenBack(pace.now_ms(), recording === 'paused');
    switch (recording) {
      case 'allowed':
        if (!grant.shown(pace.now_ms())) return false;
        outcome = 'granted';
        await bot.advance('permission_granted');
        if (meeting.capabilities.pauses) await bot.advance('resume');
        return bot.state === 'joined_recording';
      case 'paused':
        await bot.advance('pause');
        return false;
      case 'denied':
        return deny('host_denied_permission');
      case 'cannot_be_granted':
        return deny('host_client_cannot_grant_permission');
      case 'not_asked':
        return wait(false);
      case 'requested':
        return wait(true);
    }
  };
};
