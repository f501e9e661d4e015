import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { longestAnswerSeconds } from '../../domain/transcription/transcription-settings.ts';
import { transcribingSeconds } from '../../domain/transcription/transcription-times.ts';
import { againAfter } from '../../ports/queue.ts';
import { countedLines } from '../../process/counted-lines.ts';
import { lostAndFound } from '../functions/lost-and-found.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { takeFrom, workQueue } from '../functions/work-queue.ts';
import { countLines } from '../operations/count-lines.ts';
import type { Provision } from '../permissions/provision.ts';
import type { Settings } from '../settings.ts';

/** Providers are asked by so many functions at a time, each for up to ten pieces; the rest waits its turn. */
const mostFunctions = 50;

/** Pieces of speech that wait to be transcribed. */
export class TranscriptionQueue extends Construct {
  readonly queue: Queue;
  readonly functionSeconds: number;

  constructor(scope: Construct, id: string, { customTranscriptionTimeout }: Settings) {
    super(scope, id);
    const slowest = longestAnswerSeconds({ transcription_timeout_seconds: customTranscriptionTimeout });
    this.functionSeconds = transcribingSeconds(slowest);
    this.queue = workQueue(this, 'Queue', {
      // Not six times the function's timeout, as elsewhere: what a lost function had in hand is asked again while the
      // bot still waits for its transcript.
      againSeconds: againAfter(this.functionSeconds),
      // Failed attempts are sent as new messages: one that comes back has broken the function, or found no room.
      keptDays: 14,
      lost: lostAndFound(this, 'Lost'),
    });
  }
}

export interface TranscriptionProps {
  readonly queue: TranscriptionQueue;
  readonly needs: readonly Provision[];
}

/** What makes text of speech: from the queue to its provider, from there into the transcript. */
export class Transcription extends Construct {
  constructor(scope: Construct, id: string, { queue: { queue, functionSeconds }, needs }: TranscriptionProps) {
    super(scope, id);
    const transcribe = new ServiceFunction(this, 'Transcribe', {
      entry: 'transcription/transcribe',
      needs,
      timeoutSeconds: functionSeconds,
      mayCallItself: true,
    });
    takeFrom(queue, transcribe, { batchSize: 10, atOnce: mostFunctions });
    countLines(this, 'NotTranscribed', {
      log: transcribe.logGroup,
      messages: [countedLines.speechNotTranscribed],
      metric: 'SpeechNotTranscribed',
    });
  }
}
