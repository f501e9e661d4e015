/** Which process a process id stands for: ids are given again, also to strangers, also after the machine was off. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const onLinux = (pid: number): string | undefined => {
  try {
    // Fields after the name, which may hold blanks and brackets; the 22nd of all is the start: proc_pid_stat(5).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const isZombie = fields[0] === 'Z';
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return isZombie ? undefined : `${boot}/${fields[19]}`;
  } catch {
    return undefined;
  }
};

const elsewhere = (pid: number): string | undefined => {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
};

/** When the process of an id started, as a text that no other process has; undefined when there is none. */
export const startOfProcess = (pid: number): string | undefined =>
  process.platform === 'linux' ? onLinux(pid) : elsewhere(pid);
