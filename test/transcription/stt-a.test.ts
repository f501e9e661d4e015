/** `stt_a`, asked of a strict double: it refuses what Deepgram would, and whatever it does not know. */
import { describe, expect, it } from 'vitest';
import { sttATranscriber } from '../../lib/transcription/stt-a.ts';
import { hearing } from '../facsimiles/sound/heard.ts';
import { failures } from '../facsimiles/stt-a/errors.ts';
import { aSttA, type SttAOptions } from '../facsimiles/stt-a/stt-a.ts';
import type { Fault } from '../facsimiles/web.ts';
import { aSound, settingsOf } from '../lab/builders/transcription.ts';

const key = 'key-of-stt-a';
const options = { eu_url: 'http://127.0.0.1:9', mip_opt_out: true, timeout_ms: 60_000 };

/** Asks once, with settings as a client sends them. */
const ask = async (given = {}, server: SttAOptions = {}, faults: readonly Fault[] = [], more = {}) => {
  await using sttA = await aSttA(server);
  sttA.fail(...faults);
  const sound = aSound({ parameters: settingsOf('stt_a', given), key, ...more });
  const answered = await sttATranscriber({ ...options, url: sttA.url }).transcribe(sound);
  return { answered, asked: sttA.asked, sounds: sttA.sounds };
};
const queryOf = ({ asked }: Pick<Awaited<ReturnType<typeof ask>>, 'asked'>) =>
  Object.fromEntries([...new Set(asked[0]?.query.keys())].map((name) => [name, asked[0]?.query.getAll(name)]));

const usual = {
  model: ['nova-3'],
  language: ['multi'],
  smart_format: ['true'],
  punctuate: ['true'],
  tag: ['bot_01KJNWKZ00ABCDEFGHJKMNPQRS'],
  mip_opt_out: ['true'],
};

describe('asking Deepgram', () => {
  it('sends a WAV file of the sound with the key of the project, and nothing else', async () => {
    const { answered, asked, sounds } = await ask();
    expect(answered).toMatchObject({ status: 'done', transcript: 'Good morning.' });
    expect(sounds).toMatchObject([{ sample_rate: 16_000, channels: 1, seconds: 1 }]);
    expect(new Uint8Array(sounds[0]?.samples.buffer ?? new ArrayBuffer())).toEqual(aSound().pcm);
    expect(asked[0]?.headers).toMatchObject({ authorization: 'Token key-of-stt-a', 'content-type': 'audio/wav' });
    expect(queryOf({ asked })).toEqual(usual);
  });

  it.each<[string, object, object]>([
    ['a language and a model', { language: 'pt-BR', model: 'nova-2' }, { language: ['pt-BR'], model: ['nova-2'] }],
    [
      'words to expect',
      { language: 'en', keyterms: ['Maya Lindqvist', 'OKR'] },
      { language: ['en'], keyterm: ['Maya Lindqvist', 'OKR'] },
    ],
    ['what to leave out', { redact: ['pci', 'numbers'] }, { redact: ['pci', 'numbers'] }],
    ['all that can be left out', { redact: ['pci', 'pii', 'numbers'] }, { redact: ['pci', 'pii', 'numbers'] }],
    [
      'both',
      { language: 'en-US', keyterms: ['OKR'], redact: ['pii'] },
      { language: ['en-US'], keyterm: ['OKR'], redact: ['pii'] },
    ],
    [
      'words with signs of their own',
      { language: 'en', keyterms: ['C++ & C#', 'Zoë=1?'] },
      { language: ['en'], keyterm: ['C++ & C#', 'Zoë=1?'] },
    ],
    ['a model for several languages', { model: 'nova-2', language: 'multi' }, { model: ['nova-2'] }],
    ['a language without a country', { language: 'de' }, { language: ['de'] }],
    ['lists of nothing', { keyterms: [], redact: [], language: 'en-GB' }, { language: ['en-GB'] }],
  ])('passes on %s', async (_, given, expected) => {
    const { answered, asked } = await ask(given);
    expect(answered.status).toBe('done');
    expect(queryOf({ asked })).toEqual({ ...usual, ...expected });
  });

  it('lets its maker learn from the sound only where the operator says so', async () => {
    await using sttA = await aSttA();
    const transcriber = sttATranscriber({ ...options, url: sttA.url, mip_opt_out: false });
    await transcriber.transcribe(aSound({ parameters: settingsOf('stt_a'), key }));
    const { mip_opt_out, ...others } = usual;
    expect(queryOf(sttA)).toEqual(others);
  });

  it('asks the server in the EU, and that one alone, when it is told to', async () => {
    await using sttA = await aSttA();
    await using inEurope = await aSttA({ hear: hearing('Bonjour.', 'fr') });
    const transcriber = sttATranscriber({ ...options, url: sttA.url, eu_url: inEurope.url });
    const sound = aSound({ parameters: settingsOf('stt_a', { use_eu_server: true }), key });
    expect(await transcriber.transcribe(sound)).toMatchObject({ transcript: 'Bonjour.' });
    inEurope.fail('cut');
    expect(await transcriber.transcribe(sound)).toMatchObject({ status: 'unavailable' });
    expect(sttA.asked).toEqual([]);
  });

  it('answers the words as they are written, with their times, and what was spoken', async () => {
    const { answered } = await ask({}, { hear: hearing('Good morning, Jonas.', 'en') });
    expect(answered).toEqual({
      status: 'done',
      transcript: 'Good morning, Jonas.',
      words: [
        { word: 'Good', start: 0, end: 0.3 },
        { word: 'morning,', start: 0.333, end: 0.633 },
        { word: 'Jonas.', start: 0.667, end: 0.967 },
      ],
      languages: ['en'],
    });
  });

  it('answers an empty text where nobody spoke', async () => {
    const { answered } = await ask({}, { hear: hearing('') });
    expect(answered).toEqual({ status: 'done', transcript: '', words: [] });
  });
});

