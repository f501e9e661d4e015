/** Work that others go before. */
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

// Where both want all of a processor, a fifth of what the other gets: less would starve it on a busy machine.
const nicer = 7;
const later = (niceness: number): number => Math.min(niceness + nicer, constants.priority.PRIORITY_LOW);

/**
 * Has a process, and whatever it starts from then on, give way to others that this one starts. It leads a session of its own
 * (it was spawned `detached`). Never fails: without this it is merely in the way.
 */
export const giveWay = (pid: number): void => {
  try {
    setPriority(pid, later(getPriority()));
    // Linux may divide the processors among sessions; then it is the niceness of the session that counts:
    // https://man7.org/linux/man-pages/man7/sched.7.html ("The autogroup feature")
    const own = / nice (-?\d+)/.exec(readFileSync('/proc/self/autogroup', 'utf8'));
    writeFileSync(`/proc/${pid}/autogroup`, String(later(Number(own?.[1] ?? 0))));
  } catch {
    // It has ended, or there is no such thing here.
  }
};
