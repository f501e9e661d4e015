/** Real speech through a real model of strangers. It downloads 130 MB once and computes for about a minute: only on demand, REAL_STT=1. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { clips } from '../../../lib/demo-room/scripted/clips.ts';
import { describeSkipped } from '../../lab/hosts/aws-endpoint.ts';
import { pythonPackages } from '../python.ts';
import { speechOf } from '../sound/speech.ts';
import { writeWav } from '../sound/wav.ts';
import { aSttA } from '../stt-a/stt-a.ts';
import { aRealTranscriptionServer, type RealTranscriptionServer } from './server.ts';
import { wordErrors } from './word-errors.ts';

const Transcription = z.object({ text: z.string() });
const Alternatives = z.tuple([z.object({ transcript: z.string() })]);
const Listened = z.object({ results: z.object({ channels: z.tuple([z.object({ alternatives: Alternatives })]) }) });

const transcribe = async (server: RealTranscriptionServer, name: string): Promise<string> => {
  const form = new FormData();
  form.append('file', new File([writeWav(await speechOf(name, 16_000), 16_000)], 'speech.wav', { type: 'audio/wav' }));
  form.append('model', 'gpt-4o-transcribe');
  form.append('response_format', 'json');
  form.append('language', 'en');
  const answer = await fetch(`${server.url}/v1/audio/transcriptions`, { method: 'POST', body: form });
  return Transcription.parse(await answer.json()).text;
};

describe('counting word errors', () => {
  it.each<[string, string, number]>([
    ['Good morning Jonas, thanks.', ' good morning, Jonas. Thanks', 0],
    ['two thousand meetings', '2,000 meetings', 0],
    ['the launch plan', 'the lunch plan', 1],
    ['how is the page', "how's the page", 2],
    ['yes', '', 1],
    ['I go', 'well I have to go now', 4],
  ])('%j heard as %j: %i', (said, heard, errors) => {
    expect(wordErrors(said, heard).errors).toBe(errors);
  });
});

const packages = process.env.REAL_STT === '1' ? await pythonPackages('whisper.txt') : { missing: 'REAL_STT is not 1' };
if ('missing' in packages) describeSkipped('a real model of strangers', packages.missing);
else {
  // Every third: two voices or more of each kind, a third of the time.
  const sentences = [...clips.values()].filter(({ name }) => !name.endsWith('laugh')).filter((_, i) => i % 3 === 0);
  const wrong = async (some: typeof sentences, heard: (name: string) => Promise<string>): Promise<number> => {
    const counts: { errors: number; words: number }[] = [];
    for (const { name, text } of some) counts.push(wordErrors(text, await heard(name)));
    const sum = (of: 'errors' | 'words') => counts.reduce((total, count) => total + count[of], 0);
    console.info(`${some.length} sentences, ${sum('words')} words, ${sum('errors')} errors`);
    return sum('errors') / sum('words');
  };

  describe('a real model of strangers', () => {
    it('hears the demo room’s sentences, with less than 15 % of the words wrong', async () => {
      await using server = await aRealTranscriptionServer(packages);
      expect(await wrong(sentences, (name) => transcribe(server, name))).toBeLessThan(0.15);
    });

    it('answers through the stand-in of stt_a, in its form', async () => {
      await using server = await aRealTranscriptionServer(packages);
      await using sttA = await aSttA({ hear: server.hear });
      const ask = async (name: string): Promise<string> => {
        const answer = await fetch(`${sttA.url}/v1/listen?model=nova-3&language=en&smart_format=true`, {
          method: 'POST',
          headers: { authorization: 'Token key-of-stt-a', 'content-type': 'audio/wav' },
          body: writeWav(await speechOf(name, 16_000), 16_000),
        });
        const [channel] = Listened.parse(await answer.json()).results.channels;
        return channel.alternatives[0].transcript;
      };
      expect(await wrong(sentences.slice(0, 5), ask)).toBeLessThan(0.15);
    });
  });
}