describe('what Deepgram refuses or fails at', () => {
  it.each<[keyof typeof failures, string, string]>([
    ['paymentRequired', 'refused', 'quota_exhausted'],
    ['insufficientPermissions', 'refused', 'not_permitted'],
    ['payloadTooLarge', 'refused', 'request_refused'],
    ['slowUpload', 'unavailable', 'provider_unavailable'],
    ['unprocessable', 'unavailable', 'provider_unavailable'],
    ['tooManyRequests', 'unavailable', 'rate_limit_exceeded'],
    ['internal', 'unavailable', 'provider_unavailable'],
    ['unavailable', 'unavailable', 'provider_unavailable'],
    ['gatewayTimeout', 'unavailable', 'provider_unavailable'],
  ])('%s is %s: %s', async (name, status, error_code) => {
    const { answered } = await ask({}, {}, [failures[name]()]);
    expect(answered).toMatchObject({ status, error_code });
    expect(answered).not.toHaveProperty('retry_after_seconds');
  });

  it('is told in words, with the status, their code and sentence, and the id of the request', async () => {
    const failure = failures.paymentRequired();
    const { request_id } = failure.body as { request_id: string };
    const { answered } = await ask({}, {}, [failure]);
    expect(answered).toMatchObject({
      error_message: `Deepgram answered 402 ASR_PAYMENT_REQUIRED ("Project does not have enough credits for an ASR request and does not have an overage agreement."): the credit of this project's account there is used up; its request id is ${request_id}`,
    });
  });

  it('says when to come again, where they say so', async () => {
    await using sttA = await aSttA({ mostAtOnce: 0, quirks: { retryAfter_s: 7 } });
    const sound = aSound({ parameters: settingsOf('stt_a'), key });
    expect(await sttATranscriber({ ...options, url: sttA.url }).transcribe(sound)).toMatchObject({
      status: 'unavailable',
      error_code: 'rate_limit_exceeded',
      retry_after_seconds: 7,
    });
  });

  it('names settings that its maker does not take, in its own sentence', async () => {
    const { answered } = await ask({ model: 'nova-9', language: 'en' });
    expect(answered).toMatchObject({
      status: 'refused',
      error_code: 'request_refused',
      error_message: expect.stringContaining('No such model/language/tier combination found.'),
    });
  });

  it.each<[string, Fault, string]>([
    ['hangs up', 'cut', 'UNREACHABLE'],
    ['answers a page', { status: 200, body: '<html>' }, 'INVALID_ANSWER'],
    ['answers another shape', { status: 200, body: { results: { channels: [] } } }, 'INVALID_ANSWER'],
    ['sends us elsewhere', { status: 307, headers: { location: 'http://127.0.0.1:9/' } }, 'request_refused'],
  ])('is not an exception when the server %s', async (_, fault, error_code) => {
    const { answered, asked } = await ask({}, {}, [fault]);
    expect(answered).toMatchObject({ error_code, error_message: expect.stringMatching(/^Deepgram/) });
    expect(asked).toHaveLength(1);
  });

  it('waits no longer than it may', async () => {
    await using sttA = await aSttA();
    sttA.fail('silence');
    const sound = aSound({ parameters: settingsOf('stt_a'), key });
    expect(await sttATranscriber({ ...options, url: sttA.url, timeout_ms: 200 }).transcribe(sound)).toEqual({
      status: 'unavailable',
      error_code: 'TIMEOUT',
      error_message: 'Deepgram did not answer within 0.2 s',
    });
  });

  it('holds nothing of a key that is not taken, nor of one that an answer repeats', async () => {
    const secret = '5f0c2a8e4b1d4c579a3e6d2f8b7c1e90aa11bb22';
    const wrong = await ask({}, {}, [], { key: secret });
    expect(wrong.answered).toMatchObject({ status: 'refused', error_code: 'credentials_invalid' });
    const echo = { err_code: 'ECHO', err_msg: `Bad header Token ${secret} or its end (…${secret.slice(-6)})` };
    const repeated = await ask({}, {}, [{ status: 400, body: echo }], { key: secret });
    const told = JSON.stringify([wrong.answered, repeated.answered]);
    for (let at = 0; at + 6 <= secret.length; at += 1) expect(told).not.toContain(secret.slice(at, at + 6));
    expect(told).toContain('Bad header Token … or its end');
  });
});
