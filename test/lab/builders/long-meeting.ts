/** What was said in a meeting of hours: two people in turn, a line every two seconds. */
import type { Utterance } from '../../../lib/domain/captured/captured.ts';
import type { Table } from '../../../lib/ports/table.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import type { BotRef } from '../../../lib/storage/keys.ts';
import { anUtterance } from './records.ts';

const perBatch = 250;
export const longMeetingStart = Date.parse('2026-03-02T09:00:00Z');

/** Stores so many lines, each as told by its number. */
export const storeLines = async (
  table: Table,
  ref: BotRef,
  count: number,
  details: (index: number) => Pick<Utterance, 'speaker_name' | 'transcription'>,
): Promise<void> => {
  const captured = capturedRepository(table);
  const created_at = new Date(longMeetingStart).toISOString();
  for (let from = 0; from < count; from += perBatch) {
    const entries = Array.from({ length: Math.min(perBatch, count - from) }, (_, i) => from + i).map((index) =>
      anUtterance({
        speaker_uuid: `p-${index % 2}`,
        timestamp_ms: longMeetingStart + index * 2000,
        ...details(index),
      }),
    );
    const batch_id = `u${String(from).padStart(5, '0')}`;
    await captured.add({ ...ref, created_at, batch_id, captured_kind: 'utterances', entries });
  }
};
