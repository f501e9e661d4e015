import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programEntries } from '../../lib/capture/build/programs.ts';
import { buildWorker } from '../../lib/capture/build/worker.ts';
import { CaptureFleet } from '../../lib/infra/capture-fleet.ts';
import { settingsOf } from '../../lib/infra/settings.ts';

describe('the image of the capture worker', () => {
  // Only what makes the image: with the functions, which are bundled elsewhere, this would take a minute of a processor.
  const outdir = mkdtempSync(join(tmpdir(), 'capture-image-'));
  afterAll(() => rmSync(outdir, { recursive: true }));
  const app = new App({ outdir });
  new CaptureFleet(
    new Stack(app, 'Image'),
    'Capture',
    settingsOf(() => undefined),
    [],
  );
  const assembly = app.synth();
  const { dockerImages } = JSON.parse(readFileSync(join(assembly.directory, 'Image.assets.json'), 'utf8'));
  const [{ source }] = Object.values(dockerImages) as [{ source: { directory: string; platform: string } }];
  const context = join(assembly.directory, source.directory);

  it('is built for arm64 from a folder that holds what its Dockerfile asks for', () => {
    expect(source.platform).toBe('linux/arm64');
    const asked = readFileSync(join(context, 'Dockerfile'), 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('COPY ') ? line.split(' ').slice(1, -1) : []));
    expect(asked.filter((name) => !existsSync(join(context, name)))).toEqual([]);
    expect(asked).toContain('capture-worker.mjs');
  });

  it('holds the worker and what it sends into pages, and nothing else', () => {
    expect(readdirSync(context).toSorted()).toEqual(['Dockerfile', 'capture-worker.mjs', 'programs']);
    expect(readdirSync(join(context, 'programs')).toSorted()).toEqual(
      [...programEntries().keys()].map((name) => `${name}.js`).toSorted(),
    );
  });
});

describe('the worker in one file', () => {
  let folder: string;
  let sources: string[];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'worker-'));
    sources = buildWorker(folder);
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

  it('starts where there is nothing but Node, and says what it was not told', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'capture-worker.mjs')], {
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
    cpSync(join(folder, 'programs'), join(elsewhere, 'programs'), { recursive: true });
    buildWorker(elsewhere);
    const bytes = (of: string, file: string) => readFileSync(join(of, file));
    for (const file of ['capture-worker.mjs', join('programs', 'media-worker.js')])
      expect(bytes(elsewhere, file).equals(bytes(folder, file))).toBe(true);
    rmSync(elsewhere, { recursive: true, force: true });
  });
});
