/** What a session knows of its bot: what state it is in and what it shall do, kept fresh, and how to move it on. */
import {
  type BotEventSubType,
  type BotState,
  type BotTrigger,
  isAllowed,
  isGivenUp,
  needsCapture,
} from '../../domain/bot/lifecycle.ts';
import type { LastingKind, Undone } from '../../domain/bot/missing-media.ts';
import type { Appointment, BotCommand, BotOrders, CommandOutcome } from '../../domain/bot/orders.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { inTime } from '../../process/in-time.ts';
import { type RetryOptions, retry } from '../../process/retry.ts';
import type { Appointed, BotLine, SessionClock } from './ports.ts';

const pollEveryMs = 1_000;
const answerWithinMs = 1_000;
/** A question may be lost on its way, and no answer to it may come for a quarter of an hour. */
const askAgainAfterMs = 5_000;
const silentForMs = 10 * 60_000;
// Longer than the table that answers for the bot is expected to stay away.
const persistence = { first_ms: 2_000, longest_ms: 2_000, for_ms: 2 * 60_000 };

export interface SessionBot extends AsyncDisposable {
  /** The state as last heard; undefined when the bot is gone. */
  readonly state: BotState | undefined;
  /** What the bot is asked to do, as last heard; undefined when the bot is gone. */
  readonly orders: BotOrders | undefined;
  /** When and where the bot is to join, as last heard. */
  readonly appointed: Appointed;
  /** Asks for the orders now. When no answer comes within a second, the last one stands. Never fails. */
  refresh(): Promise<void>;
  /** Calls the listener when the bot is asked for something else than before; the function that it answers ends that. */
  onNews(listener: () => void): () => void;
  /** The bot needs no capture any more: it is over, or gone, or has not been heard of for ten minutes. */
  readonly isOver: boolean;
  /** Applies a trigger if the state table knows it here; a session that joins again must not say everything twice. */
  advance(trigger: BotTrigger, subType?: BotEventSubType): Promise<void>;
  videoStarted(id: string): Promise<void>;
  videoOver(id: string, notPlayed?: Undone): Promise<void>;
  /** Has the client know that something of the meeting does not reach the bot. */
  missing(kind: LastingKind, since: Date, why?: string): Promise<void>;
  nothingMissing(kinds: readonly LastingKind[], at: Date): Promise<void>;
  /** Has it remembered how a command ended that was claimed. */
  settle(command: BotCommand, outcome: CommandOutcome): Promise<void>;
}

const goneWhenNotFound = (error: unknown): undefined => {
  if (!(error instanceof NotFoundError)) throw error;
};

const appointedBy = ({ join_at, ...where }: Appointment): Appointed => ({ ...where, join_at: new Date(join_at) });

/** Asks for the orders now, then once a second until disposed. `assigned`: when and where to join, until they say otherwise. */
export const followBot = async (
  line: Pick<BotLine, 'bot' | 'trigger' | 'videoStarted' | 'videoOver' | 'missing' | 'nothingMissing' | 'settle'>,
  clock: SessionClock,
  assigned: Appointed,
): Promise<SessionBot> => {
  let orders: BotOrders | undefined = await line.bot().catch(goneWhenNotFound);
  let appointed = orders?.appointment ? appointedBy(orders.appointment) : assigned;
  /** When it was asked first of what has not been answered. */
  let unanswered_since_ms: number | undefined;
  // An answer to a question from before a trigger does not know the state after it.
  let generation = 0;
  let questions = 0;
  let answered = 0;
  const listeners = new Set<() => void>();
  const closed = new AbortController();
  const patience: RetryOptions = {
    ...persistence,
    signal: closed.signal,
    clock: { now: () => new Date(clock.now_ms()) },
    pause: clock.pause,
    isPassing: (error) => !(error instanceof NotFoundError),
  };

  const ask = async (): Promise<void> => {
    const asked = generation;
    unanswered_since_ms ??= clock.now_ms();
    questions += 1;
    const question = questions;
    try {
      const answer = await line.bot().catch(goneWhenNotFound);
      if (question < answered) return;
      answered = question;
      unanswered_since_ms = undefined;
      if (asked !== generation) return;
      const isNews = JSON.stringify(answer) !== JSON.stringify(orders);
      orders = answer;
      if (answer?.appointment) appointed = appointedBy(answer.appointment);
      if (isNews) for (const listener of listeners) listener();
    } catch {
      // One answer may fail; a bot that is not heard of for too long is given up.
    }
  };

  const askFor = (most_ms: number): Promise<void> => inTime(ask(), most_ms, clock.pause);

  const polling = (async () => {
    while (!closed.signal.aborted) {
      await clock.pause(pollEveryMs, closed.signal);
      if (!closed.signal.aborted) await askFor(askAgainAfterMs);
    }
  })();

  let told: Promise<unknown> = Promise.resolve();
  /** Tells something once what was to be told before it is told, or given up: what is told last is what holds. */
  const inTurn = (tell: () => Promise<void>): Promise<void> => {
    const telling = told.then(() => retry(tell, patience));
    told = telling.catch(() => undefined);
    return telling;
  };

  /** Changes something of the bot, and what is known of it with that. */
  const change = async <T>(make: () => Promise<T>, known: (orders: BotOrders, answer: T) => BotOrders | undefined) => {
    generation += 1;
    const answer = await retry(make, patience);
    generation += 1;
    unanswered_since_ms = undefined;
    orders = orders && known(orders, answer);
  };

  return {
    get state() {
      return orders?.state;
    },
    get orders() {
      return orders;
    },
    get appointed() {
      return appointed;
    },
    refresh: () => askFor(answerWithinMs),
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get isOver() {
      const now_ms = clock.now_ms();
      const isUnheard = now_ms - (unanswered_since_ms ?? now_ms) > silentForMs;
      return orders === undefined || !needsCapture(orders.state) || isUnheard;
    },
    async advance(trigger, subType) {
      if (orders === undefined || !isAllowed(orders.state, trigger)) return;
      // It would be refused, at every look at the meeting.
      if (orders.goes_to_its_end && isGivenUp(trigger, orders.is_in_breakout_room === true)) return;
      await change(
        () => line.trigger(trigger, subType),
        (known, state) => state && { ...known, state },
      );
    },
    videoStarted: (id) =>
      change(
        () => line.videoStarted(id),
        (known) => known,
      ),
    videoOver: (id, notPlayed) =>
      change(
        () => line.videoOver(id, notPlayed),
        (known) => (known.output_video?.id === id ? { ...known, output_video: undefined } : known),
      ),
    missing: (kind, since, why) => inTurn(() => line.missing(kind, since, why)),
    nothingMissing: (kinds, at) => inTurn(() => line.nothingMissing(kinds, at)),
    settle: (command, outcome) => retry(() => line.settle(command, outcome), patience),
    async [Symbol.asyncDispose]() {
      closed.abort();
      await inTime(polling, pollEveryMs, clock.pause);
    },
  };
};
