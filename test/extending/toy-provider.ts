/** A provider of transcription that is not there: what docs/extending.md asks for, each part under the step that asks for it. */
import * as z from 'zod';
import type { SpeechProvider } from '../../lib/domain/transcription/providers.ts';
import type { Transcriber } from '../../lib/ports/transcriber.ts';
import type { TranscriptionMeans } from '../../lib/transcription/index.ts';

/** Step 1: the row of lib/domain/transcription/providers.ts. */
export const toy = {
  hears: 'speech',
  maker: 'Toys & Co',
  needs: 'key',
  answer_seconds: () => 70,
  operated: { url: 'https://toys.example.com' },
  settings: z.strictObject({ voice: z.enum(['high', 'low']).default('high') }),
} as const satisfies SpeechProvider;

/** Step 2: the file lib/transcription/toy.ts. It counts the seconds that it hears. */
export const toyTranscriber = ({ url }: { readonly url: string }): Transcriber => ({
  async transcribe({ pcm, sample_rate, parameters, key }) {
    const { voice } = toy.settings.parse(parameters);
    const transcript = `${pcm.byteLength / 2 / sample_rate} s in a ${voice} voice, with ${key} at ${url}`;
    return { status: 'done', transcript, words: [] };
  },
});

/** Its line in lib/transcription/index.ts. */
export const openToy = ({ hosted }: TranscriptionMeans): Transcriber =>
  toyTranscriber((hosted as unknown as { readonly toy: { readonly url: string } }).toy);
