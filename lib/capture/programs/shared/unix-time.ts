/** Unix time for moments by `performance.now()`, which goes on evenly when the system's clock is set. */

const ahead = (): number => Date.now() - performance.now();

export const unixTime = (at_ms: number): number => at_ms + ahead();

/**
 * A moment as a page and its workers tell it each other, however the system's clock is set meanwhile: they take the origin of
 * their time from one clock.
 */
export const sharedTime = (at_ms: number): number => performance.timeOrigin + at_ms;

/** A moment that another of them has told, by one's own `performance.now()`. */
export const ownTime = (shared_ms: number): number => shared_ms - performance.timeOrigin;

/**
 * To be made as the page loads. The moment of what Chromium tells in Unix time of packets: it adds what the clock was ahead when
 * the page loaded, however it was set since (`DocumentLoadTiming::MonotonicTimeToPseudoWallTime`).
 */
export const createPacketTime = () => {
  const loaded_ahead_ms = ahead();
  return (timestamp: number): number => timestamp - loaded_ahead_ms;
};
