import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ForbiddenAddressError,
  type GuardOptions,
  guardedConnector,
  guardedLookup,
  lookupFor,
} from '../../lib/net/address-guard.ts';
import { publicDns } from '../../lib/net/dns.ts';
import { forbiddenAddresses, forbiddenUrls } from '../lab/fixtures/address-corpus.ts';
import { aDnsServer } from '../lab/hosts/dns-server.ts';

const forbidden = Object.values(forbiddenUrls).flatMap((urls) => urls.map((url) => ({ url })));

describe('connecting to the address of a client', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const listen = async (host: string, port = 0): Promise<{ port: number; hits: string[] }> => {
    const hits: string[] = [];
    const server: Server = createServer((incoming, response) => {
      hits.push(incoming.headers.host ?? '');
      response.end('here');
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    closing.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return { port: (server.address() as AddressInfo).port, hits };
  };

  const agentWith = (options: GuardOptions): Agent => {
    const agent = new Agent({ connect: guardedConnector(options) });
    closing.push(() => agent.destroy());
    return agent;
  };

  /** Answers each question with the next of the answers, and the last one from then on. */
  const changingResolver = (...answers: string[][]) => {
    const asked: string[] = [];
    const resolve = async (hostname: string): Promise<string[]> => {
      asked.push(hostname);
      return answers[Math.min(asked.length, answers.length) - 1] ?? [];
    };
    return { asked, resolve };
  };

  it.each(forbiddenAddresses)('is refused when its name leads to %s', async (bad) => {
    const dispatcher = agentWith({ resolve: async () => [bad] });
    await expect(request('https://hooks.example.com/', { dispatcher })).rejects.toMatchObject({
      name: 'ForbiddenAddressError',
      message: 'hooks.example.com does not lead to the public internet',
      leads_to: bad,
    });
  });

  it('is refused when only one of many addresses is forbidden', async () => {
    const dispatcher = agentWith({ resolve: async () => ['93.184.215.14', '2606:4700::1111', '10.0.0.1'] });
    await expect(request('https://hooks.example.com/', { dispatcher })).rejects.toMatchObject({ leads_to: '10.0.0.1' });
  });

  it.each([[''], ['93.184.215.14', ''], ['', '93.184.215.14'], ['93.184.215.14', 'localhost']])(
    'is refused when what its name has is no address: %j, %j',
    async (...addresses) => {
      const looked = (all: boolean) =>
        new Promise((resolve) =>
          guardedLookup(
            async () => addresses,
            (address) => address !== 'localhost',
          )('hooks.example.com', { all }, resolve),
        );
      for (const all of [true, false]) expect(await looked(all)).toBeInstanceOf(ForbiddenAddressError);
    },
  );

  it.each([
    [
      'localhost',
      true,
      [expect.objectContaining({ address: '127.0.0.1' }), expect.objectContaining({ address: '::1' })],
    ],
    ['localhost', false, expect.any(ForbiddenAddressError)],
    ['hooks.example.com', true, expect.any(ForbiddenAddressError)],
  ])('of %s leads to this machine only by a name of its own, where that is allowed: %j', async (host, is, found) => {
    const lookup = lookupFor({ allow_loopback: is, resolve: async () => ['127.0.0.1'] });
    const answer = new Promise((resolve) => lookup(host, { all: true }, (error, all) => resolve(error ?? all)));
    expect(await answer).toEqual(found);
  });

  it('is refused when its name has no address', async () => {
    const dispatcher = agentWith({ resolve: async () => [] });
    await expect(request('https://hooks.example.com/', { dispatcher })).rejects.toThrow(
      'does not lead to the public internet',
    );
  });

  it.each(forbidden.filter(({ url }) => URL.canParse(url) && /^https?:\/\/[^@]*$/.test(url.trim())))(
    'refuses to connect to $url whoever asks',
    async ({ url }) => {
      // What parsing makes right, like blanks around it, is connected to by nobody either: the name does not resolve.
      const dispatcher = agentWith({ resolve: async () => [] });
      await expect(request(url, { dispatcher })).rejects.toMatchObject({ name: 'ForbiddenAddressError' });
    },
  );

  it('connects to the very address that was checked, when the name changes its answer meanwhile', async () => {
    const good = await listen('127.0.0.1');
    const evil = await listen('127.0.0.2', good.port);
    const { asked, resolve } = changingResolver(['127.0.0.1'], ['127.0.0.2']);
    // One loopback address plays the public host here, another one the host that must not be reached.
    const lookup = guardedLookup(resolve, (address) => address === '127.0.0.1');
    const newAgent = () => {
      const agent = new Agent({ connect: { lookup } });
      closing.push(() => agent.destroy());
      return agent;
    };
    const url = `http://hooks.example.com:${good.port}/`;

    const { statusCode } = await request(url, { dispatcher: newAgent() });
    expect(statusCode).toBe(200);
    expect(good.hits).toEqual([`hooks.example.com:${good.port}`]);
    expect(asked).toEqual(['hooks.example.com']);

    await expect(request(url, { dispatcher: newAgent() })).rejects.toMatchObject({ leads_to: '127.0.0.2' });
    expect(evil.hits).toEqual([]);
  });

  it('asks a real name server, and believes its latest answer only', async () => {
    const server = await aDnsServer({ A: [['93.184.215.14'], ['93.184.215.14', '169.254.169.254']], AAAA: [] });
    closing.push(server.close);
    const resolve = publicDns([server.address]);
    expect(await resolve('hooks.example.com')).toEqual(['93.184.215.14']);
    const dispatcher = agentWith({ resolve });
    await expect(request('https://hooks.example.com/', { dispatcher })).rejects.toMatchObject({
      leads_to: '169.254.169.254',
    });
    expect(server.questions).toEqual(['A', 'AAAA', 'A', 'AAAA']);
  });

  it('reaches this machine where that is allowed, and only under its own names', async () => {
    const { port, hits } = await listen('127.0.0.1');
    const { asked, resolve } = changingResolver(['127.0.0.1']);
    const dispatcher = agentWith({ allow_loopback: true, resolve });
    for (const host of ['127.0.0.1', 'localhost']) {
      const { statusCode } = await request(`http://${host}:${port}/`, { dispatcher });
      expect(statusCode).toBe(200);
    }
    await expect(request(`https://hooks.example.com/`, { dispatcher })).rejects.toMatchObject({
      leads_to: '127.0.0.1',
    });
    await expect(request(`http://hooks.example.com:${port}/`, { dispatcher })).rejects.toThrow('must be an https URL');
    expect(hits).toEqual([`127.0.0.1:${port}`, `localhost:${port}`]);
    expect(asked).toEqual(['hooks.example.com']);
  });
});
