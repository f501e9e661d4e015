import { createHash } from 'node:crypto';
import { NotFoundError } from '../../domain/errors.ts';
import { capturedEvents, stateChangesSince, type WebhookEvent } from '../../domain/webhook/webhook.ts';
import {
  type Delivery,
  type DeliveryState,
  type DoneDelivery,
  keptUntil,
  type WebhookMessage,
} from '../../domain/webhook/webhook-delivery.ts';
import {
  botSubject,
  type SubjectKind,
  type SubjectRef,
  subjectKindOf,
  type WebhookSubject,
} from '../../domain/webhook/webhook-subject.ts';
import { isProjectSubscription } from '../../domain/webhook/webhook-subscription.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { CapturedRepository } from '../../storage/bots/captured.ts';
import { deliveryPosition, type WebhookDeliveryRepository } from '../../storage/webhooks/webhook-deliveries.ts';
import type { WebhookSubscriptionRepository } from '../../storage/webhooks/webhook-subscriptions.ts';
import { webhookBody } from '../../webhooks/body.ts';
import { shownHeaders } from '../../webhooks/request-headers.ts';
import { isTest, testOf } from '../../webhooks/test-event.ts';
import { sendMessages, type WebhookLanes } from './webhook-lanes.ts';

export interface WebhookDeliveriesPorts {
  readonly bots: Pick<BotRepository, 'get'>;
  readonly captured: Pick<CapturedRepository, 'get'>;
  readonly deliveries: Pick<WebhookDeliveryRepository, 'get' | 'save' | 'ofSubject' | 'troubled' | 'isDisabled'>;
  readonly subscriptions: Pick<WebhookSubscriptionRepository, 'list'>;
  readonly lanes: WebhookLanes;
  readonly clock: Clock;
}

/** A delivery as it is shown: without its body. */
export type ShownDelivery = Omit<Delivery, 'body'>;

/** Which deliveries are asked for: without `about` those of the whole project that did not succeed at once. */
export interface WantedDeliveries {
  readonly about?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly subscription_id?: string | undefined;
  /** `next` of the page before. */
  readonly before?: string | undefined;
}

export interface DeliveryPage {
  readonly results: readonly ShownDelivery[];
  /** `before` of the next page; null on the last one. */
  readonly next: string | null;
}

/** A delivery with what was sent, by the last attempt where there were several. */
export interface DeliveryInFull extends ShownDelivery {
  readonly request: {
    readonly headers: Readonly<Record<string, string>>;
    /** The very bytes; null when they are kept no more and cannot be made again as they were. */
    readonly body: string | null;
  };
}

/** A delivery cannot be sent again now; the message says why, and what to do. */
export class CannotResendError extends Error {
  override readonly name = 'CannotResendError';
}

/** A delivery, with its body where that is known. */
type Found = ShownDelivery & { readonly body: string | undefined };

/** Finds what was told by its identity, and the subject as it is now: their body is made anew of them. */
type FindTold = (
  ref: SubjectRef,
  identity: string,
) => Promise<{ readonly subject: WebhookSubject; readonly event: WebhookEvent | undefined } | undefined>;

const pageSize = 50;
/** For a page of what is rare, so many pages are looked through; then the next one is to be asked for. */
const mostPages = 4;

/** A retry that is so late was lost on its way to the queue. */
const lostAfterMs = 15 * 60 * 1000;

const isUnderWay = ({ state, next_attempt_at }: Delivery, now: Date): boolean =>
  state === 'retrying' && now.getTime() - Date.parse(next_attempt_at ?? '') < lostAfterMs;

const shown = ({ body, ...delivery }: Delivery): ShownDelivery => delivery;
const shownDone = ({ attempt, body_sha256, ...delivery }: DoneDelivery): ShownDelivery => ({
  ...delivery,
  state: 'delivered',
  attempts: [attempt],
  next_attempt_at: null,
  created_at: attempt.at,
});

