/**
 * Everybody starts at :00: so many bots that are to join at one moment, by the service's own pacing (when a bot's task is ordered:
 * `lib/domain/bot/deadlines.ts`; when an order that was refused is made again: the state machine), against an account's limits.
 */
import { allowanceSeconds } from '../../lib/domain/bot/deadlines.ts';
import { captureNotLaunched } from '../../lib/domain/errors.ts';
import { botLifecycle } from '../../statemachines/bot-lifecycle.ts';
import { aBot } from '../../test/lab/builders/records.ts';
import { createAgenda } from './agenda.ts';
import { createAccount, type LimitName, type Limits } from './limits.ts';

interface Retrier {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds: number;
  readonly MaxAttempts: number;
  readonly BackoffRate: number;
  readonly MaxDelaySeconds?: number;
}

/** How the state machine makes an order again that was refused. */
const retrier = (): Retrier => {
  const { staged } = botLifecycle().States as Record<string, { readonly Retry?: readonly Retrier[] }>;
  const found = staged?.Retry?.find(({ ErrorEquals }) => ErrorEquals.includes(captureNotLaunched));
  if (!found) throw new Error('the state machine makes no order again that was refused');
  return found;
};

/** How long before it joins a bot's task is ordered. */
const leadMs = (): number => {
  const join_at = '2026-03-02T09:00:00.000Z';
  const made = new Date('2026-03-02T08:00:00.000Z');
  const wait = allowanceSeconds(aBot({ join_at }), 'scheduled', made, { transcription_timeout_seconds: 120 });
  return 3_600_000 - (wait ?? 3600) * 1000;
};

/**
 * The SDK's own attempts, before a refusal is one: the standard mode makes three, after up to 0.5 and 1 s where it was throttled.
 * https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html
 */
const sdkPausesMs = [500, 1000];
/** From an accepted order until the worker's page is loaded: the image is pulled, and Chromium starts. Not measured on Fargate. */
const startMs = { least: 25_000, most: 60_000 };
/** From the click until the bot is in, as row `join` of bench/results.md has it once the page is loaded. */
const joinMs = 1_000;

export interface FullHour {
  /** Bots that are to join at :00, made long before. */
  readonly scheduled: number;
  /** Bots that are made at :00, to join at once. */
  readonly immediate: number;
  readonly limits: Limits;
}

export interface Outcome {
  /** Sorted: how long after it should each bot that joined was in, in ms. */
  readonly scheduled_ms: readonly number[];
  readonly immediate_ms: readonly number[];
  /** Bots for which no task could be started: they ended in `capture_not_launched`. */
  readonly failed: number;
  /** The most orders that waited to be made again at one moment. */
  readonly most_waiting: number;
  /** What refused first, and how often each limit did. */
  readonly bottleneck: LimitName | undefined;
  readonly refusals: Readonly<Partial<Record<LimitName, number>>>;
}

interface Order {
  readonly isScheduled: boolean;
  /** Attempts of the SDK in this call, and retries of the state machine so far. */
  readonly call: number;
  readonly retries: number;
}

/** Numbers in [0, 1), the same in every run. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** All times are in ms from :00. */
export const simulate = ({ scheduled, immediate, limits }: FullHour): Outcome => {
  const random = randomFrom(25);
  const refuses = createAccount(limits);
  const again = retrier();
  const agenda = createAgenda<Order>();
  // Functions that are called at the same moment come to RunTask within a second.
  for (let i = 0; i < scheduled; i += 1)
    agenda.add(-leadMs() + random() * 1000, { isScheduled: true, call: 0, retries: 0 });
  for (let i = 0; i < immediate; i += 1) agenda.add(random() * 1000, { isScheduled: false, call: 0, retries: 0 });
  const joined = { scheduled: [] as number[], immediate: [] as number[] };
  const refusals: Partial<Record<LimitName, number>> = {};
  let [failed, waiting, most_waiting] = [0, 0, 0];
  let bottleneck: LimitName | undefined;
  for (let now = agenda.next(); now; now = agenda.next()) {
    const { at_ms, value: order } = now;
    if (order.call + order.retries > 0) waiting -= 1;
    const refusal = refuses(at_ms);
    if (refusal === undefined) {
      const ready_ms = at_ms + startMs.least + random() * (startMs.most - startMs.least);
      const in_ms = Math.max(0, ready_ms) + joinMs;
      (order.isScheduled ? joined.scheduled : joined.immediate).push(in_ms);
      continue;
    }
    bottleneck ??= refusal;
    refusals[refusal] = (refusals[refusal] ?? 0) + 1;
    const pause = sdkPausesMs[order.call];
    if (pause !== undefined) agenda.add(at_ms + random() * pause, { ...order, call: order.call + 1 });
    else if (order.retries < again.MaxAttempts) {
      const delay = again.IntervalSeconds * again.BackoffRate ** order.retries;
      const seconds = Math.min(delay, again.MaxDelaySeconds ?? delay);
      agenda.add(at_ms + random() * seconds * 1000, { ...order, call: 0, retries: order.retries + 1 });
    } else {
      failed += 1;
      continue;
    }
    waiting += 1;
    most_waiting = Math.max(most_waiting, waiting);
  }
  const sorted = (times: number[]): number[] => times.toSorted((a, b) => a - b);
  return {
    scheduled_ms: sorted(joined.scheduled),
    immediate_ms: sorted(joined.immediate),
    ...{ failed, most_waiting, bottleneck, refusals },
  };
};

/** The value that so many percent of sorted ones do not exceed. */
export const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;

/** Of all bots, those that were in within so many ms of when they should, in percent. */
export const shareWithin = ({ scheduled_ms }: Outcome, all: number, ms: number): number =>
  (100 * scheduled_ms.filter((late) => late <= ms).length) / all;
