/** Stores pieces of speech and hands them on to be transcribed, beside the recording and never in its way. */
import { type HeardSpeech, speechFile } from '../../../domain/transcription/speech.ts';
import { within } from '../../../process/deadline.ts';
import { inTime } from '../../../process/in-time.ts';
import { retry } from '../../../process/retry.ts';
import type { SessionLog } from '../../meeting/log.ts';
import { putWithinMs, type SegmentStore } from '../../recording/segment-store.ts';
import type { SpeechSink } from '../ports.ts';

/** A quarter of an hour of somebody who never pauses. */
const mostWaitingBytes = 32 * 1024 * 1024;
const mostAtOnce = 4;
const patience = { first_ms: 250, longest_ms: 5_000 };
const closeWithinMs = 250;

export interface PieceKeeper extends AsyncDisposable {
  keep(piece: HeardSpeech, pcm: Uint8Array): void;
  /** Whether everything kept so far could be handed on before the deadline. */
  flush(timeout_ms: number): Promise<boolean>;
}

export interface PieceKeeperPorts {
  readonly store: Pick<SegmentStore, 'put'>;
  readonly sink: SpeechSink;
  readonly log: SessionLog;
}

/**
 * For each piece, first a note is made, then its sound is stored, then it is handed on: so nothing is ever stored that no
 * note tells of. A step that fails, or a store that does not answer, is tried again until it works. Pieces that come while
 * the memory for waiting ones is full are dropped, which is logged.
 */
export const createPieceKeeper = ({ store, sink, log }: PieceKeeperPorts): PieceKeeper => {
  const closed = new AbortController();
  const waiting: (() => Promise<void>)[] = [];
  const underWay = new Set<Promise<void>>();
  let waiting_bytes = 0;

  const untilDone = (step: () => Promise<void>): Promise<void> =>
    retry(step, {
      ...patience,
      signal: closed.signal,
      onRetry: ({ error }) => log('a piece of speech could not be stored yet', { error }),
    });

  const startNext = (): void => {
    const next = underWay.size < mostAtOnce && !closed.signal.aborted ? waiting.shift() : undefined;
    if (!next) return;
    const work = next()
      .catch(() => undefined)
      .finally(() => {
        underWay.delete(work);
        startNext();
      });
    underWay.add(work);
  };

  const handedOn = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.race(underWay);
  };

  return {
    keep(piece, pcm) {
      if (waiting_bytes + pcm.byteLength > mostWaitingBytes) {
        const { timestamp_ms, duration_ms } = piece;
        log('the store is too slow: a piece of speech was dropped', { timestamp_ms, duration_ms });
        return;
      }
      waiting_bytes += pcm.byteLength;
      waiting.push(async () => {
        await untilDone(() => sink.note(piece));
        const name = speechFile(piece.piece_id);
        const put = () => within(putWithinMs, `storing ${name}`, store.put(name, pcm, 'application/octet-stream'));
        await untilDone(put);
        await untilDone(() => sink.handOn(piece));
        waiting_bytes -= pcm.byteLength;
      });
      startNext();
    },
    async flush(timeout_ms) {
      await inTime(handedOn(), timeout_ms);
      return underWay.size === 0;
    },
    async [Symbol.asyncDispose]() {
      closed.abort();
      await inTime(Promise.all(underWay), closeWithinMs);
    },
  };
};
