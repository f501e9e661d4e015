import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { retryScheduleSeconds, type WebhookAnswer } from '../../../lib/domain/webhook/webhook-delivery.ts';
import { createDeliverWebhook } from '../../../lib/usecases/webhooks/deliver-webhook.ts';
import { createSlowServers } from '../../../lib/usecases/webhooks/slow-servers.ts';
import { aSubscription } from '../../lab/builders/records.ts';
import { aDelivery, aWebhookMessage } from '../../lab/builders/webhook-message.ts';
import { memoryQueue } from '../../lab/doubles/memory-queue.ts';
import { answer, deliveryWorld } from '../../lab/worlds/delivery-world.ts';

const noAnswer: WebhookAnswer = { status: null, duration_ms: 15_000, error: 'no answer within 15 s' };

describe('a delivery that succeeds at once', () => {
  it('is signed so that the official library accepts it', async () => {
    const { deliver, message, delivery, sent, secret, clock } = deliveryWorld();
    clock.set(new Date());
    expect(await deliver({ ...message, not_before: clock.now().toISOString() })).toMatchObject([
      { outcome: 'delivered' },
    ]);
    const [request] = sent;
    expect(request).toMatchObject({ url: message.url, body: delivery.body });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'meeting-bots-webhooks/1',
      'webhook-id': delivery.idempotency_key,
    });
    expect(new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})).toEqual(JSON.parse(delivery.body));
  });

  it('reads nothing, queues nothing, and is kept for 30 days without its body', async () => {
    const { deliver, deliveries, message, delivery, table, queue, ports, clock } = deliveryWorld(
      answer(204, { response: 'ok' }),
    );
    const fault = () => Promise.reject(new Error('touched'));
    const unreadable = { ...ports.deliveries, get: fault, isDisabled: fault };
    expect(await createDeliverWebhook({ ...ports, deliveries: unreadable })(message)).toMatchObject([
      { outcome: 'delivered' },
    ]);
    expect(queue.sent).toEqual([]);
    const { body, ...rest } = delivery;
    expect(await deliveries.ofSubject(message)).toEqual({
      kept: [],
      done: [
        {
          ...{ project_id: message.project_id, subject_id: message.subject_id },
          ...{ subscription_id: message.subscription_id, url: message.url },
          ...rest,
          attempt: { attempt: 1, at: '2026-03-02T09:00:00.000Z', status: 204, duration_ms: 12, response: 'ok' },
          body_sha256: createHash('sha256').update(body).digest('base64url'),
        },
      ],
    });
    expect(await deliver(message)).toMatchObject([{ outcome: 'delivered' }]);
    expect(table.items()).toHaveLength(1);
    clock.advance(31 * 86_400);
    expect(table.items()).toEqual([]);
  });
});

const keyOf = (n: number) => `0b3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a${n}`;
const together = aWebhookMessage({
  deliveries: [11, 12, 13].map((n) => aDelivery({ idempotency_key: keyOf(n), identity: `event#${n}` })),
});

