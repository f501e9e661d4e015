import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { builtFolder, pinnedPackages, tellBuiltInUse } from '../../../lib/process/disk/built-folder.ts';

it('packages are pinned by the lock of a clone, and by that of a release that was packed', () => {
  const path = mkdtempSync(join(tmpdir(), 'meeting-bots-pins-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const folder = pathToFileURL(`${path}/`);
  writeFileSync(join(path, 'npm-shrinkwrap.json'), '{}');
  expect(basename(pinnedPackages(folder).pathname)).toBe('npm-shrinkwrap.json');
  writeFileSync(join(path, 'package-lock.json'), '{}');
  expect(basename(pinnedPackages(folder).pathname)).toBe('package-lock.json');
  expect(basename(pinnedPackages().pathname)).toBe('package-lock.json');
});

it('is built anew when a source has another name or its lines are in another file, and else once', async () => {
  const path = mkdtempSync(join(tmpdir(), 'meeting-bots-built-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  vi.stubEnv('XDG_CACHE_HOME', join(path, 'cache'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = join(path, 'sources');
  mkdirSync(folder);
  const built = () =>
    builtFolder({
      prefix: 'test-',
      sources: [pathToFileURL(`${folder}/`)],
      build: (into) => writeFileSync(join(into, 'names'), readdirSync(folder).join()),
    });
  writeFileSync(join(folder, 'a'), 'one, two');
  writeFileSync(join(folder, 'b'), '');
  const first = await built();
  expect(await built()).toBe(first);
  writeFileSync(join(folder, 'a'), 'one, ');
  writeFileSync(join(folder, 'b'), 'two');
  const second = await built();
  renameSync(join(folder, 'b'), join(folder, 'c'));
  const third = await built();
  expect(new Set([first, second, third]).size).toBe(3);
});

it('is not removed while it is in use, however long ago that began, and is once it is not', async () => {
  const path = mkdtempSync(join(tmpdir(), 'meeting-bots-built-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  vi.stubEnv('XDG_CACHE_HOME', join(path, 'cache'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const source = join(path, 'source');
  const built = (text: string) => {
    writeFileSync(source, text);
    return builtFolder({ prefix: 'test-', sources: [pathToFileURL(source)], build: () => undefined });
  };
  const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
  const first = await built('one');
  utimesSync(first, longAgo, longAgo);
  await tellBuiltInUse();
  await built('two');
  expect(existsSync(first)).toBe(true);
  utimesSync(first, longAgo, longAgo);
  await built('three');
  expect(existsSync(first)).toBe(false);
});
