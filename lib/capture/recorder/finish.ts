/** Makes the finished recording of a bot from the segments that its workers left. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Recording } from '../../domain/captured.ts';
import type { SaveRecording, SegmentStore } from '../session-ports.ts';
import { makeWorkFolder, removeWorkFolder } from '../work-folder.ts';
import { joinTakes } from './join-takes.ts';
import { segments_prefix } from './segment-names.ts';
import { findTakes } from './takes.ts';

const mediaTypes = { mp4: 'video/mp4', mp3: 'audio/mpeg' } as const;

export interface FinishOptions {
  /** Where to make the recording: as large as it becomes. Among the system's temporary files by default. */
  readonly scratch?: string;
}

/** Removes what a recording was made from, for when it is finished and remembered. Safe to repeat. */
export const removeSegments = (store: SegmentStore): Promise<void> => store.deleteAll(segments_prefix);

/**
 * Joins all takes to one file, MP4 or MP3 as they were recorded, stores it and remembers it. Needs no browser and little memory, tolerates torn and missing
 * segments, and is safe to repeat, so any process can finish what a killed worker recorded.
 * Answers undefined, and saves nothing, when nothing was recorded.
 */
export const finishRecording = async (
  store: SegmentStore,
  save: SaveRecording,
  { scratch }: FinishOptions = {},
): Promise<Omit<Recording, 'key'> | undefined> => {
  const folder = await makeWorkFolder(scratch);
  try {
    const [take, ...later] = await findTakes(store);
    if (!take) return undefined;
    const path = join(folder, 'recording');
    const { format, duration_ms, parts } = await joinTakes(store, [take, ...later], path);
    const [first] = parts;
    if (!first) return undefined;
    const name = `recording.${format}`;
    await store.putFile(name, path, mediaTypes[format]);
    const { size } = await stat(path);
    const { start_timestamp_ms } = first;
    const recording = { format, start_timestamp_ms, duration_ms, size_bytes: size, parts };
    await save({ name, ...recording });
    return recording;
  } finally {
    await removeWorkFolder(folder);
  }
};