describe('deliveries that travel together', () => {
  it('are sent each by itself and kept in one write', async () => {
    const { deliver, sent, table } = deliveryWorld();
    expect((await deliver(together)).map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual([11, 12, 13].map(keyOf));
    expect(table.changes).toHaveLength(1);
  });

  it('are tried again each by itself', async () => {
    const { deliver, deliveries, workQueue, sent, queue } = deliveryWorld(
      answer(200),
      answer(500),
      answer(200),
      answer(200),
    );
    expect((await deliver(together)).map(({ outcome }) => outcome)).toEqual(['delivered', 'retrying', 'delivered']);
    expect(queue.sent).toMatchObject([{ attempt: 2, lane: 'slow', deliveries: [{ idempotency_key: keyOf(12) }] }]);
    await workQueue();
    expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual([11, 12, 13, 12].map(keyOf));
    expect((await deliveries.ofSubject(together)).kept).toMatchObject([
      { idempotency_key: keyOf(12), state: 'delivered', attempts: [{ status: 500 }, { status: 200 }] },
    ]);
  });
});

describe('deliveries whose message comes again', () => {
  it('stay delivered where they were, whatever the receiver answers by then', async () => {
    const { deliver, deliveries, ports, clock } = deliveryWorld(
      ...[answer(200), answer(200), answer(500), answer(200), answer(500), answer(500)],
    );
    const full = { send: () => Promise.reject(new Error('no queue')) };
    const lanes = { prompt: full, slow: full };
    await expect(createDeliverWebhook({ ...ports, lanes })(together)).rejects.toThrow('no queue');
    clock.advance(60);
    expect((await deliver(together)).map(({ outcome }) => outcome)).toEqual(['delivered', 'over', 'over']);
    const { kept, done } = await deliveries.ofSubject(together);
    expect(kept).toMatchObject([{ idempotency_key: keyOf(13), state: 'retrying' }]);
    expect(done.map(({ idempotency_key }) => idempotency_key)).toEqual([11, 12].map(keyOf));
  });

  it('stay delivered where they were also when the receiver of another one wants no more', async () => {
    const subscription = aSubscription();
    const message = { ...together, subscription_id: subscription.id, url: subscription.url };
    const { ports, deliveries, subscriptions } = deliveryWorld(answer(200), answer(410), answer(200));
    await subscriptions.change(message.project_id, () => [subscription]);
    const faulty = { ...ports.deliveries, saveAfter: () => Promise.reject(new Error('no table')) };
    await expect(createDeliverWebhook({ ...ports, deliveries: faulty })(message)).rejects.toThrow('no table');
    expect(await subscriptions.list(message.project_id)).toMatchObject([{ state: 'disabled' }]);
    const deliver = createDeliverWebhook({ ...ports, secretsOf: async () => [] });
    expect((await deliver(message)).map(({ outcome }) => outcome)).toEqual(['over', 'disabled', 'over']);
    const { kept, done } = await deliveries.ofSubject(message);
    expect(kept).toMatchObject([{ idempotency_key: keyOf(12), state: 'disabled' }]);
    expect(done.map(({ idempotency_key }) => idempotency_key)).toEqual([11, 13].map(keyOf));
  });
});

describe('a delivery that fails', () => {
  it('is tried again on schedule with the same id and the same body, each time signed anew', async () => {
    const { deliver, message, delivery, workQueue, sent, secondsBetween } = deliveryWorld(
      answer(500),
      noAnswer,
      answer(302),
      answer(200),
    );
    await deliver(message);
    await workQueue();
    expect(sent.map(({ body }) => body)).toEqual(Array(4).fill(delivery.body));
    expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery.idempotency_key]));
    expect(new Set(sent.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4);
    expect(secondsBetween()).toEqual(retryScheduleSeconds.slice(1, 4));
  });

  it('is kept with its attempts when a later one succeeds', async () => {
    const { deliver, message, delivery, workQueue, kept, clock } = deliveryWorld(
      answer(500, { response: 'oops' }),
      noAnswer,
      answer(200),
    );
    await deliver(message);
    const { attempt, not_before, lane, deliveries, ...subscriber } = message;
    const unchanged = { ...subscriber, ...delivery, created_at: '2026-03-02T09:00:00.000Z' };
    expect(await kept()).toEqual({
      ...unchanged,
      state: 'retrying',
      next_attempt_at: '2026-03-02T09:00:05.000Z',
      attempts: [{ attempt: 1, at: '2026-03-02T09:00:00.000Z', status: 500, duration_ms: 12, response: 'oops' }],
    });
    await workQueue();
    expect(await kept()).toEqual({
      ...unchanged,
      state: 'delivered',
      next_attempt_at: null,
      attempts: [
        { attempt: 1, at: '2026-03-02T09:00:00.000Z', status: 500, duration_ms: 12, response: 'oops' },
        {
          attempt: 2,
          at: '2026-03-02T09:00:05.000Z',
          status: null,
          duration_ms: 15_000,
          error: 'no answer within 15 s',
        },
        { attempt: 3, at: '2026-03-02T09:01:05.000Z', status: 200, duration_ms: 12, response: '' },
      ],
    });
    clock.advance(29 * 86_400);
    expect(await kept()).toBeDefined();
    clock.advance(2 * 86_400);
    expect(await kept()).toBeUndefined();
  });

  it('is over after the last attempt, and kept for sending it again', async () => {
    const { deliver, message, delivery, workQueue, sent, secondsBetween, kept, queue } = deliveryWorld(answer(503));
    await deliver(message);
    const outcomes = await workQueue();
    expect(sent).toHaveLength(retryScheduleSeconds.length);
    // The queue's delays are whole seconds, so waits made of several may be a little longer.
    secondsBetween().forEach((seconds, index) => {
      expect(seconds).toBeGreaterThanOrEqual(retryScheduleSeconds[index + 1] ?? 0);
      expect(seconds).toBeLessThan((retryScheduleSeconds[index + 1] ?? 0) + 2);
    });
    expect(outcomes.at(-1)).toMatchObject({ outcome: 'failed' });
    expect(await kept()).toMatchObject({
      state: 'failed',
      next_attempt_at: null,
      url: message.url,
      body: delivery.body,
    });
    expect((await kept())?.attempts).toHaveLength(retryScheduleSeconds.length);
    expect(queue.nextDueSeconds()).toBeUndefined();
  });

  it('waits as long as a 429 asks for', async () => {
    const { deliver, message, workQueue, secondsBetween } = deliveryWorld(
      answer(429, { retry_after: '100' }),
      answer(200),
    );
    await deliver(message);
    await workQueue();
    expect(secondsBetween()).toEqual([110]);
  });
});

