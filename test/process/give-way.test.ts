import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { giveWay, giveWayNoMore } from '../../lib/process/give-way.ts';

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

const nicenessOfSession = (pid: number | 'self'): number =>
  Number(/ nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1]);

it('has a process go after others, and its session too where Linux divides processors among sessions', async () => {
  child = spawn(process.execPath, ['--eval', 'console.log(1); setInterval(() => {}, 1000)'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const { pid = 0, stdout } = child;
  await once(stdout ?? child, 'data');
  giveWay(pid);
  expect(getPriority(pid)).toBe(Math.min(getPriority() + 10, 19));
  if (existsSync('/proc/self/autogroup'))
    expect(nicenessOfSession(pid)).toBe(Math.min(nicenessOfSession('self') + 10, 19));
  giveWayNoMore(pid);
  // Only who may do so makes anything less nice.
  if (process.getuid?.() === 0) expect(getPriority(pid)).toBe(getPriority());
});

it('says nothing of a process that has ended', async () => {
  child = spawn(process.execPath, ['--eval', ''], { stdio: 'ignore', detached: true });
  await once(child, 'exit');
  expect(() => giveWay(child?.pid ?? 0)).not.toThrow();
});
