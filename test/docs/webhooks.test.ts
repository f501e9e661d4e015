import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newWebhookSecret, signedHeaders } from '../../lib/webhooks/signature.ts';

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
const blockIn = (language: string): string =>
  [...page.matchAll(/```(\w+)\n(.*?)```/gs)].filter(([, found]) => found === language).at(-1)?.[2] ?? '';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

describe('the receiver in docs/webhooks.md', () => {
  const secret = newWebhookSecret();
  const event = blockIn('json');
  let receiver: ReturnType<typeof spawn>;
  let port = 0;
  const printed: string[] = [];

  const post = (headers: Record<string, string>, body = event) =>
    fetch(`http://localhost:${port}/bots`, { method: 'POST', headers, body });

  beforeAll(async () => {
    port = await freePort();
    receiver = spawn(process.execPath, ['--input-type=module', '--eval', blockIn('js')], {
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (receiver.stdout) createInterface(receiver.stdout).on('line', (line) => printed.push(line));
    await vi.waitFor(() => fetch(`http://localhost:${port}/`), 10_000);
  });
  afterAll(async () => {
    receiver.kill();
    await once(receiver, 'exit');
  });

  it('handles what we sign, once', async () => {
    const { idempotency_key, bot_id } = JSON.parse(event);
    for (const at of [new Date(), new Date(Date.now() - 5000)]) {
      const answer = await post(signedHeaders(idempotency_key, at, event, [secret]));
      expect(answer.status).toBe(204);
    }
    await expect.poll(() => printed).toEqual([`bot.state_change ${bot_id} ended`]);
  });

  it('refuses what somebody else signed, or changed', async () => {
    const { idempotency_key } = JSON.parse(event);
    const headers = (by: string) => signedHeaders(idempotency_key, new Date(), event, [by]);
    expect((await post(headers(newWebhookSecret()))).status).toBe(401);
    expect((await post(headers(secret), event.replace('acme', 'other'))).status).toBe(401);
  });
});
