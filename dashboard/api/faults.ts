import { RefusedError } from './client.ts';

/** What is wrong with a field that was sent, in the service's words; undefined when it was not that one. */
export const faultOf = (error: Error | null, field: string): string | undefined => {
  const faults = error instanceof RefusedError ? (error.problem.errors ?? {}) : {};
  return faults[field]?.join('; ') ?? Object.entries(faults).find(([path]) => path.startsWith(`${field}.`))?.[1][0];
};

/** Whether a refusal names any of these fields: what does not is said for the whole form. */
export const isAbout = (error: Error | null, fields: readonly string[]): boolean =>
  fields.some((field) => faultOf(error, field) !== undefined);
