import { queueDelaySeconds } from '../../domain/queue-delay.ts';
import type { SpeechMessage } from '../../domain/transcription/speech.ts';
import type { Queue } from '../../ports/queue.ts';

/** Queues pieces of speech to be transcribed. Those of one meeting do not hold up those of others. */
export const sendPieces = (queue: Queue, pieces: readonly SpeechMessage[], waitSeconds = 0): Promise<void> => {
  const delay_seconds = queueDelaySeconds(waitSeconds);
  return queue.send(
    pieces.map(({ project_id, bot_id, piece_id }) => ({
      body: { project_id, bot_id, piece_id },
      group: `${project_id} ${bot_id}`,
      ...(delay_seconds > 0 && { delay_seconds }),
    })),
  );
};
