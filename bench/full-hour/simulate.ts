/**
 * Everybody starts at :00: so many bots that are to join at one moment, by the service's own pacing (when a bot's task is ordered:
 * `lib/usecases/lifecycle/plan-staging.ts`; whose turn it is: `lib/usecases/lifecycle/launch-turns.ts`; when an order that was refused is made
 * again: the state machine), against an account's limits.
 */
import { allowanceSeconds } from '../../lib/domain/bot/deadlines.ts';
import type { Urgency } from '../../lib/domain/bot/launch-shares.ts';
import { CaptureNotLaunchedError, captureNotLaunched } from '../../lib/domain/errors.ts';
import { launchCountRepository } from '../../lib/storage/launch-counts.ts';
import { createLaunchTurns } from '../../lib/usecases/lifecycle/launch-turns.ts';
import { createPlanStaging } from '../../lib/usecases/lifecycle/plan-staging.ts';
import { botLifecycle } from '../../statemachines/bot-lifecycle.ts';
import { aBot } from '../../test/lab/builders/records.ts';
import { aClock } from '../../test/lab/doubles/clock.ts';
import { memoryTable } from '../../test/lab/doubles/memory-table.ts';
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
const retrier = (state: 'staged' | 'joining'): Retrier => {
  const states = botLifecycle().States as Record<string, { readonly Retry?: readonly Retrier[] }>;
  const found = states[state]?.Retry?.find(({ ErrorEquals }) => ErrorEquals.includes(captureNotLaunched));
  if (!found) throw new Error('the state machine makes no order again that was refused');
  return found;
};

const hour = new Date('2026-03-02T09:00:00.000Z');
const operated = { transcription_timeout_seconds: 120 };

/** When the task of a bot that was made at a moment is ordered, in ms from :00. */
const orderedMs = (made: Date, staging_lead_seconds: number | undefined): number => {
  const times = { ...operated, staging_lead_seconds };
  const wait = allowanceSeconds(aBot({ join_at: hour.toISOString() }), 'scheduled', made, times);
  return made.getTime() - hour.getTime() + (wait ?? 0) * 1000;
};

/** How long after it should have joined a bot's task is given up, if none was started. */
const givenUpAfterMs = (urgency: Urgency): number => {
  const state = urgency === 'scheduled' ? 'staged' : 'joining';
  return (allowanceSeconds(aBot({ join_at: hour.toISOString() }), state, hour, operated) ?? 0) * 1000;
};

/**
 * The SDK's own attempts, before a refusal is one: the standard mode makes three, after up to 0.5 and 1 s where it was throttled.
 * https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html
 */
const sdkPausesMs = [500, 1000];
/** From an accepted order until the worker's page is loaded: the image is pulled, and Chromium starts. Not measured on Fargate. */
export const startMs = { least: 25_000, most: 60_000 };
/** From the click until the bot is in, as row `join` of bench/results.md has it once the page is loaded. */
export const joinMs = 1_000;
/** So many instances of the function that orders tasks are at work; each has a memory of its own. */
const functions = 40;

/** Bots of one project: those that are made before, to join at :00, or those that are made at :00, to join at once. */
export interface Group {
  readonly project: string;
  readonly urgency: Urgency;
  readonly count: number;
  /** How long before :00 scheduled bots are made: an hour where nothing else is said. */
  readonly made_before_s?: number;
}

export interface FullHour {
  readonly groups: readonly Group[];
  readonly limits: Limits;
  /** The setting `launchesPerSecond`, with which the service shares them out; absent: it does not. */
  readonly launches_per_second?: number;
}

/** What became of the bots of a group. */
export interface Fate extends Group {
  /** Sorted: how long after it should each bot that joined was in, in ms. */
  readonly late_ms: readonly number[];
  /** How long after it should each task was accepted, in their order; before, for those that were early. */
  readonly launched_ms: readonly number[];
  /** When the page of each was loaded, likewise. */
  readonly ready_ms: readonly number[];
  /** Bots for which no task could be started: they ended in `capture_not_launched`. */
  readonly failed: number;
  /** How long tasks were up before their bots joined, on average. */
  readonly ready_before_s: number;
}

export interface Outcome {
  /** In the order of the groups. */
  readonly fates: readonly Fate[];
  /** The most orders that waited to be made again at one moment. */
  readonly most_waiting: number;
  /** What refused first, and how often each limit did. */
  readonly bottleneck: LimitName | 'turns' | undefined;
  readonly refusals: Readonly<Partial<Record<LimitName | 'turns', number>>>;
}

