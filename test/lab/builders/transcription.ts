/** What a transcriber is asked, and what an installation asks with. */
import { hostedProvidersOf } from '../../../lib/domain/transcription/hosted-providers.ts';
import { providers } from '../../../lib/domain/transcription/providers.ts';
import type { ProviderSettings } from '../../../lib/domain/transcription/transcription-settings.ts';
import type { TranscriptionRequest } from '../../../lib/ports/transcriber.ts';
import type { TranscriptionMeans } from '../../../lib/transcription/index.ts';

/** A second of a tone. */
const samples = Int16Array.from({ length: 16_000 }, (_, i) => (i % 400) - 200);

export const aSound = (details: Partial<TranscriptionRequest> = {}): TranscriptionRequest => ({
  bot_id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRS',
  pcm: new Uint8Array(samples.buffer),
  sample_rate: 16_000,
  parameters: {},
  key: '',
  ...details,
});

/** Settings as they are when a client has sent them: checked, and with what it left out. */
export const settingsOf = (provider: 'stt_a' | 'stt_b', given: ProviderSettings = {}): ProviderSettings =>
  providers[provider].settings.parse(given);

/** Nothing is set up, and no maker is anywhere. */
export const theMeans = (details: Partial<TranscriptionMeans> = {}): TranscriptionMeans => ({
  transcriptionUrl: undefined,
  transcription_timeout_seconds: 5,
  hosted: hostedProvidersOf((setting) => (setting.endsWith('url') ? 'http://127.0.0.1:9' : true)),
  ...details,
});
