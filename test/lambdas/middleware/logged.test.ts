import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { http } from '../../../lambdas/middleware/http.ts';
import type { Route } from '../../../lib/api/routes/route.ts';
import { apiKeyFrom } from '../../../lib/domain/access/api-key.ts';
import { ValidationError } from '../../../lib/domain/errors.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { hashOfSecret } from '../../../lib/process/secrets.ts';
import { apiKeyRepository } from '../../../lib/storage/projects.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const id = 'bot_01M82QWR1YWP4YXDYGF1V69CRK';
const create = {
  method: 'POST',
  path: '/api/v1/bots',
  of: 'bot',
  caller: 'key',
  success: 201,
  query: z.strictObject({}),
} as const satisfies Route;
const leave = { ...create, path: '/api/v1/bots/{object_id}/leave', success: 200 } as const satisfies Route;
const list = { ...create, method: 'GET', success: 200 } as const satisfies Route;

const lines: unknown[] = [];
beforeAll(() => {
  vi.stubEnv('BASE_URL', 'https://api.example.com');
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'bots');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(JSON.parse(String(text))) > 0);
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** What the log holds after a request to a route that answers so. */
const logOf = async (route: Route, headers: Record<string, string>, answer: () => unknown): Promise<unknown[]> => {
  const table = memoryTable(systemClock);
  const key = apiKeyFrom(randomBytes(96));
  const stored = {
    id: 'key_1',
    project_id: 'prj_1',
    name: 'k',
    cursor_secret: 's',
    created_at: '2026-03-02T09:00:00Z',
  };
  await apiKeyRepository(table).create(hashOfSecret(key), stored);
  const event = {
    headers: { authorization: `Token ${key}`, ...headers },
    routeKey: `${route.method} ${route.path}`,
    rawPath: route.path,
    rawQueryString: '',
    ...(route.path.includes('{') && { pathParameters: { object_id: id } }),
    requestContext: { requestId: 'req-1', domainName: 'api.example.com', http: { sourceIp: '203.0.113.7' } },
  };
  lines.length = 0;
  await http(route, table, async () => answer())(event as unknown as APIGatewayProxyEventV2, {} as Context);
  return [...lines];
};

describe('a request that changes something', () => {
  const line = {
    time: expect.any(String),
    level: 'info',
    message: 'request',
    request_id: 'req-1',
    project_id: 'prj_1',
    about: id,
  };

  it('is noted with what it made, and with the trace that its client is in', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    expect(await logOf(create, { Traceparent: traceparent }, () => ({ id }))).toEqual([
      { ...line, route: 'POST /api/v1/bots', client_trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' },
    ]);
  });

  it('is noted with what it was about; whatever else is said to be a trace is none', async () => {
    expect(await logOf(leave, { traceparent: 'my own\n{"level":"error"}' }, () => undefined)).toEqual([
      { ...line, route: 'POST /api/v1/bots/{object_id}/leave' },
    ]);
  });

  it('is noted on one machine, which says itself what becomes of bots, where its client is in a trace', async () => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', undefined);
    expect(await logOf(create, {}, () => ({ id }))).toEqual([]);
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    expect(await logOf(create, { traceparent }, () => ({ id }))).toHaveLength(1);
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'bots');
  });

  it('is not noted when it was refused, and neither is one that only looks', async () => {
    const refuse = () => {
      throw new ValidationError({ bot_name: ['no'] });
    };
    expect(await logOf(create, {}, refuse)).toEqual([]);
    expect(await logOf(list, {}, () => ({ id }))).toEqual([]);
  });
});
