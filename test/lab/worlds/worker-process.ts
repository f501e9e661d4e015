/** A worker in a process of its own, with a bot in a meeting, that can be killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CaptureAssignment } from '../../../lib/capture/session/ports.ts';
import type { Platform } from '../../../lib/domain/meeting/known-platforms.ts';
import type { MemoryStore } from '../doubles/memory-segments.ts';
import { until } from '../until.ts';

/** What it may be told beside where its meeting is; by default it joins one of the demo room. */
export interface WorkerOrder {
  readonly platform?: Platform | undefined;
  /** What its browser needs to get there. */
  readonly args?: readonly string[] | undefined;
  readonly recording_settings?: CaptureAssignment['recording_settings'] | undefined;
}

const firstTake = 'segments/001-001';

export interface WorkerProcess extends AsyncDisposable {
  readonly pid: number;
  /** The process of its browser, which leads a group. */
  readonly browser_pid: number;
  /** Holds its segments, and what it leaves behind. */
  readonly folder: string;
  /** Waits until so many segments are stored. */
  recorded(segments: number): Promise<void>;
  kill(): Promise<void>;
  /** What its bot told of its life, once that is over. */
  readonly ended: Promise<string>;
  /** Puts what it has stored into a store. */
  handTo(store: MemoryStore): Promise<void>;
}

export const startWorker = async (meeting_url: string, order: WorkerOrder = {}): Promise<WorkerProcess> => {
  const folder = await mkdtemp(join(tmpdir(), 'killed-'));
  const script = fileURLToPath(new URL('../../capture/fixtures/worker.ts', import.meta.url));
  const worker = spawn(process.execPath, [script, folder, meeting_url, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: folder },
  });
  const lines = createInterface(worker.stdout);
  const ended = Promise.withResolvers<string>();
  lines.on('line', (line) => line.startsWith('ended ') && ended.resolve(line.slice('ended '.length)));
  const [line] = (await once(lines, 'line')) as [string];
  const take = join(folder, firstTake);
  const kill = async (): Promise<void> => {
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  };
  return {
    pid: worker.pid ?? 0,
    browser_pid: Number(line.replace('browser ', '')),
    folder,
    async recorded(segments) {
      await until(
        () => readdir(take).catch((): string[] => []),
        // Several may be one file by now.
        (files) => files.some((file) => Number(/(\d+)\.m4s$/.exec(file)?.[1] ?? -1) >= segments - 1),
      );
    },
    kill,
    ended: ended.promise,
    async handTo(store) {
      for (const file of await readdir(take))
        await store.put(`${firstTake}/${file}`, await readFile(join(take, file)), 'video/mp4');
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
