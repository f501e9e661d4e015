/** Unix time for moments by `performance.now()`, which goes on evenly when the system's clock is set. Runs in the page. */

const ahead = (): number => Date.now() - performance.now();

/** To be made as the page loads. */
export const createUnixTime = () => {
  const loaded_ahead_ms = ahead();
  return {
    of: (at_ms: number): number => at_ms + ahead(),
    /**
     * The moment of what Chromium tells in Unix time of packets: it adds what the clock was ahead when the page loaded, however it
     * was set since (`DocumentLoadTiming::MonotonicTimeToPseudoWallTime`).
     */
    ofPackets: (timestamp: number): number => timestamp - loaded_ahead_ms,
  };
};
