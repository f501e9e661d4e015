import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { http } from '../../../lambdas/middleware/http.ts';
import { accessRoutes } from '../../../lib/api/routes/dashboard/access.ts';
import type { Route } from '../../../lib/api/routes/route.ts';
import { routes } from '../../../lib/api/routes.ts';
import { apiKeyFrom } from '../../../lib/domain/access/api-key.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { hashOfSecret } from '../../../lib/process/secrets.ts';
import { apiKeyRepository } from '../../../lib/storage/projects.ts';
import { sessionRepository } from '../../../lib/storage/sessions.ts';
import { anEvent, type Call, callHandler, type Handler } from '../../lab/api/requests.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

// Requests are counted in windows of ten seconds: this one ends in seven.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T09:00:03Z') }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const limited = async (requestsPerSecond: string) => {
  vi.stubEnv('REQUESTS_PER_SECOND', requestsPerSecond);
  vi.stubEnv('BASE_URL', 'https://api.example.com');
  const table = memoryTable(systemClock);
  const key = apiKeyFrom(randomBytes(96));
  const created_at = '2026-03-02T09:00:00.000Z';
  const stored = { id: 'key_1', project_id: 'prj_1', name: 'test', cursor_secret: 'secret', created_at };
  await apiKeyRepository(table).create(hashOfSecret(key), stored);
  const caller = (route: Route, answer: unknown) => {
    const handler = http(route, table, async () => answer) as unknown as Handler;
    return (call: Call = {}) => callHandler(handler, anEvent(route.method, route.path, call));
  };
  const bots = caller(routes.listBots, { results: [] });
  return {
    caller,
    ask: (authorization = `Token ${key}`) => bots({ headers: { authorization } }),
    /** Somebody who is signed in, as a page of ours asks for them. */
    signedIn: async (name: string, asked = bots) => {
      const secret = `${name}'s`;
      const until = '2026-03-02T21:00:00.000Z';
      const { project_id, cursor_secret } = stored;
      await sessionRepository(table).start(secret, { project_id, cursor_secret, name, role: 'viewer', until });
      return () => asked({ headers: { cookie: `__Host-session=${secret}`, 'sec-fetch-site': 'same-origin' } });
    },
  };
};

describe('a project that asks for too much', () => {
  it('is told to come again, and when', async () => {
    const { ask } = await limited('0.1');
    expect((await ask()).status).toBe(200);
    const answer = await ask();
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('7');
    expect(answer.body).toEqual({
      type: 'about:blank',
      title: 'Too Many Requests',
      status: 429,
      detail: 'too many requests: try again in 7 s',
      code: 'too_many_requests',
    });
  });

  it('is still told first when its key is wrong', async () => {
    const { ask } = await limited('0.1');
    await ask();
    expect((await ask('Token wrong')).status).toBe(401);
  });
});

describe('somebody signed in who asks for too much', () => {
  it('is told so, and nobody else: neither the programs of the project nor others who are signed in', async () => {
    const { ask, signedIn } = await limited('0.1');
    const [maya, tom] = [await signedIn('Maya'), await signedIn('Tom')];
    expect([(await maya()).status, (await maya()).status]).toEqual([200, 429]);
    expect([(await ask()).status, (await tom()).status]).toEqual([200, 200]);
    expect([(await ask()).status, (await tom()).status]).toEqual([429, 429]);
  });
});

describe('strangers who ask for too much', () => {
  const often = 200;

  it('keep nobody out who is signed in, also from the same address, nor one who signs in', async () => {
    const { caller, signedIn } = await limited('0.1');
    const whoIsIn = caller(accessRoutes.getSession, null);
    const signIn = caller(accessRoutes.signIn, undefined);
    const [maya, tom] = [await signedIn('Maya', whoIsIn), await signedIn('Tom', whoIsIn)];
    for (let i = 0; i < often; i += 1) expect((await whoIsIn()).status).toBe(200);
    expect((await whoIsIn()).status).toBe(429);
    expect([(await maya()).status, (await maya()).status, (await tom()).status]).toEqual([200, 429, 200]);
    const body = { ticket: 'x'.repeat(43) };
    for (let i = 0; i < 15; i += 1) expect((await signIn({ body })).status).toBe(201);
  });

  // Types refuse such a route.
  it('are counted also where a route says no rate for them', async () => {
    const { caller } = await limited('0.1');
    const ask = caller({ ...routes.listBots, caller: 'nobody' } as unknown as Route, { results: [] });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
  });
});
