import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { Reply } from '../../../lambdas/middleware/answers.ts';
import { http } from '../../../lambdas/middleware/http.ts';
import { httpList } from '../../../lambdas/middleware/http-list.ts';
import { mostBodyBytesOf } from '../../../lib/api/body-size.ts';
import type { Route } from '../../../lib/api/routes/route.ts';
import { apiKeyFrom } from '../../../lib/domain/access/api-key.ts';
import { createApiFront } from '../../../lib/local-home/front-door/api-front.ts';
import { createFunctions } from '../../../lib/local-home/functions.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { hashOfSecret } from '../../../lib/process/secrets.ts';
import { apiKeyRepository } from '../../../lib/storage/projects.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

/** A route table of another service: about other things, and partly for nobody in particular. */
const table = {
  getCalendar: {
    method: 'GET',
    path: '/api/v1/calendars/{object_id}',
    of: 'calendar',
    caller: 'key',
    success: 200,
    query: z.strictObject({}),
  },
  comeBack: {
    method: 'GET',
    path: '/come-back',
    of: 'connection',
    caller: 'nobody',
    requests_per_second: 0.5,
    success: 200,
    query: z.strictObject({ code: z.string().min(1) }),
  },
  push: {
    method: 'POST',
    path: '/pushes/{object_id}',
    of: 'oauth_app',
    caller: 'nobody',
    requests_per_second: 100,
    success: 201,
    query: z.strictObject({}),
    body: z.object({ changed: z.array(z.string()) }),
  },
} as const satisfies Record<string, Route>;

const calendarId = 'cal_01KJNWKZ00ABCDEFGHJKMNPQRS';
const appId = 'coa_01KJNWKZ00ABCDEFGHJKMNPQRS';
const key = apiKeyFrom(randomBytes(96));
const stored = memoryTable(systemClock);

const handlers = () => ({
  'api/get-calendar': httpList(table.getCalendar, stored, async ({ ref, caller, list }) => ({
    ref,
    project: caller.project_id,
    list: list.url,
  })),
  'api/come-back': http(
    table.comeBack,
    stored,
    async ({ caller, ref, query }) =>
      new Reply({
        statusCode: 302,
        headers: { location: `https://example.com/?${query.code}` },
        body: String(caller ?? ref),
      }),
  ),
  'api/push': http(table.push, stored, async ({ ref, body }, { headers, body: raw }) => ({
    ref,
    changed: body.changed,
    proof: headers['x-proof'],
    raw,
  })),
});

const serve = async () => {
  vi.stubEnv('BASE_URL', 'https://api.example.com');
  const functions = createFunctions(new Map(Object.entries(handlers()) as never));
  const names = { getCalendar: 'api/get-calendar', comeBack: 'api/come-back', push: 'api/push' } as const;
  const served = Object.entries(names).map(([name, function_name]) => {
    const { method, path } = table[name as keyof typeof names];
    return { method, path, function_name, most_body_bytes: mostBodyBytesOf(table[name as keyof typeof names]) };
  });
  const front = createApiFront(
    functions,
    (error) => {
      throw error;
    },
    served,
  );
  const server = createServer((req, res) => void front(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

let server: Awaited<ReturnType<typeof serve>>;
// Requests are counted in windows of ten seconds: each test has one to itself.
let now_ms = Date.parse('2026-03-02T09:00:00Z');
beforeEach(() => {
  now_ms += 10_000;
  vi.useFakeTimers({ toFake: ['Date'], now: now_ms });
});
afterEach(() => void vi.useRealTimers());
beforeAll(async () => {
  const created_at = '2026-03-02T09:00:00.000Z';
  const kept = { id: 'key_1', project_id: 'prj_1', name: 'test', cursor_secret: 'secret', created_at };
  await apiKeyRepository(stored).create(hashOfSecret(key), kept);
  server = await serve();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
});

const ask = async (method: string, path: string, init: RequestInit = {}) => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, redirect: 'manual', ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text.startsWith('{') && JSON.parse(text) };
};
const push = (id: string, body: string, headers = {}) =>
  ask('POST', `/pushes/${id}`, { body, headers: { 'content-type': 'application/json', ...headers } });
const withKey = { headers: { authorization: `Token ${key}` } };

describe('a route about something else than bots', () => {
  const path = `/api/v1/calendars/${calendarId}`;

  it('is handed what its path names, in the project of the key', async () => {
    const { status, body } = await ask('GET', path, withKey);
    expect([status, body]).toEqual([
      200,
      {
        ref: { project_id: 'prj_1', calendar_id: calendarId },
        project: 'prj_1',
        list: `https://api.example.com${path}`,
      },
    ]);
  });

  it('is refused without a key', async () => {
    expect(await ask('GET', path)).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
  });

  it.each(['bot_01KJNWKZ00ABCDEFGHJKMNPQRS', 'cal_1', '%', '%E0%A4%A'])('finds nothing under the id %s', async (id) => {
    expect(await ask('GET', `/api/v1/calendars/${id}`, withKey)).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: 'No such resource.' },
    });
  });
});

describe('a route for nobody in particular', () => {
  it('takes whoever comes, and can send them elsewhere', async () => {
    const { status, headers, text } = await ask('GET', '/come-back?code=abc');
    expect([status, headers.get('location'), text]).toEqual([302, 'https://example.com/?abc', 'undefined']);
  });

  it('parses what it is sent, and says what is wrong with it', async () => {
    expect(await ask('GET', '/come-back')).toMatchObject({ status: 400, body: { errors: { code: ['is required'] } } });
    expect(await push(calendarId, '{"changed": []}')).toMatchObject({ status: 404 });
  });

  it('is given the id of its path, headers and the body as it came, by which a push proves itself', async () => {
    const raw = '{"changed": [ "a" ], "more": 1}';
    expect(await push(appId, raw, { 'X-Proof': 'abc' })).toMatchObject({
      status: 201,
      body: { ref: { oauth_app_id: appId }, changed: ['a'], proof: 'abc', raw },
    });
  });

  it('is closed for a while to an address that asks too often', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('GET', '/come-back?code=abc')));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused).toMatchObject({ body: { code: 'too_many_requests' } });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await push(appId, '{"changed": []}')).status).toBe(201);
  });
});
