/** Modules that others stand in for, in this thread and all that it imports from now on. */
import { registerHooks } from 'node:module';

const double = (file: string): string => import.meta.resolve(`../test/lab/doubles/in-process/${file}`);

/**
 * What a function reaches outside, and what stands in for it: adapters by how functions name them, since those of one machine
 * use one another; the rest by where it lies, whoever imports it.
 */
export const doubles = {
  table: ['#adapters/table.ts', double('adapters.ts')],
  media: ['#adapters/media-store.ts', double('adapters.ts')],
  masterKey: ['#adapters/master-key.ts', double('adapters.ts')],
  zoom: [import.meta.resolve('../lib/conferencing/zoom.ts'), double('conf.ts')],
  video: [import.meta.resolve('../lib/net/mp4-address.ts'), double('video.ts')],
} as const;

/** Answers with what tells which of them nobody has imported until then. */
export const standIn = (chosen: readonly (readonly [module: string, double: string])[]): (() => string[]) => {
  const known = new Map(chosen);
  const unused = new Set(known.keys());
  registerHooks({
    resolve: (specifier, context, next) => {
      const key = known.has(specifier) ? specifier : next(specifier, context).url;
      const url = known.get(key);
      if (url === undefined) return next(specifier, context);
      unused.delete(key);
      return { url, shortCircuit: true };
    },
  });
  return () => [...unused];
};
