import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programEntries } from '../../lib/capture/build/programs.ts';
import { buildWorker, workerNames } from '../../lib/capture/build/worker.ts';
import { CaptureFleet } from '../../lib/infra/fleet/capture-fleet.ts';
import { settingsOf } from '../../lib/infra/settings.ts';

describe('the images of capture workers', () => {
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

  it.each(workerNames)(
    'one is built for %s, for arm64 from a folder that holds what its Dockerfile asks for',
    (worker) => {
      expect(sources.map(({ platform }) => platform)).toEqual(['linux/arm64', 'linux/arm64']);
      const context = contextOf(worker) ?? '';
      const asked = readFileSync(join(context, 'Dockerfile'), 'utf8')
        .split('\n')
        .flatMap((line) => (line.startsWith('COPY ') ? line.split(' ').slice(1, -1) : []));
      expect(asked.filter((name) => !existsSync(join(context, name)))).toEqual([]);
      expect(asked).toContain(`${worker}.mjs`);
    },
  );

  it('hold the worker and what it sends into pages, and nothing else', () => {
    const context = contextOf('capture-worker') ?? '';
    expect(readdirSync(context).toSorted()).toEqual(['Dockerfile', 'capture-worker.mjs', 'programs']);
    expect(readdirSync(join(context, 'programs')).toSorted()).toEqual(
      [...programEntries().keys()].map((name) => `${name}.js`).toSorted(),
    );
  });

  it('hold the worker alone, and no browser, where there are no pages', () => {
    const context = contextOf('app-session-worker') ?? '';
    expect(readdirSync(context).toSorted()).toEqual(['Dockerfile', 'app-session-worker.mjs']);
    expect(readFileSync(join(context, 'Dockerfile'), 'utf8')).not.toMatch(/^RUN|chromium/im);
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

  it('is the same wherever it is built', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'worker-elsewhere-'));
    cpSync(folder, elsewhere, { recursive: true });
    buildWorker(elsewhere, worker);
    const bytesOf = (of: string) =>
      (readdirSync(of, { recursive: true }) as string[])
        .filter((file) => file.endsWith('js'))
        .toSorted()
        .map((file) => readFileSync(join(of, file)).toString('base64'));
    expect(bytesOf(elsewhere)).toEqual(bytesOf(folder));
    rmSync(elsewhere, { recursive: true, force: true });
  });
});

describe('a worker of one machine', () => {
  it('loads what drives a browser only for bots that need one', () => {
    const { metafile } = buildSync({
      absWorkingDir: join(import.meta.dirname, '../..'),
      entryPoints: ['bin/capture-worker.ts'],
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
