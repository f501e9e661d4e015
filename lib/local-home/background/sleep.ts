/** Notices that this machine slept: by the wall clock, since on some systems monotonic time goes on meanwhile. */
const lookEveryMs = 5_000;
/** Whoever comes so late was asleep, or held up as if it was. */
const latestMs = 10_000;

export interface Sleep extends Disposable {
  /** For how many ms the machine slept, of what nobody has taken yet. */
  take(): number;
}

/** Looks at the clock now and then, until it is disposed of. */
export const watchForSleep = (now: () => number = Date.now): Sleep => {
  let looked_at = now();
  let slept_ms = 0;
  const look = (): void => {
    const late_ms = now() - looked_at - lookEveryMs;
    looked_at += late_ms + lookEveryMs;
    if (late_ms > latestMs) slept_ms += late_ms;
  };
  const timer = setInterval(look, lookEveryMs).unref();
  return {
    take() {
      look();
      const taken_ms = slept_ms;
      slept_ms = 0;
      return taken_ms;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
};
