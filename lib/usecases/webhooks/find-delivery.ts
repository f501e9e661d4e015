import { createHash } from 'node:crypto';
import { NotFoundError } from '../../domain/errors.ts';
import { capturedEvents, sourceOf, stateChangesSince, type WebhookEvent } from '../../domain/webhook/webhook.ts';
import type { Delivery, DoneDelivery } from '../../domain/webhook/webhook-delivery.ts';
import { botSubject, type SubjectRef, type WebhookSubject } from '../../domain/webhook/webhook-subject.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { CapturedRepository } from '../../storage/bots/captured.ts';
import type { WebhookDeliveryRepository } from '../../storage/webhooks/webhook-deliveries.ts';
import { webhookBody } from '../../webhooks/body.ts';
import { isTest, testOf } from '../../webhooks/test-event.ts';

export interface FindDeliveryPorts {
  readonly bots: Pick<BotRepository, 'get'>;
  readonly captured: Pick<CapturedRepository, 'get'>;
  readonly deliveries: Pick<WebhookDeliveryRepository, 'get' | 'ofSubject'>;
}

/** A delivery as it is shown: without its body. */
export type ShownDelivery = Omit<Delivery, 'body'>;

/** A delivery, with its body where that is known. */
export type FoundDelivery = ShownDelivery & { readonly body: string | undefined };

/** What was told, and its subject as it is now: the body is made anew of them. */
interface Told {
  readonly subject: WebhookSubject;
  readonly event: WebhookEvent | undefined;
}

/** Without its body. */
export const shown = ({ body, ...delivery }: Delivery): ShownDelivery => delivery;
/** One that succeeded at once. */
export const shownDone = ({ attempt, body_sha256, ...delivery }: DoneDelivery): ShownDelivery => ({
  ...delivery,
  state: 'delivered',
  attempts: [attempt],
  next_attempt_at: null,
  created_at: attempt.at,
});

/** A delivery, whether it was done at once or not. @throws NotFoundError when nothing is kept of it */
export const createFindDelivery = ({ bots, captured, deliveries }: FindDeliveryPorts) => {
  /** What was told of a bot, or of an app session, found by its identity where it came from; of others nothing is. */
  const findTold = async (
    { project_id, subject_id: bot_id }: SubjectRef,
    identity: string,
  ): Promise<Told | undefined> => {
    const source = sourceOf(identity);
    if (!source) return undefined;
    const ref = { project_id, bot_id };
    const bot = await bots.get(ref);
    if (!bot) return undefined;
    const subject = botSubject(bot);
    if ('sequence' in source) return { subject, event: stateChangesSince(source.sequence - 1, bot)[0] };
    const { kind, batch_id } = source;
    const batch = await captured.get(ref, kind, batch_id);
    const events = batch ? capturedEvents(kind, batch_id, batch.entries) : [];
    return { subject, event: events.find((event) => event.identity === identity) };
  };

  /** A delivery that was done at once, with its body, which is not kept: made again, and only if it is the very same. */
  const remade = async (ref: SubjectRef, key: string): Promise<FoundDelivery | undefined> => {
    const done = (await deliveries.ofSubject(ref)).done.find(({ idempotency_key }) => idempotency_key === key);
    if (!done) return undefined;
    const { subject, event } = isTest(done.identity)
      ? testOf(ref.project_id, done.subscription_id, done.identity)
      : ((await findTold(ref, done.identity)) ?? {});
    const body = subject && event && webhookBody(subject, event, key, done.names);
    const isSame = body !== undefined && createHash('sha256').update(body).digest('base64url') === done.body_sha256;
    return { ...shownDone(done), body: isSame ? body : undefined };
  };

  return async (ref: SubjectRef, key: string): Promise<FoundDelivery> => {
    const found = (await deliveries.get(ref, key)) ?? (await remade(ref, key));
    if (!found) throw new NotFoundError(`delivery about ${ref.subject_id}: ${key}`);
    return found;
  };
};
export type FindDelivery = ReturnType<typeof createFindDelivery>;
