/** Tells a process that does not answer any more from one that the machine does not let answer. Pure. */
import type { ProcessUse } from './process-use.ts';

/** A sign comes every second: one that is a second late says nothing yet. */
const quietForMs = 2_000;
/** A stopped process cannot answer. A moment more, in case it was meant to go on at once. */
const stoppedForMs = 1_000;
/** One that sleeps all the while although it could run: longer than anybody waits for the lock of the database. */
const idleForMs = 12_000;
/** One that runs all the while: so much time of a core no single step takes. */
const busyForMs = 15_000;
/** Where the system does not tell what the process does. */
const unknownForMs = 30_000;
/** Whoever looks late was held up himself: of that time nothing is known. */
const longestLookMs = 1_000;

export interface Silence {
  /** The process has given a sign of life. */
  heard(): void;
  /**
   * Looks again, so long after the last look. Answers why the process is to be given up, if it is. What the system says
   * of it is asked for only once it is quiet.
   */
  look(elapsed_ms: number, use: () => ProcessUse | undefined): string | undefined;
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

/**
 * The silence of one process. Time counts against it only while it could have spoken: not while it waited for a core or
 * a disk, and not while whoever looks was held up too.
 */
export const createSilence = (): Silence => {
  let quiet_ms = 0;
  let stopped_ms = 0;
  let idle_ms = 0;
  let busy_ms = 0;
  let before: ProcessUse | undefined;

  const count = (passed_ms: number, now: ProcessUse): void => {
    stopped_ms = now.state === 'stopped' ? stopped_ms + passed_ms : 0;
    if (now.times && before?.times) {
      const ran_ms = now.times.ran_ms - before.times.ran_ms;
      const waited_ms = now.times.waited_ms - before.times.waited_ms;
      busy_ms += ran_ms;
      if (now.state !== 'disk') idle_ms += Math.max(0, passed_ms - ran_ms - waited_ms);
    }
    before = now;
  };

  return {
    heard() {
      quiet_ms = stopped_ms = idle_ms = busy_ms = 0;
      before = undefined;
    },
    look(elapsed_ms, use) {
      const passed_ms = Math.min(elapsed_ms, longestLookMs);
      quiet_ms += passed_ms;
      if (quiet_ms < quietForMs) return undefined;
      const now = use();
      if (now) count(passed_ms, now);
      if (stopped_ms >= stoppedForMs) return `it is stopped and says nothing for ${seconds(quiet_ms)}`;
      if (idle_ms >= idleForMs) return `it does nothing and says nothing for ${seconds(quiet_ms)}`;
      if (busy_ms >= busyForMs) return `it says nothing for ${seconds(quiet_ms)}, busy for ${seconds(busy_ms)} of them`;
      if (!now?.times && quiet_ms >= unknownForMs) return `it says nothing for ${seconds(quiet_ms)}`;
      return undefined;
    },
  };
};
