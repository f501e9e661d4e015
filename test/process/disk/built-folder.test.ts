import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { pinnedPackages } from '../../../lib/process/disk/built-folder.ts';

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
