/** The transcription of a lifecycle world: its queue worked off, with a transcriber that a test decides on. */
import { SpeechMessage, type TranscriberAnswer } from '../../../lib/domain/transcription/speech.ts';
import { createTranscribePiece } from '../../../lib/usecases/transcription/transcribe-piece.ts';
import { type Gate, type LifecycleWorld, through } from './lifecycle/lifecycle-world.ts';
import { withAnyKey } from './speech-world.ts';

/** How a transcriber answers the n-th request that it gets, from 1. */
export type Transcribing = (n: number) => TranscriberAnswer;

/** Adds transcription to a world: from now on what its workers hear is transcribed once its time has come. */
export const addTranscription = (world: LifecycleWorld, gate: Gate, answer: Transcribing): void => {
  const { clock, ports, speechQueue } = world;
  let asked = 0;
  const transcriber = through(gate, 'transcriber', {
    transcribe: async () => {
      asked += 1;
      return answer(asked);
    },
  });
  const transcribe = createTranscribePiece({
    ...ports,
    keyOf: withAnyKey,
    // As a lost connection is seen by whoever asks: a transcriber answers, and never throws.
    transcriberOf: () => ({
      transcribe: () =>
        transcriber
          .transcribe()
          .catch((): TranscriberAnswer => ({ status: 'unavailable', error_code: 'LOST', error_message: 'it broke' })),
    }),
    queue: ports.speechQueue,
    chance: () => 0.5,
  });
  const inFlight: unknown[] = [];
  const work = async (): Promise<void> => {
    await transcribe(SpeechMessage.parse(inFlight[0]));
    inFlight.shift();
  };
  world.companions.push({
    due: () => {
      inFlight.push(...speechQueue.takeDue());
      return inFlight.length > 0 ? [work] : [];
    },
    nextMoment: () => {
      const wait = speechQueue.nextDueSeconds();
      return wait === undefined ? undefined : clock.now().getTime() + wait * 1000;
    },
  });
};
