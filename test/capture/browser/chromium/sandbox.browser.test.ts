import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tryOut } from '../../../../lib/capture/browser/chromium/sandbox.ts';
import { unpackChromium } from '../../../../lib/capture/browser/chromium/unpack-chromium.ts';

it.runIf(process.getuid?.() === 0)('a trial run of Chromium as root, which gets no sandbox, says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trial-'));
  const { path, environment } = await unpackChromium();
  const { code, complaints } = await tryOut(path, { env: { ...process.env, ...environment }, profile: folder });
  expect([code, complaints]).toEqual([1, expect.stringContaining('sandbox')]);
  await rm(folder, { recursive: true });
});
