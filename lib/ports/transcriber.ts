import type { TranscriberAnswer } from '../domain/transcription/speech.ts';
import type { ProviderSettings } from '../domain/transcription/transcription-settings.ts';

export interface TranscriptionRequest {
  /** 16-bit little-endian linear PCM, mono. */
  readonly pcm: Uint8Array;
  /** Samples a second. */
  readonly sample_rate: number;
  /** What the client has set for the provider. */
  readonly parameters: ProviderSettings;
}

/** Makes text of speech: a provider, as far as it can be asked. */
export interface Transcriber {
  /** Asks once, for a bounded time. Never throws: no answer is an answer too. */
  transcribe(request: TranscriptionRequest): Promise<TranscriberAnswer>;
}