/** What became of webhooks in the last 30 days, and sending them again. */
export const createWebhookDeliveries = (ports: WebhookDeliveriesPorts) => {
  const { bots, captured, deliveries, subscriptions, lanes, clock } = ports;

  /** What was told of a bot, or of an app session, found by its identity where it came from. */
  const toldOfBot: FindTold = async ({ project_id, subject_id: bot_id }, identity) => {
    const ref = { project_id, bot_id };
    const bot = await bots.get(ref);
    if (!bot) return undefined;
    const subject = botSubject(bot);
    const [what, ...rest] = identity.split('#');
    if (what === 'event') return { subject, event: stateChangesSince(Number(rest[0]) - 1, bot)[0] };
    const [kind = 'utterances', batchId = ''] = rest as ['utterances', string];
    const batch = await captured.get(ref, kind, batchId);
    const events = batch ? capturedEvents(kind, batchId, batch.entries) : [];
    return { subject, event: events.find((event) => event.identity === identity) };
  };
  const findTold: Partial<Record<SubjectKind, FindTold>> = { bot: toldOfBot, app_session: toldOfBot };

  /** A delivery that was done at once, with its body, which is not kept: made again, and only if it is the very same. */
  const remade = async (ref: SubjectRef, key: string): Promise<Found | undefined> => {
    const done = (await deliveries.ofSubject(ref)).done.find(({ idempotency_key }) => idempotency_key === key);
    if (!done) return undefined;
    const { subject, event } = isTest(done.identity)
      ? testOf(ref.project_id, done.subscription_id, done.identity)
      : ((await findTold[subjectKindOf(ref.subject_id)]?.(ref, done.identity)) ?? {});
    const body = subject && event && webhookBody(subject, event, key, done.names);
    const isSame = body !== undefined && createHash('sha256').update(body).digest('base64url') === done.body_sha256;
    return { ...shownDone(done), body: isSame ? body : undefined };
  };

  /** A delivery, whether it was done at once or not. @throws NotFoundError when nothing is kept of it */
  const find = async (ref: SubjectRef, key: string): Promise<Found> => {
    const found = (await deliveries.get(ref, key)) ?? (await remade(ref, key));
    if (!found) throw new NotFoundError(`delivery about ${ref.subject_id}: ${key}`);
    return found;
  };

  /** Where a delivery is to be sent by now. @throws CannotResendError when it is not wanted any more */
  const presentUrl = async (ref: SubjectRef, { subscription_id, url }: Delivery): Promise<string> => {
    if (!isProjectSubscription(subscription_id)) {
      if (!(await deliveries.isDisabled(ref, url))) return url;
      throw new CannotResendError('its receiver has answered 410, and gets nothing more about this');
    }
    const subscription = (await subscriptions.list(ref.project_id)).find(({ id }) => id === subscription_id);
    if (!subscription) throw new CannotResendError(`the subscription ${subscription_id} was deleted`);
    if (subscription.state === 'disabled') {
      throw new CannotResendError('nothing is sent there any more: enable the subscription first');
    }
    return subscription.url;
  };

  /** The deliveries of what was told about a subject, newest first. */
  const ofSubject = async (ref: SubjectRef): Promise<ShownDelivery[]> => {
    const { kept, done } = await deliveries.ofSubject(ref);
    const byKey = new Map(done.map((it) => [it.idempotency_key, shownDone(it)]));
    for (const it of kept) byKey.set(it.idempotency_key, shown(it));
    return [...byKey.values()].sort((a, b) => (deliveryPosition(a) < deliveryPosition(b) ? 1 : -1));
  };

  return {
    ofSubject,

    /** So many of the deliveries that are asked for, newest first. */
    async page(projectId: string, { about, state, subscription_id, before }: WantedDeliveries): Promise<DeliveryPage> {
      const isWanted = (it: ShownDelivery): boolean =>
        (state === undefined || it.state === state) &&
        (subscription_id === undefined || it.subscription_id === subscription_id);
      if (about !== undefined) {
        const all = (await ofSubject({ project_id: projectId, subject_id: about })).filter(isWanted);
        const rest = all.filter((it) => before === undefined || deliveryPosition(it) < before);
        const results = rest.slice(0, pageSize);
        const last = results.at(-1);
        return { results, next: last && rest.length > pageSize ? deliveryPosition(last) : null };
      }
      const results: ShownDelivery[] = [];
      let after = before;
      for (let pages = 0; pages < mostPages && results.length < pageSize; pages += 1) {
        const found = await deliveries.troubled(projectId, pageSize, after);
        results.push(...found.filter(isWanted).map(shown));
        const last = found.at(-1);
        if (!last || found.length < pageSize) return { results, next: null };
        after = deliveryPosition(last);
      }
      return { results, next: after ?? null };
    },

    /** A project's deliveries that did not succeed at once, newest first, of the last 100 those in a state. */
    async troubled(projectId: string, state?: DeliveryState): Promise<ShownDelivery[]> {
      const found = await deliveries.troubled(projectId, 100);
      return found.filter((it) => state === undefined || it.state === state).map(shown);
    },

    /** A delivery with its attempts and what was sent. @throws NotFoundError when nothing is kept of it */
    async one(ref: SubjectRef, key: string): Promise<DeliveryInFull> {
      const { body = null, ...delivery } = await find(ref, key);
      const at = new Date(delivery.attempts.at(-1)?.at ?? delivery.created_at);
      return { ...delivery, request: { headers: shownHeaders(delivery, at), body } };
    },

    /**
     * Sends a delivery again, with the same id and the same bytes, to the address that its subscription has by now; when
     * that fails, its attempts go on from there.
     * @throws NotFoundError when nothing is kept of it
     * @throws CannotResendError when it is still being retried, not wanted, or cannot be made again as it was
     */
    async resend(ref: SubjectRef, key: string): Promise<void> {
      const { body, ...found } = await find(ref, key);
      if (body === undefined) {
        throw new CannotResendError(
          'it was delivered, and what it was made from has changed or is not kept: read it by the API instead',
        );
      }
      const delivery: Delivery = { ...found, body };
      if (isUnderWay(delivery, clock.now())) {
        throw new CannotResendError(`it is being retried: the next attempt is at ${delivery.next_attempt_at}`);
      }
      const url = await presentUrl(ref, delivery);
      const now = clock.now();
      const { idempotency_key, identity, trigger, names, subscription_id, attempts } = delivery;
      const one = { idempotency_key, identity, trigger, ...(names && { names }) };
      const attempt = (attempts.at(-1)?.attempt ?? 0) + 1;
      const message: WebhookMessage = {
        ...ref,
        subscription_id,
        url,
        deliveries: [{ ...one, body: attempt > 1 ? '' : body }],
        attempt,
        not_before: now.toISOString(),
        lane: 'slow',
      };
      await deliveries.save(
        { ...delivery, url, state: 'retrying', next_attempt_at: message.not_before },
        keptUntil(now),
      );
      await sendMessages(lanes, [message], now);
    },
  };
};
