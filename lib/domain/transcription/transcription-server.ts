/** What the operator says of the installation's own server for speech-to-text, in either home. */
import * as z from 'zod';

/** Lambda stops a function after 15 minutes. The last minute is for storing the answer. */
const longestSeconds = 840;

/** What the operator has set that times depend on. */
export interface OperatedTimes {
  /** How long the installation's own server for speech-to-text may take to answer. */
  readonly transcription_timeout_seconds: number;
}

export const TranscriptionServer = z.object({
  /** In the operator's hands, so it may be a private address, and without TLS. */
  url: z.url({ protocol: /^https?$/, error: 'must be the http(s) address of your server for speech-to-text' }),
  timeout_seconds: z.coerce
    .number({ error: 'must be a number of seconds' })
    .min(1, { error: 'must be at least 1 s' })
    .max(longestSeconds, { error: `must be at most ${longestSeconds} s` })
    .default(120),
});
