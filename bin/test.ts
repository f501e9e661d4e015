/**
 * `npm test`: all suites but that of strangers, for which servers of other makers are built. Tests with browsers go by pictures
 * and sound in real time, and so leave a good part of the processors unused: on a machine that has nothing else to do one file
 * more of them goes on at a time than it has cores. The unit tests and those of services take what is left: they go on beside
 * them, and give way to them.
 */
import './help.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { giveWay, giveWayNoMore } from '../lib/process/give-way.ts';
import { idleShare } from '../lib/process/idle-share.ts';

type Command = readonly [program: string, ...args: string[]];
interface Lane {
  readonly command: Command;
  readonly givesWay: boolean;
}

const suites = (...names: string[]): Command => ['vitest', 'run', ...names.flatMap((name) => ['--project', name])];
/** What takes whole processors for a while goes before what goes by the clock. */
const first: readonly Lane[] = [
  { command: suites('contracts', 'contracts-alone'), givesWay: false },
  { command: suites('infra'), givesWay: false },
];
const byTheClock: Lane = { command: suites('browser', 'browser-alone'), givesWay: false };
const besideIt: Lane = {
  command: suites('unit', 'unit-functions', 'unit-alone', 'services', 'services-alone'),
  givesWay: true,
};

/** What each process is signalled by: one that leads a session is not reached by a terminal, nor is what it starts. */
const running = new Map<ChildProcess, number>();
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    isStopped = true;
    for (const address of running.values()) process.kill(address, signal);
    process.exitCode = 1;
  });
}

const isIdle = (await idleShare(1_000)) > 0.5;
const env = {
  BROWSER_FILES_AT_ONCE: String(availableParallelism() + (isIdle ? 1 : 0)),
  ...process.env,
  // They write into pipes, and take that for somebody who does not care for colours.
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
};

const run = async ([program, ...args]: Command, givesWay = false): Promise<boolean> => {
  if (isStopped) return false;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: givesWay });
  if (child.pid !== undefined) {
    running.set(child, givesWay ? -child.pid : child.pid);
    if (givesWay) giveWay(child.pid);
  }
  // Line by line, so that what two of them say stays apart.
  createInterface({ input: child.stdout }).on('line', (line) => console.log(line));
  createInterface({ input: child.stderr }).on('line', (line) => console.error(line));
  const [code] = await once(child, 'close');
  running.delete(child);
  if (code === 0) return true;
  process.exitCode = 1;
  console.error(`FAILED: ${[program, ...args].join(' ')}`);
  return false;
};

const go = ({ command, givesWay }: Lane): Promise<boolean> => run(command, givesWay);
// All are tried, whatever fails: whoever reads what went wrong wants to know all of it.
await Promise.all(first.map(go));
const others = go(besideIt);
await go(byTheClock);
for (const { pid = 0 } of running.keys()) giveWayNoMore(pid);
await others;
