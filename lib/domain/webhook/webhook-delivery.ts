/** The life of one delivery: its message in the queue, what came of its attempts, and when the next one is due. */
import * as z from 'zod';
import { isRecord } from '../json.ts';
import { portionsOf } from '../portions.ts';
import { queueDelaySeconds } from '../queue-delay.ts';
import { webhookTriggers } from './webhook-triggers.ts';

/**
 * One event for one subscription. `body` is sent byte for byte on every attempt. The message for a later attempt, or one
 * that somebody asked for, carries none: it is kept in the table by then, and is gone from there with its subject's data.
 */
export const OneDelivery = z.object({
  idempotency_key: z.uuid(),
  /** What is told: the same, within its subject, whenever the same thing is told. */
  identity: z.string(),
  trigger: z.enum(webhookTriggers),
  body: z.string(),
  /** Its body is in plain names, and is to be signed in the way of programs that speak in them, too. */
  names: z.literal('plain').exactOptional(),
});
export type OneDelivery = z.infer<typeof OneDelivery>;

/**
 * Deliveries on their way to one subscription: what happened to a subject at about the same time travels together at first,
 * and each that fails goes on by itself. `attempt` counts from 1; not before `not_before` is it made. Messages to
 * servers that keep us waiting take the `slow` lane, so that they are in nobody's way.
 */
const CurrentMessage = z.object({
  project_id: z.string(),
  subject_id: z.string(),
  subscription_id: z.string(),
  url: z.url(),
  deliveries: z.array(OneDelivery).min(1),
  attempt: z.int().positive(),
  not_before: z.iso.datetime(),
  lane: z.enum(['prompt', 'slow']),
});
export type WebhookMessage = z.infer<typeof CurrentMessage>;

/** Whether what a message carries is kept in the table, with its body. */
export const isOfKept = ({ attempt, deliveries }: WebhookMessage): boolean =>
  attempt > 1 || deliveries.every(({ body }) => body === '');

/** Where there were bots only, they were called so: such messages may still wait for a retry. */
export const WebhookMessage: z.ZodType<WebhookMessage> = z.preprocess(
  (message) => (isRecord(message) && 'bot_id' in message ? { subject_id: message.bot_id, ...message } : message),
  CurrentMessage,
);

/** Each may take 15 s, all are sent side by side: with so many the function ends well within its own time. */
export const mostDeliveriesPerMessage = 10;

/** A message must fit into a queue, and each of its deliveries, if it fails, into an item of the table. */
const mostMessageBytes = 200 * 1024;

/** In a message a body is JSON within JSON: each of its quotation marks takes twice the room, or more. */
const bytesInMessage = ({ body }: { readonly body: string }): number => Buffer.byteLength(JSON.stringify(body));

/** Deliveries in portions that a message can carry, in their order. */
export const messagePortionsOf = <T extends { readonly body: string }>(deliveries: readonly T[]): T[][] =>
  portionsOf(deliveries, bytesInMessage, { bytes: mostMessageBytes, entries: mostDeliveriesPerMessage });

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

/** `disabled`: the receiver answered 410, or its subscription was switched off before this delivery's turn came. */
export const deliveryStates = ['retrying', 'delivered', 'failed', 'disabled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery that did not succeed at once, with all that it takes to send it again. */
export interface Delivery
  extends Omit<WebhookMessage, 'attempt' | 'not_before' | 'lane' | 'deliveries'>,
    z.infer<typeof OneDelivery> {
  readonly state: DeliveryState;
  readonly attempts: readonly DeliveryAttempt[];
  /** The moment of the next attempt, while there is one to come. */
  readonly next_attempt_at: string | null;
  /** The moment of the first attempt, or of when it was kept without one. */
  readonly created_at: string;
}

const keptDays = 30;

/** Until when a delivery is kept of which something became known at a moment. */
export const keptUntil = (at: Date): Date => new Date(at.getTime() + keptDays * 24 * 3_600_000);

/** A delivery that succeeded at once: what came of it, without its body, of which only the hash is kept. */
export interface DoneDelivery
  extends Pick<Delivery, 'project_id' | 'subject_id' | 'subscription_id' | 'url'>,
    Omit<z.infer<typeof OneDelivery>, 'body'> {
  readonly attempt: DeliveryAttempt;
  readonly body_sha256: string;
}

/** Seconds to wait before each attempt, the first at once: clients read them in docs/webhooks.md. */
export const retryScheduleSeconds = [0, 5, 60, 300, 1800, 7200, 18000, 36000, 36000] as const;

/** No receiver may put us off for longer than this. */
const longestRetryAfterSeconds = 24 * 3600;

/** Retries within a fifth of their time, so that what failed together does not come back together. */
const spread = 0.2;

// The statuses with which a server says when to come back: RFC 6585 and RFC 9110.
const statusesWithRetryAfter: readonly number[] = [429, 503];

/** What an answer means for its delivery. */
export const verdictOf = ({ status }: WebhookAnswer): 'delivered' | 'gone' | 'failed' => {
  if (status === null) return 'failed';
  if (status === 410) return 'gone';
  return status >= 200 && status < 300 ? 'delivered' : 'failed';
};

const secondsUntil = (moment: string, at: Date): number => (Date.parse(moment) - at.getTime()) / 1000;

/** A date of HTTP is in UTC, also in the form that does not say so (RFC 9110, 5.6.7), whatever the zone of this machine. */
const inUtc = (date: string): string => (/:\d\d(?: \d{4})?$/.test(date) ? `${date} GMT` : date);

/** The seconds that a `Retry-After` header asks for, given as seconds or as a date: at most a day, undefined if unreadable. */
export const retryAfterSeconds = (header: string, at: Date): number | undefined => {
  const text = header.trim();
  const isDate = /^[A-Za-z]{3,9},? /.test(text);
  const seconds = /^\d+$/.test(text) ? Number(text) : isDate ? secondsUntil(inUtc(text), at) : NaN;
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

/** A server that takes longer is slow: what is for it waits apart from the rest for a while. */
export const slowAfterMs = 2000;
export const slowForSeconds = 300;

/** The server that a URL leads to. */
export const originOf = (url: string): string => new URL(url).origin;

/** The delay with which a message goes into the queue: see `queueDelaySeconds`. */
export const deliveryDelaySeconds = ({ not_before }: Pick<WebhookMessage, 'not_before'>, at: Date): number =>
  queueDelaySeconds(secondsUntil(not_before, at));

/** An answer as it is kept. */
export const attemptOf = (attempt: number, at: Date, answer: WebhookAnswer): DeliveryAttempt => ({
  attempt,
  at: at.toISOString(),
  status: answer.status,
  duration_ms: answer.duration_ms,
  ...(answer.status === null ? { error: answer.error } : { response: answer.response }),
});
