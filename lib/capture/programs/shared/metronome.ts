import { blockMs } from './sound.ts';

const mostLateBlocks = 20;

export interface Metronome {
  run(on: boolean): void;
}

/** Beats once for every 10 ms that pass while it runs, the late beats of a busy moment included. */
export const createMetronome = (beat: () => void): Metronome => {
  let timer: ReturnType<typeof setInterval> | undefined;
  let next_ms = 0;
  const tick = (): void => {
    const now_ms = performance.now();
    // After a standstill the meeting goes on where it is.
    if (now_ms - next_ms > mostLateBlocks * blockMs) next_ms = now_ms;
    for (; next_ms <= now_ms; next_ms += blockMs) beat();
  };
  return {
    run(on) {
      if (on === (timer !== undefined)) return;
      clearInterval(timer);
      timer = undefined;
      if (!on) return;
      next_ms = performance.now();
      timer = setInterval(tick, blockMs);
    },
  };
};
