/** Every page of the dashboard, and every form, as somebody looks at it: with a project that has something of each kind, and one that has nothing. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMediaStore } from '#adapters/media-store.ts';
import { meetingBots } from '../../lib/client/index.ts';
import type { BotEvent } from '../../lib/domain/bot/bot.ts';
import { disconnected } from '../../lib/domain/calendar/calendar.ts';
import { syncFailures } from '../../lib/domain/calendar/sync-failures.ts';
import { newId } from '../../lib/domain/ids.ts';
import { ensureCredentials } from '../../lib/local-home/data-folder/credentials.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { participantRepository } from '../../lib/storage/bots/participants.ts';
import { anAppSession } from '../lab/builders/app-sessions.ts';
import { aCalendar, storeCalendar, storeEvent } from '../lab/builders/calendars.ts';
import { storeConnection } from '../lab/builders/connections.ts';
import { longMeetingStart } from '../lab/builders/long-meeting.ts';
import { aBotEvent, aChatMessage, aParticipant, aParticipantEvent, aRecording } from '../lab/builders/records.ts';
import { door, type driveDashboard, ended, minutesAgo } from './driven.ts';
import { storeFailedDelivery, storeSubscriptions } from './webhooks.ts';

type Driven = Awaited<ReturnType<typeof driveDashboard>>;
/** A browser with somebody in it. */
type Visitor = Awaited<ReturnType<Driven['ofSomebodyElse']>> | Driven;

export interface Look {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly visitor: Visitor;
  /** Opens what is folded away, or a form. */
  readonly unfolds?: (visitor: Visitor) => Promise<void>;
}

const anEvent = (minutes: number, details: Partial<BotEvent>) =>
  aBotEvent({ created_at: minutesAgo(minutes).toISOString(), ...details });
const refusalOf = (sub_type: 'request_to_join_denied' | 'oauth_app_not_configured', minutes: number) =>
  anEvent(minutes, { type: 'could_not_join_meeting', sub_type, state: 'ended' });
const joined = (minutes: number) => anEvent(minutes, { type: 'joined_meeting', state: 'joined_recording' });

/** People, their chat and what they say, in a meeting that goes on. */
const fillLive = async ({ api: { project_id, table }, fill }: Driven, bot_id: string): Promise<void> => {
  await fill(bot_id, 12, (index) => `This is sentence ${index}.`);
  const [ref, now] = [{ project_id, bot_id }, Date.now()];
  const people = [
    aParticipant({ participant_name: 'Maya Lindqvist', participant_uuid: 'p-0', joined_at_ms: now }),
    aParticipant({ participant_name: 'Jonas', participant_uuid: 'p-1', participant_is_host: false }),
    aParticipant({ participant_name: 'm'.repeat(80), participant_uuid: 'p-2', participant_is_host: false }),
  ];
  await participantRepository(table).save(
    ref,
    people.map((value) => ({ position: value.participant_uuid, value })),
  );
  const batch = { ...ref, created_at: new Date(now).toISOString() };
  const captured = capturedRepository(table);
  const speaks = aParticipantEvent({ event_type: 'speech_start', participant_uuid: 'p-1', timestamp_ms: now });
  await captured.add({ ...batch, batch_id: 'e', captured_kind: 'participant_events', entries: [speaks] });
  const wrote = [aChatMessage(), aChatMessage({ sender_name: 'm'.repeat(80) })];
  await captured.add({ ...batch, batch_id: 'c', captured_kind: 'chat_messages', entries: wrote });
};

/** A meeting that is over: who came and went, who spoke, what was written, and a recording that was paused. */
const fillOver = async ({ api: { project_id, table }, fill }: Driven, bot_id: string): Promise<void> => {
  await fill(bot_id, 400, (index) => `This is sentence ${index}.`);
  const [jonas, ada] = [
    { participant_uuid: 'p-1', participant_name: 'Jonas' },
    { participant_uuid: 'p-2', participant_name: 'Ada' },
  ];
  const [join, leave] = [{ event_type: 'join' }, { event_type: 'leave' }] as const;
  const spoke = [0, 200, 300].flatMap((seconds) => [
    { ...jonas, event_type: 'speech_start' as const, seconds },
    { ...jonas, event_type: 'speech_stop' as const, seconds: seconds + 60 },
  ]);
  const events = [{ ...jonas, ...join, seconds: 0 }, { ...ada, ...join, seconds: 6 }, ...spoke];
  const entries = [...events, { ...ada, ...leave, seconds: 780 }].map(({ seconds, ...details }, i) =>
    aParticipantEvent({ id: `evt_${i}`, timestamp_ms: longMeetingStart + seconds * 1000, ...details }),
  );
  const written = aChatMessage({ text: 'The minutes are at https://example.com', sender_name: 'Ada' });
  const batch = { project_id, bot_id, created_at: new Date(longMeetingStart).toISOString() };
  const captured = capturedRepository(table);
  await captured.add({ ...batch, batch_id: 'e', captured_kind: 'participant_events', entries });
  await captured.add({ ...batch, batch_id: 'c', captured_kind: 'chat_messages', entries: [written] });
};