interface Order {
  readonly group: number;
  readonly given_up_ms: number;
  /** Attempts of the SDK in this call, and retries of the state machine so far. */
  readonly call: number;
  readonly retries: number;
}

/** Numbers in [0, 1), the same in every run. */
export const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** All times are in ms from :00. */
export const simulate = async ({ groups, limits, launches_per_second }: FullHour): Promise<Outcome> => {
  const random = randomFrom(25);
  const refuses = createAccount(limits);
  const retriers = { scheduled: retrier('staged'), immediate: retrier('joining') };
  const agenda = createAgenda<Order>();
  const clock = aClock(hour);
  const counts = launchCountRepository(memoryTable(clock));
  const turns = Array.from({ length: functions }, () => createLaunchTurns({ counts, clock, launches_per_second }));

  const planStaging = createPlanStaging({ counts, clock, launches_per_second });
  for (const [group, { urgency, count, made_before_s = 3600 }] of groups.entries()) {
    const order: Order = { group, given_up_ms: givenUpAfterMs(urgency), call: 0, retries: 0 };
    const made = new Date(hour.getTime() - made_before_s * 1000);
    clock.set(made);
    for (let i = 0; i < count; i += 1) {
      const begin_ms =
        urgency === 'scheduled' ? orderedMs(made, await planStaging({ join_at: hour.toISOString() })) : 0;
      // Functions that are called at the same moment come to RunTask within a second.
      agenda.add(begin_ms + random() * 1000, order);
    }
  }

  const fates = groups.map((group) => ({
    ...group,
    late_ms: [] as number[],
    launched_ms: [] as number[],
    ready_ms: [] as number[],
    failed: 0,
    ready_before_s: 0,
  }));
  const refusals: Partial<Record<LimitName | 'turns', number>> = {};
  let [waiting, most_waiting] = [0, 0];
  let bottleneck: Outcome['bottleneck'];

  const hasTurn = async ({ project, urgency }: Group): Promise<boolean> => {
    try {
      await turns[Math.floor(random() * functions)]?.take(project, urgency);
      return true;
    } catch (error) {
      if (error instanceof CaptureNotLaunchedError) return false;
      throw error;
    }
  };

  for (let now = agenda.next(); now; now = agenda.next()) {
    const { at_ms, value: order } = now;
    const fate = fates[order.group];
    if (!fate) throw new RangeError('an order belongs to a group');
    if (order.call + order.retries > 0) waiting -= 1;
    clock.set(new Date(hour.getTime() + at_ms));
    if (at_ms >= order.given_up_ms) {
      fate.failed += 1;
      continue;
    }
    const isTurn = order.call > 0 || (await hasTurn(fate));
    const refusal = isTurn ? refuses(at_ms) : 'turns';
    if (refusal === undefined) {
      const ready_ms = at_ms + startMs.least + random() * (startMs.most - startMs.least);
      fate.launched_ms.push(at_ms);
      fate.ready_ms.push(ready_ms);
      fate.late_ms.push(Math.max(0, ready_ms) + joinMs);
      fate.ready_before_s += Math.max(0, -ready_ms) / 1000 / fate.count;
      continue;
    }
    const again = retriers[fate.urgency];
    bottleneck ??= refusal;
    refusals[refusal] = (refusals[refusal] ?? 0) + 1;
    const pause = isTurn ? sdkPausesMs[order.call] : undefined;
    if (pause !== undefined) agenda.add(at_ms + random() * pause, { ...order, call: order.call + 1 });
    else if (order.retries < again.MaxAttempts) {
      const delay = again.IntervalSeconds * again.BackoffRate ** order.retries;
      const seconds = Math.min(delay, again.MaxDelaySeconds ?? delay);
      agenda.add(at_ms + random() * seconds * 1000, { ...order, call: 0, retries: order.retries + 1 });
    } else {
      fate.failed += 1;
      continue;
    }
    waiting += 1;
    most_waiting = Math.max(most_waiting, waiting);
  }
  for (const { late_ms } of fates) late_ms.sort((a, b) => a - b);
  return { fates, most_waiting, bottleneck, refusals };
};

/** The value that so many percent of sorted ones do not exceed. */
export const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;

/** Of all bots of a group, those that were in within so many ms of when they should, in percent. */
export const shareWithin = ({ late_ms, count }: Fate, ms: number): number =>
  (100 * late_ms.filter((late) => late <= ms).length) / count;
