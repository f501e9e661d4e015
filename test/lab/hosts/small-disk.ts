/** A really small file system, in memory, that only one process and its children see (Linux). Needs no privileges. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The mount is gone with the process and what it started. `exec`: the service is the very process that was spawned.
const mount = 'mount -t tmpfs -o "size=$1" tmpfs "$2" && shift 2 && exec "$@"';
const through = (size: string, folder: string): string[] => ['unshare', '-Urm', 'sh', '-c', mount, 'sh', size, folder];

/** Why there can be no such file system here; nothing when there can. */
export const whyNoSmallDisk = (): string | undefined => {
  if (process.platform !== 'linux') return 'only Linux lets everybody mount a file system';
  const [program = '', ...args] = [...through('1m', tmpdir()), 'true'];
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return undefined;
  return `this kernel lets nobody mount a file system in a namespace of their own (${error?.message ?? stderr.trim()})`;
};

/** `fill` takes the last byte of it, as somebody else's file; `free` gives all of that back. */
export const aSmallDisk = async (megabytes: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'small-disk-'));
  const seenFrom = (pid: number): string => `/proc/${pid}/root${folder}`;
  return {
    folder,
    /** What a process is started through so that it sees the file system in the folder. */
    through: through(`${megabytes * 1024}k`, folder),
    seenFrom,
    fill(pid: number): void {
      const filler = openSync(join(seenFrom(pid), 'filler'), 'a');
      const page = Buffer.alloc(4096, 1);
      try {
        for (;;) writeSync(filler, page);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(filler);
      }
    },
    free: (pid: number): void => rmSync(join(seenFrom(pid), 'filler')),
    makeFolder: (name: string, pid: number): void => void mkdirSync(join(seenFrom(pid), name), { recursive: true }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
};
