/** What was kept last of a meeting that a bot could not go on in. */
import * as z from 'zod';
import { adviceKeys } from '../meeting/advice.ts';
import { PageState } from '../meeting/page-state.ts';

/** Where it is told, below what the bot captured. */
export const lastKeptName = 'diagnostics/last.json';

export const LastKept = z.object({
  at: z.iso.datetime(),
  /** What the files lie in, below what the bot captured. */
  folder: z.string().regex(/^diagnostics\/[\w-]+$/),
  files: z.array(z.string().regex(/^[\w-]+\.\w+$/)).max(50),
  reason: z.string(),
  error: z.string().exactOptional(),
  cause: z.string().exactOptional(),
  /** What was to be done, and what was missing for it. */
  step: z.string().exactOptional(),
  element: z.string().exactOptional(),
  /** What can be done about it, where that is known from something else than the page. */
  advice: z.enum(adviceKeys).exactOptional(),
  /** None where the page is not recognised by a table, or was not recognised. */
  page: PageState.nullable(),
});
export type LastKept = z.infer<typeof LastKept>;
