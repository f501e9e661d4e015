import { expect, it } from 'vitest';
import { deliveryPosition, webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { aDelivery, aWebhookMessage } from '../../lab/builders/webhook-message.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

it('a page of deliveries that did not succeed goes on behind one at its end that cannot be read', async () => {
  const clock = aClock();
  const table = memoryTable(clock);
  const deliveries = webhookDeliveryRepository(table);
  const { project_id, subject_id, subscription_id, url } = aWebhookMessage();
  const made = ['a', 'b', 'c', 'd', 'e'].map((idempotency_key, n) => ({
    ...{ ...aDelivery(), project_id, subject_id, subscription_id, url, idempotency_key, attempts: [] },
    ...{ state: 'failed' as const, next_attempt_at: null },
    created_at: new Date(clock.now().getTime() + n * 1000).toISOString(),
  }));
  for (const delivery of made) await deliveries.save(delivery, new Date(clock.now().getTime() + 86_400_000));
  const broken = table.items().find(({ sk }) => sk.endsWith('#d'));
  if (!broken || !made[3]) throw new Error('nothing is stored');
  await table.write({ update: { pk: broken.pk, sk: broken.sk }, set: { kind_version: 99 } });
  const unreadable: string[] = [];
  const page = async (after?: string) => {
    const range = { limit: 2, ...(after !== undefined && { after }) };
    const found = await deliveries.troubled(project_id, range, ({ message }) => void unreadable.push(message));
    return { keys: found.deliveries.map((it) => it.idempotency_key), end: found.end };
  };
  const first = await page();
  expect(first).toEqual({ keys: ['e'], end: deliveryPosition(made[3]) });
  const next = await page(first.end);
  expect(next).toEqual({ keys: ['c', 'b'], end: expect.any(String) });
  expect(await page(next.end)).toEqual({ keys: ['a'], end: undefined });
  expect(unreadable).toEqual([expect.stringContaining(broken.sk)]);
});
