import { once } from 'node:events';
import { createServer, get, request } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GuardOptions } from '../../lib/net/address-guard.ts';
import { startForwardProxy } from '../../lib/net/forward-proxy.ts';
import { forbiddenAddresses, forbiddenUrls } from '../lab/fixtures/address-corpus.ts';

const forbiddenHosts = [...new Set(Object.values(forbiddenUrls).flat())]
  .filter((url) => URL.canParse(url) && /^https:\/\/[!-.0-?A-[\]-~]+\/?$/.test(url))
  .map((url) => url.replace(/^https:\/\/|\/$/g, ''));

describe('the way out of a client’s page', () => {
  const closing: (() => PromiseLike<unknown>)[] = [];
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const close of closing.splice(0).reverse()) await close();
  });

  const aProxy = async (options: GuardOptions) => {
    const refused: string[] = [];
    const proxy = await startForwardProxy(options, (reason) => refused.push(reason));
    closing.push(() => proxy[Symbol.asyncDispose]());
    const { hostname, port } = new URL(`http://${proxy.address}`);
    return { refused, hostname, port: Number(port) };
  };

  /** A server on this machine that counts who connects. */
  const aServer = async () => {
    const connections: string[] = [];
    const server = createServer((asked, answer) => answer.end(`${asked.method} ${asked.url} of ${asked.headers.host}`));
    server.on('connection', () => connections.push('one'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => {
      server.closeAllConnections();
      server.close();
    });
    return { connections, port: (server.address() as AddressInfo).port };
  };

  const status = async (proxy: { hostname: string; port: number }, path: string, method = 'CONNECT') => {
    const asked = request({ ...proxy, method, path }).end();
    const [answer, socket] = await Promise.race([once(asked, 'connect'), once(asked, 'response')]);
    socket?.destroy();
    return answer.statusCode as number;
  };

  it.each(forbiddenAddresses)('is closed when a name leads to %s', async (bad) => {
    const proxy = await aProxy({ resolve: async () => [bad] });
    expect(await status(proxy, 'agent.example.com:443')).toBe(502);
    expect(proxy.refused).toEqual([
      `agent.example.com:443: agent.example.com does not lead to the public internet${bad && `: it leads to ${bad}`}`,
    ]);
  });

  it.each(forbiddenHosts)('is closed to %s', async (host) => {
    const proxy = await aProxy({ resolve: async () => [] });
    expect(await status(proxy, `${host}${/:\d+$/.test(host) ? '' : ':443'}`)).not.toBe(200);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '169.254.170.2', '169.254.169.254', '10.0.0.1'])(
    'opens no connection to %s, encrypted or not',
    async (host) => {
      const server = await aServer();
      const proxy = await aProxy({});
      expect(await status(proxy, `${host}:${server.port}`)).toBe(403);
      expect(await status(proxy, `${host}:443`)).toBe(403);
      expect(await status(proxy, `http://${host}:${server.port}/`, 'GET')).toBe(403);
      expect(server.connections).toEqual([]);
    },
  );

  it('is closed to plain http, to other ports, and to what is no address', async () => {
    const proxy = await aProxy({ resolve: async () => ['93.184.215.14'] });
    expect(await status(proxy, 'http://agent.example.com/', 'GET')).toBe(403);
    expect(await status(proxy, 'ftp://agent.example.com/', 'GET')).toBe(403);
    expect(await status(proxy, 'agent.example.com:22')).toBe(403);
    expect(await status(proxy, 'user@agent.example.com:443')).toBe(403);
    expect(await status(proxy, 'nonsense')).toBe(403);
  });

  it('asks for a name anew with each connection, once', async () => {
    const asked: string[] = [];
    const resolve = async (hostname: string) => [asked.push(hostname) === 1 ? '10.1.2.3' : '192.168.0.1'];
    const proxy = await aProxy({ resolve });
    await status(proxy, 'agent.example.com:443');
    await status(proxy, 'agent.example.com:443');
    expect(asked).toEqual(['agent.example.com', 'agent.example.com']);
    expect(proxy.refused.map((reason) => /it leads to (\S+)$/.exec(reason)?.[1])).toEqual(['10.1.2.3', '192.168.0.1']);
  });

  it('leads to this machine where that is allowed', async () => {
    const server = await aServer();
    const proxy = await aProxy({ allow_loopback: true });
    const [answer] = await once(get({ ...proxy, path: `http://localhost:${server.port}/page?a=b` }), 'response');
    expect((await answer.toArray()).join('')).toBe(`GET /page?a=b of localhost:${server.port}`);

    const near = connect(proxy.port, proxy.hostname);
    near.write(`CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\n\r\n`);
    expect(String((await once(near, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
    near.write('GET /socket HTTP/1.1\r\nHost: agent\r\nConnection: close\r\n\r\n');
    expect((await near.toArray()).join('')).toContain('GET /socket of agent');
  });

  it('breaks off an answer that is broken off', async () => {
    const server = createServer((_, answer) => {
      answer.writeHead(200, { 'content-length': 100 });
      answer.write('half of it', () => answer.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => void server.close());
    const proxy = await aProxy({ allow_loopback: true });
    const { port } = server.address() as AddressInfo;
    const [answer] = await once(get({ ...proxy, path: `http://localhost:${port}/` }), 'response');
    await expect(answer.toArray()).rejects.toThrow('aborted');
  });

  /** What is written to a socket leaves it a moment later, as where the other side is slow to read. */
  const slowSockets = () => {
    const write = Socket.prototype._write;
    vi.spyOn(Socket.prototype, '_write').mockImplementation(function (this: Socket, ...written) {
      setTimeout(() => write.apply(this, written), 20);
    });
  };

  it('tells a refusal to whoever is slow to read it', async () => {
    slowSockets();
    const proxy = await aProxy({ resolve: async () => ['10.1.2.3'] });
    expect(await status(proxy, 'agent.example.com:443')).toBe(502);
  });

  it('brings all that was sent to whoever is slow to read it, though the other side has closed', async () => {
    slowSockets();
    const server = await aServer();
    const proxy = await aProxy({ allow_loopback: true });
    const asked = request({ ...proxy, method: 'CONNECT', path: `127.0.0.1:${server.port}` }).end();
    const [, near] = await once(asked, 'connect');
    near.write('GET /socket HTTP/1.1\r\nHost: agent\r\nConnection: close\r\n\r\n');
    expect((await near.toArray()).join('')).toContain('GET /socket of agent');
  });
});
