/** Work that others go before. */
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

// Where both want all of a processor, a tenth of what the other gets: it takes what is left, and is never starved altogether.
const nicer = 10;
const later = (niceness: number): number => Math.min(niceness + nicer, constants.priority.PRIORITY_LOW);

const setNiceness = (pid: number, of: (own: number) => number): void => {
  try {
    // Linux may divide the processors among sessions; then it is the niceness of the session that counts:
    // https://man7.org/linux/man-pages/man7/sched.7.html ("The autogroup feature")
    const session = / nice (-?\d+)/.exec(readFileSync('/proc/self/autogroup', 'utf8'));
    writeFileSync(`/proc/${pid}/autogroup`, String(of(Number(session?.[1] ?? 0))));
  } catch {
    // It has ended, there is no such thing here, or not everybody may do it.
  }
  try {
    setPriority(pid, of(getPriority()));
  } catch {
    // Likewise.
  }
};

/**
 * Has a process, and whatever it starts from then on, give way to others that this one starts. It leads a session of its own
 * (it was spawned `detached`). Never fails: without this it is merely in the way.
 */
export const giveWay = (pid: number): void => setNiceness(pid, later);

/** Has it go beside others again, where whoever runs this one may say so, and what it starts from then on. Never fails. */
export const giveWayNoMore = (pid: number): void => setNiceness(pid, (niceness) => niceness);
