/** Pieces of speech that a provider is sent: what is kept of each until there is an answer, and its attempts. */
import * as z from 'zod';
import type { Utterance, Word } from '../captured/captured.ts';
import type { SpeechOrder } from './transcription-settings.ts';

/**
 * What somebody said in one go: who, when, and who is to transcribe it, as set when it was said: a later change concerns
 * what is said later. Its sound is in the media store.
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

/** A piece as a session knows it: what is said of its way from there on is added when it is stored. */
export type HeardSpeech = Omit<SpeechPiece, 'project_id' | 'bot_id' | 'capture_attempt' | 'failures' | 'not_before'>;

/** The sound of a piece, below the folder of what its bot brings back. */
export const speechFile = (pieceId: string): string => `speech/${pieceId}.pcm`;

/** What the queue carries: everything else is in the table. */
export const SpeechMessage = z.object({ project_id: z.string(), bot_id: z.string(), piece_id: z.string() });
export type SpeechMessage = z.infer<typeof SpeechMessage>;

/**
 * What may become of an attempt. `unavailable`: the provider could not be asked or is in trouble. `failed`: it answered
 * that it could not, or what nobody can read. `refused`: the same request can never succeed.
 */
export type TranscriberAnswer =
  | { readonly status: 'done'; readonly transcript: string; readonly words: readonly z.infer<typeof Word>[] }
  | {
      readonly status: 'unavailable' | 'failed' | 'refused';
      /** What went wrong, as clients are told: the provider's own word for it where it has one. */
      readonly error_code: string;
      /** The provider asked for so much patience. */
      readonly retry_after_seconds?: number;
    };
/** An attempt that brought nothing. */
export type Trouble = Exclude<TranscriberAnswer, { status: 'done' }>;

/** Nothing was said, in a piece that holds no words. */
export const isSilent = ({ transcript }: { readonly transcript: string }): boolean => transcript.trim() === '';

/** The entry of the transcript that an answer makes of a piece; without words, when it was the last to fail. */
export const utteranceOf = (piece: SpeechPiece, answer: TranscriberAnswer): Utterance => {
  const { speaker_name, speaker_uuid, speaker_user_uuid, speaker_is_host, timestamp_ms, duration_ms } = piece;
  return {
    ...{ speaker_name, speaker_uuid, speaker_user_uuid, speaker_is_host, timestamp_ms, duration_ms },
    transcription:
      answer.status === 'done'
        ? { transcript: answer.transcript.trim(), ...(answer.words.length > 0 && { words: [...answer.words] }) }
        : { transcript: '', error_code: answer.error_code },
  };
};
