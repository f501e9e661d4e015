/** What this machine is good for. */
import { availableParallelism, totalmem } from 'node:os';

export interface Machine {
  readonly cores: number;
  /** What programs may still use. */
  readonly memory_mb: number;
}

// A bot that records a small meeting in 1080p takes a third of a core and 500 to 600 MB (rows 15 and 16 of
// bench/results.md); a larger meeting takes half a core. Meetings that all start at once need some air.
const coresOfBot = 0.4;
const memoryOfBotMb = 600;
const mb = 1024 * 1024;

/** How many bots can be in meetings on a machine at a time without their recordings suffering. At least one. */
export const placesFor = ({ cores, memory_mb }: Machine): number =>
  Math.max(1, Math.floor(Math.min(cores / coresOfBot, memory_mb / memoryOfBotMb)));

/** Cores and memory as this process may use them, within a container too. */
export const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  // Other systems than Linux count what they keep of files as used, and give it up when asked.
  memory_mb: (process.platform === 'linux' ? process.availableMemory() : totalmem() / 2) / mb,
});
