/** `stt_b`, asked of a strict double: it refuses what OpenAI would, and whatever it does not know. */
import { describe, expect, it } from 'vitest';
import { sttBModels } from '../../lib/domain/transcription/stt-b-models.ts';
import { sttBTranscriber } from '../../lib/transcription/stt-b.ts';
import { hearing } from '../facsimiles/sound/heard.ts';
import { failures } from '../facsimiles/stt-b/errors.ts';
import { asMakersRequest } from '../facsimiles/stt-b/form.ts';
import { aSttB, type SttBOptions } from '../facsimiles/stt-b/stt-b.ts';
import type { Fault } from '../facsimiles/web.ts';
import { aSound, settingsOf } from '../lab/builders/transcription.ts';
import { aClock } from '../lab/doubles/clock.ts';

const key = 'key-of-stt-b';
const usual = { model: 'gpt-transcribe' };

/** Asks once, with settings as a client sends them. */
const ask = async (given: object = usual, server: SttBOptions = {}, faults: readonly Fault[] = [], more = {}) => {
  await using sttB = await aSttB({ clock: aClock('2026-11-22T09:00:00Z'), ...server });
  sttB.fail(...faults);
  const sound = aSound({ parameters: settingsOf('stt_b', { ...given }), key, ...more });
  const answered = await sttBTranscriber({ url: sttB.url, timeout_ms: 60_000 }).transcribe(sound);
  return { answered, asked: sttB.asked, understood: sttB.understood };
};

describe('asking OpenAI', () => {
  it('sends a WAV file of the sound with the key of the project, and nothing else', async () => {
    const { answered, asked, understood } = await ask();
    expect(answered).toEqual({ status: 'done', transcript: 'Good morning.', words: [], languages: ['en'] });
    expect(understood).toMatchObject([
      {
        name: 'gpt-transcribe',
        format: 'json',
        language: null,
        prompt: null,
        sound: { sample_rate: 16_000, seconds: 1 },
      },
    ]);
    expect(new Uint8Array(understood[0]?.sound.samples.buffer ?? new ArrayBuffer())).toEqual(aSound().pcm);
    expect(asked[0]?.headers.authorization).toBe('Bearer key-of-stt-b');
    expect(await asMakersRequest(asked[0] ?? expect.unreachable())).toEqual({ ...usual, response_format: 'json' });
  });

  it.each(sttBModels)('is understood with the model %s, each in its way', async (model) => {
    const { answered, asked } = await ask({ model, language: 'de' }, { hear: hearing('Guten Morgen.', 'de') });
    expect(answered).toMatchObject({ status: 'done', transcript: 'Guten Morgen.' });
    expect(await asMakersRequest(asked[0] ?? expect.unreachable())).toEqual({
      // Of streams only: its maker names the other one for files.
      model: model === 'gpt-live-transcribe' ? 'gpt-transcribe' : model,
      language: 'de',
      response_format: 'json',
      ...(model === 'gpt-4o-transcribe-diarize' && { chunking_strategy: 'auto' }),
    });
  });

  it.each([
    ['de', 'de'],
    ['deu', 'de'],
    ['yue', 'yue'],
    ['tgl', 'tgl'],
  ])('names the language %s as its maker does: %s', async (language, sent) => {
    const { asked } = await ask({ ...usual, language });
    expect(await asMakersRequest(asked[0] ?? expect.unreachable())).toMatchObject({ language: sent });
  });

  it('passes on a prompt, but no empty one', async () => {
    expect((await ask({ ...usual, prompt: 'Names: Maya' })).understood).toMatchObject([{ prompt: 'Names: Maya' }]);
    expect((await ask({ ...usual, prompt: '' })).understood).toMatchObject([{ prompt: null }]);
  });

  it('sends a little silence behind a sound that is too short for its maker', async () => {
    const { answered, understood } = await ask(usual, {}, [], { pcm: aSound().pcm.subarray(0, 1_600) });
    expect(answered.status).toBe('done');
    expect(understood[0]?.sound.seconds).toBe(0.2);
    expect([...(understood[0]?.sound.samples.subarray(800) ?? [1])].every((sample) => sample === 0)).toBe(true);
  });

  it('answers an empty text where nobody spoke', async () => {
    const { answered } = await ask(usual, { hear: hearing('') });
    expect(answered).toEqual({ status: 'done', transcript: '', words: [] });
  });
});

