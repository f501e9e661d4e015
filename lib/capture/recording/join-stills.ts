/** Makes one file of the still pictures beside a recording: a ZIP, for they have no rate by which they would be a film. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stills } from '../../domain/captured/recording.ts';
import { makeWorkFolder, removeWorkFolder } from '../../process/disk/work-folder.ts';
import { readAhead } from './read-ahead.ts';
import { type StoredStill, segmentsPrefix, stillsOf } from './segment-names.ts';
import type { SegmentStore } from './segment-store.ts';
import type { Keeping } from './without-overlaps.ts';
import { createZip, mostBytes, mostEntries } from './zip.ts';

const fileName = 'screen_share.zip';
const mostAtOnce = 4;
const roomForNames = 1_024;

/** Their names say when they were shown, and sort by it; no system minds them. */
const nameOf = (at: Date): string => `${at.toISOString().replaceAll(':', '-')}.jpg`;

export type JoinedStills = Omit<Stills, 'key'> & { readonly name: string };

/** Whether it was shown while its worker's recording is what goes into the file. */
const isKept = ({ attempt, at_ms }: StoredStill, keeping: Keeping | undefined): boolean => {
  const own = keeping?.get(attempt);
  return keeping === undefined || (own !== undefined && at_ms < (own.until?.pictures_ms ?? Number.POSITIVE_INFINITY));
};

/** Needs memory for a few stills. Answers undefined, and stores nothing, where there are none. */
export const joinStills = async (
  store: Pick<SegmentStore, 'get' | 'list' | 'putFile'>,
  keeping: Keeping | undefined,
  scratch?: string,
): Promise<JoinedStills | undefined> => {
  const stills = stillsOf(await store.list(segmentsPrefix))
    .filter((still) => isKept(still, keeping))
    .slice(0, mostEntries);
  const [first, last] = [stills[0], stills.at(-1)];
  if (!first || !last) return undefined;
  const folder = await makeWorkFolder(scratch);
  try {
    const path = join(folder, 'stills');
    const zip = createZip();
    {
      await using file = await open(path, 'w');
      const read = readAhead(stills, mostAtOnce, async ({ name, at_ms }) => ({ at_ms, bytes: await store.get(name) }));
      for await (const { at_ms, bytes } of read) {
        if (!bytes || zip.bytes + bytes.length > mostBytes - roomForNames) continue;
        const at = new Date(at_ms);
        await file.appendFile(zip.add({ name: nameOf(at), bytes, at }));
        await file.appendFile(bytes);
      }
      await file.appendFile(zip.end());
    }
    await store.putFile(fileName, path, 'application/zip');
    return {
      name: fileName,
      start_timestamp_ms: first.at_ms,
      duration_ms: last.at_ms - first.at_ms,
      size_bytes: zip.bytes,
    };
  } finally {
    await removeWorkFolder(folder);
  }
};
