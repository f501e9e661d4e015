import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newWebhookSecret, signedHeaders } from '../../lib/webhooks/signature.ts';

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
const blockIn = (language: string): string =>
  [...page.matchAll(/```(\w+)\n(.*?)```/gs)].filter(([, found]) => found === language).at(-1)?.[2] ?? '';

/** Loaded before the receiver, which listens at any free port: tells the test at which. */
const tellPort = `import { tracingChannel } from 'node:diagnostics_channel';
tracingChannel('net.server.listen').subscribe({ asyncEnd: ({ server }) => process.send(server.address().port) });`;

describe('the receiver in docs/webhooks.md', () => {
  const secret = newWebhookSecret();
  const event = blockIn('json');
  let receiver: ReturnType<typeof spawn>;
  let port = 0;
  const printed: string[] = [];

  const post = (headers: Record<string, string>, body = event) =>
    fetch(`http://localhost:${port}/bots`, { method: 'POST', headers, body });

  beforeAll(async () => {
    const preload = `data:text/javascript,${encodeURIComponent(tellPort)}`;
    receiver = spawn(process.execPath, ['--import', preload, '--input-type=module', '--eval', blockIn('js')], {
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    if (receiver.stdout) createInterface(receiver.stdout).on('line', (line) => printed.push(line));
    [port] = await once(receiver, 'message');
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
