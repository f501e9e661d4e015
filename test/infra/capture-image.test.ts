import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programEntries } from '../../lib/capture/build/programs.ts';
import { scriptFile } from '../../lib/capture/build/scripts.ts';
import { buildWorker, workerNames } from '../../lib/capture/build/worker.ts';
import { CaptureFleet } from '../../lib/infra/fleet/capture-fleet.ts';
import { isAllowed, licencesText } from '../../lib/infra/fleet/shipped/licences.ts';
import { packagesAmong } from '../../lib/infra/fleet/shipped/packages.ts';
import { settingsOf } from '../../lib/infra/settings.ts';

// Only what makes the images: with the functions, which are bundled elsewhere, this would take a minute of a processor.
const outdir = mkdtempSync(join(tmpdir(), 'capture-image-'));
afterAll(() => rmSync(outdir, { recursive: true }));
const app = new App({ outdir });
const settings = settingsOf(() => undefined);
new CaptureFleet(new Stack(app, 'Image'), 'Capture', { settings, needs: { bots: [], appSessions: [] } });
const { directory } = app.synth();
const { dockerImages } = JSON.parse(readFileSync(join(directory, 'Image.assets.json'), 'utf8'));
const sources = (Object.values(dockerImages) as { source: { directory: string; platform: string } }[]).map(
  ({ source }) => source,
);
const contextOf = (worker: string): string | undefined =>
  sources.map((source) => join(directory, source.directory)).find((path) => existsSync(join(path, `${worker}.mjs`)));

describe('the images of capture workers', () => {
  it.each(workerNames)(
    'one is built for %s, for arm64 from a folder that holds what its Dockerfile asks for',
    (worker) => {
      expect(sources.map(({ platform }) => platform)).toEqual(['linux/arm64', 'linux/arm64']);
      const context = contextOf(worker) ?? '';
      const asked = readFileSync(join(context, 'Dockerfile'), 'utf8')
        .split('\n')
        .flatMap((line) => (/^COPY (?!--from)/.test(line) ? line.split(' ').slice(1, -1) : []));
      expect(asked.filter((name) => !existsSync(join(context, name)))).toEqual([]);
      expect(asked).toContain(`${worker}.mjs`);
    },
  );

  it('hold the worker and what it sends into pages, and nothing else', () => {
    const context = contextOf('capture-worker') ?? '';
    expect(readdirSync(context).toSorted()).toEqual([
      ...['Dockerfile', 'capture-worker.mjs', 'left-out.cfg', 'licences.txt', 'npm.cdx.json', 'programs'],
    ]);
    expect(readdirSync(join(context, 'programs')).toSorted()).toEqual(
      [...programEntries().keys()].map(scriptFile).toSorted(),
    );
  });

  it('hold the worker alone, and no browser, where there are no pages', () => {
    const context = contextOf('app-session-worker') ?? '';
    expect(readdirSync(context).toSorted()).toEqual([
      ...['Dockerfile', 'app-session-worker.mjs', 'licences.txt', 'npm.cdx.json'],
    ]);
    expect(readFileSync(join(context, 'Dockerfile'), 'utf8')).not.toMatch(/^RUN|chromium/im);
  });

  it.each(workerNames)('%s begins with images that are named by what they hold', (worker) => {
    const file = readFileSync(join(contextOf(worker) ?? '', 'Dockerfile'), 'utf8');
    const bases = new Map([...file.matchAll(/^ARG (\w+)=(.+)$/gm)].map(([, name = '', image = '']) => [name, image]));
    expect(new Set([...file.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name))).toEqual(
      new Set([...bases.keys()].map((name) => `\${${name}}`)),
    );
    for (const image of bases.values())
      expect(image).toMatch(/^public\.ecr\.aws\/docker\/library\/[a-z]+:[\w-]+@sha256:[0-9a-f]{64}$/);
  });

  it.each(workerNames)('%s lists the packages that it is made of, and their licences', (worker) => {
    const context = contextOf(worker) ?? '';
    const { bomFormat, components } = JSON.parse(readFileSync(join(context, 'npm.cdx.json'), 'utf8'));
    const { version } = createRequire(import.meta.url)('undici/package.json');
    expect(bomFormat).toBe('CycloneDX');
    expect(components).toContainEqual(expect.objectContaining({ purl: `pkg:npm/undici@${version}` }));
    const licences = readFileSync(join(context, 'licences.txt'), 'utf8');
    for (const one of components) {
      expect(licences).toContain(`${one.name} ${one.version} (${one.licenses[0].license.id})`);
    }
  });
});

