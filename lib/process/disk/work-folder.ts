/** Folders that a process works in and removes; what killed processes left is swept by those who come after them. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeOwnFolder, ownPlace } from './own-folder.ts';

/** Where work folders are made when nothing else is said. */
export const workPlace = (temporary_files?: string): string => ownPlace('meeting-bots', temporary_files);

// Containers may share a folder and not their processes.
const ownHost = (): string => hostname().replaceAll(/[^\w-]/g, '-');

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** A new empty folder of this process. Whoever asks for it removes it. */
export const makeWorkFolder = async (place = workPlace()): Promise<string> => {
  await makeOwnFolder(place);
  return mkdtemp(join(place, `${ownHost()}.${process.pid}.`));
};

/** Removes a work folder. Never fails: what stays is swept later. */
export const removeWorkFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);

/** Removes the folders of processes of this machine that run no more. Never fails. */
export const sweepWorkFolders = async (place = workPlace()): Promise<void> => {
  for (const name of await readdir(place).catch(() => [])) {
    const [host, pid] = name.split('.');
    if (host === ownHost() && !isRunning(Number(pid))) await removeWorkFolder(join(place, name));
  }
};
