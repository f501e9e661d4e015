/** What the system says of a process that does not speak for itself. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessUse {
  /** `stopped`: by a signal, until another one tells it to go on. `disk`: it waits for a disk and can do nothing else. */
  readonly state: 'stopped' | 'disk' | 'other';
  /** How long its first thread, which turns the event loop, has run, and has waited for a core. Only Linux tells. */
  readonly times?: { readonly ran_ms: number; readonly waited_ms: number };
}

const stateOf = (letter: string | undefined): ProcessUse['state'] => {
  if (letter === 'T') return 'stopped';
  return letter === 'D' || letter === 'U' ? 'disk' : 'other';
};

const timesOnLinux = (pid: number): ProcessUse['times'] => {
  try {
    // https://docs.kernel.org/scheduler/sched-stats.html: of the process's first thread, in ns. Kernels that do not count say 0.
    const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number);
    return ran > 0 ? { ran_ms: ran / 1e6, waited_ms: waited / 1e6 } : undefined;
  } catch {
    return undefined;
  }
};

const onLinux = (pid: number): ProcessUse => {
  const letter = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')[0];
  const times = timesOnLinux(pid);
  return { state: stateOf(letter), ...(times && { times }) };
};

const elsewhere = (pid: number): ProcessUse => ({
  state: stateOf(execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).trim()[0]),
});

/** What can be told of a process; undefined when it is gone, or where the system does not tell. */
export const useOfProcess = (pid: number): ProcessUse | undefined => {
  try {
    return process.platform === 'linux' ? onLinux(pid) : elsewhere(pid);
  } catch {
    return undefined;
  }
};
