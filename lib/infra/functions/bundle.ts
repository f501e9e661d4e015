/** How a function's code becomes a few files, the first of which is all that most requests need. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync, type Metafile, type OutputFile } from 'esbuild';
import { dashboardHandler } from '../../api/page-routes.ts';
import { publicHandler } from '../../api/public-routes.ts';
import { buildDashboard } from '../../dashboard/build.ts';
import { bundledFolder } from '../../dashboard/files.ts';
import { docsPaths } from '../../docs/files.ts';

export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

/** How all functions are bundled. */
export const bundleOptions = {
  absWorkingDir: projectRoot,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  // What is imported later stays apart, and is loaded only by the requests that need it.
  splitting: true,
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  // The SDK is bundled: AWS's own copy varies, emulators have none. As ES modules it is shaken to half its size.
  mainFields: ['module', 'main'],
  // A function's credentials are always in its environment: the other ways to find some are a third of a bundle.
  alias: {
    '@aws-sdk/credential-provider-node': './lib/adapters/aws/stand-ins/function-credentials.ts',
    '@aws-sdk/middleware-endpoint-discovery': './lib/adapters/aws/stand-ins/no-endpoint-discovery.ts',
    '@smithy/core/checksum': './lib/adapters/aws/stand-ins/native-checksums.ts',
    '@smithy/core/event-streams': './lib/adapters/aws/stand-ins/no-event-streams.ts',
    '@aws/lambda-invoke-store': './lib/adapters/aws/stand-ins/no-invoke-store.ts',
  },
  // Only manifests of the SDK's packages are read so, of each of which it would tell AWS the version: two kilobytes each.
  loader: { '.json': 'empty' },
  // Some packages are CommonJS inside and call require for Node's own modules.
  // The name is one that no minified file makes up.
  banner: { js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);" },
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;

/** What functions need only for some requests: each bundled on its own, and loaded when it is asked for. */
const later = {
  '#adapters/media-store.ts': 'lib/adapters/aws/media-store.ts',
  '#session': 'lambdas/middleware/session.ts',
} as const;
type Later = keyof typeof later;
const allLater = Object.keys(later) as Later[];

/** Files that functions read as they are: they lie beside the code, under the paths that they have in the project. */
const filesRead: Readonly<Record<string, readonly string[]>> = { [publicHandler]: docsPaths };

const nameOf = (one: Later): string => basename(later[one], '.ts');

/** The files of what has been built of that: they are the same beside every function, and so are made once for all. */
const builtLater = new Map<Later, readonly OutputFile[]>();
/** Where they would lie: only what is below it is told by their paths. */
const nowhere = join(projectRoot, 'later');

const writeLater = (one: Later, folder: string): void => {
  const entryPoints = { [nameOf(one)]: later[one] };
  const files =
    builtLater.get(one) ?? buildSync({ ...bundleOptions, entryPoints, outdir: nowhere, write: false }).outputFiles;
  builtLater.set(one, files);
  for (const { path, contents } of files) writeFileSync(join(folder, relative(nowhere, path)), contents);
};

type Outputs = Metafile['outputs'];

/** The ways in which what may be wanted later is imported, if at all. */
const waysToImport = (outputs: Outputs, one: Later): Set<string> =>
  new Set(
    Object.values(outputs).flatMap(({ imports }) => imports.filter(({ path }) => path === one).map(({ kind }) => kind)),
  );

/** The files that the entry imports, directly or not, before it runs. */
const loadedWith = (outputs: Outputs, path: string): string[] => [
  path,
  ...(outputs[path]?.imports ?? [])
    .filter(({ kind, external }) => kind === 'import-statement' && !external)
    .flatMap((imported) => loadedWith(outputs, imported.path)),
];

/**
 * Bundles `lambdas/<entry>.ts` into `<folder>/index.mjs`. Beside it lies what it imports later, which starts without
 * being loaded: each such part is whole in itself, so that it adds nothing to what is loaded at once.
 * Answers the paths of the files that a cold start loads.
 */
export const bundleFunction = (entry: string, folder: string): string[] => {
  const entryPoints = { index: `lambdas/${entry}.ts` };
  const build = (external: string[]): Outputs =>
    buildSync({ ...bundleOptions, entryPoints, outdir: folder, external, metafile: true }).metafile.outputs;
  for (const path of filesRead[entry] ?? []) cpSync(join(projectRoot, path), join(folder, path));
  if (entry === dashboardHandler) {
    mkdirSync(join(folder, bundledFolder), { recursive: true });
    buildDashboard(join(folder, bundledFolder));
  }
  let outputs = build(allLater);
  // What a function always needs lies in its one file.
  const apart = allLater.filter((one) => !waysToImport(outputs, one).has('import-statement'));
  if (apart.length < allLater.length) {
    for (const path of Object.keys(outputs)) rmSync(join(projectRoot, path));
    outputs = build(apart);
  }
  const imports = apart.flatMap((one) => {
    if (waysToImport(outputs, one).size === 0) return [];
    writeLater(one, folder);
    return [[one, `./${nameOf(one)}.mjs`]];
  });
  if (imports.length > 0) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ imports: Object.fromEntries(imports) }));
  }
  const index = Object.keys(outputs).find((path) => basename(path) === 'index.mjs') ?? '';
  return [...new Set(loadedWith(outputs, index))].map((path) => join(projectRoot, path));
};

/** The file that stands before a function, in stacks whose API is a REST API. */
export const restFront = 'rest';

/** Puts it beside a function that has been bundled into the folder, and adds nothing to that. */
export const bundleRestFront = (folder: string): void => {
  buildSync({
    ...bundleOptions,
    splitting: false,
    stdin: {
      contents: `import { behindRest } from './lambdas/events/rest.ts';
import { handler as answer } from './index.mjs';
export const handler = behindRest(answer);`,
      resolveDir: projectRoot,
    },
    external: ['./index.mjs'],
    outfile: join(folder, `${restFront}.mjs`),
  });
};
