/** Makes one script for a browser out of this project's TypeScript. */
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

export interface Bundle {
  readonly text: string;
  /** The files that it is made of, from the project's folder on. */
  readonly sources: readonly string[];
}

/** The script of an entry point, and what it is made of. `globalName` is the variable that holds its exports. */
export const bundleOf = (entry: URL, globalName: string): Bundle => {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: projectRoot,
    entryPoints: [fileURLToPath(entry)],
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
  const text = outputFiles[0]?.text;
  if (text === undefined) throw new Error(`bundling ${entry.href} gave nothing`);
  return { text, sources: Object.keys(metafile.inputs) };
};

/** The script alone. */
export const bundle = (entry: URL, globalName: string): string => bundleOf(entry, globalName).text;
