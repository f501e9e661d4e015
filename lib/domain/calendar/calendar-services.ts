/** Where the services that keep calendars are, if not at their makers' addresses: for tests, and for those who reach them another way. */
import * as z from 'zod';
import { ServiceUrl } from '../service-url.ts';

export const CalendarServices = z.object({
  google_calendar_url: ServiceUrl,
  google_token_url: ServiceUrl,
  microsoft_graph_url: ServiceUrl,
  microsoft_token_url: ServiceUrl,
  /** Where these services can reach this one, to tell it of changes; they tell nothing where nothing is said. */
  calendar_hook_url: ServiceUrl,
});
