import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { Agent } from 'undici';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type GuardOptions, guardedConnector } from '../../lib/net/address-guard.ts';
import type { WebhookSender } from '../../lib/ports/webhook-sender.ts';
import type { Deadline } from '../../lib/webhooks/exchange.ts';
import { httpWebhookSender } from '../../lib/webhooks/http-webhook-sender.ts';
import { aWebhookReceiver } from '../lab/hosts/webhook-receiver.ts';

const fixture = (name: string) => readFileSync(new URL(`../lab/fixtures/${name}`, import.meta.url), 'utf8');
const tls = { key: fixture('loopback.key.pem'), cert: fixture('loopback.cert.pem') };

const aSender = (
  options: GuardOptions & { timeout_ms?: number; deadline?: Deadline; now?: () => number } = {},
): WebhookSender & AsyncDisposable => {
  const { timeout_ms, deadline, now, ...guard } = { allow_loopback: true, ...options };
  const agent = new Agent({ connect: guardedConnector(guard) });
  const sender = httpWebhookSender(agent, {
    allow_loopback: guard.allow_loopback,
    ...(timeout_ms !== undefined && { timeout_ms }),
    ...(deadline && { deadline }),
    ...(now && { now }),
  });
  return { ...sender, [Symbol.asyncDispose]: () => agent.destroy() };
};

const headers = { 'content-type': 'application/json', 'webhook-id': 'id-1' };
const body = '{"text":"Zoë 🤖"}';

