/** How soon a worker in its image has opened a page: the image's Node, Chromium and fonts, and a worker that needs no AWS. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildWorker } from '../../lib/capture/build/worker.ts';
import { startTaskProcess } from '../../lib/emulator/task-process.ts';
import type { Architecture } from '../../lib/image/architectures.ts';
import { imageName } from '../../lib/image/build.ts';
import { asOnFargate, dockerSeccompProfile } from '../../lib/image/fargate.ts';
import { podman, podmanRunCommand } from '../../lib/image/podman.ts';
import { usualSizes } from '../../lib/infra/fleet/sizes.ts';
import { aRoom } from '../../test/lab/hosts/paper-room.ts';

export interface Start {
  /** From the order to run the container until its page was loaded. */
  readonly loaded_s: number;
  /** Until the worker pressed join there. */
  readonly joined_s: number;
  /** What all of the container had taken of a processor when its page was loaded. */
  readonly cpu_s: number;
}

/** What a container has taken of a processor since it began, under either version of control groups. */
const cpuSecondsOf = async (name: string): Promise<number> => {
  const path = (await podman('inspect', '--format', '{{.State.CgroupPath}}', name)).trim();
  const older = `/sys/fs/cgroup/cpuacct${path}/cpuacct.usage`;
  if (existsSync(older)) return Number(await readFile(older, 'utf8')) / 1e9;
  const stat = await readFile(`/sys/fs/cgroup${path}/cpu.stat`, 'utf8');
  return Number(/^usage_usec (\d+)$/m.exec(stat)?.[1]) / 1e6;
};

export interface StartOptions {
  readonly architecture: Architecture;
  readonly times: number;
  /** What a start that is emulated takes. */
  readonly patience_ms: number;
}

export const imageStarts = async ({ architecture, times, patience_ms }: StartOptions): Promise<Start[]> => {
  await using held = new AsyncDisposableStack();
  const room = held.use(await aRoom());
  const folder = await mkdtemp(join(tmpdir(), 'image-start-'));
  held.defer(() => rm(folder, { recursive: true, force: true }));
  buildWorker(folder, 'capture-worker', { entry: 'test/capture/fixtures/worker.ts' });
  const seccomp = await dockerSeccompProfile(folder);
  const mounted = [
    '--volume',
    `${join(folder, 'capture-worker.mjs')}:/app/capture-worker.mjs:ro`,
    '--tmpfs',
    '/media:mode=1777',
  ];
  const { PATH, HOME, CONTAINERS_STORAGE_CONF } = process.env;
  const starts: Start[] = [];
  while (starts.length < times) {
    const name = `image-start-${randomUUID()}`;
    const before = { loaded: room.loaded_ms.length, pressed: room.pressed_ms.length };
    const from = Date.now();
    const how = [...asOnFargate(usualSizes['720p'], seccomp), ...mounted, '--name', name, '--arch', architecture];
    const command = ['node', 'capture-worker.mjs', '/media', room.url()];
    const [program = '', ...args] = podmanRunCommand(...how, imageName('capture-worker', architecture), ...command);
    const log = join(folder, `${name}.log`);
    const worker = startTaskProcess({
      program,
      args,
      environment: { PATH, HOME, CONTAINERS_STORAGE_CONF },
      log,
      stop_timeout_ms: 0,
    });
    let cpu_s = Number.NaN;
    let code: number | undefined;
    void worker.ended.then((ended) => {
      code = ended;
    });
    const until = async (seen: readonly number[], known: number): Promise<void> => {
      while (seen.length === known) {
        if (code !== undefined || Date.now() - from > patience_ms) {
          throw new Error(`no page was opened: ${code ?? 'not in time'}\n${await readFile(log, 'utf8')}`);
        }
        await pause(10);
      }
    };
    try {
      await until(room.loaded_ms, before.loaded);
      cpu_s = await cpuSecondsOf(name);
      await until(room.pressed_ms, before.pressed);
    } finally {
      await podman('rm', '--force', '--time', '0', '--ignore', name);
      await worker.ended;
    }
    const since = (at: number | undefined): number => ((at ?? Number.NaN) - from) / 1000;
    starts.push({
      loaded_s: since(room.loaded_ms[before.loaded]),
      joined_s: since(room.pressed_ms[before.pressed]),
      cpu_s,
    });
  }
  return starts;
};
