/**
 * Builds the programs that leave this process: what runs in pages and in their workers. They are built ahead, when the
 * service starts or an image is made, and not while a bot waits for them.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../process/cache-folder.ts';
import { bundle } from './bundle.ts';
import { exportsName, scriptFile } from './scripts.ts';

const capture = new URL('../', import.meta.url);
/** Whatever a program may be made of. */
const sources = ['./build/', './programs/', './platforms/', './meeting/', '../domain/', '../../package-lock.json'];
const prefix = 'programs-';
const unusedForMs = 7 * 24 * 3_600_000;

const foldersIn = (url: URL): string[] =>
  readdirSync(url, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));

/**
 * The entry point of each program by its name: a folder of `programs/` with a file of its own name, and for the page of
 * each platform `platforms/<platform>/page.ts`, which is called `<platform>-page`.
 */
export const programEntries = (): ReadonlyMap<string, URL> => {
  const [programs, platforms] = [new URL('programs/', capture), new URL('platforms/', capture)];
  const entries = [
    ...foldersIn(programs).map((name) => [name, new URL(`${name}/${name}.ts`, programs)] as const),
    ...foldersIn(platforms).map((name) => [`${name}-page`, new URL(`${name}/page.ts`, platforms)] as const),
  ];
  return new Map(entries.filter(([, entry]) => existsSync(entry)));
};

/** Writes every program into a folder that is there. */
export const buildPrograms = (folder: string): void => {
  for (const [name, entry] of programEntries())
    writeFileSync(join(folder, scriptFile(name)), bundle(entry, exportsName));
};

const filesIn = (path: string): string[] =>
  path.endsWith('/')
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .flatMap((entry) => (entry.isFile() ? join(entry.parentPath, entry.name) : []))
        .toSorted()
    : [path];

/** Changes with whatever the programs are made of. */
const fingerprint = (): string => {
  const hash = createHash('sha256');
  for (const source of sources)
    for (const path of filesIn(fileURLToPath(new URL(source, capture)))) hash.update(readFileSync(path));
  return hash.digest('hex').slice(0, 32);
};

/** Removes what was built from other sources and has not been used for a week. Never fails. */
const sweep = async (cache: string, kept: string): Promise<void> => {
  for (const name of await readdir(cache).catch(() => [])) {
    const path = join(cache, name);
    if (!name.startsWith(prefix) || path === kept) continue;
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > unusedForMs) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
};

/**
 * The folder of the programs, which are built the first time and whenever their sources have changed. Safe to call from
 * several processes at once: each builds into a folder of its own, and the first one to finish gives it its final name.
 */
export const preparePrograms = async (): Promise<string> => {
  const cache = await cacheFolder();
  const folder = join(cache, prefix + fingerprint());
  const now = new Date();
  if (existsSync(folder)) {
    await utimes(folder, now, now).catch(() => undefined);
    return folder;
  }
  const workplace = `${folder}.${randomUUID()}`;
  await mkdir(workplace);
  try {
    buildPrograms(workplace);
    await rename(workplace, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
  await sweep(cache, folder);
  return folder;
};
