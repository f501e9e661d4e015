/** The session's line to its bot: what state it is in and what it shall do, kept fresh, and how to move it on. */

import {
  type BotEventSubType,
  type BotState,
  type BotTrigger,
  isAllowed,
  needsCapture,
} from '../../domain/bot/lifecycle.ts';
import type { BotOrders } from '../../domain/bot/orders.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { pause } from '../../process/pause.ts';
import type { CaptureReporter } from './ports.ts';

const pollEveryMs = 1_000;
const silentForMs = 10 * 60_000;
const persistEveryMs = 2_000;
const persistForMs = 2 * 60_000;

export interface BotLine
  extends AsyncDisposable,
    Pick<CaptureReporter, 'commands' | 'claim' | 'settle' | 'videoStarted' | 'videoOver'> {
  /** The state as last heard; undefined when the bot is gone. */
  readonly state: BotState | undefined;
  /** What the bot is asked to do, as last heard; undefined when the bot is gone. */
  readonly orders: BotOrders | undefined;
  /** Hears that the bot is asked for something else than before, until the answer is called. */
  onNews(listener: () => void): () => void;
  /** The bot needs no capture any more: it is over, or gone, or has not been heard of for ten minutes. */
  readonly isOver: boolean;
  /** Applies a trigger if the state table knows it here; a session that joins again must not say everything twice. */
  advance(trigger: BotTrigger, subType?: BotEventSubType): Promise<void>;
}

const goneWhenNotFound = (error: unknown): undefined => {
  if (!(error instanceof NotFoundError)) throw error;
};

/** Asks for the orders now, then once a second until disposed. */
export const openBotLine = async (reporter: CaptureReporter): Promise<BotLine> => {
  let orders: BotOrders | undefined = await reporter.bot().catch(goneWhenNotFound);
  let heard_ms = Date.now();
  // An answer that was asked for before a trigger says nothing about the state after it.
  let generation = 0;
  const listeners = new Set<() => void>();
  const closed = new AbortController();

  const ask = async (): Promise<void> => {
    const asked = generation;
    try {
      const answer = await reporter.bot().catch(goneWhenNotFound);
      heard_ms = Date.now();
      if (asked !== generation) return;
      const isNews = JSON.stringify(answer) !== JSON.stringify(orders);
      orders = answer;
      if (isNews) for (const listener of listeners) listener();
    } catch {
      // The next answer will do; a bot that is not heard of for too long is given up.
    }
  };

  const polling = (async () => {
    while (!closed.signal.aborted) {
      await pause(pollEveryMs, closed.signal);
      if (!closed.signal.aborted) await ask();
    }
  })();

  /** Tries again and again, for longer than what answers for the bot may stay away. */
  const persist = async <T>(make: () => Promise<T>): Promise<T> => {
    const began_ms = Date.now();
    for (;;) {
      try {
        return await make();
      } catch (error) {
        if (error instanceof NotFoundError || closed.signal.aborted || Date.now() - began_ms > persistForMs)
          throw error;
        await pause(persistEveryMs, closed.signal);
      }
    }
  };

  /** Changes something of the bot, and what is known of it with that. */
  const change = async <T>(make: () => Promise<T>, known: (orders: BotOrders, answer: T) => BotOrders) => {
    generation += 1;
    const answer = await persist(make);
    generation += 1;
    heard_ms = Date.now();
    orders = orders && known(orders, answer);
  };

  return {
    commands: (after) => reporter.commands(after),
    claim: (command) => reporter.claim(command),
    settle: (command, outcome) => reporter.settle(command, outcome),
    get state() {
      return orders?.state;
    },
    get orders() {
      return orders;
    },
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get isOver() {
      return orders === undefined || !needsCapture(orders.state) || Date.now() - heard_ms > silentForMs;
    },
    async advance(trigger, subType) {
      if (orders === undefined || !isAllowed(orders.state, trigger)) return;
      await change(
        () => reporter.trigger(trigger, subType),
        (known, state) => ({ ...known, state }),
      );
    },
    videoStarted: (id) =>
      change(
        () => reporter.videoStarted(id),
        (known) => known,
      ),
    videoOver: (id) =>
      change(
        () => reporter.videoOver(id),
        (known) => (known.output_video?.id === id ? { ...known, output_video: undefined } : known),
      ),
    async [Symbol.asyncDispose]() {
      closed.abort();
      await Promise.race([polling, pause(pollEveryMs)]);
    },
  };
};
