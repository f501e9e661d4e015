import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { http } from '../../../lambdas/middleware/http.ts';
import type { Route } from '../../../lib/api/routes/route.ts';
import { apiKeyFrom } from '../../../lib/domain/access/api-key.ts';
import type { Naming } from '../../../lib/domain/access/plain-names.ts';
import { ValidationError } from '../../../lib/domain/errors.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { hashOfSecret } from '../../../lib/process/secrets.ts';
import { apiKeyRepository } from '../../../lib/storage/projects.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const Connection = z.strictObject({
  conf_oauth_app_id: z.string(),
  platform: z.enum(['calendar_provider_a']).optional(),
});
const route = {
  method: 'POST',
  path: '/api/v1/conf_oauth_connections',
  of: 'connection',
  caller: 'key',
  success: 201,
  query: z.strictObject({ conf_oauth_app_id: z.string().min(3).optional() }),
  body: Connection,
  response: Connection,
} as const satisfies Route;

beforeAll(() => void vi.stubEnv('BASE_URL', 'https://api.example.com'));
afterAll(() => void vi.unstubAllEnvs());

/** A project that is answered in these names. */
const aProjectIn = async (names?: Naming) => {
  const stored = memoryTable(systemClock);
  const key = apiKeyFrom(randomBytes(96));
  const apiKey = {
    id: 'key_1',
    project_id: 'prj_1',
    name: 'k',
    cursor_secret: 's',
    created_at: '2026-03-02T09:00:00Z',
  };
  await apiKeyRepository(stored).create(hashOfSecret(key), { ...apiKey, ...(names && { names }) });
  const handler = http(route, stored, async ({ body, query }) => {
    if (query.conf_oauth_app_id !== undefined) return { conf_oauth_app_id: query.conf_oauth_app_id };
    if (body.conf_oauth_app_id === 'gone')
      throw new ValidationError({ conf_oauth_app_id: ['stt_a knows no such app'] });
    return body;
  });
  return async (body: unknown, rawQueryString = '') => {
    const event = {
      headers: { authorization: `Token ${key}` },
      rawPath: route.path,
      rawQueryString,
      requestContext: { domainName: 'api.example.com', http: { sourceIp: '203.0.113.7' } },
      body: JSON.stringify(body),
    };
    const answer = await handler(event as unknown as APIGatewayProxyEventV2, {} as Context);
    return { status: answer.statusCode, body: JSON.parse(answer.body ?? '') };
  };
};

const plain = { zoom_oauth_app_id: 'coa_1', platform: 'google' };
const neutral = { conf_oauth_app_id: 'coa_1', platform: 'calendar_provider_a' };

describe('a project', () => {
  it.each([
    [undefined, neutral],
    ['neutral', neutral],
    ['plain', plain],
  ] as const)('whose names are %s takes both, and is answered in its own', async (names, answer) => {
    const call = await aProjectIn(names);
    for (const body of [plain, neutral]) expect(await call(body)).toEqual({ status: 201, body: answer });
  });

  it('is asked in either of the names by its queries, too', async () => {
    const call = await aProjectIn('plain');
    for (const name of ['zoom_oauth_app_id', 'conf_oauth_app_id']) {
      expect((await call(neutral, `${name}=coa_2`)).body).toEqual({ zoom_oauth_app_id: 'coa_2' });
    }
    const neutrally = await aProjectIn('neutral');
    expect((await neutrally(neutral, 'zoom_oauth_app_id=no')).body.errors).toEqual({
      zoom_oauth_app_id: ['must be at least 3 characters'],
    });
    expect((await neutrally(neutral, 'zoom_oauth_app_id=coa_2&conf_oauth_app_id=coa_2')).body.errors).toEqual({
      zoom_oauth_app_id: ['is there by its other name, too: leave one of them out'],
    });
  });

  it.each([
    ['neutral', { conf_oauth_app_id: 'gone' }, 'conf_oauth_app_id', 'stt_a knows no such app'],
    ['neutral', { zoom_oauth_app_id: 'gone' }, 'zoom_oauth_app_id', 'deepgram knows no such app'],
    ['plain', { conf_oauth_app_id: 'gone' }, 'zoom_oauth_app_id', 'deepgram knows no such app'],
    ['neutral', { zoom_oauth_app_id: 7 }, 'zoom_oauth_app_id', 'must be a string, not a number'],
    ['plain', {}, 'zoom_oauth_app_id', 'is required'],
    ['neutral', {}, 'conf_oauth_app_id', 'is required'],
  ] as const)(
    'in %s names that sends %j is told what is wrong in its own words, or in those it used',
    async (names, body, field, sentence) => {
      const call = await aProjectIn(names);
      expect(await call(body)).toMatchObject({
        status: 400,
        body: { detail: `${field}: ${sentence}`, errors: { [field]: [sentence] } },
      });
    },
  );
});
