import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiFront, matchRoute } from '../../../lib/local-home/front-door/api-front.ts';

describe('a path', () => {
  it.each([
    ['GET', '/api/v1/bots', 'api/bots/list-bots', 'GET /api/v1/bots', {}],
    ['POST', '/api/v1/bots', 'api/bots/create-bot', 'POST /api/v1/bots', {}],
    ['GET', '/api/v1/bots/bot_1', 'api/bots/get-bot', 'GET /api/v1/bots/{object_id}', { object_id: 'bot_1' }],
    ['GET', '/api/v1/bots/a%2Fb%20c', 'api/bots/get-bot', 'GET /api/v1/bots/{object_id}', { object_id: 'a/b c' }],
    ['POST', '/api/v1/bots/x/leave', 'api/bots/leave-bot', 'POST /api/v1/bots/{object_id}/leave', { object_id: 'x' }],
    ['PUT', '/api/v1/bots', 'api/no-such-route', '$default', {}],
    ['GET', '/api/v1/bots/', 'api/no-such-route', '$default', {}],
    ['GET', '/api/v1/bots/%E0%A4%A', 'api/bots/get-bot', 'GET /api/v1/bots/{object_id}', { object_id: '%E0%A4%A' }],
    ['GET', '/api/v1/bots/%', 'api/bots/get-bot', 'GET /api/v1/bots/{object_id}', { object_id: '%' }],
    ['GET', '/api/v1/openapi.json', 'api/reference', 'GET /api/v1/openapi.json', {}],
    ['GET', '/docs', 'api/reference', 'GET /docs', {}],
    ['GET', '/docs/page.js', 'api/reference', 'GET /docs/{file}', { file: 'page.js' }],
    ['GET', '/sso/prj_1/saml', 'dashboard/identity', 'GET /sso/{object_id}/saml', { object_id: 'prj_1' }],
    ['POST', '/docs', 'api/no-such-route', '$default', {}],
    ['GET', '/elsewhere', 'api/no-such-route', '$default', {}],
  ])('%s %s is for %s', (method, path, function_name, route_key, parameters) => {
    expect(matchRoute(method, path)).toMatchObject({ function_name, route_key, parameters });
  });
});

describe('a request to the API of one machine', () => {
  const calls: { name: string; event: APIGatewayProxyEventV2 }[] = [];
  const faults: unknown[] = [];
  let answer: unknown;
  const front = createApiFront(
    {
      invoke: async (name, event) => {
        calls.push({ name, event: event as APIGatewayProxyEventV2 });
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    (error) => faults.push(error),
  );
  const server = createServer((req, res) => void front(req, res));
  let base: string;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const lastCall = () => {
    const call = calls.at(-1);
    if (!call) throw new Error('no call');
    return call;
  };

  it('becomes an event of API Gateway, payload format 2.0', async () => {
    answer = { statusCode: 200 };
    await fetch(`${base}/api/v1/bots/b%201/leave?a=1&a=2&b=%C3%A4`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-test': 'yes', cookie: 'a=b; c=d', 'user-agent': 'test' },
      body: '{"ä":1}',
    });
    const { name, event } = lastCall();
    const host = new URL(base).host;
    expect(name).toBe('api/bots/leave-bot');
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'POST /api/v1/bots/{object_id}/leave',
      rawPath: '/api/v1/bots/b%201/leave',
      rawQueryString: 'a=1&a=2&b=%C3%A4',
      queryStringParameters: { a: '1,2', b: 'ä' },
      pathParameters: { object_id: 'b 1' },
      cookies: ['a=b', 'c=d'],
      headers: { 'content-type': 'application/json', 'x-test': 'yes', host },
      body: '{"ä":1}',
      isBase64Encoded: false,
      requestContext: {
        domainName: host,
        http: { method: 'POST', path: '/api/v1/bots/b%201/leave', sourceIp: '127.0.0.1', userAgent: 'test' },
        routeKey: 'POST /api/v1/bots/{object_id}/leave',
        stage: '$default',
      },
    });
    expect(event.headers).not.toHaveProperty('cookie');
  });

  it('has what it asks for under any name, and twice as one list', async () => {
    await fetch(`${base}/api/v1/bots?constructor=a&toString=b&state=c&state=d`);
    expect(lastCall().event.queryStringParameters).toEqual({ constructor: 'a', toString: 'b', state: 'c,d' });
  });

  it('carries bytes as base64, and no body as none', async () => {
    answer = { statusCode: 200 };
    await fetch(`${base}/api/v1/bots`, { method: 'POST', body: Uint8Array.of(0, 255) });
    expect(lastCall().event).toMatchObject({ body: 'AP8=', isBase64Encoded: true });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${base}/api/v1/bots`, { method: 'POST', headers, body: Uint8Array.of(0, 255) });
    expect(lastCall().event).toMatchObject({ body: 'AP8=', isBase64Encoded: true });
    await fetch(`${base}/api/v1/bots`);
    expect(lastCall().event).not.toHaveProperty('body');
    expect(lastCall().event).not.toHaveProperty('pathParameters');
  });

  it('is answered as its function says', async () => {
    answer = {
      statusCode: 201,
      headers: { 'content-type': 'text/plain', 'x-number': 5 },
      cookies: ['a=1', 'b=2'],
      body: Buffer.from('ä').toString('base64'),
      isBase64Encoded: true,
    };
    const response = await fetch(`${base}/api/v1/bots`);
    expect([response.status, await response.text()]).toEqual([201, 'ä']);
    expect([response.headers.get('x-number'), response.headers.getSetCookie()]).toEqual(['5', ['a=1', 'b=2']]);
  });

  it.each([
    ['throws', new Error('broken')],
    ['answers nonsense', { status: 200 }],
    ['answers nothing', null],
  ])('is a 500 without details when its function %s', async (_, given) => {
    answer = given;
    const response = await fetch(`${base}/api/v1/bots`);
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 500, code: 'internal', request_id: expect.any(String) });
    expect(faults.pop()).toBeInstanceOf(Error);
  });

  it.each([
    ['/api/v1/bots', '6 MB', 6 * 1024 * 1024],
    ['/nowhere', '4 KB', 4 * 1024],
    ['/hooks/calendar_provider_b', '256 KB', 256 * 1024],
    ['/hooks/conf/coa_1', '256 KB', 256 * 1024],
    ['/api/v1/dashboard/session', '4 KB', 4 * 1024],
  ])('to %s is refused when its body is larger than %s, without calling a function', async (path, size, bytes) => {
    answer = { statusCode: 200 };
    const post = (size: number) => fetch(base + path, { method: 'POST', body: new Uint8Array(size) });
    const before = calls.length;
    const response = await post(bytes + 1);
    const refusal = { code: 'body_too_large', detail: `the body is larger than ${size}` };
    expect([response.status, await response.json()]).toMatchObject([413, refusal]);
    expect(calls).toHaveLength(before);
    expect((await post(bytes)).status).toBe(200);
  });

  it('that its client breaks off calls no function', async () => {
    const before = calls.length;
    const broken = request(`${base}/api/v1/bots`, { method: 'POST', headers: { 'content-length': 100 } });
    broken.on('error', () => undefined);
    broken.write('half of it');
    await once(broken, 'socket');
    broken.destroy();
    answer = { statusCode: 200 };
    await fetch(`${base}/api/v1/bots`);
    expect(calls).toHaveLength(before + 1);
  });
});
