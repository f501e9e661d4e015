/** The requests that the facsimile plays. */
import type { Calendar as CalendarResource, Subscription } from '@microsoft/microsoft-graph-types';
import { type Answer, type Asked, json, parsed } from '../host/exchange.ts';
import type { Calendar } from '../world/calendar.ts';
import type { Grant } from '../world/grants.ts';
import type { World } from '../world/world.ts';
import type { Call } from './conformance/operations.ts';
import { graphErrors } from './errors.ts';
import { eventOf, type GraphFields, selected } from './events/event.ts';
import { calendarIdOf, worldCalendarId, worldEventId } from './events/ids.ts';
import type { Preferences } from './events/preferences.ts';
import type { View } from './events/view.ts';
import type { GraphQuirks } from './quirks.ts';
import type { Subscriptions } from './subscriptions/subscriptions.ts';

interface Playing {
  readonly asked: Asked;
  readonly call: Call;
  readonly grant: Grant;
  readonly preferences: Preferences;
  readonly note: (misuse: string) => void;
}

type Play = (playing: Playing) => Answer | Promise<Answer>;

/** By verb and path, as the description has them. */
export type Methods = Readonly<Record<string, Play>>;

interface Parts {
  readonly world: World<GraphFields>;
  readonly quirks: GraphQuirks;
  readonly subscriptions: Subscriptions;
  readonly view: View;
}

const subscriptionIn = ({ body }: Asked): Subscription => parsed(body) ?? {};

/** https://learn.microsoft.com/graph/api/resources/calendar */
const resourceOf = ({ id, name }: Calendar<GraphFields>, email: string, isDefault: boolean): CalendarResource => ({
  id: calendarIdOf(id),
  name: isDefault ? 'Calendar' : name,
  color: 'auto',
  hexColor: '',
  isDefaultCalendar: isDefault,
  changeKey: Buffer.from(id).toString('base64'),
  canShare: true,
  canViewPrivateItems: true,
  canEdit: true,
  allowedOnlineMeetingProviders: ['teamsForBusiness'],
  defaultOnlineMeetingProvider: 'teamsForBusiness',
  isTallyingResponses: true,
  isRemovable: !isDefault,
  owner: { name: email, address: email },
});

export const createMethods = ({ world, quirks, subscriptions, view }: Parts): Methods => {
  const hadTimeout = new Set<string>();

  /** A token of a user opens no mailbox but the user's own (delegated permissions). */
  const inMailbox =
    (play: Play): Play =>
    (playing) => {
      const user = playing.call.path['user-id'];
      return user === 'me' || user === playing.grant.email ? play(playing) : graphErrors.accessDenied();
    };

  /** On the calendar that the path names, else on the default one. */
  const onCalendar = (play: (playing: Playing, calendar: Calendar<GraphFields>) => Answer): Play =>
    inMailbox((playing) => {
      const account = world.accountOf(playing.grant.email);
      const id = playing.call.path['calendar-id'];
      const calendar = id === undefined ? account?.calendar : account?.calendarOf(worldCalendarId(id) ?? '');
      return calendar ? play(playing, calendar) : graphErrors.notFound();
    });

  const calendarView = onCalendar(({ asked: { url }, grant: { email }, preferences, note }, calendar) => {
    if (quirks.gatewayTimeoutOnce && !hadTimeout.has(email)) {
      hadTimeout.add(email);
      return graphErrors.gatewayTimeout();
    }
    return view({ owner: { calendar, email }, url, preferences, note });
  });

  const eventIn = (playing: Playing, calendars: readonly Calendar<GraphFields>[]): Answer => {
    const { call, asked, grant, preferences } = playing;
    const id = worldEventId(call.path['event-id'] ?? '') ?? '';
    for (const calendar of calendars) {
      const occurrence = calendar.find(id);
      if (!occurrence || occurrence.isCancelled) continue;
      const event = eventOf(occurrence, { calendar, email: grant.email }, preferences, quirks);
      return json(200, selected(event, asked.url.searchParams.get('$select')));
    }
    return graphErrors.notFound();
  };

  const getCalendar = onCalendar(({ grant: { email } }, calendar) =>
    json(200, resourceOf(calendar, email, calendar === world.accountOf(email)?.calendar)),
  );

  const listCalendars = inMailbox(({ grant: { email } }) => {
    const account = world.accountOf(email);
    const value = (account?.calendars() ?? []).map((calendar) =>
      resourceOf(calendar, email, calendar === account?.calendar),
    );
    return json(200, { '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#users/calendars', value });
  });

  const subscriptionId = ({ call }: Playing): string => call.path['subscription-id'] ?? '';

  return {
    'GET users/{user-id}/calendarView': calendarView,
    'GET users/{user-id}/calendar/calendarView': calendarView,
    'GET users/{user-id}/calendars/{calendar-id}/calendarView': calendarView,
    'GET users/{user-id}/events/{event-id}': inMailbox((playing) =>
      eventIn(playing, world.accountOf(playing.grant.email)?.calendars() ?? []),
    ),
    'GET users/{user-id}/calendar/events/{event-id}': onCalendar((playing, calendar) => eventIn(playing, [calendar])),
    'GET users/{user-id}/calendars/{calendar-id}/events/{event-id}': onCalendar((playing, calendar) =>
      eventIn(playing, [calendar]),
    ),
    'GET users/{user-id}/calendar': getCalendar,
    'GET users/{user-id}/calendars': listCalendars,
    'GET users/{user-id}/calendars/{calendar-id}': getCalendar,
    'GET subscriptions': ({ grant }) => subscriptions.list(grant),
    'POST subscriptions': ({ asked, grant, preferences }) =>
      subscriptions.create(subscriptionIn(asked), grant, preferences.isImmutable),
    'GET subscriptions/{subscription-id}': (playing) => subscriptions.get(subscriptionId(playing), playing.grant),
    'PATCH subscriptions/{subscription-id}': (playing) =>
      subscriptions.renew(subscriptionId(playing), subscriptionIn(playing.asked), playing.grant),
    'DELETE subscriptions/{subscription-id}': (playing) => subscriptions.remove(subscriptionId(playing), playing.grant),
    'POST subscriptions/{subscription-id}/reauthorize': (playing) =>
      subscriptions.reauthorize(subscriptionId(playing), playing.grant),
  };
};
