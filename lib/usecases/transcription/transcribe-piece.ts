import type { SpeechProviderName } from '../../domain/transcription/provider-names.ts';
import {
  isSilent,
  type SpeechMessage,
  type SpeechPiece,
  speechFile,
  type TranscriberAnswer,
  type Trouble,
  utteranceOf,
} from '../../domain/transcription/speech.ts';
import { speechRetrySeconds } from '../../domain/transcription/transcription-times.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MediaStore } from '../../ports/media-store.ts';
import type { Queue } from '../../ports/queue.ts';
import type { Transcriber } from '../../ports/transcriber.ts';
import { capturedFolder } from '../../storage/bots/media-names.ts';
import type { SpeechRepository } from '../../storage/bots/speech.ts';
import type { ProviderKeys } from './provider-keys.ts';
import { sendPieces } from './speech-queue.ts';

export interface TranscribePiecePorts {
  readonly speech: Pick<SpeechRepository, 'get' | 'settle' | 'postpone'>;
  readonly media: Pick<MediaStore, 'get' | 'deleteAll'>;
  readonly transcriberOf: (provider: SpeechProviderName) => Transcriber;
  readonly keyOf: ProviderKeys;
  readonly queue: Queue;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly chance?: () => number;
}

/**
 * What became of a message. `early`: it was put off until its time. `over`: its piece is settled or gone already.
 * `silent`: the provider heard nothing. `retrying`: the attempt failed, and another one follows. `failed`: it was the last.
 */
export interface SpeechOutcome {
  readonly outcome: 'early' | 'over' | 'transcribed' | 'silent' | 'retrying' | 'failed';
  /** How often it was tried. */
  readonly attempt?: number;
  readonly error_code?: string;
  readonly error_message?: string;
  /** From the end of what was said until its text can be read. */
  readonly delay_ms?: number;
}

/** The worker was lost between noting a piece and storing its sound. */
const audioLost: TranscriberAnswer = {
  status: 'refused',
  error_code: 'AUDIO_LOST',
  error_message: 'the bot was interrupted before the sound of this was stored',
};

const reasonOf = ({ error_code, error_message }: Trouble) => ({ error_code, error_message });

const audioOf = (message: SpeechMessage): string => capturedFolder(message) + speechFile(message.piece_id);

/**
 * Makes the attempt that a message from the queue asks for, and queues the next one where it fails. When it resolves,
 * everything that follows is durable and the message may be acknowledged; when it rejects, the message must come again.
 * If a message comes twice, the provider may be asked twice, but the result is stored once. A piece that is given up
 * leaves an entry without words in the transcript. The sound is removed once the piece is settled.
 */
export const createTranscribePiece = (ports: TranscribePiecePorts) => {
  const { speech, media, transcriberOf, keyOf, queue, clock, chance = Math.random } = ports;

  /** No other object's name begins with the whole name of this one. */
  const removeAudio = (message: SpeechMessage): Promise<void> => media.deleteAll(audioOf(message));

  const ask = async (piece: SpeechPiece): Promise<TranscriberAnswer> => {
    const { project_id, bot_id, provider, sample_rate, parameters } = piece;
    const key = await keyOf(project_id, provider);
    if (typeof key !== 'string') return key;
    const pcm = await media.get(audioOf(piece));
    if (!pcm) return audioLost;
    return transcriberOf(provider).transcribe({ bot_id, pcm, sample_rate, parameters, key });
  };

  const settle = async (piece: SpeechPiece, answer: TranscriberAnswer): Promise<SpeechOutcome> => {
    const isNothing = answer.status === 'done' && isSilent(answer);
    const isSettled = await speech.settle(piece, isNothing ? undefined : utteranceOf(piece, answer), clock.now());
    await removeAudio(piece);
    if (!isSettled) return { outcome: 'over' };
    const attempt = piece.failures + 1;
    if (answer.status !== 'done') return { outcome: 'failed', attempt, ...reasonOf(answer) };
    if (isNothing) return { outcome: 'silent', attempt };
    const delay_ms = Math.max(0, clock.now().getTime() - (piece.timestamp_ms + piece.duration_ms));
    return { outcome: 'transcribed', attempt, delay_ms };
  };

  return async (message: SpeechMessage): Promise<SpeechOutcome> => {
    const piece = await speech.get(message, message.piece_id);
    if (!piece) {
      await removeAudio(message);
      return { outcome: 'over' };
    }
    const earlySeconds = (Date.parse(piece.not_before) - clock.now().getTime()) / 1000;
    if (earlySeconds > 0) {
      await sendPieces(queue, [piece], earlySeconds);
      return { outcome: 'early' };
    }
    const answer = await ask(piece);
    if (answer.status === 'done') return settle(piece, answer);
    const attempt = piece.failures + 1;
    const delay = speechRetrySeconds(attempt, answer, chance());
    if (delay === undefined) return settle(piece, answer);
    const next = new Date(clock.now().getTime() + delay * 1000);
    // Another message of the same piece has failed meanwhile, and sees to what follows.
    if (!(await speech.postpone(piece, next))) return { outcome: 'over' };
    await sendPieces(queue, [piece], delay);
    return { outcome: 'retrying', attempt, ...reasonOf(answer) };
  };
};
