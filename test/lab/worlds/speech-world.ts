/**
 * Speech that is transcribed, in memory: the real use cases and repositories, and a transcriber that a test decides on.
 */
import type { SpeechProviderName } from '../../../lib/domain/transcription/provider-names.ts';
import type { SpeechPiece, TranscriberAnswer, Trouble } from '../../../lib/domain/transcription/speech.ts';
import { SpeechMessage, speechFile } from '../../../lib/domain/transcription/speech.ts';
import type { Transcriber, TranscriptionRequest } from '../../../lib/ports/transcriber.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { capturedFolder } from '../../../lib/storage/bots/media-names.ts';
import { speechRepository } from '../../../lib/storage/bots/speech.ts';
import type { ProviderKeys } from '../../../lib/usecases/transcription/provider-keys.ts';
import { createTranscribePiece, type SpeechOutcome } from '../../../lib/usecases/transcription/transcribe-piece.ts';
import { aSpeechPiece } from '../builders/speech-piece.ts';
import { aClock } from '../doubles/clock.ts';
import { memoryMediaStore } from '../doubles/memory-media-store.ts';
import { memoryQueue } from '../doubles/memory-queue.ts';
import { memoryTable } from '../doubles/memory-table.ts';
import { type Gate, through } from './lifecycle/lifecycle-world.ts';

/** Nobody needs a key, or everybody has one. */
export const withAnyKey: ProviderKeys = async () => 'a-key';

export const heard = (transcript: string): TranscriberAnswer => ({ status: 'done', transcript, words: [] });

export const trouble = (
  status: Trouble['status'],
  error_code: string,
  more: Pick<Trouble, 'retry_after_seconds'> = {},
): Trouble => ({ status, error_code, error_message: `${error_code}, in words`, ...more });

const open: Gate = { before: async () => undefined, after: () => undefined };

export const speechWorld = (
  answer: (n: number, sound: TranscriptionRequest) => TranscriberAnswer | Promise<TranscriberAnswer>,
  gate: Gate = open,
  keyOf: ProviderKeys = withAnyKey,
) => {
  const clock = aClock();
  const stored = memoryTable(clock);
  const { changes: _changes, items: _items, ...primitives } = stored;
  const { contentTypeOf: _type, ...media } = memoryMediaStore();
  const queue = memoryQueue(clock);
  const asked: (TranscriptionRequest & { readonly provider: SpeechProviderName; readonly at: Date })[] = [];
  const transcriberOf = (provider: SpeechProviderName): Transcriber =>
    through(gate, 'transcriber', {
      transcribe: async (sound: TranscriptionRequest) =>
        answer(asked.push({ ...sound, provider, at: clock.now() }), sound),
    });
  const ports = {
    speech: speechRepository(through(gate, 'table', primitives)),
    media: through(gate, 'media', media),
    transcriberOf,
    keyOf,
    queue: through(gate, 'queue', { send: queue.send }),
    clock,
    chance: () => 0.5,
  };
  const transcribe = createTranscribePiece(ports);
  const captured = capturedRepository(stored);
  /** Messages that a function failed at come again, as from a queue. */
  const again: unknown[] = [];

  return {
    ...{ clock, stored, media, queue, asked, ports, transcribe },
    /** Stores a piece as a worker does, without handing it on. */
    async store(piece = aSpeechPiece()): Promise<SpeechPiece> {
      await speechRepository(stored).add(piece);
      await media.put(
        capturedFolder(piece) + speechFile(piece.piece_id),
        new Uint8Array(320),
        'application/octet-stream',
      );
      return piece;
    },
    /** Stores a piece and hands it on. */
    async say(piece = aSpeechPiece()): Promise<void> {
      const { project_id, bot_id, piece_id } = await this.store(piece);
      await queue.send([{ body: { project_id, bot_id, piece_id } }]);
    },
    /** Works until nothing is queued. */
    async work(): Promise<SpeechOutcome[]> {
      const outcomes: SpeechOutcome[] = [];
      for (;;) {
        const bodies = [...again.splice(0), ...queue.takeDue()];
        for (const body of bodies) {
          await transcribe(SpeechMessage.parse(body)).then(
            (outcome) => outcomes.push(outcome),
            () => again.push(body),
          );
        }
        const wait = queue.nextDueSeconds();
        if (wait === undefined && again.length === 0) return outcomes;
        clock.advance(Math.max(0, again.length > 0 ? 1 : (wait ?? 0)));
      }
    },
    /** The transcript as it is stored, and what else is left. */
    async left() {
      const ref = aSpeechPiece();
      const batches = await captured.list(ref, 'utterances');
      return {
        utterances: batches.flatMap(({ entries }) => entries),
        waiting: (await speechRepository(stored).waiting(ref)).length,
        objects: await media.list(''),
      };
    },
  };
};
export type SpeechWorld = ReturnType<typeof speechWorld>;
