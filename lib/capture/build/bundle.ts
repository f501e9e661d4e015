/** Makes scripts for a browser out of this project's TypeScript. */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

export interface Bundles {
  readonly scripts: ReadonlyMap<string, string>;
  /** The files that they are made of, from the project's folder on. */
  readonly sources: readonly string[];
}

/**
 * The scripts of entry points, by the names of these, and what they are made of: each is whole in itself, and what several
 * have in common is read once. `globalName` is the variable that holds the exports of each.
 */
export const bundlesOf = (entries: ReadonlyMap<string, URL>, globalName: string): Bundles => {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: projectRoot,
    entryPoints: Object.fromEntries([...entries].map(([name, entry]) => [name, fileURLToPath(entry)])),
    outdir: 'built',
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'chrome140',
    minify: true,
    legalComments: 'none',
    globalName,
    metafile: true,
  });
  const scripts = outputFiles.map(({ path, text }) => [basename(path, '.js'), text] as const);
  return { scripts: new Map(scripts), sources: Object.keys(metafile.inputs) };
};

/** The script of one entry point. */
export const bundle = (entry: URL, globalName: string): string => {
  const script = bundlesOf(new Map([['script', entry]]), globalName).scripts.get('script');
  if (script === undefined) throw new Error(`bundling ${entry.href} gave nothing`);
  return script;
};
