/** What Deepgram itself publishes, against the stand-in: its types on both sides, and its own client. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { describeSkipped } from '../../lab/hosts/aws-endpoint.ts';
import { type Claim, importMakers, makersPackages, objections } from '../makers.ts';
import { eachQuirk } from '../quirks.ts';
import { hearing } from '../sound/heard.ts';
import { writeWav } from '../sound/wav.ts';
import { failures, invalidAuth } from './errors.ts';
import { asMakersRequest, models, parameters } from './query.ts';
import { aSttA, type SttA, sttAQuirks } from './stt-a.ts';

const second = writeWav(new Int16Array(16_000), 16_000);
const imports = "import type { Deepgram } from '@deepgram/sdk';";
const usual = 'model=nova-3&language=multi&smart_format=true&punctuate=true&tag=a&tag=b&mip_opt_out=true&keyterm=x';

/** What the client is used for here. */
interface Client {
  listen: {
    v1: {
      media: {
        transcribeFile(sound: Uint8Array, request: Record<string, unknown>, options?: object): Promise<unknown>;
      };
    };
  };
}
const Sdk = z.object({
  DeepgramClient: z.custom<new (options: object) => Client>((value) => typeof value === 'function'),
});

/** Members that its pages show and its types leave out. https://developers.deepgram.com/docs/multilingual-code-switching, …/docs/smart-format */
const untyped = new Set(['punctuated_word', 'languages', 'language']);
const typed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, member) => (untyped.has(name) ? undefined : member)));

const makers = await makersPackages();
if ('missing' in makers) describeSkipped('Deepgram’s own client', makers.missing);
else {
  const { DeepgramClient } = Sdk.parse(await importMakers(makers.folder, '@deepgram/sdk'));
  const aClient = (server: SttA): Client =>
    new DeepgramClient({ apiKey: 'key-of-stt-a', baseUrl: server.url, maxRetries: 0 });
  const claims = (all: readonly Claim[]) => objections(makers.folder, imports, all);

  describe('Deepgram’s types', () => {
    it('have what the stand-in answers, and what it is asked', async () => {
      await using server = await aSttA();
      const headers = { authorization: 'Token key-of-stt-a', 'content-type': 'audio/wav' };
      const answers: unknown[] = [];
      for (const query of [usual, 'model=nova-3', `${usual}&redact=pci`]) {
        const answer = await fetch(`${server.url}/v1/listen?${query}`, { method: 'POST', headers, body: second });
        answers.push(typed(await answer.json()));
      }
      expect(
        await claims([
          ...answers.map((value) => ({ type: 'Deepgram.ListenV1Response', value })),
          ...server.asked.map((asked) => ({
            type: 'Deepgram.listen.v1.MediaTranscribeRequestOctetStream',
            value: asMakersRequest(asked),
          })),
        ]),
      ).toEqual([]);
    });

    it('have what it says when it fails', async () => {
      const bodies = Object.values(failures).map((failure) => failure().body);
      const told = [...bodies.filter((body) => typeof body === 'object'), invalidAuth().body];
      expect(told).toHaveLength(8);
      expect(await claims(told.map((value) => ({ type: 'Deepgram.ErrorResponseLegacyError', value })))).toEqual([]);
    });

    it('know every parameter and model of the stand-in, and object to others', async () => {
      const everything = Object.entries(parameters).map(([name, kind]) => [name, kind === 'boolean' ? true : 'x']);
      const request = 'Deepgram.listen.v1.MediaTranscribeRequestOctetStream';
      const named = 'typeof Deepgram.listen.v1.MediaTranscribeRequestModel';
      expect(
        await claims([
          { type: request, value: Object.fromEntries(everything) },
          ...models.map((value) => ({ type: `(${named})[keyof ${named}]`, value })),
        ]),
      ).toEqual([]);
      expect(await claims([{ type: request, value: { tags: ['x'] } }])).toHaveLength(1);
      expect(await claims([{ type: 'Deepgram.ListenV1Response', value: { results: {} } }])).not.toEqual([]);
    });
  });

  describe('Deepgram’s client', () => {
    eachQuirk(sttAQuirks, (quirks) =>
      it('is understood by the stand-in, and understands it', async () => {
        await using server = await aSttA({ hear: hearing('Good morning.'), quirks });
        const request = {
          model: 'nova-3',
          language: 'multi',
          smart_format: true,
          keyterm: ['a b', 'c'],
          tag: ['bot_1'],
        };
        const answer = await aClient(server).listen.v1.media.transcribeFile(second, request);
        expect(answer).toMatchObject({
          metadata: { duration: 1, tags: ['bot_1'] },
          results: { channels: [{ alternatives: [{ transcript: 'Good morning.' }] }] },
        });
        expect(server.asked[0]?.query.getAll('keyterm')).toEqual(['a b', 'c']);
        expect(server.asked[0]?.headers.authorization).toBe('Token key-of-stt-a');
      }),
    );

    it.each<[keyof typeof failures, number, string | undefined]>([
      ['paymentRequired', 402, 'ASR_PAYMENT_REQUIRED'],
      ['insufficientPermissions', 403, 'INSUFFICIENT_PERMISSIONS'],
      ['slowUpload', 408, 'SLOW_UPLOAD'],
      ['payloadTooLarge', 413, 'PAYLOAD_TOO_LARGE'],
      ['unprocessable', 422, 'ASR_UNPROCESSABLE_ENTITY'],
      ['tooManyRequests', 429, 'TOO_MANY_REQUESTS'],
      ['internal', 500, 'INTERNAL_SERVER_ERROR'],
      // What stands before the service has bodies of its own.
      ['unavailable', 503, undefined],
      ['gatewayTimeout', 504, undefined],
    ])('sees the status and the code of %s', async (name, statusCode, err_code) => {
      await using server = await aSttA();
      server.fail(failures[name]());
      const failed = aClient(server).listen.v1.media.transcribeFile(second, { model: 'nova-3' });
      await expect(failed).rejects.toMatchObject({ statusCode, ...(err_code && { body: { err_code } }) });
    });

    it('tries again by itself what is refused for now, and not what is refused for good', async () => {
      await using server = await aSttA();
      const patient = new DeepgramClient({ apiKey: 'key-of-stt-a', baseUrl: server.url, maxRetries: 1 });
      server.fail({ ...failures.tooManyRequests(), headers: { 'retry-after': '0' } });
      await patient.listen.v1.media.transcribeFile(second, { model: 'nova-3' });
      expect(server.asked).toHaveLength(2);
      server.fail(failures.paymentRequired());
      await expect(patient.listen.v1.media.transcribeFile(second, { model: 'nova-3' })).rejects.toThrow();
      expect(server.asked).toHaveLength(3);
    });
  });
}
