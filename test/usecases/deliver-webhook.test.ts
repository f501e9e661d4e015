import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { retryScheduleSeconds, type WebhookAnswer, WebhookMessage } from '../../lib/domain/webhook-delivery.ts';
import type { WebhookRequest } from '../../lib/ports/webhook-sender.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhook-deliveries.ts';
import { createDeliverWebhook, type DeliveryOutcome } from '../../lib/usecases/deliver-webhook.ts';
import { newWebhookSecret } from '../../lib/webhooks/signature.ts';
import { aClock } from '../support/clock.ts';
import { memoryQueue } from '../support/memory-queue.ts';
import { memoryTable } from '../support/memory-table.ts';
import { aWebhookMessage } from '../support/webhook-message.ts';

const answer = (status: number, details: { retry_after?: string; response?: string } = {}): WebhookAnswer => ({
  status,
  duration_ms: 12,
  response: '',
  ...details,
});
const noAnswer: WebhookAnswer = { status: null, duration_ms: 15_000, error: 'no answer within 15 s' };

const setUp = (...answers: readonly WebhookAnswer[]) => {
  const clock = aClock();
  const table = memoryTable(clock);
  const deliveries = webhookDeliveryRepository(table);
  const queue = memoryQueue(clock);
  const secret = newWebhookSecret();
  const sent: (WebhookRequest & { at: Date })[] = [];
  const send = async (request: WebhookRequest): Promise<WebhookAnswer> => {
    sent.push({ ...request, at: clock.now() });
    return answers[Math.min(sent.length, answers.length) - 1] ?? answer(200);
  };
  const ports = { sender: { send }, secretsOf: async () => [secret], deliveries, queue, clock, chance: () => 0.5 };
  const deliver = createDeliverWebhook(ports);

  /** Works the queue until it is empty, or for so many messages. */
  const workQueue = async (atMost = Number.POSITIVE_INFINITY): Promise<DeliveryOutcome[]> => {
    const outcomes: DeliveryOutcome[] = [];
    while (outcomes.length < atMost) {
      const wait = queue.nextDueSeconds();
      if (wait === undefined) break;
      clock.advance(Math.max(0, wait));
      for (const body of queue.takeDue()) outcomes.push(await deliver(WebhookMessage.parse(body)));
    }
    return outcomes;
  };
  const message = aWebhookMessage();
  const kept = () => deliveries.get(message, message.idempotency_key);
  const secondsBetween = () =>
    sent.slice(1).map(({ at }, index) => (at.getTime() - (sent[index]?.at.getTime() ?? 0)) / 1000);
  return { clock, table, deliveries, queue, secret, sent, ports, deliver, workQueue, message, kept, secondsBetween };
};

describe('a delivery that succeeds at once', () => {
  it('is signed so that the official library accepts it', async () => {
    const { deliver, message, sent, secret, clock } = setUp();
    clock.set(new Date());
    expect(await deliver({ ...message, not_before: clock.now().toISOString() })).toMatchObject({
      outcome: 'delivered',
    });
    const [request] = sent;
    expect(request).toMatchObject({ url: message.url, body: message.body });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'meeting-bots-webhooks/1',
      'webhook-id': message.idempotency_key,
    });
    expect(new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})).toEqual(JSON.parse(message.body));
  });

  it('reads nothing, stores nothing and queues nothing', async () => {
    const { deliver, message, table, queue, ports } = setUp(answer(204));
    const untouchable = new Proxy({} as typeof ports.deliveries, {
      get: () => () => Promise.reject(new Error('touched')),
    });
    expect(await createDeliverWebhook({ ...ports, deliveries: untouchable })(message)).toMatchObject({
      outcome: 'delivered',
    });
    expect(await deliver(message)).toMatchObject({ outcome: 'delivered' });
    expect(table.items()).toEqual([]);
    expect(queue.sent).toEqual([]);
  });
});

describe('a delivery that fails', () => {
  it('is tried again on schedule with the same id and the same body, each time signed anew', async () => {
    const { deliver, message, workQueue, sent, secondsBetween } = setUp(
      answer(500),
      noAnswer,
      answer(302),
      answer(200),
    );
    await deliver(message);
    await workQueue();
    expect(sent.map(({ body }) => body)).toEqual(Array(4).fill(message.body));
    expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([message.idempotency_key]));
    expect(new Set(sent.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4);
    expect(secondsBetween()).toEqual(retryScheduleSeconds.slice(1, 4));
  });

  it('is kept with its attempts when a later one succeeds', async () => {
    const { deliver, message, workQueue, kept, clock } = setUp(
      answer(500, { response: 'oops' }),
      noAnswer,
      answer(200),
    );
    await deliver(message);
    const { attempt, not_before, ...unchanged } = message;
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
    const { deliver, message, workQueue, sent, secondsBetween, kept, queue } = setUp(answer(503));
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
      body: message.body,
    });
    expect((await kept())?.attempts).toHaveLength(retryScheduleSeconds.length);
    expect(queue.nextDueSeconds()).toBeUndefined();
  });

  it('waits as long as a 429 asks for', async () => {
    const { deliver, message, workQueue, secondsBetween } = setUp(answer(429, { retry_after: '100' }), answer(200));
    await deliver(message);
    await workQueue();
    expect(secondsBetween()).toEqual([110]);
  });
});

