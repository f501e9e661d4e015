/** CPU and memory of a process with all its descendants, from /proc (Linux). */
import { readdir, readFile } from 'node:fs/promises';

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly cpu_s: number;
}

// Clock ticks a second: fixed at 100 on Linux for user space.
const ticksPerSecond = 100;

const statOf = async (pid: number): Promise<Stat | undefined> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text
    ?.slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  if (!fields) return undefined;
  // Own time and that of children who ended: fields 14 to 17 of proc(5).
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
  return { pid, parent: fields[1] ?? 0, cpu_s: ticks / ticksPerSecond };
};

/** What a process was started as, its program and arguments in one line. */
const commandOf = async (pid: number): Promise<string> =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');

/** The process and its descendants that are alive. */
const treeOf = async (root: number): Promise<Stat[]> => {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const all = (await Promise.all(pids.map(statOf))).flatMap((stat) => stat ?? []);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
};

/** CPU seconds that the tree has used so far. */
export const cpuSeconds = async (root: number): Promise<number> =>
  (await treeOf(root)).reduce((sum, { cpu_s }) => sum + cpu_s, 0);

/** Memory of a process in MB, with its part of what it shares with others. */
export interface Memory {
  /** All of it (proportional set size). */
  readonly all_mb: number;
  /** Without what is in files, programs and libraries mostly: that changes with who else uses them. */
  readonly own_mb: number;
}

export const memoryOf = async (pid: number): Promise<Memory> => {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const mb = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1024;
  return { all_mb: mb('Pss'), own_mb: mb('Pss_Anon') + mb('Pss_Shmem') };
};

/** Memory of the tree in MB, shared pages counted once. */
export const memoryMb = async (root: number): Promise<number> => {
  const parts = await Promise.all((await treeOf(root)).map(({ pid }) => memoryOf(pid)));
  return parts.reduce((sum, { all_mb }) => sum + all_mb, 0);
};

export interface Process {
  readonly pid: number;
  readonly command: string;
}

/** The processes of the tree that are alive. */
export const processes = async (root: number): Promise<Process[]> =>
  Promise.all((await treeOf(root)).map(async ({ pid }) => ({ pid, command: await commandOf(pid) })));

/** Whether a process is a capture worker that has its order: then it bears the name of its bot. */
export const isCaptureWorker = ({ command }: Process): boolean => command.startsWith('meeting-bot bot_');

/** The capture workers among the processes of a service. */
export const captureWorkers = async (service: number): Promise<number[]> =>
  (await processes(service)).flatMap((process) => (isCaptureWorker(process) ? [process.pid] : []));
