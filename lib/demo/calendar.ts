/** The demo of calendars: an event appears, is moved, and the bot that was created for it joins at the new time. */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { CalendarEventBody } from '../api/schemas/calendars.ts';
import { runScript } from '../demo-room/scripted/run-script.ts';
import { Script } from '../demo-room/scripted/script.ts';
import { isInMeeting } from '../domain/bot/lifecycle.ts';
import { bringHome } from './bring-home.ts';
import type { Claim } from './checks.ts';
import { botTriggers, openHome, patienceMs } from './home.ts';
import { say, tellWebhook } from './telling.ts';

/** Somebody's calendar that is kept on this machine, as its maker would keep it. */
interface StandInCalendar {
  /** What the service must be told to find it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly credentials: {
    readonly client_id: string;
    readonly client_secret: string;
    readonly refresh_token: string;
  };
  /** Adds an event, and answers its id. */
  add(event: {
    readonly title: string;
    readonly start: string;
    readonly end: string;
    readonly location: string;
  }): string;
  move(id: string, to: { readonly start: string; readonly end: string }): void;
}

const script = new URL('../demo-room/scripts/two-people.json', import.meta.url);
const title = 'Stand-up';
const conversationMs = 12_000;
const lookEveryMs = 100;

/** Calendars know whole seconds. */
const inSeconds = (seconds: number): string => new Date((Math.floor(Date.now() / 1000) + seconds) * 1000).toISOString();

/** Answers what is true of the bot that followed its event, and of what it brought into the folder. */
export const showCalendar = async (folder: string, calendar: StandInCalendar): Promise<Claim[]> => {
  await using home = await openHome(say, tellWebhook, calendar.environment);
  const { base_url, client, sink } = home;
  const room = await home.createRoom();
  const { id: calendar_id } = await client.createCalendar({
    body: { platform: 'calendar_provider_a', ...calendar.credentials },
  });
  say(`connected ${calendar_id}`);
  const until = async (
    reached: (event: CalendarEventBody | undefined) => boolean,
  ): Promise<CalendarEventBody | undefined> => {
    for (const giveUpAt = Date.now() + patienceMs; ; await delay(lookEveryMs)) {
      const { results } = await client.listCalendarEvents({ query: { calendar_id } });
      const event = results.find(({ name }) => name === title);
      if (reached(event) || Date.now() > giveUpAt) return event;
    }
  };

  const id = calendar.add({
    ...{ title, start: inSeconds(110), end: inSeconds(1_800) },
    location: new URL(room.room_path, base_url).href,
  });
  const event = await until((known) => known !== undefined);
  say(`known: ${event?.name} begins at ${event?.start_time}, in ${event?.meeting_url}`);
  const { id: bot_id } = await client.createBot({
    body: {
      calendar_event_id: event?.id ?? '',
      bot_name: 'Minutes Bot',
      webhooks: [{ url: sink.url, triggers: botTriggers }],
    },
  });
  const start = inSeconds(40);
  calendar.move(id, { start, end: inSeconds(1_800) });
  say(`created ${bot_id}; the event is moved to ${start}`);
  const moved = await until((known) => known?.start_time === start);

  const { participants, ...timeline } = Script.parse(JSON.parse(await readFile(script, 'utf8')));
  await using people = await runScript({
    base_url,
    room,
    script: { participants, ...timeline },
    onEvent: () => undefined,
  });
  await home.until(bot_id, ({ state }) => isInMeeting(state));
  people.start();
  await delay(conversationMs);
  await client.leaveBot({ path: { object_id: bot_id } });
  const bot = await home.until(bot_id, ({ state }) => state === 'ended');
  await people.close();

  const brought = await bringHome(home, bot, folder);
  const asked = bot.events.find(({ type }) => type === 'join_requested')?.created_at ?? '';
  const late_s = (Date.parse(asked) - Date.parse(start)) / 1000;
  return [
    { claim: 'the calendar told of the move', holds: moved?.start_time === start },
    { claim: 'the bot has the link of its event', holds: bot.meeting_url === event?.meeting_url },
    { claim: 'the bot followed its event', holds: Date.parse(bot.join_at) === Date.parse(start), found: bot.join_at },
    {
      claim: 'it asked to join at the new time',
      holds: late_s >= 0 && late_s < 3,
      found: `${late_s.toFixed(1)} s after`,
    },
    { claim: 'it came home', holds: bot.state === 'ended', found: bot.state },
    { claim: 'with a recording', holds: brought.recording.duration_s > 5, found: `${brought.recording.duration_s} s` },
    {
      claim: 'and a transcript',
      holds: brought.transcript.length > 0,
      found: `${brought.transcript.length} utterances`,
    },
  ];
};
