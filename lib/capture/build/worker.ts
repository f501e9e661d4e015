/** Builds capture workers for machines that have nothing but Node and, where they need it, a Chromium. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { buildPrograms } from './programs.ts';

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** The workers, by the names of their programs in `bin/workers/`. */
export const workerNames = ['capture-worker', 'app-session-worker'] as const;
export type WorkerName = (typeof workerNames)[number];

export interface WorkerBuild {
  /** The program that starts it; by default the worker on AWS. */
  readonly entry?: string;
  /** Which adapters `#adapters/*` stands for. */
  readonly conditions?: readonly string[];
}

const bundleWorker = (folder: string, name: WorkerName, { entry, conditions = [] }: WorkerBuild): string[] => {
  const { metafile } = buildSync({
    absWorkingDir: projectRoot,
    entryPoints: [entry ?? `bin/workers/${name}.ts`],
    outfile: join(folder, `${name}.mjs`),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    conditions: [...conditions],
    mainFields: ['module', 'main'],
    // The Chromium that npm brings stays behind: CHROMIUM_PATH names the machine's.
    external: ['./unpack-chromium.ts'],
    // Some packages are CommonJS inside and call require for Node's own modules.
    banner: { js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);" },
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  });
  return Object.keys(metafile.inputs);
};

/** What a worker sends into pages lies beside it. */
const bundlePrograms = (folder: string): readonly string[] => {
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  return buildPrograms(programs);
};

/**
 * Writes `<name>.mjs`, which needs no packages, into a folder, and the programs for pages beside it where the worker opens
 * any. Answers the files that all of it is made of, from the project's folder on.
 */
export const buildWorker = (folder: string, name: WorkerName, build: WorkerBuild = {}): string[] => {
  const sources = bundleWorker(folder, name, build);
  return name === 'capture-worker' ? [...new Set([...sources, ...bundlePrograms(folder)])] : sources;
};
