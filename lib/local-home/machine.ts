/** What this machine is good for. */
import { availableParallelism, type NetworkInterfaceInfo, networkInterfaces, totalmem } from 'node:os';

export interface Machine {
  readonly cores: number;
  /** What programs may still use. */
  readonly memory_mb: number;
}

// By rows 15 and 16 of bench/results.md a bot that records in 1080p takes 0.3 of a core in a meeting with 2 others, 0.45
// with 6 and 0.5 with 12, and up to 600 MB. Nobody knows how large a meeting will be.
const coresOfBot = 0.5;
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

/** Addresses that lead no further than to the next machine, by which browsers send no sound and no pictures (RFC 4291, 2.5.6). */
const isOfLink = ({ family, address }: NetworkInterfaceInfo): boolean =>
  family === 'IPv6' && /^fe[89ab]/i.test(address);

/** Whether this machine is in a network by which browsers connect to meetings: by loopback they reach what runs here alone. */
export const isInNetwork = (interfaces = networkInterfaces()): boolean =>
  Object.values(interfaces).some((addresses = []) => addresses.some((one) => !one.internal && !isOfLink(one)));
