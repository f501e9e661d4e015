/** The platforms of calendars, each with its client. */
import type { CalendarPlatform } from '../domain/calendar/calendar-platforms.ts';
import type { MeetingPlaces } from '../domain/meeting/meeting-url.ts';
import type { CalendarPlatformClient } from '../ports/calendar-platform.ts';
import type { AskingPorts } from './asking.ts';
import { googleAddresses, googleClient } from './google.ts';
import { microsoftAddresses, microsoftClient } from './microsoft.ts';
import type { PlatformAddresses } from './opening.ts';

const platforms = {
  calendar_provider_a: { addresses: googleAddresses, client: googleClient },
  calendar_provider_b: { addresses: microsoftAddresses, client: microsoftClient },
} as const satisfies Record<
  CalendarPlatform,
  {
    readonly addresses: PlatformAddresses;
    readonly client: (
      ports: AskingPorts,
      places: MeetingPlaces,
      addresses: PlatformAddresses,
    ) => CalendarPlatformClient;
  }
>;

/** Where platforms are, as far as that is not at their makers' addresses. */
export type OperatedAddresses = Readonly<
  Record<CalendarPlatform, Partial<Record<keyof PlatformAddresses, string | undefined>>>
>;

/** A client of a platform. */
export const calendarClient = (
  platform: CalendarPlatform,
  ports: AskingPorts,
  places: MeetingPlaces,
  operated: OperatedAddresses,
): CalendarPlatformClient => {
  const { addresses, client } = platforms[platform];
  const { api = addresses.api, token = addresses.token } = operated[platform];
  return client(ports, places, { api, token });
};
