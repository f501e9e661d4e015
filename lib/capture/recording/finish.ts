/** Makes the finished recording of a bot from the segments that its workers left. */
import type { Recording } from '../../domain/captured/recording.ts';
import { type JoinedStills, joinStills } from './join-stills.ts';
import { joinTakes } from './join-takes.ts';
import { segmentsPrefix } from './segment-names.ts';
import type { SegmentStore } from './segment-store.ts';
import { findTakes } from './stored-takes.ts';
import { keepingAmong, withoutOverlaps } from './without-overlaps.ts';

/** A finished recording, by the names that its files have among those of its bot. */
export type FinishedRecording = Omit<Recording, 'key' | 'stills'> & {
  readonly name: string;
  readonly stills?: JoinedStills;
};

/** Remembers the finished recording on the bot. */
export type SaveRecording = (recording: FinishedRecording) => Promise<void>;

/** The recording as it is known to those who know of other bots as well. */
export const recordingBelow = (folder: string, { name, stills, ...recording }: FinishedRecording): Recording => {
  const placed = { ...recording, key: folder + name };
  if (!stills) return placed;
  const { name: stillsName, ...facts } = stills;
  return { ...placed, stills: { ...facts, key: folder + stillsName } };
};

export interface FinishOptions {
  /** Players show it; "Meeting" where it has none. */
  readonly bot_name?: string;
  /** Where files are made that cannot be composed in the store. Among the system's temporary files by default. */
  readonly scratch?: string;
}

/** Removes what a recording was made from, for when it is finished and remembered. Safe to repeat. */
export const removeSegments = (store: SegmentStore): Promise<void> => store.deleteAll(segmentsPrefix);

/**
 * Joins all takes to one file, MP4 or MP3 as they were recorded, stores it and remembers it; of a time that two workers
 * recorded, what the later of them did goes into it. Needs no browser and little memory, tolerates torn and missing segments, and is safe to repeat, so any process can finish what a killed worker
 * recorded.
 * Answers undefined, and saves nothing, when nothing was recorded.
 */
export const finishRecording = async (
  store: SegmentStore,
  save: SaveRecording,
  { bot_name = 'Meeting', scratch }: FinishOptions = {},
): Promise<Omit<FinishedRecording, 'name'> | undefined> => {
  const found = await findTakes(store);
  const keeping = await keepingAmong(store, found);
  const [take, ...later] = withoutOverlaps(found, keeping);
  if (!take) return undefined;
  const { name, ...joined } = await joinTakes(store, [take, ...later], bot_name, scratch);
  const [first] = joined.parts;
  if (!first) return undefined;
  const stills = await joinStills(store, keeping, scratch);
  const recording = { ...joined, start_timestamp_ms: first.start_timestamp_ms, ...(stills && { stills }) };
  await save({ name, ...recording });
  return recording;
};
