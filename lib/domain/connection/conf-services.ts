/** Where the conferencing platform is, if not at its maker's addresses: for tests, and for those who reach it another way. */
import * as z from 'zod';
import { ServiceUrl } from '../service-url.ts';

export const ConfServices = z.object({
  zoom_api_url: ServiceUrl,
  /** Of what is below it: `/token`, `/revoke`. */
  zoom_oauth_url: ServiceUrl,
});
