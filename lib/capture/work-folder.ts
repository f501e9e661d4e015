/** Folders that a process works in and removes; what killed processes left is swept by those who come after them. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const defaultPlace = (): string => join(tmpdir(), 'meeting-bots');
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
export const makeWorkFolder = async (place = defaultPlace()): Promise<string> => {
  await mkdir(place, { recursive: true });
  return mkdtemp(join(place, `${ownHost()}.${process.pid}.`));
};

/** Removes a work folder. Never fails: what stays is swept later. */
export const removeWorkFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);

/** Removes the folders of processes of this machine that run no more. Never fails. */
export const sweepWorkFolders = async (place = defaultPlace()): Promise<void> => {
  for (const name of await readdir(place).catch(() => [])) {
    const [host, pid] = name.split('.');
    if (host === ownHost() && !isRunning(Number(pid))) await removeWorkFolder(join(place, name));
  }
};
