import { expect, it } from 'vitest';
import { measureDeliveries } from '../../../lib/usecases/webhooks/measure-deliveries.ts';

const due = { not_before: '2026-03-02T09:00:00.000Z' };
const now = new Date('2026-03-02T09:00:00.250Z');

it('tells how late deliveries arrived, how many were given up, and of others nothing', () => {
  const outcomes = (['delivered', 'retrying', 'delivered', 'failed', 'early'] as const).map((outcome) => ({ outcome }));
  expect(measureDeliveries(due, outcomes, now)).toEqual({ WebhookLag: [250, 250], WebhooksFailed: 1 });
  expect(measureDeliveries(due, [{ outcome: 'retrying' }], now)).toBeUndefined();
});
