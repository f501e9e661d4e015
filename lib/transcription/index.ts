/** How each provider that is sent speech is opened: a new one is a file beside this one, and a line here. */
import type { HostedProviders } from '../domain/transcription/hosted-providers.ts';
import type { SpeechProviderName } from '../domain/transcription/provider-names.ts';
import { providers } from '../domain/transcription/providers.ts';
import type { Transcriber } from '../ports/transcriber.ts';
import { customAsyncTranscriber } from './custom-async.ts';
import { sttATranscriber } from './stt-a.ts';
import { sttBTranscriber } from './stt-b.ts';

/** What this installation has to ask providers with. */
export interface TranscriptionMeans {
  /** The operator's own server; undefined where there is none. */
  readonly transcriptionUrl: string | undefined;
  /** How long that server may take to answer. */
  readonly transcription_timeout_seconds: number;
  /** Where hosted providers are: their makers' own addresses, unless the operator says otherwise. */
  readonly hosted: HostedProviders;
}

/** The service was started again without its server: a later attempt may find it there once more. */
const notSetUp: Transcriber = {
  transcribe: async () => ({
    status: 'unavailable',
    error_code: 'NOT_SET_UP',
    error_message: 'this installation has no server for speech-to-text any more',
  }),
};

type Open = (means: TranscriptionMeans) => Transcriber;

const timeoutOf = (name: SpeechProviderName, means: TranscriptionMeans) => ({
  timeout_ms: providers[name].answer_seconds(means) * 1000,
});

export const transcribers: Readonly<Record<SpeechProviderName, Open>> = {
  stt_a: (means) => sttATranscriber({ ...means.hosted.stt_a, ...timeoutOf('stt_a', means) }),
  stt_b: (means) => sttBTranscriber({ ...means.hosted.stt_b, ...timeoutOf('stt_b', means) }),
  custom_async: (means) => {
    const { transcriptionUrl: url } = means;
    return url === undefined ? notSetUp : customAsyncTranscriber({ url, ...timeoutOf('custom_async', means) });
  },
};