describe('what OpenAI refuses or fails at', () => {
  it.each<[keyof typeof failures, string, string, number | undefined]>([
    ['regionNotSupported', 'refused', 'not_permitted', undefined],
    ['quotaExhausted', 'refused', 'quota_exhausted', undefined],
    ['creditsExhausted', 'refused', 'quota_exhausted', undefined],
    ['rateLimited', 'unavailable', 'rate_limit_exceeded', 20],
    ['requestTimeout', 'unavailable', 'provider_unavailable', undefined],
    ['internal', 'unavailable', 'provider_unavailable', undefined],
    ['overloaded', 'unavailable', 'provider_unavailable', undefined],
    ['badGateway', 'unavailable', 'provider_unavailable', undefined],
  ])('%s is %s: %s', async (name, status, error_code, retry_after_seconds) => {
    const { answered } = await ask(usual, {}, [failures[name]()]);
    expect(answered).toEqual({
      status,
      error_code,
      error_message: expect.stringMatching(/^OpenAI answered \d+/),
      ...(retry_after_seconds && { retry_after_seconds }),
    });
  });

  it('is told in words, with the status, their code and sentence, and the id of the request', async () => {
    const failure = failures.quotaExhausted();
    const { answered } = await ask(usual, {}, [failure]);
    expect(answered).toMatchObject({
      error_message: `OpenAI answered 429 insufficient_quota ("You exceeded your current quota, please check your plan and billing details."): the credit of this project's account there is used up; its request id is ${failure.headers?.['x-request-id']}`,
    });
  });

  it('is a model that is not there any more, from the day on which it is switched off', async () => {
    const clock = aClock('2027-02-26T00:00:00Z');
    expect((await ask({ model: 'gpt-4o-transcribe' }, { clock })).answered).toMatchObject({
      status: 'refused',
      error_code: 'model_not_available',
      error_message: expect.stringContaining('The model `gpt-4o-transcribe` does not exist'),
    });
    expect((await ask(usual, { clock })).answered.status).toBe('done');
  });

  it('waits by milliseconds where they are given, and comes through after that', async () => {
    const limited = failures.rateLimited(1);
    const { answered } = await ask(usual, {}, [
      { ...limited, headers: { ...limited.headers, 'retry-after-ms': '350' } },
    ]);
    expect(answered).toMatchObject({ retry_after_seconds: 0.35 });
  });

  it('holds nothing of a key that is not taken: OpenAI repeats the ends of it', async () => {
    const secret = 'sk-proj-5f0c2a8e4b1d4c579a3e6d2f8b7c1e90';
    const { answered } = await ask(usual, {}, [], { key: secret });
    expect(answered).toMatchObject({ status: 'refused', error_code: 'credentials_invalid' });
    const told = JSON.stringify(answered);
    for (const part of ['sk-proj', secret.slice(-4), '***']) expect(told).not.toContain(part);
    const echoed = await ask(
      usual,
      {},
      [{ status: 400, body: { error: { message: `no: sk-proj-****${secret.slice(-4)}` } } }],
      {
        key: secret,
      },
    );
    expect(JSON.stringify(echoed.answered)).not.toContain(secret.slice(-4));
  });

  it.each<[string, Fault, string]>([
    ['hangs up', 'cut', 'UNREACHABLE'],
    ['answers a page', { status: 200, body: '<html>' }, 'INVALID_ANSWER'],
    ['answers another shape', { status: 200, body: { words: [] } }, 'INVALID_ANSWER'],
  ])('is not an exception when the server %s', async (_, fault, error_code) => {
    expect((await ask(usual, {}, [fault])).answered).toMatchObject({ error_code });
  });
});
