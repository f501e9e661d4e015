import { openMediaStore } from '#adapters/media-store.ts';
import { openOperatorSecrets } from '#adapters/operator-secrets.ts';
import { openTranscriptionQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { SpeechMessage } from '../../lib/domain/transcription/speech.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { countedLines } from '../../lib/process/counted-lines.ts';
import { transcriptionTime } from '../../lib/process/environment/lifecycle.ts';
import { hostedTranscription } from '../../lib/process/environment/services.ts';
import { operatorKeys, transcription } from '../../lib/process/environment/transcription.ts';
import { environment } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { measure } from '../../lib/process/metrics.ts';
import { speechRepository } from '../../lib/storage/bots/speech.ts';
import { credentialRepository } from '../../lib/storage/secrets/credentials.ts';
import { openTranscribers } from '../../lib/transcription/open-transcribers.ts';
import { createOperatorKeys } from '../../lib/usecases/transcription/operator-keys.ts';
import { createProviderKeys } from '../../lib/usecases/transcription/provider-keys.ts';
import { createTranscribePiece } from '../../lib/usecases/transcription/transcribe-piece.ts';
import { eachMessage } from '../events/batch.ts';
import { openSecretBox } from '../wiring/secrets.ts';

const table = openTable();
const transcribePiece = createTranscribePiece({
  speech: speechRepository(table),
  media: openMediaStore(),
  transcriberOf: openTranscribers(environment(transcription, transcriptionTime, hostedTranscription)),
  keyOf: createProviderKeys({
    credentials: credentialRepository(table),
    secretBox: openSecretBox(table),
    operatorKeyOf: createOperatorKeys({
      ...environment(operatorKeys),
      readSecret: (name) => openOperatorSecrets()(name),
      clock: systemClock,
      log: (message, error) => log.error(message, {}, error),
    }),
    onUnreadable: (error) => log.error("a project's key could not be read", {}, error),
  }),
  queue: openTranscriptionQueue(),
  clock: systemClock,
});

export const handler = eachMessage(SpeechMessage, async (message) => {
  const start = performance.now();
  const outcome = await transcribePiece(message);
  const facts = { ...message, ...outcome, duration_ms: Math.round(performance.now() - start) };
  if (outcome.outcome === 'failed') log.error(countedLines.speechNotTranscribed, facts);
  else log.info('speech', facts);
  const { delay_ms } = outcome;
  if (delay_ms !== undefined) measure({ values: { TranscriptDelay: delay_ms }, facts: { bot_id: message.bot_id } });
});
