/** What few functions are told of tasks that wait for bots; apart from `environment.ts`, which every function reads. */
import * as z from 'zod';
import { captureLoads } from '../../domain/bot/capture-load.ts';

/** How many tasks wait for bots of each load, and whether tasks may be interrupted. */
export const warmPool = z
  .object({
    WARM_TASKS: z
      .string()
      .default('{}')
      .transform((text) => z.partialRecord(z.enum(captureLoads), z.int().nonnegative()).parse(JSON.parse(text))),
    CAPTURE_SPOT: z.stringbool().default(false),
  })
  .transform(({ WARM_TASKS, CAPTURE_SPOT }) => ({ warm_tasks: WARM_TASKS, isOnSpot: CAPTURE_SPOT }));
