/** How each provider that is sent speech is opened: a new one is a file beside this one, and a line here. */
import type { SpeechProviderName } from '../domain/transcription/provider-names.ts';
import type { TranscriberAnswer } from '../domain/transcription/speech.ts';
import type { Transcriber } from '../ports/transcriber.ts';
import { customAsyncTranscriber } from './custom-async.ts';

/** What this installation has to ask providers with. */
export interface TranscriptionMeans {
  /** The operator's own server; undefined where there is none. */
  readonly transcriptionUrl: string | undefined;
  /** How long that server may take to answer. */
  readonly transcription_timeout_seconds: number;
}

const always = (answer: TranscriberAnswer): Transcriber => ({ transcribe: async () => answer });

/** The service was started again without its server: a later attempt may find it there once more. */
const notSetUp = always({ status: 'unavailable', error_code: 'NOT_SET_UP' });

/** A project cannot enter a key for this provider yet, and nobody else is asked in its place. */
const withoutKey = always({ status: 'refused', error_code: 'credentials_not_found' });

type Open = (means: TranscriptionMeans) => Transcriber;

export const transcribers: Readonly<Record<SpeechProviderName, Open>> = {
  stt_a: () => withoutKey,
  stt_b: () => withoutKey,
  custom_async: ({ transcriptionUrl: url, transcription_timeout_seconds }) =>
    url === undefined ? notSetUp : customAsyncTranscriber({ url, timeout_ms: transcription_timeout_seconds * 1000 }),
};
