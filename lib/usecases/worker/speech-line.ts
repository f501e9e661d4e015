import { setTimeout as pause } from 'node:timers/promises';
import type { HeardSpeech } from '../../domain/transcription/speech.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Queue } from '../../ports/queue.ts';
import type { SpeechRepository } from '../../storage/bots/speech.ts';
import type { BotRef } from '../../storage/keys.ts';
import { sendPieces } from '../transcription/speech-queue.ts';

export interface SpeechLinePorts {
  readonly speech: Pick<SpeechRepository, 'add' | 'isAnyWaiting'>;
  readonly queue: Queue;
  readonly clock: Clock;
}

const lookEveryMs = 200;

/** How a capture worker has speech transcribed. Everything is durable when its promise resolves, and safe to repeat. */
export const createSpeechLine = ({ speech, queue, clock }: SpeechLinePorts, ref: BotRef, attempt: number) => ({
  /** First, before the sound is stored: so nothing is ever stored that nobody knows of. */
  note: (piece: HeardSpeech): Promise<void> =>
    speech.add({ ...piece, ...ref, capture_attempt: attempt, failures: 0, not_before: clock.now().toISOString() }),

  /** Last, when the sound is stored. Should the worker be lost before, `resend-speech` does it. */
  handOn: ({ piece_id }: Pick<HeardSpeech, 'piece_id'>): Promise<void> => sendPieces(queue, [{ ...ref, piece_id }]),

  /** Waits until nothing waits to be transcribed, but not beyond a moment. Answers whether all is done. */
  async transcribed(deadline: Date, signal: AbortSignal): Promise<boolean> {
    while (await speech.isAnyWaiting(ref)) {
      if (signal.aborted || clock.now() >= deadline) return false;
      await pause(lookEveryMs, undefined, { signal }).catch(() => undefined);
    }
    return true;
  },
});
export type SpeechLine = ReturnType<typeof createSpeechLine>;
