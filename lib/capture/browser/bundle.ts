/** Makes scripts for the page out of this project's TypeScript. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const cache = new Map<string, Promise<string>>();

const make = async (entry: URL, globalName: string | undefined): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'chrome140',
    minify: true,
    legalComments: 'none',
    ...(globalName ? { globalName } : {}),
  });
  const text = outputFiles[0]?.text;
  if (text === undefined) throw new Error(`bundling ${entry.href} gave nothing`);
  return text;
};

/** The bundled script of an entry point, made once per process. `globalName` is the variable that holds its exports. */
export const bundle = (entry: URL, globalName?: string): Promise<string> => {
  const key = `${entry.href}#${globalName ?? ''}`;
  const made = cache.get(key) ?? make(entry, globalName);
  cache.set(key, made);
  return made;
};
