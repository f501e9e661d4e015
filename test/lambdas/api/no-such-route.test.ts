import { describe, expect, it } from 'vitest';
import { handler } from '../../../lambdas/api/no-such-route.ts';
import { routes } from '../../../lib/api/routes.ts';
import { answerHeaders } from '../../../lib/net/serving/answer-headers.ts';
import { anEvent, callHandler } from '../../lab/api/requests.ts';

const ask = (method: string, path: string) => callHandler(handler, anEvent(method, path));

describe('what no route takes', () => {
  it('leads to the dashboard where its first page is asked for with a slash, as the page itself calls it', async () => {
    const event = anEvent('GET', '/dashboard/', { query: 'show=live' });
    const { status, headers } = await callHandler(handler, event);
    expect([status, headers.location]).toEqual([302, '/dashboard?show=live']);
  });

  const docs = 'There is no such path: those that there are stand at /docs.';
  const slash = 'There is no such path: leave out the slash at its end.';
  it.each([
    ['/', docs],
    ['/api/v1', docs],
    ['/api/v1/bot', docs],
    ['/api/v1/bot/', docs],
    ['/api/v1/bots/', slash],
    ['/api/v1/bots/x/y', docs],
    ['/api/v2/bots', docs],
    ['/api/v1/api/v1/bots', docs],
    ['/api/v1/bots/x/leave/', slash],
  ])('%s is not found', async (path, detail) => {
    const answer = await ask('GET', path);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail,
      code: 'not_found',
    });
  });

  it.each([
    ['PUT', '/api/v1/bots', 'POST, GET', 'PUT is not possible here: use POST or GET'],
    ['DELETE', '/api/v1/bots', 'POST, GET', 'DELETE is not possible here: use POST or GET'],
    ['GET', '/api/v1/bots/bot_1/leave', 'POST', 'GET is not possible here: use POST'],
  ])('%s %s has other methods', async (method, path, allow, detail) => {
    const answer = await ask(method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers).toEqual({ ...answerHeaders, 'content-type': 'application/problem+json', allow });
    expect(answer.body).toMatchObject({ title: 'Method Not Allowed', code: 'method_not_allowed', detail });
  });

  it('is none of the routes: no two have one method and path', () => {
    const keys = Object.values(routes).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
