/**
 * `npm test`: `npm run check` and all suites. Tests with browsers go by pictures and sound in real time, and so leave a
 * good part of the processors unused. Everything else takes that: it goes on beside them, and gives way to them.
 */
import './help.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { giveWay } from '../lib/process/give-way.ts';

type Command = readonly [program: string, ...args: string[]];
interface Lane {
  /** One after the other, for as long as they succeed. */
  readonly commands: readonly Command[];
  readonly givesWay: boolean;
}

const suites = (...names: string[]): Command => ['vitest', 'run', ...names.flatMap((name) => ['--project', name])];
const lanes: readonly Lane[] = [
  { commands: [suites('browser', 'strangers')], givesWay: false },
  { commands: [[process.execPath, 'bin/check.ts'], suites('unit', 'contracts', 'infra')], givesWay: true },
];

/** What each process is signalled by: one that leads a session is not reached by a terminal, nor is what it starts. */
const running = new Map<ChildProcess, number>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const address of running.values()) process.kill(address, signal);
    process.exitCode = 1;
  });
}

// They write into pipes, and take that for somebody who does not care for colours.
const env = { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) };

const run = async ([program, ...args]: Command, givesWay: boolean): Promise<boolean> => {
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
  if (code !== 0) console.error(`FAILED: ${[program, ...args].join(' ')}`);
  return code === 0;
};

const go = async ({ commands, givesWay }: Lane): Promise<boolean> => {
  for (const command of commands) if (!(await run(command, givesWay))) return false;
  return true;
};
const wentWell = await Promise.all(lanes.map(go));
if (wentWell.includes(false)) process.exitCode = 1;
