import { randomBytes } from 'node:crypto';
import { NotFoundError, ValidationError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import {
  disabledBy,
  enabled,
  formerSecretUntil,
  rotated,
  secretOverlapHours,
  signingSecrets,
  type WebhookSubscription,
  withSubscription,
} from '../../domain/webhook/webhook-subscription.ts';
import type { WebhookTrigger } from '../../domain/webhook/webhook-triggers.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { ProjectRepository } from '../../storage/projects.ts';
import type { WebhookSubscriptionRepository } from '../../storage/webhooks/webhook-subscriptions.ts';
import { newWebhookSecret, secretAsShown } from '../../webhooks/signature.ts';
import { createGetProject } from '../access/get-project.ts';

export interface WebhookSubscriptionsPorts {
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly subscriptions: Pick<WebhookSubscriptionRepository, 'list' | 'change'>;
  readonly secretBox: Pick<SecretBox, 'seal'>;
  readonly clock: Clock;
  /** What is wrong with an address that was given, as a sentence; undefined when it may be called. */
  readonly checkAddress: (url: string) => string | undefined;
}

/** A subscription as it may be shown: its secrets only counted. */
export interface ShownSubscription extends Omit<WebhookSubscription, 'secrets'> {
  /** 2 while it changes over from one to another. */
  readonly valid_secrets: number;
  /** Until when the one before signs as well: another new secret before then ends that. */
  readonly former_secret_until: string | null;
}

/** A new secret is shown this once. */
export type WithSecret = ShownSubscription & { readonly webhook_secret: string };

export interface SubscriptionInput {
  readonly url: string;
  readonly triggers: readonly WebhookTrigger[];
}

/**
 * A project's own webhook subscriptions. What is changed holds for events that happen some seconds later. Each rejects
 * with a NotFoundError for a project or a subscription that there is not.
 */
export const createWebhookSubscriptions = (ports: WebhookSubscriptionsPorts) => {
  const { projects, subscriptions, secretBox, clock, checkAddress } = ports;

  const shown = ({ secrets, ...subscription }: WebhookSubscription): ShownSubscription => ({
    ...subscription,
    valid_secrets: signingSecrets({ secrets }, clock.now()).length,
    former_secret_until: formerSecretUntil({ secrets }, clock.now()),
  });
  const getProject = createGetProject({ projects });
  const checkUrl = (url: string | undefined): void => {
    const fault = url === undefined ? undefined : checkAddress(url);
    if (fault) throw new ValidationError({ url: [fault] });
  };
  /** Puts a changed subscription in the place of the one with an id, undefined to remove it. */
  const change = async (
    projectId: string,
    id: string,
    to: (subscription: WebhookSubscription) => WebhookSubscription | undefined,
  ): Promise<WebhookSubscription | undefined> => {
    let changed: WebhookSubscription | undefined;
    await subscriptions.change(projectId, (all) => {
      if (!all.some((it) => it.id === id)) throw new NotFoundError(`subscription in this project: ${id}`);
      return all.flatMap((it) => {
        if (it.id !== id) return it;
        changed = to(it);
        return changed ?? [];
      });
    });
    return changed;
  };
  const changeAndShow = async (...args: Parameters<typeof change>): Promise<ShownSubscription> => {
    const changed = await change(...args);
    if (!changed) throw new NotFoundError(`subscription in this project: ${args[1]}`);
    return shown(changed);
  };

  return {
    /**
     * @throws ValidationError for an address that may not be called, and when there are as many as there may be
     */
    async create(projectId: string, { url, triggers }: SubscriptionInput): Promise<WithSecret> {
      const { names = 'neutral' } = await getProject(projectId);
      checkUrl(url);
      const at = clock.now();
      const created_at = at.toISOString();
      const webhook_secret = newWebhookSecret();
      const added: WebhookSubscription = {
        id: newId('webhook_subscription', at, randomBytes(10)),
        url,
        triggers: [...triggers],
        state: 'enabled',
        disabled_reason: null,
        secrets: [{ sealed: await secretBox.seal(projectId, webhook_secret), created_at, valid_until: null }],
        created_at,
      };
      await subscriptions.change(projectId, (all) => withSubscription(all, added));
      return { ...shown(added), webhook_secret: secretAsShown(webhook_secret, names) };
    },

    async list(projectId: string): Promise<ShownSubscription[]> {
      await getProject(projectId);
      return (await subscriptions.list(projectId)).map(shown);
    },

    /** @throws ValidationError for an address that may not be called */
    async update(projectId: string, id: string, input: Partial<SubscriptionInput>): Promise<ShownSubscription> {
      checkUrl(input.url);
      const { url, triggers } = input;
      return changeAndShow(projectId, id, (it) => ({
        ...it,
        ...(url !== undefined && { url }),
        ...(triggers && { triggers: [...triggers] }),
      }));
    },

    async delete(projectId: string, id: string): Promise<void> {
      await change(projectId, id, () => undefined);
    },

    /** Gives a new secret, which is shown this once. The one before it goes on signing for so many hours. */
    async rotateSecret(projectId: string, id: string, overlapHours = secretOverlapHours): Promise<WithSecret> {
      const { names = 'neutral' } = await getProject(projectId);
      const webhook_secret = newWebhookSecret();
      const sealed = await secretBox.seal(projectId, webhook_secret);
      const changed = await changeAndShow(projectId, id, (it) => rotated(it, sealed, clock.now(), overlapHours));
      return { ...changed, webhook_secret: secretAsShown(webhook_secret, names) };
    },

    /** Sends nothing more, until it is enabled. What waits to be sent again is not. */
    disable: (projectId: string, id: string): Promise<ShownSubscription> =>
      changeAndShow(projectId, id, (it) => (it.state === 'disabled' ? it : disabledBy(it, 'it was switched off'))),

    /** Sends again where nothing was sent since its receiver answered 410, or it was disabled. */
    enable: (projectId: string, id: string): Promise<ShownSubscription> => changeAndShow(projectId, id, enabled),
  };
};
