import type { SpeechProviderName } from '../domain/transcription/provider-names.ts';
import type { Transcriber } from '../ports/transcriber.ts';
import { type TranscriptionMeans, transcribers } from './index.ts';

/** Who is asked when a provider is named: each is opened once, when it is asked first. */
export const openTranscribers = (means: TranscriptionMeans): ((provider: SpeechProviderName) => Transcriber) => {
  const opened: { [N in SpeechProviderName]?: Transcriber } = {};
  return (provider) => {
    opened[provider] ??= transcribers[provider](means);
    return opened[provider];
  };
};
