import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { aClock } from '../../lab/doubles/clock.ts';
import { hearing } from '../sound/heard.ts';
import { writeWav } from '../sound/wav.ts';
import { failures } from './errors.ts';
import { models } from './models.ts';
import { aSttB, type SttB, type SttBOptions } from './stt-b.ts';

const silence = (seconds: number, sample_rate = 16_000): Uint8Array<ArrayBuffer> =>
  writeWav(new Int16Array(Math.round(seconds * sample_rate)), sample_rate);
type Fields = Readonly<Record<string, string | readonly string[]>>;
const usual = { model: 'gpt-4o-transcribe', response_format: 'json' };
const bearer = { authorization: 'Bearer key-of-stt-b' };

const formOf = (fields: Fields, sound: Uint8Array<ArrayBuffer> | null, name = 'speech.wav'): FormData => {
  const form = new FormData();
  if (sound) form.append('file', new File([sound], name, { type: 'audio/wav' }));
  for (const [field, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(field, value);
  return form;
};
const send = (server: SttB, body: RequestInit['body'], headers: Record<string, string> = bearer) =>
  fetch(`${server.url}/v1/audio/transcriptions`, { method: 'POST', headers, ...(body && { body }) });
const ask = (server: SttB, fields: Fields = usual, sound: Uint8Array<ArrayBuffer> | null = silence(1), name?: string) =>
  send(server, formOf(fields, sound, name));

const Refusal = z.object({ error: z.object({ code: z.string().nullable(), param: z.string().nullable() }) });
const refusalOf = async (answer: Response): Promise<unknown> => {
  const { error } = Refusal.parse(await answer.json());
  expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
  return [answer.status, error.code, error.param];
};

describe('stt_b’s stand-in', () => {
  it('answers the text and what it cost', async () => {
    await using server = await aSttB();
    const answer = await ask(server, { ...usual, language: 'en', prompt: 'Names: Maya', temperature: '0' });
    expect(await answer.json()).toEqual({
      text: 'Good morning.',
      usage: {
        type: 'tokens',
        input_tokens: 12,
        input_token_details: { text_tokens: 2, audio_tokens: 10 },
        output_tokens: 2,
        total_tokens: 14,
      },
    });
    expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
    expect(server.understood).toEqual([
      {
        name: 'gpt-4o-transcribe',
        format: 'json',
        language: 'en',
        prompt: 'Names: Maya',
        sound: { sample_rate: 16_000, channels: 1, seconds: 1, samples: new Int16Array(16_000) },
      },
    ]);
  });

  it('answers an empty text where nobody speaks', async () => {
    await using server = await aSttB({ hear: hearing('') });
    expect(await (await ask(server)).json()).toMatchObject({ text: '' });
  });

  it('names the language with the newest model only', async () => {
    await using server = await aSttB({ hear: hearing('Guten Morgen.', 'de') });
    const answer = await ask(server, { model: 'gpt-transcribe', 'keywords[]': ['Maya', 'Jonas'], 'languages[]': 'de' });
    expect(await answer.json()).toMatchObject({ text: 'Guten Morgen.', languages: [{ code: 'de' }] });
    expect(await (await ask(server)).json()).not.toHaveProperty('languages');
  });

  it('tells who speaks when, where the model does', async () => {
    await using server = await aSttB();
    const diarize = { model: 'gpt-4o-transcribe-diarize', chunking_strategy: 'auto' };
    expect(await (await ask(server, { ...diarize, response_format: 'diarized_json' })).json()).toMatchObject({
      task: 'transcribe',
      duration: 1,
      text: 'Good morning.',
      segments: [{ speaker: 'A', start: 0, end: 0.95, text: 'Good morning.' }],
    });
    expect(await (await ask(server, { ...diarize, response_format: 'text' })).text()).toBe('Good morning.\n');
    expect(await (await ask(server, { ...diarize, response_format: 'json' })).json()).toMatchObject({
      text: 'Good morning.',
    });
  });

  it.each<[string, Fields, string | null, string]>([
    ['a field that it does not know', { ...usual, keyterms: 'x' }, 'unknown_parameter', 'keyterms'],
    ['streaming', { ...usual, stream: 'true' }, 'unknown_parameter', 'stream'],
    ['a field twice', { ...usual, language: ['en', 'de'] }, null, 'language'],
    ['an empty field', { ...usual, prompt: '' }, null, 'prompt'],
    ['no model', { response_format: 'json' }, 'missing_required_parameter', 'model'],
    ['a locale', { ...usual, language: 'en-US' }, 'invalid_language_format', 'language'],
    ['three letters for two', { ...usual, language: 'eng' }, 'invalid_language_format', 'language'],
    ['a language by its name', { ...usual, language: 'english' }, 'invalid_language_format', 'language'],
    ['a language that there is not', { ...usual, language: 'qq' }, 'invalid_language_format', 'language'],
    ['a temperature above 1', { ...usual, temperature: '1.5' }, null, 'temperature'],
    ['word times', { ...usual, response_format: 'verbose_json' }, 'unsupported_value', 'response_format'],
    ['keywords of an older model', { ...usual, 'keywords[]': 'x' }, 'unsupported_parameter', 'keywords[]'],
    ['speakers without chunks', { model: 'gpt-4o-transcribe-diarize' }, 'invalid_value', 'chunking_strategy'],
    [
      'speakers with a prompt',
      { model: 'gpt-4o-transcribe-diarize', chunking_strategy: 'auto', prompt: 'x' },
      'unsupported_parameter',
      'prompt',
    ],
    ['other chunks', { ...usual, chunking_strategy: 'server_vad' }, 'invalid_value', 'chunking_strategy'],
  ])('refuses %s', async (_, fields, code, param) => {
    await using server = await aSttB();
    expect(await refusalOf(await ask(server, fields))).toEqual([400, code, param]);
    expect(server.understood).toEqual([]);
  });

  it('refuses sound that it cannot read', async () => {
    await using server = await aSttB();
    expect(await refusalOf(await ask(server, usual, null))).toEqual([400, 'missing_required_parameter', 'file']);
    expect(await refusalOf(await ask(server, usual, silence(1), 'speech'))).toEqual([400, null, 'file']);
    expect(await refusalOf(await ask(server, usual, silence(1), 'speech.pcm'))).toEqual([400, null, 'file']);
    expect(await refusalOf(await ask(server, usual, silence(1).slice(44)))).toEqual([400, 'invalid_value', 'file']);
    expect(await refusalOf(await ask(server, { ...usual, file: 'text' }, null))).toEqual([400, null, 'file']);
  });

  it('refuses sound that is too short, too long, or too large', async () => {
    await using server = await aSttB();
    expect(await refusalOf(await ask(server, usual, silence(0.09)))).toEqual([400, 'audio_too_short', 'file']);
    expect(await refusalOf(await ask(server, usual, silence(1501, 1_000)))).toEqual([400, 'invalid_value', null]);
    expect(await refusalOf(await ask(server, usual, silence(1400, 10_000)))).toEqual([413, null, null]);
  });

  it('takes forms only', async () => {
    await using server = await aSttB();
    const json = { ...bearer, 'content-type': 'application/json' };
    expect(await refusalOf(await send(server, '{}', json))).toEqual([400, null, null]);
    const broken = { ...bearer, 'content-type': 'multipart/form-data; boundary=x' };
    expect(await refusalOf(await send(server, 'nothing of the kind', broken))).toEqual([400, null, null]);
  });

  it('refuses other keys, and repeats their ends', async () => {
    await using server = await aSttB();
    const form = () => formOf(usual, silence(1));
    expect(await refusalOf(await send(server, form(), {}))).toEqual([401, null, null]);
    expect(await refusalOf(await send(server, form(), { authorization: 'Token key-of-stt-b' }))).toEqual([
      401,
      null,
      null,
    ]);
    const wrong = await send(server, form(), { authorization: 'Bearer sk-proj-secret-abcd' });
    const { error } = await wrong.json();
    expect([wrong.status, error.code]).toEqual([401, 'invalid_api_key']);
    expect(error.message).toContain('sk-proj-************abcd');
  });

  it('knows nothing but its one address', async () => {
    await using server = await aSttB();
    expect((await fetch(`${server.url}/v1/audio/transcriptions`)).status).toBe(405);
    expect((await fetch(`${server.url}/v1/audio/translations`, { method: 'POST' })).status).toBe(404);
  });

  it('forgets a model at the moment when it is switched off', async () => {
    const clock = aClock('2027-02-25T23:59:59.999Z');
    await using server = await aSttB({ clock });
    const statuses = () =>
      Promise.all(
        Object.entries(models).map(async ([model, { chunkingRequired }]) => {
          const { status } = await ask(server, { model, ...(chunkingRequired && { chunking_strategy: 'auto' }) });
          return [model, status];
        }),
      );
    expect((await statuses()).every(([, status]) => status === 200)).toBe(true);
    clock.advance(0.001);
    expect(await statuses()).toEqual([
      ['gpt-4o-transcribe', 404],
      ['gpt-4o-mini-transcribe', 404],
      ['gpt-4o-transcribe-diarize', 404],
      ['gpt-transcribe', 200],
    ]);
    expect(await refusalOf(await ask(server, { model: 'gpt-5-transcribe' }))).toEqual([404, 'model_not_found', null]);
  });

  it('limits the requests of a minute, and says when the next may come', async () => {
    const clock = aClock();
    await using server = await aSttB({ clock, requestsPerMinute: 1 });
    expect((await ask(server)).status).toBe(200);
    clock.advance(45);
    const limited = await ask(server);
    expect(limited.headers.get('retry-after')).toBe('15');
    expect(await refusalOf(limited)).toEqual([429, 'rate_limit_exceeded', null]);
    clock.advance(15);
    expect((await ask(server)).status).toBe(200);
  });

  it.each<[keyof typeof failures, unknown]>([
    ['regionNotSupported', [403, 'unsupported_country_region_territory', null]],
    ['requestTimeout', [408, null, null]],
    ['rateLimited', [429, 'rate_limit_exceeded', null]],
    ['quotaExhausted', [429, 'insufficient_quota', null]],
    ['creditsExhausted', [429, 'credit_balance_exhausted', null]],
    ['internal', [500, null, null]],
    ['overloaded', [503, 'server_is_overloaded', null]],
  ])('fails as it is told to: %s', async (name, expected) => {
    const options: SttBOptions = {};
    await using server = await aSttB(options);
    server.fail(failures[name]());
    expect(await refusalOf(await ask(server))).toEqual(expected);
    expect((await ask(server)).status).toBe(200);
  });

  it('fails like what stands before it: with a page, or not at all', async () => {
    await using server = await aSttB();
    server.fail(failures.badGateway(), 'cut');
    expect((await ask(server)).headers.get('content-type')).toBe('text/html');
    await expect(ask(server)).rejects.toThrow('fetch failed');
  });
});
