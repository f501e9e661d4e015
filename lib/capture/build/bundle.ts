/** Makes one script for a browser out of this project's TypeScript. */
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The script of an entry point. `globalName` is the variable that holds its exports. */
export const bundle = (entry: URL, globalName: string): string => {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'chrome140',
    minify: true,
    legalComments: 'none',
    globalName,
  });
  const text = outputFiles[0]?.text;
  if (text === undefined) throw new Error(`bundling ${entry.href} gave nothing`);
  return text;
};
