/** What faults of the database mean to whoever runs it. */
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiskFullError } from '../../domain/errors.ts';
import { isOutOfSpace } from '../../process/disk/file-faults.ts';
import { privateFileMode } from './private-files.ts';

// https://sqlite.org/rescode.html#full and #ioerr: the lowest byte of a code is the kind of fault.
const sqliteFull = 13;
const sqliteIoFault = 10;
const pageBytes = 4096;

/** Whether a page can still be written in a folder. */
const hasRoom = (folder: string): boolean => {
  const path = join(folder, `probe-${randomUUID()}`);
  try {
    writeFileSync(path, Buffer.alloc(pageBytes), { mode: privateFileMode, flush: true });
    return true;
  } catch (error) {
    return !isOutOfSpace(error);
  } finally {
    rmSync(path, { force: true });
  }
};

/** SQLite says that a disk is full, but of a quota that is used up only that it could not write: there a file tells. */
const isFull = (folder: string, errcode: number): boolean =>
  errcode === sqliteFull || ((errcode & 0xff) === sqliteIoFault && !hasRoom(folder));

/** Says where to make room when the disk is full; any other fault as it is. */
export const faultMeant = (folder: string, error: unknown): unknown => {
  const { errcode = 0 } = error instanceof Error ? (error as Error & { errcode?: number }) : {};
  return isFull(folder, errcode) ? new DiskFullError(folder, { cause: error }) : error;
};
