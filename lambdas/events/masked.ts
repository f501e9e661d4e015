import { withoutQueries } from '../../lib/domain/without-queries.ts';

const isTellable = (value: unknown): boolean => typeof value !== 'string' || withoutQueries(value) === value;

/**
 * An error that may be written down: the same, unless something in it may be secret. Then it is told by its name, by which the
 * state machine knows it, its message and its stack, and by no other field: Node puts the address that it could not read into one.
 */
const maskedError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  if ([message, stack, ...Object.values(error)].every(isTellable)) return error;
  const told = new Error(withoutQueries(message), { cause: error });
  return Object.assign(told, { name, stack: stack && withoutQueries(stack) });
};

/** A function whose faults may be written down: those that it lets out Lambda's runtime puts into the log itself, past `log`. */
export const masked =
  <Given extends unknown[], R>(handle: (...given: Given) => R | Promise<R>) =>
  async (...given: Given): Promise<R> => {
    try {
      return await handle(...given);
    } catch (error) {
      throw maskedError(error);
    }
  };
