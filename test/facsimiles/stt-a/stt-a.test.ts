import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aClock } from '../../lab/doubles/clock.ts';
import { hearing } from '../sound/heard.ts';
import { writeWav } from '../sound/wav.ts';
import { failures } from './errors.ts';
import { aSttA, type SttA, type SttAOptions } from './stt-a.ts';

const second = writeWav(new Int16Array(16_000), 16_000);
const usual = 'model=nova-3&language=multi&smart_format=true&punctuate=true&tag=bot_1&mip_opt_out=true';
const usualHeaders = { authorization: 'Token key-of-stt-a', 'content-type': 'audio/wav' };

const ask = (server: SttA, query = usual, headers: Record<string, string> = usualHeaders, body = second) =>
  fetch(`${server.url}/v1/listen?${query}`, { method: 'POST', headers, body });

const codeOf = async (answer: Response): Promise<unknown> =>
  answer.headers.get('content-type')?.includes('json')
    ? [answer.status, (await answer.json()).err_code]
    : answer.status;

const answered = async (query: string, options: SttAOptions = {}) => {
  await using server = await aSttA(options);
  return codeOf(await ask(server, query));
};

describe('stt_a’s stand-in', () => {
  it('answers the text, and each word with its time', async () => {
    const clock = aClock('2026-03-02T09:00:00.000Z');
    await using server = await aSttA({ hear: hearing('Good morning.'), clock });
    const answer = await ask(server);
    const body = await answer.json();
    expect(answer.headers.get('dg-request-id')).toBe(body.metadata.request_id);
    expect(body).toEqual({
      metadata: {
        transaction_key: 'deprecated',
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        sha256: createHash('sha256').update(second).digest('hex'),
        created: '2026-03-02T09:00:00.000Z',
        duration: 1,
        channels: 1,
        models: [expect.any(String)],
        model_info: expect.any(Object),
        tags: ['bot_1'],
      },
      results: {
        channels: [
          {
            alternatives: [
              {
                transcript: 'Good morning.',
                confidence: 0.99,
                languages: ['en'],
                words: [
                  { word: 'good', punctuated_word: 'Good', start: 0, end: 0.45, confidence: 0.99, language: 'en' },
                  {
                    word: 'morning',
                    punctuated_word: 'morning.',
                    start: 0.5,
                    end: 0.95,
                    confidence: 0.99,
                    language: 'en',
                  },
                ],
              },
            ],
          },
        ],
      },
    });
    expect(server.sounds).toEqual([{ sample_rate: 16_000, channels: 1, seconds: 1, samples: new Int16Array(16_000) }]);
  });

  it('answers an empty text where nobody speaks', async () => {
    await using server = await aSttA({ hear: hearing('') });
    const { results } = await (await ask(server)).json();
    expect(results.channels[0].alternatives).toEqual([{ transcript: '', confidence: 0, words: [], languages: [] }]);
  });

  it('writes neither capitals nor full stops that were not asked for', async () => {
    await using server = await aSttA({ hear: hearing('Good morning.') });
    const { results } = await (await ask(server, 'model=nova-3&language=en')).json();
    expect(results.channels[0].alternatives[0]).toMatchObject({
      transcript: 'good morning',
      words: [{ word: 'good' }, { word: 'morning' }],
    });
  });

  it('takes away what is to be redacted', async () => {
    await using server = await aSttA({ hear: hearing('Call 555.') });
    const { results } = await (await ask(server, `${usual}&redact=numbers&redact=pci`)).json();
    expect(results.channels[0].alternatives[0].transcript).toBe('Call [NUMBERS_1]');
  });

  it.each([
    `${usual}&keyterm=Kubernetes&keyterm=launch+plan`,
    `${usual}&redact=pci&redact=pii&redact=numbers`,
    'model=nova-3&language=de',
    'model=nova-3&language=pt-BR',
    'model=nova-2&language=multi',
  ])('understands %s', async (query) => {
    expect(await answered(query)).toEqual([200, undefined]);
  });

  it.each<[string, string, string]>([
    ['a parameter that it does not know', `${usual}&lang=de`, 'INVALID_QUERY_PARAMETER'],
    ['a parameter of streaming', `${usual}&interim_results=true`, 'INVALID_QUERY_PARAMETER'],
    ['encoding, which only raw sound needs', `${usual}&encoding=linear16`, 'INVALID_QUERY_PARAMETER'],
    ['a model twice', `${usual}&model=nova-2`, 'INVALID_QUERY_PARAMETER'],
    ['neither true nor false', 'model=nova-3&punctuate=1', 'INVALID_QUERY_PARAMETER'],
    ['an empty value', `${usual}&keyterm=`, 'INVALID_QUERY_PARAMETER'],
    ['no model', 'language=en', 'INVALID_QUERY_PARAMETER'],
    ['a model that there is not', 'model=nova-9&language=en', 'Bad Request'],
    ['a language that the model does not speak', 'model=nova-3&language=tlh', 'Bad Request'],
    ['a language by its name', 'model=nova-3&language=English', 'Bad Request'],
    ['several languages of a model that speaks one', 'model=enhanced&language=multi', 'Bad Request'],
    ['keyterms of an older model', 'model=nova-2&language=en&keyterm=x', 'INVALID_QUERY_PARAMETER'],
    ['keywords of nova-3', `${usual}&keywords=x`, 'INVALID_QUERY_PARAMETER'],
    [
      'more than 500 words of keyterms',
      `${usual}&keyterm=${Array(501).fill('a').join('+')}`,
      'INVALID_QUERY_PARAMETER',
    ],
    ['a redaction that there is not', `${usual}&redact=names`, 'INVALID_QUERY_PARAMETER'],
  ])('refuses %s', async (_, query, code) => {
    expect(await answered(query)).toEqual([400, code]);
  });

  it.each<[string, Record<string, string>, number, string]>([
    ['no key', { 'content-type': 'audio/wav' }, 401, 'INVALID_AUTH'],
    ['another key', { ...usualHeaders, authorization: 'Token other' }, 401, 'INVALID_AUTH'],
    ['the key as a bearer token', { ...usualHeaders, authorization: 'Bearer key-of-stt-a' }, 401, 'INVALID_AUTH'],
    ['sound that is said to be JSON', { ...usualHeaders, 'content-type': 'application/json' }, 400, 'Bad Request'],
    ['sound that is said to be a form', { ...usualHeaders, 'content-type': 'multipart/form-data' }, 400, 'Bad Request'],
  ])('refuses %s', async (_, headers, status, code) => {
    await using server = await aSttA();
    expect(await codeOf(await ask(server, usual, headers))).toEqual([status, code]);
  });

  it('refuses samples without a header, whose rate it cannot know', async () => {
    await using server = await aSttA();
    expect(await codeOf(await ask(server, usual, usualHeaders, second.subarray(44)))).toEqual([400, 'Bad Request']);
    expect(server.sounds).toEqual([]);
  });

  it('knows nothing but its one address', async () => {
    await using server = await aSttA();
    expect((await fetch(`${server.url}/v1/listen`)).status).toBe(405);
    expect((await fetch(`${server.url}/v1/speak`, { method: 'POST' })).status).toBe(404);
  });

  it('refuses more requests at once than a project may have', async () => {
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
    await using server = await aSttA({
      mostAtOnce: 1,
      hear: async (sound) => {
        await heard;
        return hearing('One.')(sound);
      },
    });
    const first = ask(server);
    await expect.poll(() => server.sounds.length).toBe(1);
    expect(await codeOf(await ask(server))).toEqual([429, 'TOO_MANY_REQUESTS']);
    hear();
    expect((await first).status).toBe(200);
    expect((await ask(server)).status).toBe(200);
  });

  it('fails as it is told to, once each', async () => {
    await using server = await aSttA();
    const planned = Object.values(failures).map((failure) => failure());
    server.fail(...planned);
    for (const { status } of planned) expect((await ask(server)).status).toBe(status);
    expect((await ask(server)).status).toBe(200);
  });

  it('is cut off, or silent', async () => {
    await using server = await aSttA();
    server.fail('cut', 'silence');
    await expect(ask(server)).rejects.toThrow('fetch failed');
    const patience = new AbortController();
    const asking = fetch(`${server.url}/v1/listen`, { method: 'POST', body: second, signal: patience.signal });
    const refused = expect(asking).rejects.toThrow('it took too long');
    await expect.poll(() => server.asked).toHaveLength(2);
    patience.abort(new Error('it took too long'));
    await refused;
  });

  describe('where nobody knows', () => {
    it('may refuse to redact other languages', async () => {
      const quirks = { redactOnlyInEnglish: true };
      expect(await answered('model=nova-3&language=de&redact=pii', { quirks })).toEqual([400, 'Bad Request']);
      expect(await answered('model=nova-3&language=en-GB&redact=pii', { quirks })).toEqual([200, undefined]);
    });

    it('may say how long to wait', async () => {
      await using server = await aSttA({ mostAtOnce: 0, quirks: { retryAfter_s: 7 } });
      expect((await ask(server)).headers.get('retry-after')).toBe('7');
    });
  });
});
