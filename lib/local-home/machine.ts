/** What this machine is good for. */
import { availableParallelism, type NetworkInterfaceInfo, networkInterfaces, totalmem } from 'node:os';
import { cpuOf } from '../cost/figures.ts';

export interface Machine {
  readonly cores: number;
  /** What programs may still use. */
  readonly memory_mb: number;
}

// Nobody knows how large a meeting will be: of those that the benchmark has (rows 15 and 16), the dearest counts. How fast the
// cores are is not tried at the start, when a machine that boots is busy: whoever knows better says so with --bots.
const coresOfBot = cpuOf['1080p'][12].value / 60;
/** What row 16 holds a worker to, its browser included. */
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
