/** The methods of the API that the facsimile plays. */
import type { calendar_v3 } from '@googleapis/calendar';
import { type Answer, type Asked, json, parsed } from '../host/exchange.ts';
import type { Calendar } from '../world/calendar.ts';
import { originalStartOf } from '../world/events.ts';
import type { Grant } from '../world/grants.ts';
import type { World } from '../world/world.ts';
import type { Channels } from './channels.ts';
import type { Call } from './discovery.ts';
import { googleErrors } from './errors.ts';
import { eventOf, type GoogleFields, goneEvent, seriesOf } from './event.ts';
import type { Listing } from './listing.ts';
import type { GoogleQuirks } from './quirks.ts';

interface Playing {
  readonly asked: Asked;
  readonly call: Call;
  readonly grant: Grant;
  readonly note: (misuse: string) => void;
}

export type Methods = Readonly<Record<string, (playing: Playing) => Answer>>;

interface Parts {
  readonly world: World<GoogleFields>;
  readonly quirks: GoogleQuirks;
  readonly listing: Listing;
  readonly channels: Channels;
}

type Found = Playing & { readonly calendar: Calendar<GoogleFields>; readonly query: URLSearchParams };

const channelIn = ({ body }: Asked): calendar_v3.Schema$Channel => parsed(body) ?? {};

export const createMethods = ({ world, quirks, listing, channels }: Parts): Methods => {
  /** A method on a calendar that the user sees; any other calendar is not found. */
  const onCalendar =
    (play: (found: Found) => Answer) =>
    (playing: Playing): Answer => {
      const account = world.accountOf(playing.grant.email);
      const id = playing.call.path.calendarId ?? '';
      // «If you want to access the primary calendar of the currently logged in user, use the "primary" keyword.»
      const calendar = id === 'primary' ? account?.calendar : account?.calendarOf(id);
      if (!calendar) return googleErrors.notFound();
      return play({ ...playing, calendar, query: playing.asked.url.searchParams });
    };

  const getEvent = ({ calendar, call, grant, query }: Found): Answer => {
    const id = call.path.eventId ?? '';
    const owner = { calendar, email: grant.email };
    const how = {
      zone: query.get('timeZone') ?? calendar.zone,
      maxAttendees: Number(query.get('maxAttendees') ?? Number.POSITIVE_INFINITY),
      cancelledAsIdOnly: quirks.cancelledAsIdOnly,
    };
    const series = calendar.series(id);
    if (series) return json(200, seriesOf(series, owner, how));
    const occurrence = calendar.find(id);
    // «The get method always returns them» (status, of cancelled events)
    if (occurrence) return json(200, eventOf(occurrence, owner, how));
    const isVanished = originalStartOf(id, calendar.zone) !== undefined && quirks.vanishedInstance === 'cancelled';
    return isVanished ? json(200, goneEvent(id, calendar.version(), how.zone)) : googleErrors.notFound();
  };

  return {
    'calendar.calendars.get': onCalendar(({ calendar: { id, name, zone } }) =>
      json(200, { kind: 'calendar#calendar', etag: `"${id}"`, id, summary: name, timeZone: zone }),
    ),
    'calendar.events.list': onCalendar(({ calendar, grant: { email }, query, note }) =>
      listing.list({ calendar, email, query, note }),
    ),
    'calendar.events.get': onCalendar(getEvent),
    'calendar.events.watch': onCalendar(({ calendar, asked, grant }) =>
      channels.watch(channelIn(asked), calendar.id, grant.client_id),
    ),
    'calendar.channels.stop': ({ asked, grant }) => channels.stop(channelIn(asked), grant.client_id),
  };
};
