/** The life of one delivery: its message in the queue, what came of its attempts, and when the next one is due. */
import * as z from 'zod';
import { webhookTriggers } from './webhook.ts';

/**
 * One delivery on its way: one event to one subscription. `body` is sent byte for byte on every attempt.
 * `attempt` counts from 1; not before `not_before` is it made.
 */
export const WebhookMessage = z.object({
  idempotency_key: z.uuid(),
  project_id: z.string(),
  bot_id: z.string(),
  trigger: z.enum(webhookTriggers),
  url: z.url(),
  body: z.string(),
  attempt: z.int().positive(),
  not_before: z.iso.datetime(),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** How a client's server answered, or why it did not. `response` is the start of its answer's body. */
export type WebhookAnswer =
  | {
      readonly status: number;
      readonly duration_ms: number;
      readonly response: string;
      readonly retry_after?: string;
    }
  | { readonly status: null; readonly duration_ms: number; readonly error: string };

/** One attempt, as it is kept. `error` says why there was no answer. */
export interface DeliveryAttempt {
  readonly attempt: number;
  readonly at: string;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly response?: string;
  readonly error?: string;
}

/** `disabled`: the receiver answered 410, or had done so before this delivery's turn came. */
export type DeliveryState = 'retrying' | 'delivered' | 'failed' | 'disabled';

/** A delivery that did not succeed at once, with all that it takes to send it again. */
export interface Delivery extends Omit<WebhookMessage, 'attempt' | 'not_before'> {
  readonly state: DeliveryState;
  readonly attempts: readonly DeliveryAttempt[];
  /** The moment of the next attempt, while there is one to come. */
  readonly next_attempt_at: string | null;
}

/** Seconds to wait before each attempt, the first at once (decisions.md part 6). */
export const retryScheduleSeconds = [0, 5, 60, 300, 1800, 7200, 18000, 36000, 36000] as const;

/** No receiver may put us off for longer than this. */
const longestRetryAfterSeconds = 24 * 3600;

/** SQS delays no message for longer: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-timers.html */
const longestQueueDelaySeconds = 900;

/** Retries within a fifth of their time, so that what failed together does not come back together. */
const spread = 0.2;

// Only these two carry a promise of when it is worth coming back.
const statusesWithRetryAfter: readonly number[] = [429, 503];

/** What an answer means for its delivery. */
export const verdictOf = ({ status }: WebhookAnswer): 'delivered' | 'gone' | 'failed' => {
  if (status === null) return 'failed';
  if (status === 410) return 'gone';
  return status >= 200 && status < 300 ? 'delivered' : 'failed';
};

const secondsUntil = (moment: string, at: Date): number => (Date.parse(moment) - at.getTime()) / 1000;

/** The seconds that a `Retry-After` header asks for, given as seconds or as a date: at most a day, undefined if unreadable. */
export const retryAfterSeconds = (header: string, at: Date): number | undefined => {
  const text = header.trim();
  const seconds = /^\d+$/.test(text) ? Number(text) : /^[A-Za-z]{3,9},? /.test(text) ? secondsUntil(text, at) : NaN;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), longestRetryAfterSeconds);
};

/**
 * Seconds from a failed attempt to the next one, undefined when it was the last. `chance` is in [0, 1).
 * A receiver's `Retry-After` can put the next attempt off, never bring it forward: otherwise one that always says
 * `Retry-After: 1` would use up a day of attempts in seconds.
 */
export const retryDelaySeconds = (
  failedAttempt: number,
  answer: WebhookAnswer,
  at: Date,
  chance: number,
): number | undefined => {
  const scheduled = retryScheduleSeconds[failedAttempt];
  if (scheduled === undefined) return undefined;
  const asked =
    answer.status !== null && answer.retry_after !== undefined && statusesWithRetryAfter.includes(answer.status)
      ? (retryAfterSeconds(answer.retry_after, at) ?? 0)
      : 0;
  if (asked > scheduled) return Math.min(asked * (1 + spread * chance), longestRetryAfterSeconds);
  return Math.max(asked, scheduled * (1 - spread + 2 * spread * chance));
};

/** The delay with which a message goes into the queue: all of its wait, or as much of it as a queue can keep. */
export const queueDelaySeconds = ({ not_before }: Pick<WebhookMessage, 'not_before'>, at: Date): number =>
  Math.min(longestQueueDelaySeconds, Math.max(0, Math.ceil(secondsUntil(not_before, at))));

/** An answer as it is kept. */
export const attemptOf = (attempt: number, at: Date, answer: WebhookAnswer): DeliveryAttempt => ({
  attempt,
  at: at.toISOString(),
  status: answer.status,
  duration_ms: answer.duration_ms,
  ...(answer.status === null ? { error: answer.error } : { response: answer.response }),
});