describe('a wait that is longer than a queue can delay', () => {
  it('is made of several delays, each durable before the one before is acknowledged', async () => {
    const { deliver, message, queue, workQueue, sent, clock } = deliveryWorld();
    const not_before = new Date(clock.now().getTime() + 7200_000).toISOString();
    expect(await deliver({ ...message, not_before })).toMatchObject([{ outcome: 'early' }]);
    expect(queue.sent).toEqual([{ ...message, not_before }]);
    expect(queue.nextDueSeconds()).toBe(900);
    const outcomes = (await workQueue()).map(({ outcome }) => outcome);
    expect(outcomes).toEqual([...Array(7).fill('early'), 'delivered']);
    expect(sent[0]?.at.toISOString()).toBe(not_before);
  });

  it('keeps the message when the queue does not take the next one', async () => {
    const { ports, message, clock, sent } = deliveryWorld();
    const queue = { send: () => Promise.reject(new Error('no queue')) };
    const not_before = new Date(clock.now().getTime() + 1000).toISOString();
    await expect(
      createDeliverWebhook({ ...ports, lanes: { prompt: queue, slow: queue } })({ ...message, not_before }),
    ).rejects.toThrow('no queue');
    expect(sent).toEqual([]);
  });
});

describe('a receiver that answers 410', () => {
  it('gets no more: the delivery is disabled, and so are retries on their way', async () => {
    const { deliver, message, deliveries, kept, queue, sent } = deliveryWorld(answer(410, { response: 'gone' }));
    expect(await deliver(message)).toMatchObject([{ outcome: 'disabled' }]);
    expect(await kept()).toMatchObject({ state: 'disabled', attempts: [{ status: 410, response: 'gone' }] });
    expect(await deliveries.disabledUrls(message)).toEqual(new Set([message.url]));
    expect(queue.sent).toEqual([]);

    const idempotency_key = '3a3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a12';
    const other = aDelivery({ idempotency_key });
    const known = await kept();
    if (known) await deliveries.save({ ...known, ...other, state: 'retrying', attempts: [] }, new Date('2027-01-01'));
    expect(await deliver({ ...message, deliveries: [other], attempt: 3 })).toEqual([
      { idempotency_key, outcome: 'over' },
    ]);
    expect(sent).toHaveLength(1);
    expect(await deliveries.get(message, idempotency_key)).toMatchObject({ state: 'disabled', attempts: [] });
  });

  it('still gets what it subscribed to for other bots', async () => {
    const { deliver, message, deliveries } = deliveryWorld(answer(410));
    await deliver(message);
    const otherBot = { ...message, subject_id: 'bot_01KJNWKZ00ZZZZZZZZZZZZZZZZ' };
    expect(await deliveries.isDisabled(otherBot, message.url)).toBe(false);
    expect(await deliveries.isDisabled(message, `${message.url}/other`)).toBe(false);
  });
});

