/** What OpenAI itself publishes, against the stand-in: its types on both sides, and its own client. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { describeSkipped } from '../../lab/hosts/aws-endpoint.ts';
import { type Claim, importMakers, makersPackages, objections } from '../makers.ts';
import { writeWav } from '../sound/wav.ts';
import { failures, keyMissing, keyWrong } from './errors.ts';
import { asMakersRequest } from './form.ts';
import { fields, models } from './models.ts';
import { aSttB, type SttB } from './stt-b.ts';

const second = writeWav(new Int16Array(16_000), 16_000);
const imports = "import type { OpenAI } from 'openai';";
const request = 'OpenAI.Audio.TranscriptionCreateParamsNonStreaming';

/** What the client is used for here. */
interface Client {
  audio: { transcriptions: { create(request: Record<string, unknown>): Promise<unknown> } };
}
const Sdk = z.object({ OpenAI: z.custom<new (options: object) => Client>((value) => typeof value === 'function') });

const makers = await makersPackages();
if ('missing' in makers) describeSkipped('OpenAI’s own client', makers.missing);
else {
  const { OpenAI } = Sdk.parse(await importMakers(makers.folder, 'openai'));
  const aClient = (server: SttB, maxRetries = 0): Client =>
    new OpenAI({ apiKey: 'key-of-stt-b', baseURL: `${server.url}/v1`, maxRetries });
  const file = () => new File([second], 'speech.wav', { type: 'audio/wav' });
  const claims = (all: readonly Claim[]) => objections(makers.folder, imports, all);

  describe('OpenAI’s types', () => {
    it('have what the stand-in answers', async () => {
      await using server = await aSttB();
      const answerTo = async (parameters: Record<string, string>): Promise<unknown> => {
        const body = new FormData();
        body.append('file', file());
        for (const [name, value] of Object.entries(parameters)) body.append(name, value);
        const headers = { authorization: 'Bearer key-of-stt-b' };
        return (await fetch(`${server.url}/v1/audio/transcriptions`, { method: 'POST', headers, body })).json();
      };
      const diarize = { model: 'gpt-4o-transcribe-diarize', chunking_strategy: 'auto' };
      expect(
        await claims([
          { type: 'OpenAI.Audio.Transcription', value: await answerTo({ model: 'gpt-4o-transcribe' }) },
          { type: 'OpenAI.Audio.Transcription', value: await answerTo({ model: 'gpt-transcribe' }) },
          { type: 'OpenAI.Audio.Transcription', value: await answerTo(diarize) },
          {
            type: 'OpenAI.Audio.TranscriptionDiarized',
            value: await answerTo({ ...diarize, response_format: 'diarized_json' }),
          },
        ]),
      ).toEqual([]);
    });

    it('have what it says when it fails', async () => {
      const Body = z.object({ error: z.unknown() });
      const bodies = Object.values(failures).map((failure) => failure().body);
      const told = [...bodies, keyMissing().body, keyWrong('sk-x').body].filter((body) => typeof body === 'object');
      expect(told).toHaveLength(9);
      const values = told.map((body) => Body.parse(body).error);
      expect(await claims(values.map((value) => ({ type: 'OpenAI.ErrorObject', value })))).toEqual([]);
    });

    it('know every field, model and format of the stand-in, and object to others', async () => {
      const names = fields.map((field) => field.replace('[]', ''));
      const formats = Object.values(models).flatMap((model) => model.formats);
      expect(
        await claims([
          ...names.map((value) => ({ type: `keyof ${request}`, value })),
          ...formats.map((value) => ({ type: 'OpenAI.AudioResponseFormat', value })),
          ...Object.keys(models).map((value) => ({ type: 'OpenAI.AudioModel', value })),
          { type: `NonNullable<${request}['chunking_strategy']>`, value: 'auto' },
        ]),
      ).toEqual([]);
      expect(await claims([{ type: `keyof ${request}`, value: 'keyterms' }])).toHaveLength(1);
      expect(await claims([{ type: 'OpenAI.Audio.Transcription', value: { text: '', words: [] } }])).toHaveLength(1);
    });
  });

  describe('OpenAI’s client', () => {
    it('is understood by the stand-in, and understands it', async () => {
      await using server = await aSttB();
      const { transcriptions } = aClient(server).audio;
      const common = { file: file(), response_format: 'json', language: 'en' };
      const heard = { text: 'Good morning.' };
      const older = { ...common, model: 'gpt-4o-mini-transcribe', prompt: 'Maya' };
      await expect(transcriptions.create(older)).resolves.toMatchObject(heard);
      const diarize = { ...common, model: 'gpt-4o-transcribe-diarize', chunking_strategy: 'auto' };
      await expect(transcriptions.create(diarize)).resolves.toMatchObject(heard);
      const newer = { file: file(), model: 'gpt-transcribe', keywords: ['Maya'], languages: ['en', 'de'] };
      await expect(transcriptions.create(newer)).resolves.toMatchObject(heard);
      expect(server.understood.map(({ name }) => name)).toEqual([older.model, diarize.model, newer.model]);
      const requests = await Promise.all(server.asked.map(asMakersRequest));
      expect(requests).toEqual([older, diarize, newer].map(({ file: _, ...request }) => request));
      expect(await claims(requests.map((value) => ({ type: `Omit<${request}, 'file'>`, value })))).toEqual([]);
    });

    it.each<[keyof typeof failures, object]>([
      ['regionNotSupported', { status: 403, code: 'unsupported_country_region_territory' }],
      ['requestTimeout', { status: 408, type: 'server_error' }],
      ['rateLimited', { status: 429, code: 'rate_limit_exceeded', type: 'requests' }],
      ['quotaExhausted', { status: 429, code: 'insufficient_quota', type: 'insufficient_quota' }],
      ['creditsExhausted', { status: 429, code: 'credit_balance_exhausted', type: 'insufficient_quota' }],
      ['internal', { status: 500, type: 'server_error' }],
      ['overloaded', { status: 503, code: 'server_is_overloaded' }],
      // What stands before the service has bodies of its own.
      ['badGateway', { status: 502 }],
    ])('sees what there is to see of %s', async (name, seen) => {
      await using server = await aSttB();
      const planned = failures[name]();
      server.fail(planned);
      const requestID = planned.headers?.['x-request-id'];
      const failed = aClient(server).audio.transcriptions.create({ file: file(), model: 'gpt-transcribe' });
      await expect(failed).rejects.toMatchObject({ ...seen, ...(requestID && { requestID }) });
    });

    it('waits as long as it is told before it tries again', async () => {
      await using server = await aSttB();
      const limited = failures.rateLimited();
      server.fail({ ...limited, headers: { ...limited.headers, 'retry-after-ms': '1' } });
      await aClient(server, 1).audio.transcriptions.create({ file: file(), model: 'gpt-transcribe' });
      expect(server.asked).toHaveLength(2);
    });
  });
}
