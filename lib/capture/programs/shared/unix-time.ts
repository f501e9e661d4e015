/** Unix time for moments by `performance.now()`, which goes on evenly when the system's clock is set. */

const ahead = (): number => Date.now() - performance.now();

export const unixTime = (at_ms: number): number => at_ms + ahead();

/**
 * To be made as the page loads. The moment of what Chromium tells in Unix time of packets: it adds what the clock was ahead when
 * the page loaded, however it was set since (`DocumentLoadTiming::MonotonicTimeToPseudoWallTime`).
 */
export const createPacketTime = () => {
  const loaded_ahead_ms = ahead();
  return (timestamp: number): number => timestamp - loaded_ahead_ms;
};
