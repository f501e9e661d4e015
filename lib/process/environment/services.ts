/** What the environment says of the services of others, for the functions that ask them: see `environment.ts`. */
import * as z from 'zod';
import { CalendarServices } from '../../domain/calendar/calendar-services.ts';
import { ConfServices } from '../../domain/connection/conf-services.ts';
import { type HostedSetting, hostedProvidersOf, hostedSettings } from '../../domain/transcription/hosted-providers.ts';

/** `STT_A_EU_URL`, for example. */
export const hostedVariable = (setting: HostedSetting): string => setting.toUpperCase();

/** Where hosted providers are, and how they are asked: as their makers say, unless the operator says otherwise. */
export const hostedTranscription = z
  .object(
    Object.fromEntries(
      Object.entries(hostedSettings).map(([setting, schema]) => [hostedVariable(setting as HostedSetting), schema]),
    ),
  )
  .transform((told) => ({ hosted: hostedProvidersOf((setting) => told[hostedVariable(setting)]) }));

const services = CalendarServices.shape;

/** Where the services that keep calendars are, if not at their makers' addresses, and where they can reach this one. */
export const calendarServices = z
  .object({
    GOOGLE_CALENDAR_URL: services.google_calendar_url,
    GOOGLE_TOKEN_URL: services.google_token_url,
    MICROSOFT_GRAPH_URL: services.microsoft_graph_url,
    MICROSOFT_TOKEN_URL: services.microsoft_token_url,
    CALENDAR_HOOK_URL: services.calendar_hook_url,
  })
  .transform((said) => ({
    calendarAddresses: {
      calendar_provider_a: { api: said.GOOGLE_CALENDAR_URL, token: said.GOOGLE_TOKEN_URL },
      calendar_provider_b: { api: said.MICROSOFT_GRAPH_URL, token: said.MICROSOFT_TOKEN_URL },
    },
    calendarHookUrl: said.CALENDAR_HOOK_URL,
  }));

const { zoom_api_url, zoom_oauth_url } = ConfServices.shape;

/** Where the conferencing platform is: at its maker's addresses, unless the operator says otherwise. */
export const confServices = z
  .object({ ZOOM_API_URL: zoom_api_url, ZOOM_OAUTH_URL: zoom_oauth_url })
  .transform(({ ZOOM_API_URL: api, ZOOM_OAUTH_URL: oauth }) => ({ confAddresses: { api, oauth } }));