/** Of four seconds, whatever is told of its parts. */
const aFilm = async (project_id: string) => {
  const key = `${project_id}/two-colours.mp4`;
  const film = await readFile(new URL('../lab/fixtures/two-colours.mp4', import.meta.url));
  await openMediaStore().put(key, film, 'video/mp4');
  const parts = [0, 500].map((seconds) => ({
    ...{ start_timestamp_ms: longMeetingStart + seconds * 1000, duration_ms: 200_000 },
  }));
  return aRecording({ key, start_timestamp_ms: longMeetingStart, duration_ms: 400_000, parts });
};

/** Bots in what may become of them; the ids of those that are looked at. */
const addBots = async (driven: Driven) => {
  const { add, diagnose } = driven;
  const bots = {
    over: await add(minutesAgo(30), {
      ...{ state: 'ended', bot_name: 'Minutes', meeting_url: 'https://meet.google.com/abc-defg-hij' },
      events: [anEvent(30, {}), joined(29), anEvent(5, { type: 'meeting_ended' })],
      recording: await aFilm(driven.api.project_id),
    }),
    kept_out: await add(minutesAgo(20), {
      ...{ state: 'ended', meeting_url: 'https://us02web.zoom.us/j/82345678901' },
      events: [anEvent(20, {}), refusalOf('request_to_join_denied', 19)],
    }),
    leaving: await add(minutesAgo(10), { state: 'leaving', events: [joined(10)] }),
    // What is red, and moves.
    recording: await add(minutesAgo(3), { state: 'joined_recording', events: [anEvent(3, {}), joined(3)] }),
    scheduled: await add(minutesAgo(5), {
      ...{ state: 'scheduled', join_at: minutesAgo(-60).toISOString() },
      events: [anEvent(5, { type: 'bot_created', state: 'scheduled' })],
    }),
  };
  // Whose moment is long to say, whatever time of the day it is.
  await add(minutesAgo(4), { ...ended, join_at: minutesAgo(366 * 24 * 60).toISOString() });
  for (let i = 0; i < 100; i += 1) await add(minutesAgo(60 + i), ended);
  await diagnose(bots.kept_out);
  await fillOver(driven, bots.over);
  await fillLive(driven, bots.recording);
  return bots;
};

/** Calendars and connections, in step and lost; answers nothing, as their pages show them all. */
const addGrants = async ({ api: { base_url, api_key, project_id, table } }: Driven): Promise<void> => {
  const calendar = await storeCalendar(table, { project_id, deduplication_key: 'ada' });
  const { id: calendar_event_id } = await storeEvent(table, calendar);
  await meetingBots(base_url, api_key).createBot({ body: { calendar_event_id, bot_name: 'Minutes' } });
  await storeEvent(table, calendar, { platform_uuid: 'e2', name: 'Planning' });
  await storeCalendar(
    table,
    disconnected(aCalendar({ project_id }), syncFailures.failureOf('invalid_grant'), new Date()),
  );
  const timestamp = new Date().toISOString();
  await storeConnection(table, { project_id, metadata: { name: 'Maya' } });
  await storeConnection(table, {
    ...{ project_id, metadata: { name: 'Jonas' }, state: 'disconnected' },
    connection_failure_data: { error: 'access_revoked', message: '', timestamp },
  });
};

/** A subscription, one that is disabled, and what did not arrive. */
const addWebhooks = async ({ api }: Driven, subject_id: string): Promise<void> => {
  const id = newId('webhook_subscription', new Date(), randomBytes(10));
  const disabled = {
    id,
    url: 'https://old.example.com',
    state: 'disabled',
    disabled_reason: 'It answered 410.',
  } as const;
  await storeSubscriptions(api, { triggers: ['bot.state_change', 'transcript.update'] }, disabled);
  await storeFailedDelivery(api, subject_id);
};

/** An app session that was kept from its stream. */
const addAppSession = async ({ api: { project_id, table } }: Driven): Promise<string> => {
  const session = anAppSession({ project_id, metadata: { title: 'Customer call' } });
  const unopened = { state: 'ended', events: [refusalOf('oauth_app_not_configured', 1)] } as const;
  await botRepository(table).create({ ...session, ...unopened });
  return session.id;
};

/** An owner who has made a key, and entered one of a provider. */
const makeKeys = async ({ open, page, press, shows }: Driven): Promise<void> => {
  await open('/settings', 'Key for Deepgram');
  await page.type('[placeholder="The program that will use it"]', 'reports');
  await press('Make a key');
  await press('I have it');
  await page.type('input[type=password]', 'a-key-of-the-maker');
  await page.keyboard.press('Enter');
  await shows('There is one, entered');
};

