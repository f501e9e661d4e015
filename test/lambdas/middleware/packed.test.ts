import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { HttpAnswer, HttpEvent } from '../../../lambdas/middleware/middleware.ts';
import { packed } from '../../../lambdas/middleware/packed.ts';

const said = (bytes: number): string => JSON.stringify([{ transcript: 'so it was said. '.repeat(bytes / 16) }]);
const asked = (answer: HttpAnswer, encoding?: string): Promise<HttpAnswer> => {
  const headers = encoding === undefined ? {} : { 'Accept-Encoding': encoding };
  return packed(async () => answer)({ headers } as unknown as HttpEvent, {} as Context);
};
const json = (body: string): HttpAnswer => ({ statusCode: 200, headers: { 'content-type': 'application/json' }, body });
const unpacked = ({ body = '' }: HttpAnswer): string => gunzipSync(Buffer.from(body, 'base64')).toString();

describe('an answer that may be large', () => {
  it.each(['gzip', 'br, gzip, deflate', 'GZIP;q=0.8', '*', '*;q=0, gzip'])(
    'is packed for whoever takes %j',
    async (encoding) => {
      const answer = await asked(json(said(100_000)), encoding);
      expect(unpacked(answer)).toBe(said(100_000));
      expect(answer).toMatchObject({
        statusCode: 200,
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', vary: 'accept-encoding' },
        isBase64Encoded: true,
      });
    },
  );
  it.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0, *', '*;q=0', 'x-gzip-not'])(
    'is plain for %j',
    async (encoding) => {
      const answer = await asked(json(said(100_000)), encoding);
      expect(answer.body).toBe(said(100_000));
      expect(answer.headers).toEqual({ 'content-type': 'application/json', vary: 'accept-encoding' });
    },
  );
  it('is sent as it is where it is small', async () => {
    expect(await asked(json('[]'), 'gzip')).toEqual(json('[]'));
  });
  it('is larger than Lambda passes on, and comes all the same to whoever takes it packed', async () => {
    const answer = await asked(json(said(20_000_000)), 'gzip');
    expect(unpacked(answer)).toBe(said(20_000_000));
  });
  it('says how to ask for it where it is too large to be plain', async () => {
    const { statusCode, headers, body = '' } = await asked(json(said(6_400_000)));
    expect([statusCode, headers?.['content-type']]).toEqual([406, 'application/problem+json']);
    expect(JSON.parse(body)).toMatchObject({
      code: 'answer_too_large',
      detail: 'the answer is larger than 6 MB: send Accept-Encoding: gzip, or ask for what is new (updated_after)',
    });
  });
  it('says what to ask for instead where it is too large when it is packed', async () => {
    const {
      statusCode,
      headers,
      body = '',
    } = await asked(json(JSON.stringify(randomBytes(6_400_000).toString('hex'))), 'gzip');
    expect([statusCode, headers?.['content-encoding']]).toEqual([406, undefined]);
    expect(JSON.parse(body)).toMatchObject({
      code: 'answer_too_large',
      detail: 'the answer is larger than 6 MB, packed by gzip too: ask for what is new (updated_after)',
    });
  });
});
