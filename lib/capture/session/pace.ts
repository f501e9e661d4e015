/** The pace of a session: how often it looks at its meeting, how it waits, and when there is no point in going on. */
import { setImmediate as turn } from 'node:timers/promises';
import { DeadlineError } from '../../process/deadline.ts';
import { inTime } from '../../process/in-time.ts';
import { messageOf } from '../../process/message-of.ts';
import { MeetingLostError } from '../meeting/errors.ts';
import { type Meeting, silentForMs } from '../meeting/meeting.ts';
import type { MeetingPhase, MeetingView } from '../meeting/view.ts';
import type { SessionBot } from './bot.ts';
import type { SessionClock } from './ports.ts';

/** The session is over without a trigger: the bot needs no capture any more, or the worker is being stopped. */
export class SessionOverError extends Error {
  override readonly name = 'SessionOverError';
}

const lookEveryMs = 250;
/** However late it is, a page gets so long to answer: what it shows may have changed while nobody could look. */
const answersWithinMs = 2_000;
/** Longer between two looks than anything keeps a session: this process was held up, or its machine slept. */
const heldUpMs = 8_000;
/** The same within a look, for which a page may take its time. */
const answeredLateMs = 20_000;
/** A timer that comes so late tells of a process that was held up. */
const lateMs = 500;
const mostTurns = 5;

/** A look at the meeting: how often in a row it has shown its phase, and since when, as far as anybody could look. */
export interface Look {
  readonly view: MeetingView;
  readonly times: number;
  readonly since_ms: number;
  readonly now_ms: number;
  /** For how long nobody could look before it, as this process was held up, or its machine slept; else 0. */
  readonly held_up_ms: number;
}

/** Since when something has lasted, with one look more: time in which nobody could look does not count. */
export const lastsSince = (since_ms: number | undefined, { now_ms, held_up_ms }: Look): number =>
  since_ms === undefined ? now_ms : since_ms + held_up_ms;

export interface Pace {
  now_ms(): number;
  /** @throws SessionOverError */
  checkOver(): void;
  /** Waits, unless the session is over. @throws SessionOverError */
  wait(duration_ms: number): Promise<void>;
  /** Waits until something is done, but no longer than so long. @throws what that throws meanwhile */
  waitFor(work: Promise<unknown>, most_ms: number): Promise<void>;
  /**
   * Looks at the meeting four times a second, and whenever the bot is asked for something, until told to stop looking.
   * `answerBy`: by when the next look has to be answered, where that is sooner than a page may take.
   * @throws MeetingLostError, SessionOverError
   */
  looks(meeting: Pick<Meeting, 'isLost' | 'look'>, answerBy?: () => number | undefined): AsyncGenerator<Look, void>;
}

export interface PacePorts {
  readonly bot: Pick<SessionBot, 'isOver' | 'onNews'>;
  readonly clock: SessionClock;
  /** Tells the worker to stop. */
  readonly signal: AbortSignal;
}

export const createPace = ({ bot, clock, signal }: PacePorts): Pace => {
  const checkOver = (): void => {
    if (signal.aborted) throw new SessionOverError('the worker is being stopped');
    if (bot.isOver) throw new SessionOverError('the bot needs no capture any more');
  };

  /** Waits a moment, or until the bot is asked for something else, which is seen to at once. */
  const waitForNews = async (duration_ms: number): Promise<void> => {
    const over = new AbortController();
    const end = (): void => over.abort();
    const forget = bot.onNews(end);
    signal.addEventListener('abort', end);
    try {
      await clock.pause(duration_ms, over.signal);
    } finally {
      signal.removeEventListener('abort', end);
      forget();
    }
    checkOver();
  };

  /** What came while this process was held up is read after its timers, and handed on in other turns. */
  const atHand = async (): Promise<undefined> => {
    for (let turned = 0; turned < mostTurns; turned += 1) await turn();
  };

  const answerInTime = async <T>(work: Promise<T>, most_ms: number): Promise<T | undefined> => {
    const due_ms = clock.now_ms() + most_ms;
    const answer = await inTime(work, Math.max(0, most_ms), clock.pause);
    return answer ?? (clock.now_ms() > due_ms + lateMs ? Promise.race([work, atHand()]) : undefined);
  };

  const look = async (meeting: Pick<Meeting, 'look'>, by_ms: number): Promise<MeetingView> => {
    const left_ms = by_ms - clock.now_ms();
    const view = await (left_ms < silentForMs ? answerInTime(meeting.look(), left_ms) : meeting.look());
    if (!view) throw new DeadlineError('a look at the meeting', Math.round(left_ms));
    return view;
  };

  return {
    now_ms: clock.now_ms,
    checkOver,
    async wait(duration_ms) {
      await clock.pause(duration_ms, signal);
      checkOver();
    },
    async waitFor(work, most_ms) {
      await inTime(work, most_ms, clock.pause);
    },
    async *looks(meeting, answerBy = () => undefined) {
      let phase: MeetingPhase | undefined;
      let times = 0;
      let since_ms = clock.now_ms();
      let answered_ms = since_ms;
      let unanswered_since_ms: number | undefined;
      for (;;) {
        checkOver();
        const asked_ms = clock.now_ms();
        const least_ms = (unanswered_since_ms ?? asked_ms) + answersWithinMs;
        const by_ms = Math.max(least_ms, answerBy() ?? Number.POSITIVE_INFINITY);
        const view = await look(meeting, by_ms).catch((error: unknown) => {
          if (meeting.isLost) throw new MeetingLostError(`the meeting is gone: ${messageOf(error)}`, { cause: error });
          const isFirst = unanswered_since_ms === undefined;
          unanswered_since_ms ??= asked_ms;
          // A page that refuses, as while it is loaded anew, may be fine the next time: it may have taken so long only as this
          // process was held up.
          if (isFirst && !(error instanceof DeadlineError)) return undefined;
          if (clock.now_ms() >= Math.min(unanswered_since_ms + silentForMs, by_ms))
            throw new MeetingLostError('the meeting does not answer', { cause: error });
          return undefined;
        });
        if (view) {
          const now_ms = clock.now_ms();
          unanswered_since_ms = undefined;
          const isHeldUp = asked_ms - answered_ms > heldUpMs || now_ms - asked_ms > answeredLateMs;
          const held_up_ms = isHeldUp ? now_ms - answered_ms : 0;
          answered_ms = now_ms;
          times = view.phase === phase && !isHeldUp ? times + 1 : 1;
          if (times === 1) since_ms = now_ms;
          phase = view.phase;
          yield { view, times, since_ms, now_ms, held_up_ms };
        }
        await waitForNews(lookEveryMs);
      }
    },
  };
};
