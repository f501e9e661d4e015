/** Makes the finished recording of a bot from the segments that its workers left. */
import type { Recording } from '../../domain/captured/captured.ts';
import { joinTakes } from './join-takes.ts';
import { segmentsPrefix } from './segment-names.ts';
import type { SegmentStore } from './segment-store.ts';
import { findTakes } from './stored-takes.ts';

/** Remembers the finished recording on the bot. */
export type SaveRecording = (recording: Omit<Recording, 'key'> & { name: string }) => Promise<void>;

export interface FinishOptions {
  /** Where an MP3 is made. Among the system's temporary files by default. */
  readonly scratch?: string;
}

/** Removes what a recording was made from, for when it is finished and remembered. Safe to repeat. */
export const removeSegments = (store: SegmentStore): Promise<void> => store.deleteAll(segmentsPrefix);

/**
 * Joins all takes to one file, MP4 or MP3 as they were recorded, stores it and remembers it. Needs no browser and little
 * memory, tolerates torn and missing segments, and is safe to repeat, so any process can finish what a killed worker
 * recorded.
 * Answers undefined, and saves nothing, when nothing was recorded.
 */
export const finishRecording = async (
  store: SegmentStore,
  save: SaveRecording,
  { scratch }: FinishOptions = {},
): Promise<Omit<Recording, 'key'> | undefined> => {
  const [take, ...later] = await findTakes(store);
  if (!take) return undefined;
  const { name, ...joined } = await joinTakes(store, [take, ...later], scratch);
  const [first] = joined.parts;
  if (!first) return undefined;
  const recording = { ...joined, start_timestamp_ms: first.start_timestamp_ms };
  await save({ name, ...recording });
  return recording;
};
