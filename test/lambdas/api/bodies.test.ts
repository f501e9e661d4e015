import { beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../lab/api/requests.ts';
import { call, good, problem, refusal, storedItems, withBody } from './projects.ts';

describe.each(withBody)('the body of %s', (name) => {
  beforeEach(() => {
    stored = storedItems().length;
  });
  let stored = 0;
  const refused = async (given: Call, expected: unknown, status = 400) => {
    const answer = await call(name, given);
    expect(answer.body).toEqual(expected);
    expect(answer.status).toBe(status);
    expect(storedItems().length).toBe(stored);
  };

  it.each([undefined, '', ' \n '])('is required: %j', async (body) => {
    await refused({ body }, refusal({ body: ['is required: send a JSON object'] }));
  });
  it.each(['{', '{"a":}', "{'a':1}", 'meeting_url=x', '{"a":1}}', '\u0000', 'NaN'])(
    'must be JSON: %j',
    async (body) => {
      const sentence = expect.stringMatching(/^is not valid JSON: /);
      await refused({ body }, { ...refusal({ body: [''] }), detail: expect.any(String), errors: { body: [sentence] } });
    },
  );
  it.each([
    ['[]', 'an array'],
    ['"text"', 'a string'],
    ['null', 'null'],
    ['true', 'true or false'],
  ])('must be an object: %s', async (body, what) => {
    await refused({ body }, refusal({ body: [`must be an object, not ${what}`] }));
  });
  it('must be UTF-8', async () => {
    const body = Buffer.from(JSON.stringify({ ...good, bot_name: 'Zoë' }), 'latin1');
    await refused({ body }, refusal({ body: ['is not valid UTF-8'] }));
  });
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'must be sent as JSON, not as %s',
    async (type) => {
      const detail = `send the body as JSON with Content-Type: application/json, not ${type.split(';')[0]}`;
      const expected = problem(415, 'Unsupported Media Type', 'unsupported_media_type', detail);
      await refused({ body: good, headers: { 'Content-Type': type } }, expect.objectContaining(expected), 415);
    },
  );
  it('must not be larger than 6 MB', async () => {
    const body = { ...good, metadata: { a: '☃'.repeat(2_100_000) } };
    const expected = problem(413, 'Content Too Large', 'body_too_large', 'the body is larger than 6 MB');
    await refused({ body }, expected, 413);
    await refused({ body, base64: true }, expected, 413);
  });
  it('must not be nested without end', async () => {
    const metadata = `{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`;
    const body = `{"meeting_url":"${good.meeting_url}","bot_name":"x","metadata":${metadata}}`;
    await refused({ body }, refusal({ metadata: ['is nested more than 64 levels deep'] }));
  });
});
