/** How a session takes its bot over from another worker that is in the meeting, and how it hands it over to one. */
import { isJoined } from '../../../domain/bot/lifecycle.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { MeetingView } from '../../meeting/view.ts';
import type { SessionBot } from '../bot.ts';
import { createLossCount, type LossLimits } from '../losses.ts';
import { type Pace, SessionOverError } from '../pace.ts';
import type { Observer } from '../people/observer.ts';
import type { CaptureAssignment, Predecessor, Succession } from '../ports.ts';

/** People pause within this time; whoever does not is cut off. */
const quietWithinMs = 10_000;

/** A worker that is relieved looks for that every second, leaves, and stores what it has. */
const goneWithinMs = 15_000;
const lookEveryMs = 250;

/** A connection of its own that the server still has is told from others by coming back; what lies so far back was another matter. */
const returns: LossLimits = { most: 1, forgiven_after_ms: 10 * 60_000 };

/** How far a session is that is in the meeting. */
export interface Readiness {
  /** What the bot needs in the meeting is turned on. */
  readonly isSettled: boolean;
  /** Where the bot is, of rooms. */
  readonly place: MeetingView['breakout']['state'];
}

export interface Handing {
  /**
   * Before the bot comes into a meeting that takes one client at a time: takes the bot over, and waits until the worker before
   * it is gone. @throws SessionOverError when the bot is not to be this session's
   */
  takeTurn(pace: Pick<Pace, 'now_ms' | 'wait'>, isWanted: () => boolean): Promise<void>;
  /** Whether the bot is this session's. It takes it over as soon as it does all that the worker before it does. */
  isOurs(readiness: Readiness): Promise<boolean>;
  /** Whether no other worker of the bot does anything in the meeting. */
  readonly isAlone: boolean;
  /** Whether the successor has taken over: this session only tells what is being said. */
  readonly isRelieved: boolean;
  /** @throws SessionOverError when it has: a session that is out of the meeting does not come back to it */
  checkRelieved(): void;
  /** The meeting has put the bot out. @throws SessionOverError where the bot is another worker's by now, which may be why */
  checkReplaced(): Promise<void>;
  /** Another client has the bot's place in the meeting. @throws SessionOverError where that is its successor, or is to be */
  putOut(): Promise<void>;
  /**
   * Whether the bot may come back once more, to see if the other client was its own earlier connection. Two clients that both come
   * back always would put each other out for ever.
   */
  mayComeBack(now_ms: number): boolean;
  /** Until when it tells what is said; absent while it goes on. */
  readonly until_ms: number | undefined;
  /**
   * Ends when nobody says anything, or has not paused for long; or `at_once`. What is told ends with what was seen and heard.
   * @throws SessionOverError then
   */
  part(observer: Pick<Observer, 'isQuiet' | 'hush' | 'seen_until_ms'>, now_ms: number, at_once?: boolean): void;
}

export interface HandingPorts {
  readonly bot: Pick<SessionBot, 'state' | 'orders' | 'refresh'>;
  readonly succession: Succession | undefined;
  /** Whether something is to be recorded, and some of it is stored. */
  readonly isRecorded: () => boolean;
  /** Whether the worker before this one has told everything. */
  readonly isTold: () => boolean;
  readonly log: SessionLog;
}

export const createHanding = (
  { recording_settings }: Pick<CaptureAssignment, 'recording_settings'>,
  { bot, succession, isRecorded, isTold, log }: HandingPorts,
): Handing => {
  const predecessor = succession?.predecessor;
  let near_ms: number | undefined;
  let until_ms: number | undefined;

  const isReady = ({ isSettled, place }: Readiness): boolean => {
    const { state, orders } = bot;
    if (!state || !isJoined(state) || !isSettled) return false;
    if ((place === 'inside') !== (orders?.is_in_breakout_room === true)) return false;
    return state !== 'joined_recording' || recording_settings.format === 'none' || isRecorded();
  };

  /** Undefined when that could not be found out. */
  const takeOver = async (by: Predecessor): Promise<boolean | undefined> => {
    try {
      const isTaken = await by.takeOver();
      if (isTaken) log('the bot is taken over');
      return isTaken;
    } catch (error) {
      log('the bot could not be taken over yet', { error });
      return undefined;
    }
  };

  const isRelieved = (): boolean => succession?.relieved.aborted === true;
  const isOver = (): SessionOverError => new SessionOverError('another worker has taken over');

  const checkReplaced = async (): Promise<void> => {
    try {
      if (!(await succession?.isReplaced())) return;
    } catch (error) {
      log('whose the bot is could not be found out', { error });
      return;
    }
    throw isOver();
  };

  return {
    async takeTurn(pace, isWanted) {
      if (!predecessor) return;
      while (predecessor.isAtWork && isWanted()) {
        if ((await takeOver(predecessor)) === false) throw new SessionOverError('the bot is of another worker');
        if (predecessor.isAtWork) await pace.wait(lookEveryMs);
      }
      const until_ms = pace.now_ms() + goneWithinMs;
      while (!isTold() && isWanted() && pace.now_ms() < until_ms) await pace.wait(lookEveryMs);
    },
    async isOurs(readiness) {
      if (!predecessor?.isAtWork) return true;
      if (!isReady(readiness)) return false;
      // The other one may just be on its way into another room.
      await bot.refresh();
      return isReady(readiness) && (await takeOver(predecessor)) === true;
    },
    get isAlone() {
      return predecessor === undefined || isTold();
    },
    get isRelieved() {
      return isRelieved();
    },
    checkRelieved() {
      if (isRelieved()) throw isOver();
    },
    checkReplaced,
    async putOut() {
      if (succession?.isExpected) throw new SessionOverError('its successor has its place in the meeting');
      await checkReplaced();
    },
    mayComeBack: createLossCount(returns),
    get until_ms() {
      return until_ms;
    },
    part(observer, now_ms, at_once = false) {
      near_ms ??= now_ms;
      if (!at_once && !observer.isQuiet && now_ms - near_ms < quietWithinMs) return;
      until_ms = Math.min(now_ms, observer.seen_until_ms ?? now_ms);
      observer.hush(until_ms);
      throw isOver();
    },
  };
};
