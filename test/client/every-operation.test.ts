/** Each operation, called by the client of TypeScript over HTTP. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Route } from '../../lib/api/routes/route.ts';
import { type RouteName, routeNames, routes } from '../../lib/api/routes.ts';
import { ApiError, meetingBots } from '../../lib/client/index.ts';
import { type AskedApi, startAskedApi } from '../lab/api/asked-api.ts';
import type { GoodCall } from '../lab/api/good-calls.ts';

vi.mock('../../lib/conferencing/zoom.ts', () => import('../lab/doubles/in-process/conf.ts'));
vi.mock('../../lib/net/mp4-address.ts', () => import('../lab/doubles/in-process/video.ts'));

type Operation = (input: { path?: { object_id: string }; query?: object; body?: object }) => Promise<unknown>;

describe('the generated client', () => {
  let api: AskedApi;
  let calls: ReadonlyMap<RouteName, GoodCall>;
  beforeAll(async () => {
    api = await startAskedApi();
    calls = new Map(await api.goodCalls());
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it.each(routeNames)('answers what %s promises', async (name) => {
    const { response }: Route = routes[name];
    const { id, query, body } = calls.get(name) ?? {};
    const operation = meetingBots(api.base_url, api.api_key)[name] as Operation;
    const input = {
      ...(id !== undefined && { path: { object_id: id } }),
      ...(query && { query }),
      ...(body && { body }),
    };
    const answer = await operation(input).catch((error: unknown) => error);
    // What is told of a bot that was in no meeting is nothing.
    if (name === 'getDiagnostics') expect(answer).toBeInstanceOf(ApiError);
    else if (response) expect(response.parse(answer)).toEqual(answer);
    else expect(answer).toBeUndefined();
  });
});