describe('sending a webhook', () => {
  it('posts the body as it is, with the headers given', async () => {
    await using receiver = await aWebhookReceiver((response) => response.writeHead(202).end('thanks'));
    await using sender = aSender();
    const answer = await sender.send({ url: `${receiver.url}/hook?a=1`, headers, body });
    expect(answer).toEqual({ status: 202, duration_ms: expect.any(Number), response: 'thanks' });
    expect(receiver.received).toEqual([
      { method: 'POST', path: '/hook?a=1', body, headers: expect.objectContaining(headers) },
    ]);
  });

  it.each([
    [500, 'internal'],
    [410, 'gone'],
    [404, ''],
  ])('answers a %i with the response', async (status, text) => {
    await using receiver = await aWebhookReceiver((response) => response.writeHead(status).end(text));
    await using sender = aSender();
    expect(await sender.send({ url: receiver.url, headers, body })).toMatchObject({ status, response: text });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
    await using target = await aWebhookReceiver();
    await using receiver = await aWebhookReceiver((response) =>
      response.writeHead(status, { location: target.url }).end(),
    );
    await using sender = aSender();
    expect(await sender.send({ url: receiver.url, headers, body })).toMatchObject({ status });
    expect(receiver.received).toHaveLength(1);
    expect(target.received).toEqual([]);
  });

  it('answers what a 429 asks for', async () => {
    await using receiver = await aWebhookReceiver((response) => response.writeHead(429, { 'retry-after': '7' }).end());
    await using sender = aSender();
    expect(await sender.send({ url: receiver.url, headers, body })).toMatchObject({ status: 429, retry_after: '7' });
  });

  it('reads the first KB of an endless answer and goes on to the next', async () => {
    const page = Buffer.alloc(64 * 1024, 'x');
    await using receiver = await aWebhookReceiver((response, _, count) => {
      if (count > 1) return void response.end('short');
      const pour = () => {
        while (!response.destroyed && response.write(page));
      };
      response.on('drain', pour);
      pour();
    });
    await using sender = aSender();
    expect(await sender.send({ url: receiver.url, headers, body })).toMatchObject({
      status: 200,
      response: 'x'.repeat(1024),
    });
    expect(await sender.send({ url: receiver.url, headers, body })).toMatchObject({ status: 200, response: 'short' });
  });

  it('keeps no half of a character', async () => {
    await using receiver = await aWebhookReceiver((response) => response.end(`${'x'.repeat(1022)}🤖 and more`));
    await using sender = aSender();
    expect(await sender.send({ url: receiver.url, headers, body })).toMatchObject({ response: 'x'.repeat(1022) });
  });

  it('gives up on a server that does not answer in time', async () => {
    await using receiver = await aWebhookReceiver(() => {});
    await using sender = aSender({ timeout_ms: 200 });
    const answer = await sender.send({ url: receiver.url, headers, body });
    expect(answer).toEqual({ status: null, duration_ms: expect.any(Number), error: 'no answer within 0.2 s' });
    expect(answer.duration_ms).toBeGreaterThanOrEqual(190);
  });

  it('takes the status of an answer whose body does not come in time', async () => {
    await using receiver = await aWebhookReceiver((response) => void response.writeHead(200).write('slow'));
    let isUp = (): void => undefined;
    await using sender = aSender({
      deadline: (_, onUp) => {
        isUp = onUp;
        return { callOff: () => undefined };
      },
    });
    // It is up when the beginning of the body has been read.
    const onChunk = () => setImmediate(isUp);
    subscribe('undici:request:bodyChunkReceived', onChunk);
    expect(await sender.send({ url: receiver.url, headers, body })).toMatchObject({ status: 200, response: 'slow' });
    unsubscribe('undici:request:bodyChunkReceived', onChunk);
  });

  it('gives up on a server that lets nobody in in time, and tells it nothing afterwards', async () => {
    await using receiver = await aWebhookReceiver();
    const open = Promise.withResolvers<void>();
    const connect = guardedConnector({ allow_loopback: true });
    const agent = new Agent({
      connect: (target, callback) => void open.promise.then(() => connect(target, callback)),
    });
    const sender = httpWebhookSender(agent, { allow_loopback: true, timeout_ms: 20 });
    expect(await sender.send({ url: receiver.url, headers, body })).toMatchObject({
      status: null,
      error: 'no answer within 0.02 s',
    });
    open.resolve();
    const later = httpWebhookSender(agent, { allow_loopback: true });
    expect(await later.send({ url: `${receiver.url}/later`, headers, body })).toMatchObject({ status: 200 });
    expect(receiver.received).toEqual([expect.objectContaining({ path: '/later' })]);
    await agent.destroy();
  });

  it('takes no word that comes before the answer for one', async () => {
    await using receiver = await aWebhookReceiver((response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.writeHead(201).end('made');
    });
    await using sender = aSender();
    expect(await sender.send({ url: receiver.url, headers, body })).toMatchObject({ status: 201, response: 'made' });
  });

  it('tells why there was no connection', async () => {
    await using sender = aSender();
    let url = '';
    {
      await using closed = await aWebhookReceiver();
      url = closed.url;
    }
    expect(await sender.send({ url, headers, body })).toMatchObject({
      status: null,
      error: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('tells that a connection was cut', async () => {
    await using receiver = await aWebhookReceiver((response) => void response.destroy());
    await using sender = aSender();
    expect(await sender.send({ url: receiver.url, headers, body })).toMatchObject({
      status: null,
      error: expect.stringMatching(/./),
    });
  });

  it('does not go to a forbidden address, given as such or as a name', async () => {
    await using sender = aSender({ allow_loopback: false, resolve: async () => ['169.254.169.254'] });
    expect(await sender.send({ url: 'http://127.0.0.1/', headers, body })).toMatchObject({
      status: null,
      error: 'the address must be an https URL',
    });
  });

  it('tells of a name that leads into a private network what it tells of one that nobody knows; the log says which', async () => {
    const unknown = Object.assign(new Error('queryA ENOTFOUND hooks.example.com'), { syscall: 'queryA' });
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    for (const [resolve, reason] of [
      [async () => ['169.254.169.254'], '169.254.169.254'],
      [() => Promise.reject(unknown), 'queryA ENOTFOUND'],
    ] as const) {
      await using sender = aSender({ allow_loopback: false, resolve });
      expect(await sender.send({ url: 'https://hooks.example.com/?token=secret', headers, body })).toMatchObject({
        status: null,
        error: 'the address must lead to a host on the public internet, by a name that can be looked up',
      });
      const line = String(said.mock.lastCall?.[0]);
      expect([line, line]).toEqual([
        expect.stringContaining(reason),
        expect.stringContaining('"host":"hooks.example.com"'),
      ]);
      expect(line).not.toContain('secret');
    }
  });

  it('has the log tell of a name once an hour, in one line, and of name servers that fail too', async () => {
    const failing = Object.assign(new Error('queryA ESERVFAIL hooks.example.com'), { syscall: 'queryA' });
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => said.mockRestore());
    let now_ms = 0;
    await using sender = aSender({
      allow_loopback: false,
      resolve: () => Promise.reject(failing),
      now: () => now_ms,
    });
    const send = (host: string) => sender.send({ url: `https://${host}/`, headers, body });
    for (let time = 0; time < 3; time += 1) {
      expect(await send('hooks.example.com')).toMatchObject({
        error: 'the address must lead to a host on the public internet, by a name that can be looked up',
      });
    }
    await send('other.example.com');
    now_ms += 3_600_000;
    await send('hooks.example.com');
    const lines = said.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines.map(({ host }) => host)).toEqual(['hooks.example.com', 'other.example.com', 'hooks.example.com']);
    expect(lines[0]).toEqual({
      ...{ level: 'warn', message: 'a webhook is not sent there', host: 'hooks.example.com' },
      reason: 'queryA ESERVFAIL hooks.example.com',
      time: expect.any(String),
    });
  });

  it('goes over TLS to a server whose certificate is for its name', async () => {
    await using receiver = await aWebhookReceiver((response) => response.end('safe'), tls);
    await using sender = aSender({ ca: tls.cert });
    expect(await sender.send({ url: receiver.url, headers, body })).toMatchObject({ status: 200, response: 'safe' });
  });

  it('does not go to a server whose certificate nobody vouches for', async () => {
    await using receiver = await aWebhookReceiver(undefined, tls);
    await using sender = aSender();
    expect(await sender.send({ url: receiver.url, headers, body })).toMatchObject({
      status: null,
      error: expect.stringContaining('self-signed certificate'),
    });
    expect(receiver.received).toEqual([]);
  });
});
