/** The client as a package of npm: plain JavaScript and its types, for Node 20, other runtimes and browsers alike. */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const compiler = join(root, 'node_modules/.bin/tsc');

/** What TypeScript leaves as it is in declarations: https://github.com/microsoft/TypeScript/issues/61037 */
const withJavaScriptNames = (types: string): string => types.replaceAll(/(["'])(\.\/\w+)\.ts\1/g, '$1$2.js$1');

const compile = (folder: string): void => {
  const emit = ['--declaration', '--rewriteRelativeImportExtensions', '--outDir', folder];
  const language = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--types', ''];
  // What declares the language and browsers is right: to check it takes twice as long as all else here.
  const check = ['--strict', '--skipDefaultLibCheck'];
  const { status, stdout } = spawnSync(
    compiler,
    ['--ignoreConfig', join(root, 'lib/client/index.ts'), ...check, ...emit, ...language],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the client could not be compiled: ${stdout}`);
};

/** Writes the package into a folder, from which `npm pack` and `npm publish` take it; what was there is gone. */
export const writeNpmPackage = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  compile(folder);
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(folder, name);
    await writeFile(file, withJavaScriptNames(await readFile(file, 'utf8')));
  }
  const { version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const description = {
    name: 'meeting-bots-client',
    version,
    description: 'The client of a meeting-bot service of your own: typed, without dependencies.',
    license,
    type: 'module',
    engines: { node: '>=20' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
    sideEffects: false,
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  await copyFile(new URL('npm.md', import.meta.url), join(folder, 'README.md'));
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
};
