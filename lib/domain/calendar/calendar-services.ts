/** Where the services that keep calendars are, if not at their makers' addresses: for tests, and for those who reach them another way. */
import * as z from 'zod';

const ServiceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://example.com, without a slash at its end' })
  .refine((url) => !url.endsWith('/'), { error: 'must not end with a slash' })
  .optional();

export const CalendarServices = z.object({
  google_calendar_url: ServiceUrl,
  google_token_url: ServiceUrl,
  microsoft_graph_url: ServiceUrl,
  microsoft_token_url: ServiceUrl,
  /** Where these services can reach this one, to tell it of changes; they tell nothing where nothing is said. */
  calendar_hook_url: ServiceUrl,
});
