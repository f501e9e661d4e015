import { Agent, request } from 'undici';
import { expect, it } from 'vitest';
import { guardedConnector } from '../../lib/net/address-guard.ts';
import { aWebhookReceiver } from '../lab/hosts/webhook-receiver.ts';

it('the first of several addresses is reached also where this process is held up meanwhile', async () => {
  await using receiver = await aWebhookReceiver();
  const agent = new Agent({ connect: guardedConnector({ allow_loopback: true }) });
  setImmediate(() => {
    const end_ms = performance.now() + 600;
    while (performance.now() < end_ms);
  });
  expect((await request(receiver.url, { dispatcher: agent })).statusCode).toBe(200);
  await agent.destroy();
});
