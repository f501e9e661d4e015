import { ConditionFailedError, type Table, type Write } from '../ports/table.ts';

/** What became of a write: what it answered, or the condition that kept it from being done. */
export type Attempt<T> =
  | { readonly isDone: true; readonly value: T; readonly refusal?: never }
  | { readonly isDone: false; readonly refusal: ConditionFailedError };

/**
 * Waits for a write whose refusal is an answer too: somebody else was first, or what it is about is gone. Any other
 * fault is thrown.
 */
export const attempt = async <T>(writing: Promise<T>): Promise<Attempt<T>> => {
  try {
    return { isDone: true, value: await writing };
  } catch (error) {
    if (error instanceof ConditionFailedError) return { isDone: false, refusal: error };
    throw error;
  }
};

/**
 * Attempts writes that free a lock as well. What came out of a backup may find its lock gone, or another's: then they are
 * done without. A refusal counts `own` first.
 */
export const attemptFreeing = async (
  table: Pick<Table, 'write'>,
  own: readonly Write[],
  freed: readonly Write[],
  together: readonly Write[],
): Promise<Attempt<void>> => {
  const first = await attempt(table.write(...own, ...freed, ...together));
  const isLocksAlone = first.refusal !== undefined && freed[first.refusal.index - own.length] !== undefined;
  return isLocksAlone ? attempt(table.write(...own, ...together)) : first;
};
