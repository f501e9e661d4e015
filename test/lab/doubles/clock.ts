import type { Clock } from '../../../lib/ports/clock.ts';

export interface TestClock extends Clock {
  /** Moves the time on. */
  advance(seconds: number): void;
  /** Sets the time. */
  set(at: Date | string): void;
}

/** A clock that stands still until it is told to move. */
export const aClock = (start: Date | string = '2026-03-02T09:00:00.000Z'): TestClock => {
  let at = new Date(start);
  return {
    now: () => new Date(at),
    advance: (seconds) => {
      at = new Date(at.getTime() + seconds * 1000);
    },
    set: (time) => {
      at = new Date(time);
    },
  };
};
