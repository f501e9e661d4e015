/** A project's own webhook subscriptions: told about every bot that has none of its own. */
import * as z from 'zod';
import { WebhookSubscriptionItem } from '../bot/settings.ts';
import { ValidationError } from '../errors.ts';
import { idOf, isIdOf } from '../ids.ts';

export const mostProjectSubscriptions = 10;

/** How long the secret before a rotation goes on signing, so that receivers can change over. */
export const secretOverlapHours = 24;

const SealedSecret = z.object({
  sealed: z.string(),
  created_at: z.iso.datetime(),
  /** The moment from which it signs no more; null for the newest one. */
  valid_until: z.iso.datetime().nullable(),
});
export type SealedSecret = z.infer<typeof SealedSecret>;

export const WebhookSubscription = WebhookSubscriptionItem.extend({
  id: idOf('webhook_subscription'),
  state: z.enum(['enabled', 'disabled']),
  /** Why it is disabled: the receiver answered 410, or somebody disabled it. */
  disabled_reason: z.string().nullable(),
  /** Newest first, at most two. */
  secrets: z.array(SealedSecret).min(1).max(2),
  created_at: z.iso.datetime(),
});
export type WebhookSubscription = z.infer<typeof WebhookSubscription>;

/** Whether an id is that of a project's subscription rather than one of a bot's own. */
export const isProjectSubscription = (id: string): boolean => isIdOf('webhook_subscription', id);

/** The subscriptions with one more. @throws ValidationError when there are as many as a project may have */
export const withSubscription = (
  all: readonly WebhookSubscription[],
  added: WebhookSubscription,
): WebhookSubscription[] => {
  if (all.length >= mostProjectSubscriptions) {
    throw new ValidationError({
      webhooks: [`the project has ${mostProjectSubscriptions} subscriptions, which is the most: delete one first`],
    });
  }
  return [...all, added];
};

/** The subscription with a new secret; the one before it goes on signing for `overlapHours`, older ones do not. */
export const rotated = (
  subscription: WebhookSubscription,
  sealed: string,
  at: Date,
  overlapHours: number = secretOverlapHours,
): WebhookSubscription => {
  const [newest] = subscription.secrets;
  const valid_until = new Date(at.getTime() + overlapHours * 3_600_000).toISOString();
  return {
    ...subscription,
    secrets: [
      { sealed, created_at: at.toISOString(), valid_until: null },
      ...(newest ? [{ ...newest, valid_until }] : []),
    ],
  };
};

const signing = ({ secrets }: Pick<WebhookSubscription, 'secrets'>, at: Date): SealedSecret[] =>
  secrets.filter(({ valid_until }) => valid_until === null || Date.parse(valid_until) > at.getTime());

/** The secrets that sign at a moment, newest first. */
export const signingSecrets = (subscription: Pick<WebhookSubscription, 'secrets'>, at: Date): string[] =>
  signing(subscription, at).map(({ sealed }) => sealed);

/** Until when the secret before the newest one signs as well; null when only the newest does. */
export const formerSecretUntil = (subscription: Pick<WebhookSubscription, 'secrets'>, at: Date): string | null =>
  signing(subscription, at)[1]?.valid_until ?? null;

/** The subscription to which nothing is sent any more, and why. */
export const disabledBy = (subscription: WebhookSubscription, reason: string): WebhookSubscription => ({
  ...subscription,
  state: 'disabled',
  disabled_reason: reason,
});

export const enabled = (subscription: WebhookSubscription): WebhookSubscription => ({
  ...subscription,
  state: 'enabled',
  disabled_reason: null,
});
