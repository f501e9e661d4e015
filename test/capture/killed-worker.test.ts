import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { finishRecording } from '../../lib/capture/recorder/finish.ts';
import { aMemoryStore, aRoom } from './support.ts';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('a killed worker leaves no browser behind, and a recording that lacks its last seconds at most', {
  timeout: 60_000,
}, async () => {
  await using room = await aRoom();
  const folder = await mkdtemp(join(tmpdir(), 'killed-'));
  const script = fileURLToPath(new URL('./fixtures/worker.ts', import.meta.url));
  const worker = spawn(process.execPath, [script, folder, room.url()], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(worker.stdout), 'line')) as [string];
  const browser = Number(line.replace('browser ', ''));
  expect(isAlive(browser)).toBe(true);

  await vi.waitUntil(() => existsSync(join(folder, 'segments/001-001/000002.m4s')), { timeout: 40_000, interval: 50 });
  const killed_ms = Date.now();
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  await vi.waitUntil(() => !isAlive(browser), { timeout: 5_000 });

  const store = aMemoryStore();
  const take = join(folder, 'segments/001-001');
  for (const file of await readdir(take)) {
    await store.put(`segments/001-001/${file}`, await readFile(join(take, file)), 'video/mp4');
  }
  const recording = await finishRecording(store, async () => undefined);
  if (!recording) throw new Error('nothing was saved');
  const lost_ms = killed_ms - (recording.start_timestamp_ms + recording.duration_ms);
  expect(recording.duration_ms).toBeGreaterThan(5_000);
  expect(lost_ms).toBeLessThan(5_000);
  await rm(folder, { recursive: true });
});
