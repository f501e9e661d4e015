/** What the operator says of hosted providers, in either home. */
import * as z from 'zod';

/** In the operator's hands, so it may be a private address, and without TLS: makers let customers run their service. */
const Address = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((url) => url.replace(/\/+$/, ''));

export const HostedProviders = z.object({
  stt_a_url: Address.default('https://api.deepgram.com'),
  stt_a_eu_url: Address.default('https://api.eu.deepgram.com'),
  /** Whether sound is kept out of the maker's model improvement, which may cost a discount. */
  stt_a_mip_opt_out: z.union([z.boolean(), z.stringbool()]).default(true),
  /** What comes before `/v1/audio/transcriptions`. */
  stt_b_url: Address.default('https://api.openai.com'),
});
