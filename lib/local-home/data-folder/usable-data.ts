/** A start that fails for what is in the data folder, or for the disk that it is on. */
import { join, sep } from 'node:path';
import { NewerDatabaseError } from '../../adapters/local/database.ts';
import { BrokenKeyError } from '../../adapters/local/key-file.ts';
import { DiskFullError } from '../../domain/errors.ts';
import { CannotStartError } from '../errors.ts';

/** Those whose message says what to do. */
const toldFaults = [NewerDatabaseError, BrokenKeyError, DiskFullError];

const isSqlite = (error: Error): boolean => 'code' in error && error.code === 'ERR_SQLITE_ERROR';

const isWithin = (folder: string, path: string): boolean => path === folder || path.startsWith(join(folder, sep));

/** A fault of a file in the folder, or of one that is open: such a fault names none. */
const isOfFile = (error: Error, folder: string): boolean => {
  if (!('syscall' in error) || 'address' in error) return false;
  return !('path' in error) || isWithin(folder, String(error.path));
};

const reasonOf = (error: unknown, folder: string): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  return isSqlite(error) || isOfFile(error, folder) ? error.message : undefined;
};

/**
 * Works on a data folder. @throws CannotStartError, which says what to do, for a fault of the folder or of its disk;
 * every other fault is ours, and thrown as it is
 */
export const onUsableData = async <T>(folder: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (toldFaults.some((fault) => error instanceof fault)) {
      throw new CannotStartError((error as Error).message, { cause: error });
    }
    const reason = reasonOf(error, folder);
    if (reason === undefined) throw error;
    const todo = 'see to its disk, put a copy back in its place, or choose another one with --data';
    throw new CannotStartError(`the data folder ${folder} cannot be used (${reason}): ${todo}`, { cause: error });
  }
};