describe('a message that comes twice', () => {
  it('is not sent again once a retry of its delivery succeeded', async () => {
    const { deliver, message, workQueue, sent } = deliveryWorld(answer(500), answer(200));
    await deliver(message);
    const retry = aWebhookMessage({ attempt: 2, not_before: '2026-03-02T09:00:05.000Z' });
    await workQueue();
    expect(await deliver(retry)).toMatchObject([{ outcome: 'over' }]);
    expect(sent).toHaveLength(2);
  });

  it('counts as one attempt when both failed, and has one chain of others after it', async () => {
    const { deliver, message, workQueue, sent, kept } = deliveryWorld(answer(500), answer(502));
    await deliver(message);
    await deliver(message);
    await workQueue();
    expect(sent).toHaveLength(1 + retryScheduleSeconds.length);
    expect((await kept())?.attempts.map(({ attempt }) => attempt)).toEqual(retryScheduleSeconds.map((_, n) => n + 1));
  });

  it('has one chain also when it comes again after others of it were made', async () => {
    const { deliver, message, workQueue, sent, queue } = deliveryWorld(answer(500));
    await deliver(message);
    await workQueue(3);
    const waiting = queue.sent.length;
    await deliver(message);
    expect(queue.sent).toHaveLength(waiting);
    await workQueue();
    expect(sent).toHaveLength(1 + retryScheduleSeconds.length);
  });

  it('has one chain also when both are worked on at once', async () => {
    const { deliver, message, workQueue, sent } = deliveryWorld(answer(500));
    await Promise.all([deliver(message), deliver(message)]);
    await workQueue();
    expect(sent).toHaveLength(1 + retryScheduleSeconds.length);
  });

  it('leaves what was delivered meanwhile as it is', async () => {
    const { deliver, message, workQueue, kept, queue } = deliveryWorld(answer(500), answer(200), answer(500));
    await deliver(message);
    await workQueue();
    const delivered = await kept();
    expect(delivered?.state).toBe('delivered');
    await deliver(message);
    expect(await kept()).toEqual(delivered);
    expect(queue.nextDueSeconds()).toBeUndefined();
  });

  it('has its next attempt queued when that was not done the first time', async () => {
    const { ports, deliver, message, workQueue, sent, kept } = deliveryWorld(answer(500), answer(500), answer(200));
    const queue = { send: () => Promise.reject(new Error('no queue')) };
    const unable = createDeliverWebhook({ ...ports, lanes: { prompt: queue, slow: queue } });
    await expect(unable(message)).rejects.toThrow('no queue');
    await deliver(message);
    await workQueue();
    expect(sent).toHaveLength(3);
    expect(await kept()).toMatchObject({ state: 'delivered', attempts: [{ attempt: 1 }, { attempt: 2 }] });
  });
});

