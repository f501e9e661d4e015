/** What the environment says of how long things are kept: see `environment.ts`, which every function loads. */
import * as z from 'zod';

/** After how many days the operator has what bots brought home deleted; null where it stays until somebody deletes it. */
export const retention = z
  .object({ KEEP_DAYS: z.union([z.literal(''), z.coerce.number().positive()]).optional() })
  .transform(({ KEEP_DAYS }) => ({ keep_days: KEEP_DAYS || null }));

/** After how many days the store itself removes recordings and other media; null where it removes none. */
export const mediaRetention = z
  .object({ MEDIA_RETENTION_DAYS: z.union([z.literal(''), z.coerce.number().positive()]).optional() })
  .transform(({ MEDIA_RETENTION_DAYS }) => ({ media_days: MEDIA_RETENTION_DAYS || null }));
