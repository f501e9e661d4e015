/** Messages to whoever watches. */
import { describe, expect, it } from 'vitest';
import { aClock } from '../../lab/doubles/clock.ts';
import { nobody } from '../../lab/hosts/nobody.ts';
import { aWebhookReceiver } from '../../lab/hosts/webhook-receiver.ts';
import { createPushes, lateMs, type PushOptions } from './pushes.ts';

const somePushes = (options: Partial<PushOptions> = {}) =>
  createPushes({ quirk: 'prompt', isTaken: (status) => status === 200, retryAfterMs: () => undefined, ...options });

const message = { headers: { 'x-message': 'one' }, body: '{}' };

describe('a message', () => {
  it.each([
    ['prompt', 1],
    ['doubled', 2],
    ['lost', 0],
  ] as const)('that is %s is sent at once, %i times', async (quirk, times) => {
    await using receiver = await aWebhookReceiver();
    const pushes = somePushes({ quirk });
    pushes.send({ url: receiver.url, ...message });
    await pushes.settled();
    expect(receiver.received.map(({ headers, body }) => [headers['x-message'], body])).toEqual(
      Array(times).fill(['one', '{}']),
    );
  });

  it('that is late waits for the clock of the test', async () => {
    await using receiver = await aWebhookReceiver();
    const clock = aClock();
    const pushes = somePushes({ quirk: 'late', clock });
    pushes.send({ url: receiver.url, ...message });
    clock.advance(lateMs / 1000 - 1);
    await pushes.settled();
    expect([receiver.received.length, pushes.waiting]).toEqual([0, 1]);
    clock.advance(1);
    await pushes.settled();
    expect([receiver.received.length, pushes.waiting]).toEqual([1, 0]);
  });

  it('is tried again by itself where no test holds the clock', async () => {
    const taken = Promise.withResolvers<void>();
    await using receiver = await aWebhookReceiver((response, _received, count) => {
      response.writeHead(count === 1 ? 503 : 200).end();
      if (count === 2) taken.resolve();
    });
    const pushes = somePushes({ retryAfterMs: () => 1 });
    pushes.send({ url: receiver.url, ...message });
    await taken.promise;
    await pushes.settled();
    expect(pushes.deliveries.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 503],
      [2, 200],
    ]);
    await pushes.close();
  });

  it('never leaves this machine', async () => {
    const pushes = somePushes();
    pushes.send({ url: 'https://example.com/hook', ...message });
    await pushes.settled();
    expect(pushes.deliveries).toMatchObject([{ url: 'https://example.com/hook', attempt: 1 }]);
    expect(pushes.deliveries[0]?.status).toBeUndefined();
  });

  it('is not answered where nobody listens', async () => {
    const pushes = somePushes();
    pushes.send({ url: nobody, ...message });
    await pushes.settled();
    expect(pushes.deliveries[0]?.status).toBeUndefined();
  });

  it('that a watcher sits on is given up when the service ends', async () => {
    await using receiver = await aWebhookReceiver(() => undefined);
    const pushes = somePushes({ retryAfterMs: () => 1 });
    pushes.send({ url: receiver.url, ...message });
    await pushes.close();
    expect([pushes.deliveries.length, pushes.waiting]).toEqual([1, 0]);
  });
});
