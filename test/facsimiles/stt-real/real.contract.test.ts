/** Real speech through a real model of strangers. It downloads 130 MB once and computes for about a minute: only on demand, REAL_STT=1. */
import { describe, expect, it } from 'vitest';
import { clips } from '../../../lib/demo-room/scripted/clips.ts';
import type { Transcriber } from '../../../lib/ports/transcriber.ts';
import { sttATranscriber } from '../../../lib/transcription/stt-a.ts';
import { sttBTranscriber } from '../../../lib/transcription/stt-b.ts';
import { aSound, settingsOf } from '../../lab/builders/transcription.ts';
import { describeSkipped } from '../../lab/hosts/aws-endpoint.ts';
import { pythonPackages } from '../python.ts';
import { speechOf } from '../sound/speech.ts';
import { aSttA } from '../stt-a/stt-a.ts';
import { aRealTranscriptionServer } from './server.ts';
import { wordErrors } from './word-errors.ts';

/** As speech of a meeting is sent. @throws what the reader of a transcript would be told */
const textOf = async (
  transcriber: Transcriber,
  name: string,
  sent: Pick<Parameters<Transcriber['transcribe']>[0], 'parameters' | 'key'>,
) => {
  const samples = await speechOf(name, 16_000);
  const pcm = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const answer = await transcriber.transcribe(aSound({ pcm, ...sent }));
  if (answer.status !== 'done') throw new Error(answer.error_message);
  return answer.transcript;
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

// Every third: two voices or more of each kind, a third of the time.
const sentences = [...clips.values()].filter(({ name }) => !name.endsWith('laugh')).filter((_, i) => i % 3 === 0);

describe('the sentences that a real model is to hear', () => {
  it('are twenty or more, of several voices', () => {
    expect(sentences.length).toBeGreaterThanOrEqual(20);
    expect(new Set(sentences.map(({ voice }) => voice)).size).toBeGreaterThan(3);
  });
});

const packages = process.env.REAL_STT === '1' ? await pythonPackages('whisper.txt') : { missing: 'REAL_STT is not 1' };
if ('missing' in packages) describeSkipped('a real model of strangers', packages.missing);
else {
  const wrong = async (some: typeof sentences, heard: (name: string) => Promise<string>): Promise<number> => {
    const counts: { errors: number; words: number }[] = [];
    for (const { name, text } of some) counts.push(wordErrors(text, await heard(name)));
    const sum = (of: 'errors' | 'words') => counts.reduce((total, count) => total + count[of], 0);
    console.info(`${some.length} sentences, ${sum('words')} words, ${sum('errors')} errors`);
    return sum('errors') / sum('words');
  };

  describe('a real model of strangers', () => {
    it('hears the demo room’s sentences as stt_b, with less than 15 % of the words wrong', async () => {
      await using server = await aRealTranscriptionServer(packages);
      const transcriber = sttBTranscriber({ url: server.url, timeout_ms: 60_000 });
      const sent = { parameters: settingsOf('stt_b', { model: 'gpt-4o-transcribe', language: 'en' }), key: 'any' };
      expect(await wrong(sentences, (name) => textOf(transcriber, name, sent))).toBeLessThan(0.15);
    });

    it('answers through the stand-in of stt_a, in its form', async () => {
      await using server = await aRealTranscriptionServer(packages);
      await using sttA = await aSttA({ hear: server.hear });
      const transcriber = sttATranscriber({ url: sttA.url, eu_url: sttA.url, mip_opt_out: true, timeout_ms: 60_000 });
      const sent = { parameters: settingsOf('stt_a', { language: 'en' }), key: 'key-of-stt-a' };
      expect(await wrong(sentences.slice(0, 5), (name) => textOf(transcriber, name, sent))).toBeLessThan(0.15);
    });
  });
}
