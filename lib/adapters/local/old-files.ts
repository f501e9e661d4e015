/** Files that nobody needs any more, by their age. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../../process/disk/file-faults.ts';

interface Old {
  readonly oldest_ms: number;
  /** Whether a file of this name stays, however old it is. */
  readonly isKept?: (name: string) => boolean;
}

/** Removes the files of a folder that nobody has written to for so long. There need be no such folder. */
export const removeOld = async (folder: string, { oldest_ms, isKept }: Old, now: Date): Promise<void> => {
  for (const name of (await readdir(folder).catch(unlessMissing)) ?? []) {
    if (isKept?.(name)) continue;
    const path = join(folder, name);
    const { mtimeMs = Number.POSITIVE_INFINITY } = (await stat(path).catch(unlessMissing)) ?? {};
    if (now.getTime() - mtimeMs > oldest_ms) await rm(path, { force: true });
  }
};