describe('a wait that is longer than a queue can delay', () => {
  it('is made of several delays, each durable before the one before is acknowledged', async () => {
    const { deliver, message, queue, workQueue, sent, clock } = setUp();
    const not_before = new Date(clock.now().getTime() + 7200_000).toISOString();
    expect(await deliver({ ...message, not_before })).toEqual({ outcome: 'early' });
    expect(queue.sent).toEqual([{ ...message, not_before }]);
    expect(queue.nextDueSeconds()).toBe(900);
    const outcomes = (await workQueue()).map(({ outcome }) => outcome);
    expect(outcomes).toEqual([...Array(7).fill('early'), 'delivered']);
    expect(sent[0]?.at.toISOString()).toBe(not_before);
  });

  it('keeps the message when the queue does not take the next one', async () => {
    const { ports, message, clock, sent } = setUp();
    const queue = { send: () => Promise.reject(new Error('no queue')) };
    const not_before = new Date(clock.now().getTime() + 1000).toISOString();
    await expect(createDeliverWebhook({ ...ports, queue })({ ...message, not_before })).rejects.toThrow('no queue');
    expect(sent).toEqual([]);
  });
});

describe('a receiver that answers 410', () => {
  it('gets no more: the delivery is disabled, and so are retries on their way', async () => {
    const { deliver, message, deliveries, kept, queue, sent } = setUp(answer(410, { response: 'gone' }));
    expect(await deliver(message)).toMatchObject({ outcome: 'disabled' });
    expect(await kept()).toMatchObject({ state: 'disabled', attempts: [{ status: 410, response: 'gone' }] });
    expect(await deliveries.disabledUrls(message)).toEqual(new Set([message.url]));
    expect(queue.sent).toEqual([]);

    const other = { ...message, idempotency_key: '3a3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a12', attempt: 3 };
    expect(await deliver(other)).toEqual({ outcome: 'over' });
    expect(sent).toHaveLength(1);
    expect(await deliveries.get(other, other.idempotency_key)).toMatchObject({ state: 'disabled', attempts: [] });
  });

  it('still gets what it subscribed to for other bots', async () => {
    const { deliver, message, deliveries } = setUp(answer(410));
    await deliver(message);
    const otherBot = { ...message, bot_id: 'bot_01KJNWKZ00ZZZZZZZZZZZZZZZZ' };
    expect(await deliveries.isDisabled(otherBot, message.url)).toBe(false);
    expect(await deliveries.isDisabled(message, `${message.url}/other`)).toBe(false);
  });
});

describe('a message that comes twice', () => {
  it('is not sent again once a retry of its delivery succeeded', async () => {
    const { deliver, message, workQueue, sent } = setUp(answer(500), answer(200));
    await deliver(message);
    const retry = aWebhookMessage({ attempt: 2, not_before: '2026-03-02T09:00:05.000Z' });
    await workQueue();
    expect(await deliver(retry)).toEqual({ outcome: 'over' });
    expect(sent).toHaveLength(2);
  });

  it('counts as one attempt when both failed', async () => {
    const { deliver, message, kept } = setUp(answer(500), answer(502));
    await deliver(message);
    await deliver(message);
    expect((await kept())?.attempts).toMatchObject([{ attempt: 1, status: 502 }]);
  });
});

describe('a fault of our own', () => {
  it.each(['get', 'save'] as const)('in %s leaves the message to come again', async (method) => {
    const { ports, message } = setUp(answer(500));
    const deliveries = { ...ports.deliveries, [method]: () => Promise.reject(new Error('no table')) };
    await expect(createDeliverWebhook({ ...ports, deliveries })({ ...message, attempt: 2 })).rejects.toThrow(
      'no table',
    );
  });
  it('in opening the secret sends nothing', async () => {
    const { ports, message, sent } = setUp();
    const secretsOf = () => Promise.reject(new Error('no key'));
    await expect(createDeliverWebhook({ ...ports, secretsOf })(message)).rejects.toThrow('no key');
    expect(sent).toEqual([]);
  });
});
