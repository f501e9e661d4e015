/** Events that are moved at their platforms, and how soon the service of one machine has moved the bots that follow them. */
import { setTimeout as delay } from 'node:timers/promises';
import { openHome } from '../../lib/demo/home.ts';
import type { CalendarPlatform } from '../../lib/domain/calendar/calendar-platforms.ts';
import { aGoogleCalendar } from '../../test/facsimiles/google-calendar/google-calendar.ts';
import { aMicrosoftGraph } from '../../test/facsimiles/microsoft-graph/microsoft-graph.ts';
import type { App } from '../../test/facsimiles/world/grants.ts';

/** So many calendars of each platform. */
const calendarsOfEach = 10;
const lookEveryMs = 50;
const link = 'https://meet.google.com/abc-defg-hij';

const hourMs = 3_600_000;
const at = (hours: number): string => new Date((Math.floor(Date.now() / 60_000) + hours * 60) * 60_000).toISOString();

interface Watched {
  readonly platform: CalendarPlatform;
  readonly credentials: App & { readonly refresh_token: string };
  move(start: string): void;
}

/** Answers, for each of so many moves, the seconds from the move until the bot's `join_at` has followed. */
export const movesFollowed = async (moves: number): Promise<number[]> => {
  await using google = await aGoogleCalendar();
  await using graph = await aMicrosoftGraph();
  const apps = { google: google.grants.app('bench'), graph: graph.grants.app('bench') };
  const times = (start: string) => ({ start, end: new Date(Date.parse(start) + hourMs).toISOString() });
  const watched = Array.from({ length: calendarsOfEach }, (_, n): Watched[] => {
    const email = `ada${n}@example.com`;
    const [a, b] = [google.world.account(email).calendar, graph.world.account(email).calendar];
    const title = `Event ${n}`;
    const [one, other] = [
      a.add({ title, ...times(at(5)), fields: { location: link } }),
      b.add({ title, ...times(at(5)), fields: { location: { displayName: link } } }),
    ];
    const ofGoogle = ['https://www.googleapis.com/auth/calendar.events.readonly'];
    const ofMicrosoft = ['https://graph.microsoft.com/Calendars.Read', 'offline_access'];
    return [
      {
        platform: 'calendar_provider_a',
        credentials: { ...apps.google, refresh_token: google.grants.consent(apps.google, email, ofGoogle) },
        move: (start) => a.change(one, times(start)),
      },
      {
        platform: 'calendar_provider_b',
        credentials: { ...apps.graph, refresh_token: graph.grants.consent(apps.graph, email, ofMicrosoft) },
        move: (start) => b.change(other, times(start)),
      },
    ];
  }).flat();

  const silent = () => undefined;
  await using home = await openHome(silent, silent, {
    GOOGLE_CALENDAR_URL: `${google.url}/calendar/v3`,
    GOOGLE_TOKEN_URL: google.tokenUrl,
    MICROSOFT_GRAPH_URL: `${graph.url}/v1.0`,
    MICROSOFT_TOKEN_URL: graph.tokenUrl,
  });
  const { client } = home;
  const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      await delay(lookEveryMs);
    }
  };
  const followed = await Promise.all(
    watched.map(async ({ platform, credentials, move }) => {
      const { id: calendar_id } = await client.createCalendar({ body: { platform, ...credentials } });
      const event = await until(async () => (await client.listCalendarEvents({ query: { calendar_id } })).results[0]);
      const { id } = await client.createBot({ body: { calendar_event_id: event.id, bot_name: 'Bench' } });
      return { id, move };
    }),
  );
  await until(async () =>
    google.channels().length + graph.subscriptions().length === watched.length ? true : undefined,
  );

  const seconds: number[] = [];
  for (let round = 1; seconds.length < moves; round += 1) {
    const start = at(5 + round);
    const began = new Map(
      followed.map(({ id, move }) => {
        move(start);
        return [id, performance.now()] as const;
      }),
    );
    await until(async () => {
      const { results } = await client.listBots({ query: { page_size: watched.length } });
      for (const { id, join_at } of results) {
        const since = began.get(id);
        if (since === undefined || Date.parse(join_at) !== Date.parse(start)) continue;
        seconds.push((performance.now() - since) / 1000);
        began.delete(id);
      }
      return began.size === 0 ? true : undefined;
    });
  }
  return seconds;
};
