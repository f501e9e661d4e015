import * as z from 'zod';

/** Where a service is, if not at its maker's address: for tests, and for those who reach it another way. */
export const ServiceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://example.com, without a slash at its end' })
  .refine((url) => !url.endsWith('/'), { error: 'must not end with a slash' })
  .optional();
