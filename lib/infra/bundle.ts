/** How a function's code becomes one file. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

const optionsOf = (entry: string): BuildOptions => ({
  absWorkingDir: projectRoot,
  entryPoints: [`lambdas/${entry}.ts`],
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // The SDK is bundled: AWS's own copy varies, emulators have none. As ES modules it is shaken to half its size.
  mainFields: ['module', 'main'],
  // A function's credentials are always in its environment: the other ways to find some are a third of a bundle.
  alias: { '@aws-sdk/credential-provider-node': './lib/adapters/aws/function-credentials.ts' },
  // Some packages are CommonJS inside and call require for Node's own modules.
  banner: { js: "import{createRequire as r}from'node:module';const require=r(import.meta.url);" },
  legalComments: 'none',
  logLevel: 'warning',
});

/** Bundles `lambdas/<entry>.ts` into `<folder>/index.mjs`. */
export const bundleFunction = (entry: string, folder: string): void => {
  buildSync({ ...optionsOf(entry), outfile: join(folder, 'index.mjs') });
};
