/** The time of an imitated service: as it passes, faster than that, or moved on by the test. */
import type { Clock } from '../../lib/ports/clock.ts';

export interface Time extends Clock {
  /** Acts once, so many milliseconds of this time from now, unless disposed of before. */
  after(ms: number, act: () => void): Disposable;
}

/** Acts at each multiple of a step from now on, none left out: late ones are caught up with. */
export const every = (time: Time, step_ms: number, act: (at_ms: number) => void): Disposable => {
  let due = time.now().getTime() + step_ms;
  let next: Disposable;
  let stopped = false;
  const run = (): void => {
    while (!stopped && due <= time.now().getTime()) {
      const at = due;
      due += step_ms;
      act(at);
    }
    if (!stopped) next = time.after(due - time.now().getTime(), run);
  };
  next = time.after(step_ms, run);
  return {
    [Symbol.dispose]() {
      stopped = true;
      next[Symbol.dispose]();
    },
  };
};

/** Time that passes, `speed` times as fast as outside. */
export const passingTime = (speed = 1, start = new Date()): Time => {
  const from = performance.now();
  return {
    now: () => new Date(start.getTime() + (performance.now() - from) * speed),
    after(ms, act) {
      const timer = setTimeout(act, Math.max(0, ms) / speed);
      return { [Symbol.dispose]: () => clearTimeout(timer) };
    },
  };
};

export interface HeldTime extends Time {
  /** Moves on; whatever is due on the way happens in its order, at its moment. */
  advance(ms: number): void;
}

/** Time that stands still until it is moved. */
export const heldTime = (start: Date | string = '2026-03-02T09:00:00.000Z'): HeldTime => {
  let now = new Date(start).getTime();
  let count = 0;
  const waiting = new Map<number, { readonly due: number; readonly act: () => void }>();
  const firstDue = (until: number): number | undefined => {
    let first: number | undefined;
    // Of those due at one moment the oldest comes first: the map keeps the order of asking.
    for (const [id, { due }] of waiting) {
      if (due <= until && (first === undefined || due < (waiting.get(first)?.due ?? 0))) first = id;
    }
    return first;
  };
  return {
    now: () => new Date(now),
    after(ms, act) {
      const id = count++;
      waiting.set(id, { due: now + Math.max(0, ms), act });
      return { [Symbol.dispose]: () => void waiting.delete(id) };
    },
    advance(ms) {
      const until = now + ms;
      for (let id = firstDue(until); id !== undefined; id = firstDue(until)) {
        const one = waiting.get(id);
        waiting.delete(id);
        now = Math.max(now, one?.due ?? now);
        one?.act();
      }
      now = until;
    },
  };
};
