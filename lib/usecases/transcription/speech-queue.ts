import type { SpeechMessage } from '../../domain/transcription/speech.ts';
import type { Queue } from '../../ports/queue.ts';

/** The longest that a queue delays a message. */
const longestDelaySeconds = 900;

/** Queues pieces of speech to be transcribed. Those of one meeting do not hold up those of others. */
export const sendPieces = (queue: Queue, pieces: readonly SpeechMessage[], delaySeconds = 0): Promise<void> => {
  const delay_seconds = Math.min(longestDelaySeconds, Math.max(0, Math.ceil(delaySeconds)));
  return queue.send(
    pieces.map(({ project_id, bot_id, piece_id }) => ({
      body: { project_id, bot_id, piece_id },
      group: `${project_id} ${bot_id}`,
      ...(delay_seconds > 0 && { delay_seconds }),
    })),
  );
};
