import * as z from 'zod';

/** The failure of the last runs in a row, as it is stored, by the names of a table of failures. */
export const failingOf = <Name extends string>(names: readonly [Name, ...Name[]]) =>
  z.object({
    error: z.enum(names),
    runs: z.number(),
    since: z.string(),
    asks_patience: z.boolean().exactOptional(),
  });