/** An owner of a project in which nothing is yet. */
const newcomerOf = async ({ api: { base_url, data_dir }, invite, ofSomebodyElse }: Driven) => {
  const folder = join(data_dir, 'another');
  await mkdir(folder);
  const { project_id } = await ensureCredentials(folder);
  const newcomer = await ofSomebodyElse();
  await newcomer.page.goto(base_url + (await invite('owner', 'Ada', project_id)));
  await newcomer.shows('No bots yet');
  return newcomer;
};

const pressing =
  (...names: readonly string[]) =>
  async ({ press }: Visitor): Promise<void> => {
    for (const name of names) await press(name);
  };
/** Opens a form, with everything that few need. */
const unfolding =
  (name: string) =>
  async ({ press, page, has }: Visitor): Promise<void> => {
    await press(name);
    await page.locator('form button[aria-expanded=false]').click();
    await has('form button[aria-expanded=true]');
  };

/** An app with connections is not forgotten. */
const beingRefused = async ({ press, has }: Visitor): Promise<void> => {
  await press('Forget client-of-conf');
  await press('Forget it');
  await has('[role=dialog] [role=alert]');
};
const openDelivery = async ({ page, shows }: Visitor): Promise<void> => {
  await page.locator('details.listed summary').click();
  await shows('What was sent');
};

/** Makes what there is to be seen, and answers where. */
export const everyLook = async (driven: Driven): Promise<readonly Look[]> => {
  const bots = await addBots(driven);
  await addGrants(driven);
  await addWebhooks(driven, bots.over);
  const session = await addAppSession(driven);
  await driven.signIn('owner');
  await makeKeys(driven);
  const [newcomer, stranger] = [await newcomerOf(driven), await driven.ofSomebodyElse()];
  await stranger.open('', door);
  const of = (visitor: Visitor, looks: readonly Omit<Look, 'visitor'>[]) => looks.map((look) => ({ ...look, visitor }));
  return [
    ...of(driven, [
      { name: 'the list of bots', path: '', text: 'Recording' },
      { name: 'a list with more filters', path: '?until=2038-01-01', text: 'Deduplication key' },
      { name: 'a list without a match', path: '?show=failed', text: 'No bots match' },
      { name: 'a bot that is done', path: `/bots/${bots.over}`, text: '400 lines' },
      { name: 'a bot that was kept out', path: `/bots/${bots.kept_out}`, text: 'Ask the host to admit' },
      { name: 'a bot that leaves', path: `/bots/${bots.leaving}`, text: 'What happened' },
      {
        ...{ name: 'a bot in its meeting', path: `/bots/${bots.recording}`, text: 'Maya Lindqvist' },
        unfolds: pressing('Show something in the meeting'),
      },
      { name: 'a bot that is to come', path: `/bots/${bots.scheduled}`, text: 'It joins on' },
      { name: 'a bot that is not there', path: '/bots/bot_0', text: 'There is no such bot' },
      { name: 'calendars', path: '/calendars', text: 'Review' },
      { name: 'connections', path: '/connections', text: 'Jonas' },
      { name: 'app sessions', path: '/app-sessions', text: 'Customer call' },
      { name: 'an app session', path: `/app-sessions/${session}`, text: 'The project has no app at Zoom' },
      { name: 'webhooks', path: '/webhooks', text: 'bot.state_change', unfolds: openDelivery },
      { name: 'settings', path: '/settings', text: 'Key for Deepgram' },
      { name: 'what people did', path: '/settings/audit', text: 'made the API key' },
      { name: 'a page that is not there', path: '/nowhere', text: 'There is no such page' },
      { name: 'the form that sends a bot', path: '', text: 'Recording', unfolds: unfolding('Send a bot') },
      {
        ...{ name: 'the form that connects a calendar', path: '/calendars', text: 'Review' },
        unfolds: unfolding('Connect a calendar'),
      },
      {
        ...{ name: 'the form that adds a connection', path: '/connections', text: 'Jonas' },
        unfolds: unfolding('Add a connection'),
      },
      {
        ...{ name: 'a question before something is deleted', path: `/bots/${bots.over}`, text: '400 lines' },
        unfolds: pressing('Delete data'),
      },
      { name: 'a refusal', path: '/settings', text: 'client-of-conf', unfolds: beingRefused },
      {
        ...{ name: 'a program that receives webhooks', path: '/webhooks', text: 'bot.state_change' },
        unfolds: pressing('Example receiver'),
      },
    ]),
    ...of(newcomer, [
      { name: 'no bots', path: '', text: 'No bots yet' },
      { name: 'no calendars', path: '/calendars', text: 'No calendar yet' },
      { name: 'no connections', path: '/connections', text: 'No connection yet' },
      { name: 'no app sessions', path: '/app-sessions', text: 'No app sessions yet' },
      { name: 'no webhooks', path: '/webhooks', text: 'No subscriptions yet' },
    ]),
    ...of(stranger, [{ name: 'the door', path: '', text: door }]),
  ];
};
