import * as z from 'zod';
import { Utterance } from '../../domain/captured/captured.ts';
import { speechProviderNames } from '../../domain/transcription/provider-names.ts';
import type { SpeechPiece } from '../../domain/transcription/speech.ts';
import type { Table } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { type BotRef, speechKey, speechPrefix } from '../keys.ts';
import { removeAll } from '../remove-all.ts';
import { shapeOf } from '../shape.ts';
import { writeOfBatch } from './captured.ts';

const pieceItems = itemKind<SpeechPiece>('speech', () => {
  const { transcription: _, ...said } = Utterance.shape;
  return shapeOf(
    z.object({
      ...said,
      project_id: z.string(),
      bot_id: z.string(),
      piece_id: z.string(),
      sample_rate: z.number(),
      // Items from when there was only one provider do not name it.
      provider: z.enum(speechProviderNames).default('custom_async'),
      parameters: z.record(z.string(), z.unknown()),
      capture_attempt: z.number(),
      failures: z.number(),
      not_before: z.string(),
    } satisfies Fields<SpeechPiece>),
  );
});

/** Pieces of speech that wait to be transcribed. One that is settled is gone. */
export const speechRepository = (table: Table) => ({
  /** Safe to repeat until the piece is handed on. */
  async add(piece: SpeechPiece): Promise<void> {
    await table.write({ put: pieceItems.itemOf(speechKey(piece, piece.piece_id), piece) });
  },

  async get(ref: BotRef, pieceId: string): Promise<SpeechPiece | undefined> {
    const item = await table.get(speechKey(ref, pieceId));
    return item && pieceItems.recordOf(item);
  },

  /** All pieces of a bot that wait, by the start of speech. */
  async waiting(ref: BotRef): Promise<SpeechPiece[]> {
    return (await table.query({ partition: speechKey(ref, '').pk, prefix: speechPrefix })).map(pieceItems.recordOf);
  },

  async isAnyWaiting(ref: BotRef): Promise<boolean> {
    return (await table.query({ partition: speechKey(ref, '').pk, prefix: speechPrefix, limit: 1 })).length > 0;
  },

  /** Notes a failed attempt. Answers false when the piece is settled, or the attempt was noted already. */
  async postpone({ failures, ...piece }: SpeechPiece, until: Date): Promise<boolean> {
    const note = table.write({
      update: speechKey(piece, piece.piece_id),
      set: { failures: failures + 1, not_before: until.toISOString() },
      when: { equals: { failures } },
    });
    return (await attempt(note)).isDone;
  },

  /**
   * Ends the wait of a piece, and stores what came of it, if anything: both or neither. Answers false when the piece is
   * settled already, or was erased with its bot's data.
   */
  async settle(piece: SpeechPiece, utterance: Utterance | undefined, at: Date): Promise<boolean> {
    const { project_id, bot_id, piece_id } = piece;
    const batch = { project_id, bot_id, batch_id: piece_id, created_at: at.toISOString() };
    const ended = { delete: speechKey(piece, piece_id), when: { exists: true } } as const;
    const { isDone, refusal } = await attempt(
      table.write(
        ended,
        ...(utterance ? [writeOfBatch({ ...batch, captured_kind: 'utterances', entries: [utterance] })] : []),
      ),
    );
    // Its utterance is there already: whoever noted the piece once more came late.
    if (refusal?.index === 1) await attempt(table.write(ended));
    return isDone;
  },

  /** Drops all that waits: an answer that is still to come finds its piece gone, and stores nothing. */
  async forget(ref: BotRef): Promise<void> {
    await removeAll(table, speechKey(ref, '').pk, speechPrefix);
  },
});
export type SpeechRepository = ReturnType<typeof speechRepository>;
