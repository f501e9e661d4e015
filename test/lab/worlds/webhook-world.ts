/** The webhooks of a lifecycle world: the stream told, the queues worked off, and receivers that a test decides on. */
import { toldKinds } from '../../../lib/domain/webhook/told-kinds.ts';
import type { WebhookAnswer, WebhookMessage } from '../../../lib/domain/webhook/webhook-delivery.ts';
import type { WebhookSubscription } from '../../../lib/domain/webhook/webhook-subscription.ts';
import type { WebhookRequest } from '../../../lib/ports/webhook-sender.ts';
import { calendarRepository } from '../../../lib/storage/calendars/calendars.ts';
import { connectionRepository } from '../../../lib/storage/connections/connections.ts';
import { projectRepository } from '../../../lib/storage/projects.ts';
import { formerSecretRepository } from '../../../lib/storage/webhooks/former-secrets.ts';
import { webhookSubscriptionRepository } from '../../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createDeliverWebhook } from '../../../lib/usecases/webhooks/deliver-webhook.ts';
import { createFanOutWebhooks } from '../../../lib/usecases/webhooks/fan-out-webhooks.ts';
import { createProjectWebhooks } from '../../../lib/usecases/webhooks/project-webhooks.ts';
import { createSlowServers } from '../../../lib/usecases/webhooks/slow-servers.ts';
import { createWebhookSecrets } from '../../../lib/usecases/webhooks/webhook-secrets.ts';
import { createWebhookSubjects } from '../../../lib/usecases/webhooks/webhook-subjects.ts';
import { memoryQueue } from '../doubles/memory-queue.ts';
import { type Gate, type LifecycleWorld, through } from './lifecycle/lifecycle-world.ts';

/** What a receiver got: the same delivery may come several times. */
export interface Received {
  readonly url: string;
  readonly id: string;
  readonly body: string;
}

/** How a receiver answers the n-th request that it gets, from 1. */
export type Receiver = (url: string, n: number) => number;

const answer = (status: number): WebhookAnswer => ({ status, duration_ms: 1, response: '' });

/** Adds webhooks to a world: from now on its changes are told, as in the deployment, once their time has come. */
export const addWebhooks = async (
  world: LifecycleWorld,
  gate: Gate,
  receiver: Receiver,
  projectSubscriptions: readonly WebhookSubscription[],
) => {
  const { clock, stored, table, ports } = world;
  const created_at = clock.now().toISOString();
  await projectRepository(stored).create({
    id: 'prj_1',
    name: 'one',
    webhook_secret_sealed: 'whsec_c2VjcmV0',
    created_at,
  });
  await webhookSubscriptionRepository(stored).change('prj_1', () => projectSubscriptions);
  let told = stored.changes.length;

  const queues = { prompt: memoryQueue(clock), slow: memoryQueue(clock) };
  const lanes = {
    prompt: through(gate, 'queue', { send: queues.prompt.send }),
    slow: through(gate, 'queue', { send: queues.slow.send }),
  };
  const subscriptions = webhookSubscriptionRepository(table);
  const webhooksOf = createProjectWebhooks({ subscriptions, clock });
  const received: Received[] = [];
  const asked = new Map<string, number>();

  const receive = async ({ url, headers, body }: WebhookRequest): Promise<WebhookAnswer> => {
    const n = (asked.get(url) ?? 0) + 1;
    asked.set(url, n);
    received.push({ url, id: headers['webhook-id'] ?? '', body });
    return answer(receiver(url, n));
  };
  // As a lost connection is seen by whoever sends: a sender answers, and never throws.
  const sender = through(gate, 'sender', { send: receive });
  const send = (request: WebhookRequest): Promise<WebhookAnswer> =>
    sender
      .send(request)
      .catch((error: Error): WebhookAnswer => ({ status: null, duration_ms: 1, error: error.message }));

  const { bots, deliveries } = ports;
  const fanOut = createFanOutWebhooks({
    ...{ deliveries, webhooksOf, lanes, clock },
    subjects: createWebhookSubjects({
      bots,
      calendars: calendarRepository(table),
      connections: connectionRepository(table),
    }),
  });
  const secretBox = through(gate, 'secrets', {
    seal: async (_: string, secret: string) => secret,
    open: async (_: string, sealed: string) => sealed,
  });
  const deliver = createDeliverWebhook({
    sender: { send },
    secretsOf: createWebhookSecrets({
      projects: projectRepository(table),
      formerSecrets: formerSecretRepository(table),
      webhooksOf,
      subscriptions,
      secretBox,
      clock,
    }),
    deliveries,
    subscriptions,
    slowServers: createSlowServers({ subscriptions, clock, onFault: () => undefined }),
    lanes,
    clock,
    chance: () => 0.5,
  });

  const tell = async (): Promise<void> => {
    const change = stored.changes[told];
    const kind = (change?.new ?? change?.old)?.kind;
    if (change && toldKinds.some((told) => told === kind)) await fanOut([change]);
    told += 1;
  };
  const inFlight: WebhookMessage[] = [];
  const work = async (): Promise<void> => {
    const [message] = inFlight;
    if (message) await deliver(message);
    inFlight.shift();
  };
  world.companions.push({
    due: () => {
      if (told < stored.changes.length) return [tell];
      inFlight.push(...([...queues.prompt.takeDue(), ...queues.slow.takeDue()] as WebhookMessage[]));
      return inFlight.length > 0 ? [work] : [];
    },
    nextMoment: () => {
      const waits = [queues.prompt.nextDueSeconds(), queues.slow.nextDueSeconds()].filter((wait) => wait !== undefined);
      return waits.length > 0 ? clock.now().getTime() + Math.min(...waits) * 1000 : undefined;
    },
  });
  return { received };
};
