import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { get } from 'node:http';
import {
  getDefaultAutoSelectFamilyAttemptTimeout,
  type Socket,
  setDefaultAutoSelectFamilyAttemptTimeout,
} from 'node:net';
import { Agent, request } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { guardedConnector } from '../../lib/net/address-guard.ts';
import { startForwardProxy } from '../../lib/net/forward-proxy.ts';
import { holdUp } from '../lab/hold-up.ts';
import { aWebhookReceiver } from '../lab/hosts/webhook-receiver.ts';

/** Node's own, which other tests do without (lab/runner/put-back.ts). */
const attemptMs = 250;

/** Each attempt to connect is followed by a time in which the process sees nothing of what has come of it. */
const holdUpAfterAttempts = (message: unknown): void => {
  const { socket } = message as { readonly socket: Socket };
  socket.on('connectionAttempt', () => process.nextTick(holdUp, 2 * attemptMs));
};

const given_ms = getDefaultAutoSelectFamilyAttemptTimeout();
beforeEach(() => {
  setDefaultAutoSelectFamilyAttemptTimeout(attemptMs);
  subscribe('net.client.socket', holdUpAfterAttempts);
});
afterEach(() => {
  unsubscribe('net.client.socket', holdUpAfterAttempts);
  setDefaultAutoSelectFamilyAttemptTimeout(given_ms);
});

it('the first of several addresses is reached also where this process is held up meanwhile', async () => {
  await using receiver = await aWebhookReceiver();
  const agent = new Agent({ connect: guardedConnector({ allow_loopback: true }) });
  expect((await request(receiver.url, { dispatcher: agent })).statusCode).toBe(200);
  await agent.destroy();
});

it('the first of several addresses is reached so through the way out of a client’s page', async () => {
  await using receiver = await aWebhookReceiver();
  await using proxy = await startForwardProxy({ allow_loopback: true });
  const { hostname, port } = new URL(`http://${proxy.address}`);
  const [answer] = await once(get({ hostname, port, path: `${receiver.url}/` }), 'response');
  expect(answer.statusCode).toBe(200);
});
