import { describe, expect, it } from 'vitest';
import { matchEndpoint, methodsAt } from '../../lib/api/match.ts';

const endpoints = [
  { method: 'POST', path: '/sessions', function_name: 'create' },
  { method: 'GET', path: '/sessions/{object_id}', function_name: 'get' },
  { method: 'POST', path: '/sessions/{object_id}', function_name: 'change' },
  { method: 'POST', path: '/sessions/end', function_name: 'end' },
].map((endpoint) => ({ ...endpoint, most_body_bytes: 0 }));
const found = (method: string, path: string) => {
  const { endpoint, parameters } = matchEndpoint(endpoints, method, path) ?? {};
  return endpoint && [endpoint.function_name, parameters];
};

describe('the endpoint for a request', () => {
  it.each([
    ['POST', '/sessions', ['create', {}]],
    ['GET', '/sessions/a%2Fb', ['get', { object_id: 'a/b' }]],
    ['GET', '/sessions/%', ['get', { object_id: '%' }]],
    ['GET', '/sessions/end', ['get', { object_id: 'end' }]],
    ['POST', '/sessions/end', ['end', {}]],
    ['PUT', '/sessions', undefined],
    ['GET', '/sessions/', undefined],
    ['GET', '/sessions/a/b', undefined],
  ])('%s %s', (method, path, expected) => expect(found(method, path)).toEqual(expected));
});

describe('the methods at a path', () => {
  it('are those of all that its path fits, each once', () => {
    expect(methodsAt(endpoints, '/sessions/end')).toEqual(['GET', 'POST']);
    expect(methodsAt(endpoints, '/sessions/%')).toEqual(['GET', 'POST']);
    expect(methodsAt(endpoints, '/elsewhere')).toEqual([]);
  });
});
