/** Brings the takes of a recording from the store onto the local disk. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { SegmentStore } from '../session-ports.ts';
import { isWholeSegment } from './mp4-boxes.ts';
import { initFile, segments_prefix, takeFile, takesOf } from './segment-names.ts';

const TakeStart = z.object({ start_timestamp_ms: z.int(), width: z.int(), height: z.int() });

/** The segments of a take, one after the other in a local file. */
export interface LocalTake {
  readonly start_timestamp_ms: number;
  readonly init: Uint8Array;
  readonly path: string;
  /** Where each segment ends in the file. */
  readonly ends: readonly number[];
}

const copySegments = async (store: SegmentStore, path: string, names: readonly string[]): Promise<number[]> => {
  await using file = await open(path, 'w');
  const ends: number[] = [];
  for (const name of names) {
    const bytes = await store.get(name);
    // A worker that was killed may leave a torn segment behind.
    if (!bytes || !isWholeSegment(bytes)) continue;
    await file.write(bytes);
    ends.push((ends.at(-1) ?? 0) + bytes.byteLength);
  }
  return ends;
};

/** Writes each take that holds anything to `folder`, one segment in memory at a time, in the order of recording. */
export const fetchTakes = async (store: SegmentStore, folder: string): Promise<LocalTake[]> => {
  const takes: LocalTake[] = [];
  for (const { take, segments } of takesOf(await store.list(segments_prefix))) {
    const [start, init] = [await store.get(takeFile(take)), await store.get(initFile(take))];
    if (!start || !init || segments.length === 0) continue;
    const { start_timestamp_ms } = TakeStart.parse(JSON.parse(Buffer.from(start).toString('utf8')));
    const path = join(folder, `${take}.segments`);
    const ends = await copySegments(store, path, segments);
    if (ends.length > 0) takes.push({ start_timestamp_ms, init, path, ends });
  }
  return takes;
};
