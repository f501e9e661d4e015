import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { unpackChromium } from '../../../lib/capture/browser/chromium/unpack-chromium.ts';
import { buildWorker } from '../../../lib/capture/build/worker.ts';
import { aRoom } from '../../lab/hosts/paper-room.ts';

it('a worker in one file joins and records with what lies beside it, and no packages', async () => {
  await using held = new AsyncDisposableStack();
  const room = held.use(await aRoom());
  const folder = await mkdtemp(join(tmpdir(), 'bundled-worker-'));
  held.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  buildWorker(folder, 'capture-worker', { entry: 'test/capture/fixtures/worker.ts' });
  const { path, environment } = await unpackChromium();
  // As the program of a system's package is called.
  const chromium = join(folder, 'chromium-headless-shell');
  await symlink(path, chromium);

  const worker = spawn(process.execPath, ['capture-worker.mjs', join(folder, 'media'), room.url()], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, CHROMIUM_PATH: chromium, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  held.defer(() => void worker.kill('SIGKILL'));
  const said: string[] = [];
  for (const stream of [worker.stdout, worker.stderr]) createInterface(stream).on('line', (line) => said.push(line));

  const segment = join(folder, 'media/segments/001-001/000000.m4s');
  await expect.poll(() => existsSync(segment) || worker.exitCode !== null).toBe(true);
  expect({ isRecorded: existsSync(segment), code: worker.exitCode, said }).toMatchObject({
    isRecorded: true,
    code: null,
  });
});
