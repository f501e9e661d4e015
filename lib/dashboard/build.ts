/** Makes the dashboard's files of `dashboard/`: when the service starts on one machine, or its function is bundled for AWS. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { builtFolder, pinnedPackages } from '../process/disk/built-folder.ts';
import { type DashboardFiles, filesFolder, listFile } from './files.ts';

const root = new URL('../../', import.meta.url);
const entry = 'dashboard/main.tsx';

/** The receivers of webhooks that are shown to those who write their own. */
const receivers = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['ts', 'py', 'go'].map((ending) => [ending, readFileSync(new URL(`examples/receiver.${ending}`, root), 'utf8')]),
  );

/**
 * Writes the files, each named after its content and compressed, and a list of those that the page begins with. What a
 * part of the dashboard needs alone is a file of its own.
 */
export const buildDashboard = (folder: string): void => {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: fileURLToPath(root),
    entryPoints: { dashboard: entry },
    outdir: 'built',
    bundle: true,
    splitting: true,
    write: false,
    minify: true,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022', 'chrome120', 'firefox120', 'safari17'],
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', RECEIVERS: JSON.stringify(receivers()) },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    legalComments: 'none',
    logLevel: 'warning',
  });
  for (const { path, contents } of outputFiles) {
    writeFileSync(join(folder, `${nameOf(path)}.gz`), gzipSync(contents, { level: 9 }));
  }
  const [first, found] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  if (!first || !found) throw new Error(`bundling ${entry} gave nothing`);
  // Named in the page too, so that a browser need not read the first script to know of them.
  const beside = found.imports.flatMap(({ path, kind }) => (kind === 'import-statement' ? nameOf(path) : []));
  const list: DashboardFiles = {
    script: nameOf(first),
    beside,
    ...(found.cssBundle && { style: nameOf(found.cssBundle) }),
    all: outputFiles.map(({ path }) => nameOf(path)),
  };
  writeFileSync(join(folder, listFile), JSON.stringify(list));
  writeFileSync(join(folder, 'icon.svg.gz'), gzipSync(readFileSync(new URL('lib/demo-room/page/icon.svg', root))));
};

const nameOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** The folder of the files, built the first time and whenever what they are made of has changed. */
export const prepareDashboard = async (): Promise<void> => {
  process.env[filesFolder] = await builtFolder({
    prefix: 'dashboard-',
    sources: [
      ...['dashboard/', 'lib/dashboard/', 'lib/client/', 'lib/domain/', 'lib/demo-room/', 'examples/'].map(
        (source) => new URL(source, root),
      ),
      pinnedPackages(),
    ],
    build: buildDashboard,
  });
};