describe.each(workerNames)('%s in one file', (worker) => {
  let folder: string;
  let sources: string[];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'worker-'));
    sources = buildWorker(folder, worker);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is made of nothing that only the service or its demo room needs: a change of a style sheet changes no image', () => {
    const rooms = new Set(sources.flatMap((path) => /^(?:lib|lambdas|dashboard)\/[^/]+/.exec(path) ?? []));
    expect([...rooms].toSorted()).toEqual([
      'lib/adapters',
      'lib/capture',
      'lib/capture-home',
      'lib/domain',
      'lib/net',
      'lib/ports',
      'lib/process',
      'lib/storage',
      'lib/usecases',
    ]);
    expect(sources.filter((path) => path.includes('adapters/local'))).toEqual([]);
    expect(sources.filter((path) => /node_modules\/(?:esbuild|@sparticuz)\//.test(path))).toEqual([]);
  });

  it('has what drives a browser only where there is one', () => {
    const ofBrowsers = sources.filter((path) =>
      /node_modules\/puppeteer|^lib\/capture\/(?:browser|platforms)\//.test(path),
    );
    expect(ofBrowsers.length > 0).toBe(worker === 'capture-worker');
  });

  it('holds no package that its licence forbids to hand on', () => {
    const packages = packagesAmong(sources);
    expect(packages.filter((one) => !isAllowed(one)).map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
    expect(packages.map(({ name }) => name)).toContain('mediabunny');
  });

  it('starts where there is nothing but Node, and says what it was not told', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, `${worker}.mjs`)], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ level: 'error', message: 'capture worker failed', error: 'ZodError' });
    expect(status).toBe(1);
  });

  it('is the same wherever it is built, and the one in the image', () => {
    const bytesOf = (of: string) =>
      (readdirSync(of, { recursive: true }) as string[])
        .filter((file) => file.endsWith('js'))
        .toSorted()
        .map((file) => readFileSync(join(of, file)).toString('base64'));
    expect(bytesOf(contextOf(worker) ?? '')).toEqual(bytesOf(folder));
  });
});

describe('licences of what is shipped', () => {
  const mit = (name: string) => ({ name, version: '1.0.0', license: 'MIT', text: 'Do as you like.' });

  it('are written once for all packages that share one, and say what a package holds of others', () => {
    const text = licencesText([
      mit('one'),
      { name: '@mediabunny/mp3-encoder', version: '2.0.0', license: 'MPL-2.0' },
      mit('two'),
    ]);
    expect(text.match(/Do as you like\./g)).toHaveLength(1);
    expect(text).toContain('one 1.0.0 (MIT)\ntwo 1.0.0 (MIT)\n');
    expect(text).toMatch(/mp3-encoder 2\.0\.0 \(MPL-2\.0\)\n {2}Holds LAME/);
    expect(text).toContain('https://spdx.org/licenses/MPL-2.0.html');
  });

  it('are not allowed unless they are known to be', () => {
    expect(['MIT', 'AGPL-3.0-only', 'UNLICENSED'].map((license) => isAllowed({ ...mit('one'), license }))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('a worker of one machine', () => {
  it('loads what drives a browser only for bots that need one', () => {
    const { metafile } = buildSync({
      absWorkingDir: join(import.meta.dirname, '../..'),
      entryPoints: ['bin/workers/capture-worker.ts'],
      outdir: tmpdir(),
      write: false,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      conditions: ['local'],
      metafile: true,
    });
    const importedBy = (path: string): string[] =>
      (metafile.outputs[path]?.imports ?? []).flatMap((imported) =>
        imported.kind === 'import-statement' ? [imported.path] : [],
      );
    const loaded = new Set(Object.keys(metafile.outputs).filter((path) => path.endsWith('capture-worker.js')));
    for (const path of loaded) for (const imported of importedBy(path)) loaded.add(imported);
    expect([...loaded]).toContain('ws');
    expect([...loaded].filter((path) => path.includes('puppeteer'))).toEqual([]);
    const later = Object.keys(metafile.outputs).filter((path) => !loaded.has(path));
    expect(later.flatMap(importedBy)).toContain('puppeteer-core');
  });
});
