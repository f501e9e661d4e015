/** How long a message that was sent is looked for. */
const withinMs = 3_000;
const atLastWithinMs = 5_000;

/**
 * Rejects as the second look does: a page that was too busy to be watched has not said no, and is looked at anew. `pressAgain`: makes
 * a press again that was lost.
 */
export const untilSent = async (
  isShown: (timeout_ms: number) => Promise<void>,
  pressAgain: () => Promise<void> = async () => undefined,
): Promise<void> =>
  isShown(withinMs).catch(async () => {
    await pressAgain();
    await isShown(atLastWithinMs);
  });
