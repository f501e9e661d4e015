/** The session's line to its bot: what state it is in, kept fresh, and how to move it on. */
import { NotFoundError } from '../../domain/errors.ts';
import {
  type BotEventSubType,
  type BotState,
  type BotTrigger,
  isAllowed,
  needsCapture,
} from '../../domain/lifecycle.ts';
import { pause } from '../deadline.ts';
import type { CaptureReporter } from '../session-ports.ts';

const poll_every_ms = 1_000;
const silent_for_ms = 10 * 60_000;

export interface BotLine extends AsyncDisposable {
  /** The state as last heard; undefined when the bot is gone. */
  readonly state: BotState | undefined;
  /** The bot needs no capture any more: it is over, or gone, or has not been heard of for ten minutes. */
  readonly isOver: boolean;
  /** Applies a trigger if the state table knows it here; a session that joins again must not say everything twice. */
  advance(trigger: BotTrigger, subType?: BotEventSubType): Promise<void>;
}

const goneWhenNotFound = (error: unknown): undefined => {
  if (!(error instanceof NotFoundError)) throw error;
};

/** Asks for the state now, then once a second until disposed. */
export const openBotLine = async (reporter: CaptureReporter): Promise<BotLine> => {
  let state: BotState | undefined = await reporter.state().catch(goneWhenNotFound);
  let heard_ms = Date.now();
  // An answer that was asked for before a trigger says nothing about the state after it.
  let generation = 0;
  const closed = new AbortController();

  const ask = async (): Promise<void> => {
    const asked = generation;
    try {
      const answer = await reporter.state().catch(goneWhenNotFound);
      heard_ms = Date.now();
      if (asked === generation) state = answer;
    } catch {
      // The next answer will do; a bot that is not heard of for too long is given up.
    }
  };

  const polling = (async () => {
    while (!closed.signal.aborted) {
      await pause(poll_every_ms, closed.signal);
      if (!closed.signal.aborted) await ask();
    }
  })();

  return {
    get state() {
      return state;
    },
    get isOver() {
      return state === undefined || !needsCapture(state) || Date.now() - heard_ms > silent_for_ms;
    },
    async advance(trigger, subType) {
      if (state === undefined || !isAllowed(state, trigger)) return;
      generation += 1;
      const answer = await reporter.trigger(trigger, subType);
      generation += 1;
      heard_ms = Date.now();
      state = answer;
    },
    async [Symbol.asyncDispose]() {
      closed.abort();
      await Promise.race([polling, pause(poll_every_ms)]);
    },
  };
};
