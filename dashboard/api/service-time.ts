/** What time it is for the service: the clock of whoever looks may be wrong. */

let aheadMs = 0;
/** Answers tell the second alone, from its beginning. */
const toldInMs = 1000;

/** By its last answers. */
export const serviceNow = (): number => Date.now() + aheadMs;

/**
 * Looks at when an answer was given. A clock that is right to the second is believed, so that what counts seconds does so
 * evenly; and one that is ahead by no more than the answer may have been on its way.
 */
export const noteTime = ({ headers }: Pick<Response, 'headers'>, tookMs: number): void => {
  const at = Date.parse(headers.get('date') ?? '') + toldInMs / 2;
  const off = at - serviceNow();
  if (off > toldInMs || off < -toldInMs - tookMs) aheadMs += off;
};

/** As `fetch`; every answer tells the time. */
export const timedFetch: typeof fetch = async (...asked) => {
  const from = Date.now();
  const response = await fetch(...asked);
  noteTime(response, Date.now() - from);
  return response;
};
