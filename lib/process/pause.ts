import { setTimeout as wait } from 'node:timers/promises';

/** Waits, or returns early when the signal says to stop. Never rejects. */
export type Pause = (duration_ms: number, signal?: AbortSignal) => Promise<void>;

export const pause: Pause = (duration_ms, signal) =>
  wait(duration_ms, undefined, signal && { signal }).catch(() => undefined);
