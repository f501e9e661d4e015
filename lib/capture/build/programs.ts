/**
 * Builds the programs that leave this process: what runs in pages and in their workers. They are built ahead, when the
 * service starts or an image is made, and not while a bot waits for them.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { builtFolder, pinnedPackages } from '../../process/disk/built-folder.ts';
import { bundlesOf } from './bundle.ts';
import { exportsName, isPacked, scriptFile } from './scripts.ts';

const capture = new URL('../', import.meta.url);
/** Whatever a program may be made of: when any of it has changed, the programs are built anew. */
export const programSources: readonly URL[] = [
  ...['build/', 'programs/', 'platforms/', 'media/', 'meeting/', '../domain/', '../process/bounded.ts'].map(
    (path) => new URL(path, capture),
  ),
  pinnedPackages(),
];

const foldersIn = (url: URL): string[] =>
  readdirSync(url, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));

type Entry = readonly [name: string, file: URL];

/** The program of the page of each platform that has a folder there: `<platform>/page/page.ts`, called `<platform>-page`. */
export const pagesIn = (platforms: URL): readonly Entry[] =>
  foldersIn(platforms).map((name) => [`${name}-page`, new URL(`${name}/page/page.ts`, platforms)]);

/** The entry point of each program by its name: a folder of `programs/` with a file of its own name, and the pages of platforms. */
export const programEntries = (): ReadonlyMap<string, URL> => {
  const programs = new URL('programs/', capture);
  const entries: readonly Entry[] = [
    ...foldersIn(programs).map((name): Entry => [name, new URL(`${name}/${name}.ts`, programs)]),
    ...pagesIn(new URL('platforms/', capture)),
  ];
  return new Map(entries.filter(([, entry]) => existsSync(entry)));
};

/** Writes every program into a folder that is there. Answers the files that they are made of. */
export const buildPrograms = (folder: string): readonly string[] => {
  const { scripts, sources } = bundlesOf(programEntries(), exportsName);
  for (const [name, text] of scripts)
    writeFileSync(join(folder, scriptFile(name)), isPacked(name) ? gzipSync(text) : text);
  return sources;
};

/** The folder of the programs, which are built the first time and whenever their sources have changed. */
export const preparePrograms = (): Promise<string> =>
  builtFolder({
    prefix: 'programs-',
    sources: programSources,
    build: buildPrograms,
  });
