import type { TranscriberAnswer } from '../domain/transcription/speech.ts';
import type { ProviderSettings } from '../domain/transcription/transcription-settings.ts';

export interface TranscriptionRequest {
  /** Whose ears it is: a provider may be told, so that its bill says what was asked for which bot. */
  readonly bot_id: string;
  /** 16-bit little-endian linear PCM, mono. */
  readonly pcm: Uint8Array;
  /** Samples a second. */
  readonly sample_rate: number;
  /** What the client has set for the provider. */
  readonly parameters: ProviderSettings;
  /** The project's key for the provider; empty where the provider needs none. */
  readonly key: string;
}

/** Makes text of speech: a provider, as far as it can be asked. */
export interface Transcriber {
  /** Asks once, for a bounded time. Never throws: no answer is an answer too. */
  transcribe(request: TranscriptionRequest): Promise<TranscriberAnswer>;
}
