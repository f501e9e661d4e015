import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { routeNames } from '../../../lib/api/routes.ts';
import { apiKeyFrom } from '../../../lib/domain/access/api-key.ts';
import { answerHeaders } from '../../../lib/net/serving/answer-headers.ts';
import { hashOfSecret } from '../../../lib/process/secrets.ts';
import { apiKeyKey } from '../../../lib/storage/keys.ts';
import { callRoute } from '../../lab/api/requests.ts';
import { unknownIdFor } from '../../lab/api/resources.ts';
import {
  anId,
  bodyFor,
  call,
  mine,
  newProject,
  problem,
  refusal,
  someId,
  storedItems,
  table,
  theirs,
  withId,
} from './projects.ts';

describe.each(routeNames)('%s', (name) => {
  const notProvided = (hint = '') => {
    const detail = `Authentication credentials were not provided. Send the header Authorization: Token <API key>${hint}.`;
    return problem(401, 'Unauthorized', 'not_authenticated', detail);
  };
  const why = 'Invalid token. The API key is unknown, revoked, or was not copied whole.';
  const invalid = problem(401, 'Unauthorized', 'invalid_token', why);
  const wrongKey = `mb_${'a'.repeat(46)}`;
  it.each<[string, Record<string, string>, typeof invalid]>([
    ['no header', {}, notProvided()],
    ['an empty header', { authorization: '' }, notProvided()],
    ['blanks', { authorization: '   ' }, notProvided()],
    ['the key alone', { authorization: wrongKey }, notProvided(', with the word Token before the key')],
    ['another scheme', { authorization: `Bearer ${wrongKey}` }, notProvided(', not another scheme')],
    ['the scheme alone', { authorization: 'Token' }, invalid],
    ['a malformed key', { authorization: 'Token secret' }, invalid],
    ['a mistyped key', { authorization: `Token ${wrongKey}` }, invalid],
    ['a key that never was', { authorization: `Token ${apiKeyFrom(randomBytes(96))}` }, invalid],
    ['two keys', { authorization: `Token ${wrongKey} ${wrongKey}` }, invalid],
  ])('refuses %s', async (_, headers, expected) => {
    const answer = await callRoute(name, { headers, id: anId(), body: bodyFor(name) });
    expect(answer.status).toBe(401);
    expect(answer.headers).toEqual({
      ...answerHeaders,
      'content-type': 'application/problem+json',
      'www-authenticate': 'Token',
    });
    expect(answer.body).toEqual(expected);
  });

  it('refuses a revoked key, from the next request on', async () => {
    const project = await newProject('to be revoked');
    const before = await call(name, { id: anId(), body: bodyFor(name) }, project.api_key);
    expect(before.status).not.toBe(401);
    const revoked_at = new Date().toISOString();
    await table.write({ update: apiKeyKey(hashOfSecret(project.api_key)), set: { revoked_at } });
    const after = await call(name, { id: anId(), body: bodyFor(name) }, project.api_key);
    expect(after.body).toEqual(invalid);
  });

  it('takes the header in any case, and the scheme too', async () => {
    const headers = { Authorization: `token ${mine.api_key}` };
    expect((await callRoute(name, { headers, id: await someId(name), body: bodyFor(name) })).status).not.toBe(401);
  });

  it.each(['typo=1', '__proto__=1', 'constructor=x', '=1'])('refuses the unknown parameter %s', async (query) => {
    const answer = await call(name, { id: await someId(name), query, body: bodyFor(name) });
    expect(answer.body).toEqual(refusal({ [query.split('=')[0] || '']: ['is not a known field'] }));
  });
});

describe.each(withId)('%s', (name) => {
  it('answers a foreign id as one that never was, byte for byte', async () => {
    const id = await someId(name);
    const before = storedItems();
    const ids = [id, unknownIdFor(name), 'x', `${id}0`, `BOT${id.slice(3)}`, '../bots', 'é☃', 'x'.repeat(3000)];
    const answers = await Promise.all(ids.map((id) => call(name, { id, body: bodyFor(name) }, theirs.api_key)));
    for (const answer of answers) expect(answer).toEqual(answers[1]);
    expect(answers[1]?.body).toEqual(problem(404, 'Not Found', 'not_found', 'No such resource.'));
    expect(storedItems()).toEqual(before);
  });
});
