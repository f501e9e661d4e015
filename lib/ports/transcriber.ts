import type { TranscriberAnswer, TranscriptionParameters } from '../domain/transcription/speech.ts';

export interface SpokenSound {
  /** 16-bit little-endian linear PCM, mono. */
  readonly pcm: Uint8Array;
  /** Samples a second. */
  readonly sample_rate: number;
  readonly parameters: TranscriptionParameters;
}

/** Makes text of speech. */
export interface Transcriber {
  /** Asks once, for a bounded time. Never throws: no answer is an answer too. */
  transcribe(sound: SpokenSound): Promise<TranscriberAnswer>;
}
