import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildPrograms, preparePrograms, programEntries, programSources } from '../../../lib/capture/build/programs.ts';
import { programScript, scriptFile } from '../../../lib/capture/build/scripts.ts';
import { adapters } from '../../../lib/capture/platforms/index.ts';

const root = join(import.meta.dirname, '../../..');

describe('the programs that leave the worker', () => {
  let cache: string;
  beforeAll(async () => {
    cache = await mkdtemp(join(tmpdir(), 'programs-'));
    vi.stubEnv('XDG_CACHE_HOME', cache);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(cache, { recursive: true });
  });

  it('are those that workers ask for by name', () => {
    const pages = Object.values(adapters).flatMap((adapter) => adapter?.pageProgram ?? []);
    const workers = ['agent-page', 'agent-worker', 'media-worker', 'outlet-worker'];
    expect([...programEntries().keys()].toSorted()).toEqual([...pages, ...workers].toSorted());
  });

  it('are built once for what they are made of, also when several processes ask at once', async () => {
    const [one, other] = await Promise.all([preparePrograms(), preparePrograms()]);
    expect(other).toBe(one);
    expect((await readdir(one)).toSorted()).toEqual([...programEntries().keys()].map(scriptFile).toSorted());
    const { ctimeMs } = await stat(join(one, scriptFile('media-worker')));
    expect(await preparePrograms()).toBe(one);
    expect((await stat(join(one, scriptFile('media-worker')))).ctimeMs).toBe(ctimeMs);
    expect(await readdir(join(cache, 'meeting-bots'))).toHaveLength(1);
  });

  it('are built anew when any file of this project that they are made of has changed', async () => {
    const folder = await mkdtemp(join(cache, 'built-'));
    const watched = programSources.map((url) => relative(root, fileURLToPath(url)));
    const own = buildPrograms(folder).filter((file) => !/^(\(disabled\):|node_modules\/)/.test(file));
    await rm(folder, { recursive: true });
    expect(own.length).toBeGreaterThan(100);
    expect(own.filter((file) => !watched.some((one) => file === one || file.startsWith(`${one}/`)))).toEqual([]);
  });

  it('load no schemas into the page of a meeting', async () => {
    const folder = await preparePrograms();
    for (const adapter of Object.values(adapters)) {
      if (!adapter) continue;
      const script = await readFile(join(folder, `${adapter.pageProgram}.js`), 'utf8');
      expect(script.includes('ZodError'), adapter.pageProgram).toBe(false);
    }
  });

  it('make room for newer ones when nobody has used them for a week', async () => {
    const used = await preparePrograms();
    const eightDaysAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
    const old = join(cache, 'meeting-bots/programs-old');
    await mkdir(old);
    await utimes(old, eightDaysAgo, eightDaysAgo);
    await rm(used, { recursive: true });
    await preparePrograms();
    expect(await readdir(join(cache, 'meeting-bots'))).toEqual([used.split('/').at(-1)]);
  });

  it('are missed with a sentence that says what to do', async () => {
    vi.stubEnv('CAPTURE_PROGRAMS', join(cache, 'nowhere'));
    await expect(programScript('media-worker')).rejects.toThrow(
      /media-worker\.js\.gz was not built: start with `npm start`/,
    );
  });
});