describe("a project's subscription", () => {
  const subscription = aSubscription();
  const message = aWebhookMessage({ subscription_id: subscription.id, url: subscription.url });
  const stored = async ({ subscriptions }: ReturnType<typeof deliveryWorld>) =>
    (await subscriptions.list(message.project_id)).map(({ state, disabled_reason }) => ({ state, disabled_reason }));

  it('is disabled, with the reason, by a receiver that answers 410', async () => {
    const world = deliveryWorld(answer(410));
    await world.subscriptions.change(message.project_id, () => [subscription, aSubscription({ id: 'whs_other' })]);
    await world.deliver(message);
    expect(await stored(world)).toEqual([
      { state: 'disabled', disabled_reason: 'the receiver answered 410 Gone' },
      { state: 'enabled', disabled_reason: null },
    ]);
  });

  it('stays enabled when the 410 comes from an address that it had before', async () => {
    const world = deliveryWorld(answer(410));
    await world.subscriptions.change(message.project_id, () => [{ ...subscription, url: 'https://new.example.com/' }]);
    await world.deliver(message);
    expect(await stored(world)).toEqual([{ state: 'enabled', disabled_reason: null }]);
  });

  it('gets what it is sent again at the address that it has by now', async () => {
    const { subscriptions, deliver, workQueue, sent, kept } = deliveryWorld(answer(500), answer(500), answer(200));
    await subscriptions.change(message.project_id, () => [subscription]);
    await deliver(message);
    const url = 'https://new.example.com/';
    await subscriptions.change(message.project_id, () => [{ ...subscription, url }]);
    await workQueue();
    expect(sent.map((request) => request.url)).toEqual([message.url, url, url]);
    expect(await kept()).toMatchObject({ state: 'delivered', url });
  });

  it('gets nothing once it is deleted, not even a retry', async () => {
    const { ports, deliver, sent, deliveries } = deliveryWorld(answer(500));
    await deliver(message);
    const orphaned = createDeliverWebhook({ ...ports, secretsOf: async () => [] });
    expect(await orphaned(message)).toMatchObject([{ outcome: 'over' }]);
    expect(await orphaned({ ...message, attempt: 2 })).toMatchObject([{ outcome: 'over' }]);
    expect(sent).toHaveLength(1);
    expect((await deliveries.ofSubject(message)).kept).toMatchObject([
      { state: 'disabled', attempts: [{ status: 500 }] },
    ]);
  });
});

describe('a server that keeps us waiting', () => {
  it('is noted while it does; what comes for it then goes into the slow lane unsent', async () => {
    const { ports, clock, message, subscriptions } = deliveryWorld();
    const slow = memoryQueue(clock);
    const slowServers = createSlowServers({ subscriptions, clock, onFault: () => undefined, slow_after_ms: 1 });
    let finish = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const send = () => waiting.then(() => answer(200));
    const lanes = { prompt: ports.lanes.prompt, slow };
    const deliver = createDeliverWebhook({ ...ports, sender: { send }, slowServers, lanes });
    const first = deliver(message);
    await expect
      .poll(async () => [...(await subscriptions.load(message.project_id)).slow_origins])
      .toEqual(['https://hooks.example.com']);
    const next = aWebhookMessage({
      deliveries: [aDelivery({ idempotency_key: '3a3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a12' })],
    });
    expect(await deliver(next)).toMatchObject([{ outcome: 'aside' }]);
    expect(slow.sent).toEqual([{ ...next, lane: 'slow' }]);
    const elsewhere = deliver(aWebhookMessage({ url: 'https://other.example.com/' }));
    finish();
    expect(await first).toMatchObject([{ outcome: 'delivered' }]);
    expect(await elsewhere).toMatchObject([{ outcome: 'delivered' }]);
    clock.advance(301);
    expect(await deliver(next)).toMatchObject([{ outcome: 'delivered' }]);
  });
});

describe('a fault of our own', () => {
  it.each(['get', 'saveAfter'] as const)('in %s leaves the message to come again', async (method) => {
    const { ports, deliver, message } = deliveryWorld(answer(500));
    await deliver(message);
    const deliveries = { ...ports.deliveries, [method]: () => Promise.reject(new Error('no table')) };
    await expect(createDeliverWebhook({ ...ports, deliveries })({ ...message, attempt: 2 })).rejects.toThrow(
      'no table',
    );
  });
  it('in opening the secret sends nothing', async () => {
    const { ports, message, sent } = deliveryWorld();
    const secretsOf = () => Promise.reject(new Error('no key'));
    await expect(createDeliverWebhook({ ...ports, secretsOf })(message)).rejects.toThrow('no key');
    expect(sent).toEqual([]);
  });
});
