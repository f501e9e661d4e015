/** Where the conferencing platform is, if not at its maker's addresses: for tests, and for those who reach it another way. */
import * as z from 'zod';

const ServiceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://example.com, without a slash at its end' })
  .refine((url) => !url.endsWith('/'), { error: 'must not end with a slash' })
  .optional();

export const ConfServices = z.object({
  zoom_api_url: ServiceUrl,
  /** Of what is below it: `/token`, `/revoke`. */
  zoom_oauth_url: ServiceUrl,
});
