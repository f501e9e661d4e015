import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FrontDoor, openFrontDoor } from '../../../lib/local-home/front-door/front-door.ts';

let door: FrontDoor;
let answerLater: (() => void) | undefined;
beforeAll(async () => {
  door = await openFrontDoor({ port: 0 }, (error) => {
    throw error;
  });
  door.open({
    api: async (req, res) => {
      if (req.url !== '/slow') return void res.end('the API');
      res.write('begun');
      await new Promise<void>((resolve) => {
        answerLater = resolve;
      });
      res.end();
    },
    media: async (_, res) => void res.end('media'),
    health: async (_, res) => void res.end('well'),
    demoRoom: { handle: async () => false, upgrade: () => false },
  });
});
afterAll(() => door.close());

/** What comes back for bytes that are sent as they are, until the other side ends. */
const sendRaw = async (bytes: string, port = door.port): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
};
const parsed = (raw: string) => {
  const [head = '', body = ''] = raw.split('\r\n\r\n');
  const [status = '', ...headers] = head.split('\r\n');
  return { status, headers: headers.map((line) => line.toLowerCase()), body: JSON.parse(body) };
};

it('keeps an idle connection for longer than most proxies do, so that no request is lost as it ends', async () => {
  const { headers } = await fetch(`http://127.0.0.1:${door.port}/api/v1/bots`);
  expect(headers.get('keep-alive')).toBe('timeout=125');
});

describe('what Node refuses by itself', () => {
  it.each([
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'malformed_request'],
    ['a request without a Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
    [
      'an expectation',
      'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: the-unexpected\r\n\r\n',
      417,
      'expectation_failed',
    ],
    [
      'another protocol where there is none',
      'GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      404,
      'not_found',
    ],
  ])('is a problem: %s', async (_, bytes, status, code) => {
    const { status: line, headers, body } = parsed(await sendRaw(bytes));
    expect(line).toMatch(new RegExp(`^HTTP/1.1 ${status} [A-Z]`));
    expect(headers).toContain('content-type: application/problem+json');
    expect(body).toEqual({ type: 'about:blank', title: expect.any(String), status, detail: expect.any(String), code });
    expect(line).toContain(body.title);
  });

  it('never gets in between an answer that is being sent', async () => {
    const socket = connect(door.port, '127.0.0.1');
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    const [first] = await once(socket, 'data');
    const rest = text(socket).catch(() => '');
    socket.write('HELLO\r\n\r\n');
    expect(String(first)).toContain('begun');
    expect(await rest).not.toContain('problem');
    answerLater?.();
  });

  it('is nothing for a client of HTTP/1.0, which knows no Host', async () => {
    expect(await sendRaw('GET /api HTTP/1.0\r\n\r\n')).toMatch(/the API$/);
  });
});

it.each(['0.0.0.0', '::', '::0', '0:0:0:0:0:0:0:0'])('listens at all addresses of the machine for %s', async (host) => {
  const wide = await openFrontDoor({ port: 0, host }, () => undefined);
  const socket = connect(wide.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
  await wide.close();
});

it('is asked how the service is at an address of its own', async () => {
  expect(await (await fetch(`http://127.0.0.1:${door.port}/healthz`)).text()).toBe('well');
});

describe('the page at /', () => {
  it('loads nothing, is framed by nobody, and tells nobody of itself', async () => {
    const response = await fetch(`http://127.0.0.1:${door.port}/`);
    const policy = response.headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", "form-action 'none'"]),
    );
    expect(policy.join()).toMatch(/style-src 'sha256-[\w+/]{43}='/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await response.text()).toContain('The dashboard</a>');
  });
});

