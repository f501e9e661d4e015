import { expect, it } from 'vitest';
import * as z from 'zod';
import { deliveryKey } from '../../lib/webhooks/delivery-key.ts';

it('is a UUID of version 5, the same for the same delivery and no other', () => {
  const key = deliveryKey('prj_1', 'bot_1', 'event#1', 'webhooks.0');
  expect(z.uuid({ version: 'v5' }).safeParse(key).success).toBe(true);
  expect(deliveryKey('prj_1', 'bot_1', 'event#1', 'webhooks.0')).toBe(key);
  expect(deliveryKey('prj_1', 'bot_1', 'event#1', 'webhooks.1')).not.toBe(key);
  expect(deliveryKey('prj_1', 'bot_1', 'event#1webhooks.0')).not.toBe(key);
});
