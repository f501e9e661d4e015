/** How long a message that was sent is looked for. */
const withinMs = 5_000;
const atLastWithinMs = 2_000;

/** Rejects as the second look does: a page that was too busy to be watched has not said no, and is looked at anew. */
export const untilSent = (isShown: (timeout_ms: number) => Promise<void>): Promise<void> =>
  isShown(withinMs).catch(() => isShown(atLastWithinMs));
