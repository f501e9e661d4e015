import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { customAsyncTranscriber } from '../../lib/transcription/custom-async.ts';
import { type Answering, aTranscriptionServer, saying } from '../lab/hosts/transcription-server.ts';

const samples = Int16Array.from({ length: 16_000 }, (_, i) => (i % 400) - 200);
const sound = {
  bot_id: 'bot_1',
  key: '',
  pcm: new Uint8Array(samples.buffer),
  sample_rate: 16_000,
  parameters: {
    language: 'de',
    model: 'large "v3"',
    temperature: 0.2,
    diarise: false,
    words: ['Acme', 'Müller'],
    hints: { topic: 'sales', people: null },
  },
};

const ask = async (answer: Answering, timeout_ms = 60_000) => {
  await using server = await aTranscriptionServer(answer);
  const answered = await customAsyncTranscriber({ url: server.url, timeout_ms }).transcribe(sound);
  expect(server.complaints).toEqual([]);
  return { answered, asked: server.asked };
};
const status =
  (code: number, headers: Record<string, string> = {}, body: unknown = {}): Answering =>
  (_, __, response) =>
    void response.writeHead(code, headers).end(JSON.stringify(body));
const done =
  (transcription: unknown): Answering =>
  () => ({ status: 'done', result: { transcription } });

describe('asking the operator’s own server', () => {
  it('sends the sound as it is, its sample rate, and every property as text, or as JSON where it is none', async () => {
    const { asked } = await ask(() => saying('Guten Morgen.'));
    expect(asked).toEqual([
      {
        sample_rate: 16_000,
        samples,
        fields: {
          language: 'de',
          model: 'large "v3"',
          temperature: '0.2',
          diarise: 'false',
          words: '["Acme","Müller"]',
          hints: '{"topic":"sales","people":null}',
        },
      },
    ]);
  });

  it('answers the text, and the words with their times', async () => {
    const { answered } = await ask(() => saying('Guten Morgen.'));
    expect(answered).toEqual({
      status: 'done',
      transcript: 'Guten Morgen.',
      words: [
        { word: 'Guten', start: 0, end: 0.4 },
        { word: 'Morgen.', start: 0.5, end: 0.9 },
      ],
    });
  });

  it.each<[string, unknown, { transcript: string; words: string[] }]>([
    ['no utterances', { full_transcript: ' Yes. ' }, { transcript: 'Yes.', words: [] }],
    ['null for what there is not', { full_transcript: 'Yes.', utterances: null }, { transcript: 'Yes.', words: [] }],
    [
      'several utterances, in no order',
      {
        full_transcript: 'One two three.',
        utterances: [
          { words: [{ word: 'three.', start: 2, end: 3, confidence: 1 }] },
          {
            words: [
              { word: 'One', start: 0, end: 1 },
              { word: 'two', start: 1, end: 2 },
            ],
          },
          {},
        ],
      },
      { transcript: 'One two three.', words: ['One', 'two', 'three.'] },
    ],
    [
      'words without times',
      {
        full_transcript: 'One two.',
        utterances: [{ words: [{ word: 'One' }, { word: 'two.', start: null, end: null }] }],
      },
      { transcript: 'One two.', words: [] },
    ],
    [
      'words and no text',
      {
        full_transcript: '',
        utterances: [
          {
            words: [
              { word: 'One', start: 0, end: 1 },
              { word: 'two', start: 1, end: 2 },
            ],
          },
        ],
      },
      { transcript: 'One two', words: ['One', 'two'] },
    ],
    ['nothing at all', { full_transcript: '  ', utterances: [] }, { transcript: '', words: [] }],
  ])('reads an answer with %s', async (_, transcription, expected) => {
    const { answered } = await ask(done(transcription));
    expect(answered).toMatchObject({ status: 'done', transcript: expected.transcript });
    expect('words' in answered && answered.words.map(({ word }) => word)).toEqual(expected.words);
  });

  it.each<[string, Answering, object]>([
    ['error', () => ({ status: 'error', error_code: 'MODEL_BUSY' }), { status: 'failed', error_code: 'MODEL_BUSY' }],
    ['error without a code', () => ({ status: 'error' }), { status: 'failed', error_code: 'TRANSCRIPTION_FAILED' }],
    [
      'error with a code that is none',
      () => ({ status: 'error', error_code: `<b>${'x'.repeat(500)}` }),
      { status: 'failed', error_code: `_b_${'x'.repeat(61)}` },
    ],
    [
      'what is not JSON',
      (_, __, response) => void response.end('<html>'),
      { status: 'failed', error_code: 'INVALID_ANSWER' },
    ],
    ['another shape', () => ({ text: 'Yes.' }), { status: 'failed', error_code: 'INVALID_ANSWER' }],
    ['500', status(500), { status: 'unavailable', error_code: 'HTTP_500' }],
    [
      '500 with a word for it',
      status(500, {}, { status: 'error', error_code: 'MODEL_BUSY' }),
      { status: 'unavailable', error_code: 'MODEL_BUSY' },
    ],
    [
      '500 with a word that is none',
      status(500, {}, { status: 'error', error_code: { deep: 'x' } }),
      { status: 'unavailable', error_code: 'HTTP_500' },
    ],
    [
      '422 with a long word for it',
      status(422, {}, { status: 'error', error_code: 'x'.repeat(500) }),
      { status: 'refused', error_code: 'x'.repeat(64) },
    ],
    [
      '500 with no word for it',
      status(500, {}, { status: 'error', error_code: '' }),
      { status: 'unavailable', error_code: 'HTTP_500' },
    ],
    [
      '503 and when to come back',
      status(503, { 'retry-after': '7' }),
      { status: 'unavailable', error_code: 'HTTP_503', retry_after_seconds: 7 },
    ],
    ['404', status(404), { status: 'unavailable', error_code: 'HTTP_404' }],
    ['a redirect', status(307, { location: 'http://127.0.0.1:9/' }), { status: 'unavailable', error_code: 'HTTP_307' }],
    ['400', status(400), { status: 'refused', error_code: 'HTTP_400' }],
    ['413', status(413), { status: 'refused', error_code: 'HTTP_413' }],
    [
      'by hanging up',
      (_, __, response) => void response.destroy(),
      { status: 'unavailable', error_code: 'UNREACHABLE' },
    ],
  ])('tells what it means when the server answers %s', async (_, answer, expected) => {
    const { answered } = await ask(answer);
    expect(answered).toEqual({ ...expected, error_message: expect.stringMatching(/^the operator's own server/) });
  });

  it('waits no longer than it may, also for a body that trickles', async () => {
    const { answered } = await ask((_, __, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      return once(response, 'close').then(() => clearInterval(timer));
    }, 200);
    const error_message = "the operator's own server for speech-to-text did not answer within 0.2 s";
    expect(answered).toEqual({ status: 'unavailable', error_code: 'TIMEOUT', error_message });
  });

  it('says so when nobody listens there', async () => {
    const server = await aTranscriptionServer();
    await server[Symbol.asyncDispose]();
    const answered = await customAsyncTranscriber({ url: server.url, timeout_ms: 60_000 }).transcribe(sound);
    const error_message = "the operator's own server for speech-to-text could not be reached: ECONNREFUSED";
    expect(answered).toEqual({ status: 'unavailable', error_code: 'UNREACHABLE', error_message });
  });
});
