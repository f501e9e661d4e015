import type { Queue } from '../../ports/queue.ts';
import type { SpeechRepository } from '../../storage/bots/speech.ts';
import type { BotRef } from '../../storage/keys.ts';
import { sendPieces } from './speech-queue.ts';

export interface ResendSpeechPorts {
  readonly speech: Pick<SpeechRepository, 'waiting'>;
  readonly speechQueue: Queue;
}

/**
 * Queues again all speech that still waits to be transcribed and was heard by a capture task that has ended, or by one
 * before it: the task may have been lost before it queued it. Not that of `alive`, another task that is at work: the sound of
 * it may still be on its way to the store. Safe to repeat: a piece that is queued twice is settled once.
 */
export const createResendSpeech =
  ({ speech, speechQueue }: ResendSpeechPorts) =>
  async (ref: BotRef, attempt: number, alive?: number): Promise<void> => {
    const left = (await speech.waiting(ref)).filter(
      ({ capture_attempt }) => capture_attempt <= attempt && capture_attempt !== alive,
    );
    if (left.length > 0) await sendPieces(speechQueue, left);
  };
