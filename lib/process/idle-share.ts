/** How much a machine has to do. */
import { type CpuInfo, cpus } from 'node:os';
import { pause } from './pause.ts';

type Times = readonly Pick<CpuInfo, 'times'>[];

const sumOf = (all: Times, of: (times: CpuInfo['times']) => number): number =>
  all.reduce((sum, { times }) => sum + of(times), 0);
// What is nice leaves the processor to whoever wants it.
const idle = ({ idle, nice }: CpuInfo['times']): number => idle + nice;
const total = (times: CpuInfo['times']): number => Object.values(times).reduce((sum, ms) => sum + ms, 0);

/** What part of all processors did nothing between two looks at them, or only what gives way to others, 0 to 1. */
export const idleShareOf = (before: Times, after: Times): number => {
  const passed = sumOf(after, total) - sumOf(before, total);
  return passed > 0 ? (sumOf(after, idle) - sumOf(before, idle)) / passed : 0;
};

/** The same from now on, for so long. */
export const idleShare = async (duringMs: number): Promise<number> => {
  const before = cpus();
  await pause(duringMs);
  return idleShareOf(before, cpus());
};
