/** Messages that a maker sends to whoever watches: sent, tried again, lost, doubled or late. */
import { type Clock, systemClock } from '../../../lib/ports/clock.ts';

export interface Push {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Delivery extends Push {
  readonly attempt: number;
  /** What the watcher answered; undefined where it did not. */
  readonly status?: number;
  /** How long the watcher took, by the machine's clock. */
  readonly took_ms: number;
}

export type PushQuirk = 'prompt' | 'lost' | 'doubled' | 'late';

/** How long a late message waits. */
export const lateMs = 60_000;

/** Far longer than makers wait, so that a busy machine does not lose a message; took_ms tells how long it took. */
const timeoutMs = 30_000;

export interface PushOptions {
  /** Stands still until the test moves it. Without one, time passes by itself. */
  readonly clock?: Clock;
  readonly quirk: PushQuirk;
  readonly isTaken: (status: number) => boolean;
  /** How long until the next attempt, in milliseconds; undefined is to give up. */
  readonly retryAfterMs: (attempt: number, status: number | undefined) => number | undefined;
}

export interface Pushes {
  send(push: Push): void;
  /** Sends all that is due by the clock, and waits until each was answered or given up for now. */
  settled(): Promise<void>;
  readonly deliveries: readonly Delivery[];
  /** How many wait for their time. */
  readonly waiting: number;
  close(): Promise<void>;
}

interface Due extends Push {
  readonly at: number;
  readonly attempt: number;
}

/** Nothing is ever sent elsewhere, whatever address a test uses. */
export const isOnThisMachine = (url: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

export const createPushes = ({ clock, quirk, isTaken, retryAfterMs }: PushOptions): Pushes => {
  const now = (): number => (clock ?? systemClock).now().getTime();
  const deliveries: Delivery[] = [];
  const closing = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  let waiting: Due[] = [];
  let underWay: Promise<void>[] = [];

  /** @returns the status of the answer, or undefined where there was none */
  const post = async ({ url, headers, body }: Push): Promise<number | undefined> => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
      await response.body?.cancel();
      return response.status;
    } catch {
      return undefined;
    }
  };

  const attempt = async ({ url, headers, body, attempt }: Due): Promise<void> => {
    const push = { url, headers, body };
    const began = performance.now();
    const status = isOnThisMachine(url) ? await post(push) : undefined;
    const took_ms = performance.now() - began;
    deliveries.push({ ...push, attempt, took_ms, ...(status !== undefined && { status }) });
    if (status !== undefined && isTaken(status)) return;
    const after = closing.signal.aborted ? undefined : retryAfterMs(attempt, status);
    if (after !== undefined) enqueue({ ...push, attempt: attempt + 1, at: now() + after });
  };

  const deliverDue = (): void => {
    const due = waiting.filter(({ at }) => at <= now());
    waiting = waiting.filter((each) => !due.includes(each));
    for (const each of due) {
      const sending = attempt(each).finally(() => {
        underWay = underWay.filter((other) => other !== sending);
      });
      underWay.push(sending);
    }
  };

  const enqueue = (due: Due): void => {
    waiting.push(due);
    if (due.at <= now()) deliverDue();
    else if (!clock) wakeAt(due.at);
  };

  const wakeAt = (at: number): void => {
    // A timer may fire a little early: then it is set again.
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (now() < at) wakeAt(at);
      else deliverDue();
    }, at - now());
    timers.add(timer);
  };

  return {
    send: (push) => {
      const copies = { prompt: 1, late: 1, doubled: 2, lost: 0 }[quirk];
      const at = now() + (quirk === 'late' ? lateMs : 0);
      for (let copy = 0; copy < copies; copy += 1) enqueue({ ...push, at, attempt: 1 });
    },
    settled: async () => {
      deliverDue();
      while (underWay.length > 0) await Promise.all(underWay);
    },
    deliveries,
    get waiting() {
      return waiting.length;
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      closing.abort();
      await Promise.all(underWay);
    },
  };
};
