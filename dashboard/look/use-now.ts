/** What time it is, for whatever is told by it: how long something has lasted, or how long ago it was. */
import { useSyncExternalStore } from 'react';
import { serviceNow } from '../api/service-time.ts';

export interface Ticks {
  readonly subscribe: (told: () => void) => () => void;
  readonly now: () => number;
}

/** A clock that tells so often, and goes only while somebody listens: for all of them at the same moment. */
export const ticksOf = (everyMs: number): Ticks => {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let now = serviceNow();
  const tick = () => {
    now = serviceNow();
    for (const told of listeners) told();
  };
  return {
    subscribe: (told) => {
      listeners.add(told);
      timer ??= setInterval(tick, everyMs);
      return () => {
        listeners.delete(told);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    now: () => {
      // While nobody listens it does not go.
      if (!timer && Math.abs(serviceNow() - now) >= everyMs) now = serviceNow();
      return now;
    },
  };
};

const secondMs = 1000;
export const everySecond = ticksOf(secondMs);
export const everyTenSeconds = ticksOf(10 * secondMs);

/** Draws what uses it anew at each tick. */
export const useNow = ({ subscribe, now }: Ticks): number => useSyncExternalStore(subscribe, now);
