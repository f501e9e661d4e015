import { openMediaStore } from '#adapters/media-store.ts';
import { openTranscriptionQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { SpeechMessage } from '../../lib/domain/transcription/speech.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import type { Transcriber } from '../../lib/ports/transcriber.ts';
import { environment, transcription, transcriptionTime } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { speechRepository } from '../../lib/storage/speech.ts';
import { customAsyncTranscriber } from '../../lib/transcription/custom-async.ts';
import { createTranscribePiece } from '../../lib/usecases/transcription/transcribe-piece.ts';
import { eachMessage } from '../middleware/batch.ts';

/** What a service that was started again without its server says of pieces that still wait for it. */
const notSetUp: Transcriber = { transcribe: async () => ({ status: 'unavailable', error_code: 'NOT_SET_UP' }) };

const { transcriptionUrl: url, transcription_timeout_seconds } = environment(transcription, transcriptionTime);
const transcribePiece = createTranscribePiece({
  speech: speechRepository(openTable()),
  media: openMediaStore(),
  transcriber:
    url === undefined ? notSetUp : customAsyncTranscriber({ url, timeout_ms: transcription_timeout_seconds * 1000 }),
  queue: openTranscriptionQueue(),
  clock: systemClock,
});

export const handler = eachMessage(SpeechMessage, async (message) => {
  const start = performance.now();
  const outcome = await transcribePiece(message);
  const facts = { ...message, ...outcome, duration_ms: Math.round(performance.now() - start) };
  // A metric counts this message: see lib/infra/transcription.ts.
  if (outcome.outcome === 'failed') log.error('speech not transcribed', facts);
  else log.info('speech', facts);
});
