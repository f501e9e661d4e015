import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { checkMp4Address, largestVideoBytes } from '../../lib/net/mp4-address.ts';
import { nobody } from '../lab/hosts/nobody.ts';
import { aWebhookReceiver, type Received } from '../lab/hosts/webhook-receiver.ts';

const here = { allow_loopback: true };
const mp4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(200)]);

const aServer = (answer: (response: ServerResponse, received: Received) => void) => aWebhookReceiver(answer);

describe('the address of a video', () => {
  it('leads to an MP4, of which only the beginning is asked for', async () => {
    await using server = await aServer((response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-63/5000' }).end(mp4.subarray(0, 64));
    });
    expect(await checkMp4Address(`${server.url}/a.mp4`, here)).toBeUndefined();
    expect(server.received).toMatchObject([{ method: 'GET', path: '/a.mp4', headers: { range: 'bytes=0-63' } }]);
  });

  it('may be that of a server without ranges, whose answer is not read to its end', async () => {
    await using server = await aServer((response) => void response.writeHead(200).write(mp4));
    expect(await checkMp4Address(server.url, here)).toBeUndefined();
  });

  it.each([
    ['a page', Buffer.from('<!doctype html><title>Not a video'.padEnd(100))],
    ['next to nothing', Buffer.from('ftyp')],
    ['nothing', Buffer.alloc(0)],
  ])('is refused when it leads to %s', async (_, body) => {
    await using server = await aServer((response) => response.end(body));
    expect(await checkMp4Address(server.url, here)).toBe('does not lead to an MP4 file');
  });

  it.each([
    [200, { 'content-length': String(largestVideoBytes + 1) }],
    [206, { 'content-range': `bytes 0-63/${largestVideoBytes + 1}` }],
  ])('is refused when the file is larger than a bot plays, told with %i', async (status, headers) => {
    await using server = await aServer((response) => void response.writeHead(status, headers).write(mp4));
    expect(await checkMp4Address(server.url, here)).toBe('leads to a file of more than 100 MB');
  });

  it('is refused when there is nothing', async () => {
    await using server = await aServer((response) => response.writeHead(404).end());
    expect(await checkMp4Address(server.url, here)).toBe('answers with 404');
  });

  it('may be redirected, each time to where the guard allows', async () => {
    await using target = await aServer((response) => response.end(mp4));
    const to = (location: string) => aServer((response) => response.writeHead(302, { location }).end('elsewhere'));
    await using good = await to(`${target.url}/moved`);
    expect(await checkMp4Address(good.url, here)).toBeUndefined();
    for (const bad of ['http://169.254.170.2/v2/credentials', 'https://10.0.0.1/', 'file:///etc/passwd', '']) {
      await using evil = await to(bad);
      expect(await checkMp4Address(evil.url, here)).toMatch(/^must |^redirects to nowhere/);
    }
  });

  it('is not followed for ever', async () => {
    await using server = await aServer((response) => response.writeHead(301, { location: '/again' }).end());
    expect(await checkMp4Address(server.url, here)).toBe('redirects to nowhere, or too often');
    expect(server.received.length).toBeLessThan(10);
  });

  const nobodyKnows = async (name: string) => {
    throw Object.assign(new Error(`queryA ENOTFOUND ${name}`), { code: 'ENOTFOUND', syscall: 'queryA' });
  };
  it.each([
    ['leads to a private network', async () => ['192.168.1.10']],
    ['leads there too', async () => ['198.51.100.7', '169.254.170.2']],
    ['has no address', async () => []],
    ['is known to nobody', nobodyKnows],
  ])('is refused in the same words when its name %s', async (_, resolve) => {
    expect(await checkMp4Address('https://videos.corp.example.com/a.mp4', { resolve })).toBe(
      'must lead to a host on the public internet, by a name that can be looked up',
    );
  });

  it('is refused when nobody listens there, without saying more than that', async () => {
    expect(await checkMp4Address(nobody, here)).toBe('cannot be reached (ECONNREFUSED)');
  });
});
