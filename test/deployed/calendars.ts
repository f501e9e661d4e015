/** What is asked of a deployed stack about calendars: one that a stand-in for Google keeps on this machine. */
import assert from 'node:assert/strict';
import { hookRoutes } from '../../lib/api/hook-routes.ts';
import { BotBody } from '../../lib/api/schemas/bots.ts';
import { CalendarBody, CalendarEventBody } from '../../lib/api/schemas/calendars.ts';
import { pageOf } from '../../lib/api/schemas/fields.ts';
import type { GoogleCalendar } from '../facsimiles/google-calendar/google-calendar.ts';
import type { Stage } from './stage.ts';
import { eventually } from './steps.ts';

const email = 'ada@example.com';
const scopes = ['https://www.googleapis.com/auth/calendar.events.readonly'];
const meeting_url = 'https://meet.google.com/abc-defg-hij';
const hour = (n: number): string => new Date((Math.floor(Date.now() / 60_000) + n * 60) * 60_000).toISOString();

/** What the stack must be told to find them. */
export const calendarSettings = ({ url, tokenUrl }: GoogleCalendar): string[] => [
  `googleCalendarUrl=${url}/calendar/v3`,
  `googleTokenUrl=${tokenUrl}`,
];

/** Emulators serve the hooks elsewhere than at the address that the platform was told: messages are carried there. */
const carryMessages = async ({ hooks, outputs }: Stage, google: GoogleCalendar, from: number): Promise<void> => {
  // That of a REST API ends with its stage.
  const own = outputs.ApiUrl.replace(/\/$/, '');
  for (const { url, headers, body } of google.pushes.deliveries.slice(from)) {
    assert.ok(url.startsWith(`${own}/`), `${url} is not at ${own}`);
    assert.equal(await hooks(url.slice(own.length), { headers, body }), 200);
  }
};

/** A calendar is connected, its event is known and moved, and a bot follows; then it is deleted with all that is of it. */
export const aCalendarAndItsBot = async (stage: Stage, google: GoogleCalendar): Promise<void> => {
  const { step, api } = stage;
  const { calendar } = google.world.account(email);
  const app = google.grants.app('recorder');
  const id = calendar.add({ title: 'Review', start: hour(2), end: hour(3), fields: { location: meeting_url } });
  const { id: calendar_id } = await step('a calendar is connected', async () => {
    const refresh_token = google.grants.consent(app, email, scopes);
    const answer = await api('POST', '/calendars', { platform: 'calendar_provider_a', ...app, refresh_token });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return CalendarBody.parse(answer.body);
  });
  const event = await step('it is looked at, and its event is known', async () => {
    await eventually(
      'the calendar',
      async () => CalendarBody.parse((await api('GET', `/calendars/${calendar_id}`)).body),
      ({ last_successful_sync_at }) => last_successful_sync_at !== null,
    );
    const { body } = await api('GET', `/calendar_events?calendar_id=${calendar_id}`);
    const [found] = pageOf(CalendarEventBody).parse(body).results;
    assert.equal(found?.meeting_url, meeting_url);
    return found;
  });
  const bot = await step('a bot is created for the event', async () => {
    const { body } = await api('POST', '/bots', { calendar_event_id: event.id, bot_name: 'Scribe' });
    const made = BotBody.parse(body);
    assert.equal(Date.parse(made.join_at), Date.parse(event.start_time));
    return made;
  });
  await step('a message that nobody sent starts nothing', async () => {
    const asked = google.requests.count();
    const headers = { 'x-goog-channel-id': 'c', 'x-goog-channel-token': 't', 'x-goog-resource-state': 'exists' };
    assert.equal(await stage.hooks(hookRoutes.calendar_provider_a, { headers, body: '' }), 200);
    assert.equal(google.requests.count(), asked);
  });
  await step('the event is moved, the platform tells of it, and the bot joins later', async () => {
    const told = google.pushes.deliveries.length;
    const moved = hour(4);
    calendar.change(id, { start: moved, end: hour(5) });
    await google.pushes.settled();
    await carryMessages(stage, google, told);
    await eventually(
      'the bot',
      async () => BotBody.parse((await api('GET', `/bots/${bot.id}`)).body).join_at,
      (join_at) => Date.parse(join_at) === Date.parse(moved),
    );
  });
  await step('the calendar is deleted: its bot is not sent, and its platform tells of no more', async () => {
    assert.equal((await api('DELETE', `/calendars/${calendar_id}`)).status, 200);
    await eventually(
      'the bot',
      async () => (await api('GET', `/bots/${bot.id}`)).status,
      (status) => status === 404,
    );
    await eventually(
      'the channels',
      async () => google.channels(),
      (channels) => channels.length === 0,
    );
  });
};
