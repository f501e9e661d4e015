/** A provider of transcription that is not there: what docs/extending.md asks for, each part under the step that asks for it. */
import * as z from 'zod';
import type { SpeechProvider } from '../../lib/domain/transcription/providers.ts';
import type { Transcriber } from '../../lib/ports/transcriber.ts';

/** Step 1: the row of lib/domain/transcription/providers.ts. */
export const toy = {
  hears: 'speech',
  maker: 'Toys & Co',
  needs: 'key',
  answer_seconds: () => 70,
  settings: z.strictObject({ voice: z.enum(['high', 'low']).default('high') }),
} as const satisfies SpeechProvider;

/** Step 2: the file lib/transcription/toy.ts. It counts the seconds that it hears. */
export const toyTranscriber = (): Transcriber => ({
  async transcribe({ pcm, sample_rate, parameters, key }) {
    const { voice } = toy.settings.parse(parameters);
    const transcript = `${pcm.byteLength / 2 / sample_rate} s in a ${voice} voice, with ${key}`;
    return { status: 'done', transcript, words: [] };
  },
});
