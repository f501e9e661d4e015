/** Builds the capture worker for a machine that has nothing but Node and a Chromium. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { buildPrograms } from './programs.ts';

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

export interface WorkerBuild {
  /** The program that starts it; by default the worker on AWS. */
  readonly entry?: string;
  /** Which adapters `#adapters/*` stands for. */
  readonly conditions?: readonly string[];
}

/**
 * Writes `capture-worker.mjs`, which needs no packages, and the programs beside it into a folder. Answers the files that the
 * worker is made of, from the project's folder on.
 */
export const buildWorker = (
  folder: string,
  { entry = 'bin/capture-worker.ts', conditions = [] }: WorkerBuild = {},
): string[] => {
  const { metafile } = buildSync({
    absWorkingDir: projectRoot,
    entryPoints: [entry],
    outfile: join(folder, 'capture-worker.mjs'),
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
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  buildPrograms(programs);
  return Object.keys(metafile.inputs);
};