it('the dashboard is open at each name of this machine, and at no other', async () => {
  const asked = async (host: string) =>
    sendRaw(`GET /dashboard HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  for (const host of ['127.0.0.1:8080', 'localhost', '[::1]:8080']) expect(await asked(host)).toContain('the API');
  expect(await asked('rebound.example.com')).toMatch(/^HTTP\/1.1 403 /);
});

it('a door that was never opened closes, whoever waits before it for a line to a room', async () => {
  const shut = await openFrontDoor({ port: 0 }, () => undefined);
  const waiting = connect(shut.port, '127.0.0.1').on('error', () => undefined);
  const isGone = once(waiting, 'close');
  const headers = 'Host: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
  await new Promise((written) => waiting.write(`GET /room/x/socket HTTP/1.1\r\n${headers}\r\n`, written));
  // What is refused came later: by then the one before it was taken in.
  expect(await sendRaw('HELLO\r\n\r\n', shut.port)).toContain('malformed_request');
  await shut.close();
  await isGone;
});

describe('somebody who was refused a line to a room, and keeps their side open', () => {
  // Time stands still unless a test moves it on.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const refuse = async () => {
    const nothing = async (): Promise<void> => undefined;
    const { promise: line, resolve: asked } = Promise.withResolvers<Duplex>();
    const upgrade = (_: IncomingMessage, socket: Duplex): boolean => {
      asked(socket);
      return false;
    };
    const left = await openFrontDoor({ port: 0 }, () => undefined);
    left.open({ api: nothing, media: nothing, health: nothing, demoRoom: { handle: async () => false, upgrade } });
    const staying = connect({ port: left.port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
    staying.write('GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    expect(await text(staying)).toMatch(/^HTTP\/1.1 404 [\s\S]*not_found/);
    return { left, staying, line: await line };
  };

  it('is let go soon', async () => {
    const { left, staying, line } = await refuse();
    expect(line.destroyed).toBe(false);
    vi.advanceTimersByTime(2_000);
    expect(line.destroyed).toBe(true);
    staying.destroy();
    await left.close();
  });

  it('does not keep the door from closing', async () => {
    const { left, staying } = await refuse();
    const closed = left.close();
    vi.advanceTimersByTime(2_000);
    await closed;
    staying.destroy();
  });
});

describe('a fault while a request is answered', () => {
  const open = async (api: (req: IncomingMessage, res: ServerResponse) => Promise<void>) => {
    const faults: unknown[] = [];
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: handled, resolve: handle } = Promise.withResolvers<PromiseSettledResult<void>[]>();
    const faulty = await openFrontDoor({ port: 0 }, (error) => faults.push(error));
    const watched = (req: IncomingMessage, res: ServerResponse): Promise<void> => {
      const work = api(req, res);
      ask();
      handle(Promise.allSettled([work]));
      return work;
    };
    faulty.open({
      api: watched,
      media: watched,
      health: watched,
      demoRoom: { handle: async () => false, upgrade: () => false },
    });
    return {
      faulty,
      faults,
      url: `http://127.0.0.1:${faulty.port}/api`,
      /** A request has come. */
      asked,
      /** It has failed, and the door has heard of it. */
      async failed() {
        expect(await handled).toMatchObject([{ status: 'rejected' }]);
        await turn();
      },
    };
  };

  it('is told, also when the request was read to its end', async () => {
    const fault = new Error('broken');
    const { faulty, faults, url } = await open(async (req) => {
      await text(req);
      throw fault;
    });
    await expect(fetch(url, { method: 'POST', body: 'all of it' })).rejects.toThrow();
    expect(faults).toEqual([fault]);
    await faulty.close();
  });

  const unreadable = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });

  it('is told, also when it ends the connection itself, as what cannot be read does in the midst of an answer', async () => {
    const { faulty, faults, url } = await open((_, res) => {
      res.writeHead(200, { 'content-length': 10 });
      return pipeline(new Readable({ read: () => undefined, construct: (done) => done(unreadable) }), res);
    });
    await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow();
    expect(faults).toEqual([unreadable]);
    await faulty.close();
  });

  it('is told, also when its client has gone meanwhile', async () => {
    const { faulty, faults, asked, failed } = await open(async (req) => {
      await once(req.socket, 'close');
      throw unreadable;
    });
    const client = connect(faulty.port, '127.0.0.1');
    client.write('GET /api HTTP/1.1\r\nHost: a\r\n\r\n');
    await asked;
    client.destroy();
    await failed();
    expect(faults).toEqual([unreadable]);
    await faulty.close();
  });

  it.each([
    ['in the midst of its answer', true],
    ['before its answer', false],
  ])('is none when its client has gone %s', async (_, isAnswered) => {
    const { faulty, faults, asked, failed } = await open(async ({ socket }, res) => {
      if (!isAnswered) await once(socket, 'close');
      const endless = new Readable({ read: () => void endless.push(Buffer.alloc(65_536)) });
      await pipeline(endless, res);
    });
    const client = connect(faulty.port, '127.0.0.1');
    client.write('GET /api HTTP/1.1\r\nHost: a\r\n\r\n');
    await (isAnswered ? once(client, 'data') : asked);
    client.destroy();
    await failed();
    expect(faults).toEqual([]);
    await faulty.close();
  });

  it('is none when its client has gone in the midst of its request', async () => {
    const { faulty, faults, failed } = await open(async (req) => void (await text(req)));
    const client = connect(faulty.port, '127.0.0.1');
    client.write('POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n');
    await once(client, 'data');
    client.destroy();
    await failed();
    expect(faults).toEqual([]);
    await faulty.close();
  });
});
