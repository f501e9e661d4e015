/** Folders of files that are built of sources, the first time and whenever these have changed. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './cache-folder.ts';

export interface Built {
  /** What folders of this kind are called by; no other kind's begins so. */
  readonly prefix: string;
  /** Files, and folders that end in a slash: whatever the result may be made of. */
  readonly sources: readonly URL[];
  /** Writes the files into a folder that is there. */
  readonly build: (folder: string) => void;
}

const root = new URL('../../../', import.meta.url);

/** The lock file of a folder of this project, which pins the packages of a build. In a packed release it has another name. */
export const pinnedPackages = (folder = root): URL => {
  const lock = new URL('package-lock.json', folder);
  return existsSync(lock) ? lock : new URL('npm-shrinkwrap.json', folder);
};

const unusedForMs = 7 * 24 * 3_600_000;

const filesIn = (path: string): string[] =>
  path.endsWith('/')
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .flatMap((entry) => (entry.isFile() ? join(entry.parentPath, entry.name) : []))
        .toSorted()
    : [path];

const fingerprintOf = (sources: readonly URL[]): string => {
  const hash = createHash('sha256');
  for (const source of sources.map((url) => fileURLToPath(url))) {
    for (const path of filesIn(source)) {
      const bytes = readFileSync(path);
      // With its name and length: what moves from one file to another changes what is built too.
      hash.update(`${relative(source, path)} ${bytes.length}\n`).update(bytes);
    }
  }
  return hash.digest('hex').slice(0, 32);
};

/** Removes what was built from other sources and has not been used for a week. Never fails. */
const sweep = async (cache: string, prefix: string, kept: string): Promise<void> => {
  for (const name of await readdir(cache).catch(() => [])) {
    const path = join(cache, name);
    if (!name.startsWith(prefix) || path === kept) continue;
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > unusedForMs) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
};

const touch = (folder: string): Promise<void> => {
  const now = new Date();
  return utimes(folder, now, now).catch(() => undefined);
};

/** What this process was given. */
const inUse = new Set<string>();

/** Says that what this process was given is still in use: by somebody who runs for days, every day. Never fails. */
export const tellBuiltInUse = async (): Promise<void> => {
  for (const folder of inUse) await touch(folder);
};

/**
 * The folder of what is built. Safe to call from several processes at once: each builds into a folder of its own, and
 * the first one to finish gives it its final name.
 */
export const builtFolder = async ({ prefix, sources, build }: Built): Promise<string> => {
  const cache = await cacheFolder();
  const folder = join(cache, prefix + fingerprintOf(sources));
  inUse.add(folder);
  if (existsSync(folder)) {
    await touch(folder);
    return folder;
  }
  const workplace = `${folder}.${randomUUID()}`;
  await mkdir(workplace);
  try {
    build(workplace);
    await rename(workplace, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
  await sweep(cache, prefix, folder);
  return folder;
};
