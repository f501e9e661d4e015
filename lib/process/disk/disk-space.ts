/** What a worker does about disks that are full: it says which, and waits. */
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isOutOfSpace } from './file-faults.ts';

/** There is too little space for a browser; the message says where. Worth trying again. */
export class NoSpaceError extends Error {
  override readonly name = 'NoSpaceError';
}

const megabyte = 1024 * 1024;
const sharedMemoryFolder = '/dev/shm';
// A profile takes 2 MB; what the browser's processes share, 14 MB with two cameras and more with each.
const leastForFiles = 16 * megabyte;
const leastShared = 256 * megabyte;
const leastForBoth = 96 * megabyte;

const freeBytes = async (path: string): Promise<number | undefined> => {
  const found = await statfs(path).catch(() => undefined);
  // A few file systems do not tell; browsers start on them all the same.
  return found && found.blocks > 0 ? found.bavail * found.bsize : undefined;
};

/** Whether something failed for want of space on a disk. */
export const isForWantOfSpace = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'NoSpaceError' ||
    error.name === 'DiskFullError' ||
    isOutOfSpace(error) ||
    isForWantOfSpace(error.cause));

/** Where a browser's processes share memory: where it is meant to be, unless there is little of it, as in containers. */
export type SharedMemory = 'memory' | 'temporary_files';

/**
 * Makes sure that a browser finds space for its files and what its processes share; a disk that is full of the latter
 * kills them.
 * @throws NoSpaceError with one sentence that says where to make room.
 */
export const findSpace = async (temporary_files = tmpdir(), shared = sharedMemoryFolder): Promise<SharedMemory> => {
  const isShared = ((await freeBytes(shared)) ?? 0) >= leastShared;
  const needed = isShared ? leastForFiles : leastForBoth;
  const free = await freeBytes(temporary_files);
  if (free !== undefined && free < needed) {
    throw new NoSpaceError(
      `a browser needs ${needed / megabyte} MB in ${temporary_files}, where ${Math.floor(free / megabyte)} MB are left: make room there, or set TMPDIR to a folder on a disk that has it`,
    );
  }
  return isShared ? 'memory' : 'temporary_files';
};

export interface Patience {
  /** Hears that it waits, and that it waits no more. */
  readonly log: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
  /** Waits a while; throws when there is no point in going on. */
  readonly pause: () => Promise<void>;
}

/** Does something as soon as there is space for it: again and again, as long as only that is missing. */
export const onceThereIsSpace = async <T>(work: () => Promise<T>, { log, pause }: Patience): Promise<T> => {
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      const done = await work();
      if (isWaiting) log('there is space again');
      return done;
    } catch (error) {
      if (!isForWantOfSpace(error)) throw error;
      if (!isWaiting) log('waiting for space on the disk', { error });
      await pause();
    }
  }
};
