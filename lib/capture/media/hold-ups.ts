/** Notices turns of a timer that come late, as whoever runs it was held up: what came meanwhile is read after them. */

/** Later than a busy machine makes them. */
const lateMs = 500;

/**
 * To be asked at each turn, with its moment: whether what it does is better left to the next one, as it is late. Never twice in a
 * row: on a machine that is always late everything is. Pure but for its memory.
 */
export const createHoldUpWatch = (every_ms: number) => {
  let last_ms = Number.POSITIVE_INFINITY;
  let wasLeft = false;
  return (now_ms: number): boolean => {
    wasLeft = !wasLeft && now_ms - last_ms > every_ms + lateMs;
    last_ms = now_ms;
    return wasLeft;
  };
};
