/** Where each maker keeps what connecting a calendar takes (docs/calendars.md). */
import type { Calendar } from '../../lib/client/generated.ts';

export interface Guide {
  readonly maker: string;
  readonly steps: readonly string[];
  readonly scopes: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly platform_uuid: string;
}

export const guides: Readonly<Record<Calendar['platform'], Guide>> = {
  calendar_provider_a: {
    maker: 'Google',
    steps: [
      'In the Google Cloud console enable the Google Calendar API, and make an OAuth client of the kind “Web application”.',
      'Have the calendar’s owner consent to it with access_type=offline and prompt=consent: that answers a refresh token.',
    ],
    scopes: 'https://www.googleapis.com/auth/calendar.events.readonly',
    client_id: 'Ends with .apps.googleusercontent.com',
    client_secret: 'Stands beside the client id.',
    platform_uuid:
      'As in the settings of the calendar, “Integrate calendar”. Needs the scope calendar.readonly as well.',
  },
  calendar_provider_b: {
    maker: 'Microsoft',
    steps: [
      'In Microsoft Entra register an app for accounts in any organizational directory and personal Microsoft accounts, and make a client secret for it.',
      'Have the calendar’s owner consent to it with the code flow: offline_access makes it answer a refresh token.',
    ],
    scopes: 'Calendars.Read offline_access',
    client_id: '“Application (client) ID” on the overview of the app',
    client_secret: 'Its value, not its id.',
    platform_uuid: 'As Microsoft Graph names it in /me/calendars.',
  },
};
