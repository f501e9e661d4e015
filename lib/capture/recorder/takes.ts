/** Brings the takes of a recording from the store onto the local disk. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { SegmentStore } from '../session-ports.ts';
import { isWholeSegment } from './mp4-boxes.ts';
import { initFile, segments_prefix, takeFile, takesOf } from './segment-names.ts';

const TakeStart = z.object({ start_timestamp_ms: z.int(), width: z.int(), height: z.int() });

/** A take as one fragmented MP4 file. */
export interface LocalTake {
  readonly path: string;
  readonly start_timestamp_ms: number;
}

const copyTake = async (
  store: SegmentStore,
  path: string,
  init: Uint8Array,
  segments: readonly string[],
): Promise<number> => {
  await using file = await open(path, 'w');
  await file.write(init);
  let count = 0;
  for (const name of segments) {
    const bytes = await store.get(name);
    // A worker that was killed may leave a torn segment behind; a reader would stop there.
    if (!bytes || !isWholeSegment(bytes)) continue;
    await file.write(bytes);
    count += 1;
  }
  return count;
};

/** Writes each take that holds anything to `folder`, one segment in memory at a time, in the order of recording. */
export const fetchTakes = async (store: SegmentStore, folder: string): Promise<LocalTake[]> => {
  const takes: LocalTake[] = [];
  for (const { take, segments } of takesOf(await store.list(segments_prefix))) {
    const [start, init] = [await store.get(takeFile(take)), await store.get(initFile(take))];
    if (!start || !init || segments.length === 0) continue;
    const { start_timestamp_ms } = TakeStart.parse(JSON.parse(Buffer.from(start).toString('utf8')));
    const path = join(folder, `${take}.mp4`);
    if ((await copyTake(store, path, init, segments)) > 0) takes.push({ path, start_timestamp_ms });
  }
  return takes;
};
