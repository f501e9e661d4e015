/** What a worker with its browser takes at one moment, process by process, and how that changes with time. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isCaptureWorker, memoryOf, type Process, processes } from '../../lib/demo/process-tree.ts';

/** Megabytes, by what they are for. */
export type Sample = Readonly<Record<string, number>>;

const kindOf = (process: Process): string => {
  const { command } = process;
  if (isCaptureWorker(process)) return 'node';
  if (command.includes('esbuild')) return 'esbuild';
  const type = /--type=([\w-]+)/.exec(command)?.[1];
  if (!type) return command.includes('--remote-debugging-pipe') ? 'browser' : 'other';
  return /--utility-sub-type=(\w+)/.exec(command)?.[1] ?? type;
};

/** What the worker's processes take: `all` of them together, and what each kind has of its own. */
export const workerMemory = async (worker: number): Promise<Sample> => {
  const sample: Record<string, number> = { all: 0, own: 0 };
  for (const process of await processes(worker)) {
    const { all_mb, own_mb } = await memoryOf(process.pid);
    for (const [kind, mb] of [
      ['all', all_mb],
      ['own', own_mb],
      [kindOf(process), own_mb],
    ] as const)
      sample[kind] = (sample[kind] ?? 0) + mb;
  }
  return sample;
};

/** What the files of a folder take on the disk, those below it too. */
export const folderMb = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / (1024 * 1024);
};

export interface Point {
  readonly at_s: number;
  readonly value: number;
}

/** The least of each stretch of time: what is there before garbage is collected says nothing. */
const lowest = (points: readonly Point[], stretch_s: number): Point[] =>
  [...Map.groupBy(points, ({ at_s }) => Math.floor(at_s / stretch_s)).values()].map((stretch) =>
    stretch.reduce((least, point) => (point.value < least.value ? point : least)),
  );

/** The slope of the line through points that fits them best. */
export const slopeOf = (points: readonly (readonly [x: number, y: number])[]): number => {
  const mean = (axis: 0 | 1): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const above = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  const below = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return below === 0 ? 0 : above / below;
};

/** How much it grows in an hour, by the lowest values. */
export const growthPerHour = (points: readonly Point[], stretch_s: number): number =>
  slopeOf(lowest(points, stretch_s).map(({ at_s, value }) => [at_s, value])) * 3_600;
