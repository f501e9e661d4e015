import { checkClientUrl } from '../../lib/net/client-url.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import type { SecretBox } from '../../lib/ports/secret-box.ts';
import type { Table } from '../../lib/ports/table.ts';
import { clientAddresses, environment } from '../../lib/process/environment.ts';
import { projectRepository } from '../../lib/storage/projects.ts';
import { webhookSubscriptionRepository } from '../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createWebhookSubscriptions } from '../../lib/usecases/webhooks/webhook-subscriptions.ts';

/** For functions that make no secrets, and so are given no key. */
const noBox: Pick<SecretBox, 'seal'> = {
  seal: () => Promise.reject(new Error('this function was given no key to seal secrets with')),
};

/** A project's webhook subscriptions, for the functions of the API that show and change them. */
export const openSubscriptions = (table: Table, secretBox = noBox) => {
  const { allow_loopback } = environment(clientAddresses);
  return createWebhookSubscriptions({
    projects: projectRepository(table),
    subscriptions: webhookSubscriptionRepository(table),
    secretBox,
    clock: systemClock,
    checkAddress: (url) => checkClientUrl(url, { allow_loopback }),
  });
};
