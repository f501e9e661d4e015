/** The time of a stream, so that tests need not wait. */
export interface StreamTime {
  /** Unix time, that goes on evenly however the system's clock is set. */
  now(): Date;
  /** Acts once, so many milliseconds from now, unless disposed of before. */
  after(ms: number, act: () => void): Disposable;
}

export const systemStreamTime: StreamTime = {
  now: () => new Date(performance.timeOrigin + performance.now()),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};
