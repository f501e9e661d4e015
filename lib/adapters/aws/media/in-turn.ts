const atOnce = 12;

/**
 * Does some work for all items, a dozen at a time, in their order. When one fails no other one begins. Settles when all
 * that has begun is over.
 */
export const inTurn = async <T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> => {
  const turns = items.entries();
  let failure: { error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    for (const [index, item] of turns) {
      if (failure) return;
      await work(item, index).catch((error: unknown) => {
        failure ??= { error };
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failure) throw failure.error;
};
