/** Pieces of speech that providers are sent, and what becomes of the attempts to transcribe them. */
import * as z from 'zod';
import type { Utterance, Word } from '../captured/captured.ts';
import type { SpeechOrder } from './transcription-settings.ts';

/**
 * What somebody said in one go, until it is transcribed. Its provider is the one that was set when it was said: a later
 * change concerns what is said later. Its sound is in the media store.
 */
export interface SpeechPiece extends SpeechOrder, Omit<Utterance, 'transcription'> {
  readonly project_id: string;
  readonly bot_id: string;
  /** Sorts by the start of the speech. */
  readonly piece_id: string;
  readonly sample_rate: number;
  /** The capture task that heard it. */
  readonly capture_attempt: number;
  /** How many attempts have failed. */
  readonly failures: number;
  /** No attempt is made before. */
  readonly not_before: string;
}

/** A piece as the session that heard it knows it. Its bot and its attempts are added when it is stored. */
export type HeardSpeech = Omit<SpeechPiece, 'project_id' | 'bot_id' | 'capture_attempt' | 'failures' | 'not_before'>;

/** The name of the object with the sound of a piece, below the folder of what its bot captured. */
export const speechFile = (pieceId: string): string => `speech/${pieceId}.pcm`;

/** Names a piece. The queue carries no more: everything else is in the table. */
export const SpeechMessage = z.object({ project_id: z.string(), bot_id: z.string(), piece_id: z.string() });
export type SpeechMessage = z.infer<typeof SpeechMessage>;

/**
 * What may become of an attempt. `unavailable`: the provider could not be asked or is in trouble. `failed`: it answered
 * that it could not, or what nobody can read. `refused`: the same request can never succeed.
 */
export type TranscriberAnswer =
  | {
      readonly status: 'done';
      readonly transcript: string;
      readonly words: readonly z.infer<typeof Word>[];
      /** What was spoken, where the provider tells: codes of languages. */
      readonly languages?: readonly string[];
    }
  | {
      readonly status: 'unavailable' | 'failed' | 'refused';
      /** What went wrong, as programs of clients are told: a stable word. */
      readonly error_code: string;
      /** The same as people are told, in a sentence that says what can be done about it. Never holds a key. */
      readonly error_message: string;
      /** The provider asked for so much patience. */
      readonly retry_after_seconds?: number;
    };
/** An attempt that brought nothing. */
export type Trouble = Exclude<TranscriberAnswer, { status: 'done' }>;

/** Whether a transcript holds no words: nothing was said. */
export const isSilent = ({ transcript }: { readonly transcript: string }): boolean => transcript.trim() === '';

type Transcription = Utterance['transcription'];

const textOf = ({ transcript, words, languages = [] }: Exclude<TranscriberAnswer, Trouble>): Transcription => ({
  transcript: transcript.trim(),
  ...(words.length > 0 && { words: [...words] }),
  ...(languages.length > 0 && { languages: [...languages] }),
});

const markOf = ({ error_code, error_message }: Trouble): Transcription => ({
  transcript: '',
  error_code,
  error_message,
});

/** A piece as an entry of the transcript: with its text, or with what went wrong at the last attempt. */
export const utteranceOf = (piece: SpeechPiece, answer: TranscriberAnswer): Utterance => {
  const { speaker_name, speaker_uuid, speaker_user_uuid, speaker_is_host, timestamp_ms, duration_ms } = piece;
  return {
    ...{ speaker_name, speaker_uuid, speaker_user_uuid, speaker_is_host, timestamp_ms, duration_ms },
    transcription: answer.status === 'done' ? textOf(answer) : markOf(answer),
  };
};
