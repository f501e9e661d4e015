/** What a process tree uses over a while: CPU seconds for each minute of it, and its largest memory. */
import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds, memoryMb } from '../../lib/demo/process-tree.ts';

export interface Usage {
  readonly cpu_s_per_minute: number;
  readonly peak_mb: number;
}

const lookEveryMs = 1000;

/** Watches the trees of several processes as one. */
export const usageOf = async (roots: readonly number[], duration_ms: number): Promise<Usage> => {
  const sum = async (of: (pid: number) => Promise<number>): Promise<number> =>
    (await Promise.all(roots.map(of))).reduce((total, value) => total + value, 0);
  const started_ms = performance.now();
  const before = await sum(cpuSeconds);
  let peak_mb = 0;
  while (performance.now() - started_ms < duration_ms) {
    peak_mb = Math.max(peak_mb, await sum(memoryMb));
    await delay(lookEveryMs);
  }
  const cpu_s = (await sum(cpuSeconds)) - before;
  return { cpu_s_per_minute: (cpu_s * 60_000) / (performance.now() - started_ms), peak_mb };
};
