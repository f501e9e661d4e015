/** That every page of the dashboard can be used by everybody: looked over by axe in a real browser, large and small, light and dark. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import { afterAll, describe, expect, it } from 'vitest';
import { meetingBots } from '../../lib/client/index.ts';
import { disconnected } from '../../lib/domain/calendar/calendar.ts';
import { syncFailures } from '../../lib/domain/calendar/sync-failures.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { anAppSession } from '../lab/builders/app-sessions.ts';
import { aCalendar, storeCalendar, storeEvent } from '../lab/builders/calendars.ts';
import { storeConnection } from '../lab/builders/connections.ts';
import { aBotEvent } from '../lab/builders/records.ts';
import { driveDashboard, ended, joined, minutesAgo } from './driven.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const dashboard = await driveDashboard();
afterAll(() => dashboard[Symbol.asyncDispose]());
const { api, page, add, open, press, shows, has, complaints } = dashboard;
const { project_id, table } = api;

const refusalOf = (sub_type: 'request_to_join_denied' | 'oauth_app_not_configured') =>
  aBotEvent({ type: 'could_not_join_meeting', sub_type, state: 'ended' });
const bots = {
  over: await add(minutesAgo(30), ended),
  kept_out: await add(minutesAgo(20), { state: 'ended', events: [aBotEvent(), refusalOf('request_to_join_denied')] }),
  leaving: await add(minutesAgo(10), { state: 'leaving', events: [joined] }),
  // What is red, and moves.
  recording: await add(minutesAgo(0), { state: 'joined_recording', events: [joined] }),
};
for (let i = 0; i < 100; i += 1) await add(minutesAgo(60 + i), ended);
await dashboard.diagnose(bots.kept_out);
await dashboard.fill(bots.over, 400, (index) => `This is sentence ${index}.`);
const calendar = await storeCalendar(table, { project_id, deduplication_key: 'ada' });
const { id: calendar_event_id } = await storeEvent(table, calendar);
await meetingBots(api.base_url, api.api_key).createBot({ body: { calendar_event_id, bot_name: 'Minutes' } });
await storeCalendar(
  table,
  disconnected(aCalendar({ project_id }), syncFailures.failureOf('invalid_grant'), new Date()),
);
const connection_failure_data = { error: 'access_revoked', message: '', timestamp: new Date().toISOString() } as const;
await storeConnection(table, {
  ...{ project_id, metadata: { name: 'Jonas' } },
  ...{ state: 'disconnected', connection_failure_data },
});
const session = anAppSession({ project_id, metadata: { title: 'Customer call' } });
const unopened = { state: 'ended', events: [refusalOf('oauth_app_not_configured')] } as const;
await botRepository(table).create({ ...session, ...unopened });

await dashboard.signIn('owner');
await open('/settings', 'Key for Deepgram');
await page.type('[placeholder="The program that will use it"]', 'reports');
await press('Make a key');
await press('I have it');
await page.type('input[type=password]', 'a-key-of-the-maker');
await page.keyboard.press('Enter');
await shows('There is one, entered');

/** The form that sends a bot, with everything that it has. */
const unfold = async () => {
  await press('Send a bot');
  await page.locator('form button[aria-expanded=false]').click();
  await has('form button[aria-expanded=true]');
};

interface Look {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly unfolds?: () => Promise<void>;
}
const pages: readonly Look[] = [
  { name: 'the list of bots', path: '', text: 'Recording' },
  { name: 'a bot that is done', path: `/bots/${bots.over}`, text: '400 lines' },
  { name: 'a bot that was kept out', path: `/bots/${bots.kept_out}`, text: 'Tell the host' },
  { name: 'a bot that leaves', path: `/bots/${bots.leaving}`, text: 'What happened' },
  { name: 'a bot in its meeting', path: `/bots/${bots.recording}`, text: 'The picture comes in a moment.' },
  { name: 'calendars', path: '/calendars', text: 'Review' },
  { name: 'connections', path: '/connections', text: 'Jonas' },
  { name: 'app sessions', path: '/app-sessions', text: 'Customer call' },
  { name: 'an app session', path: `/app-sessions/${session.id}`, text: 'The project has no app at Zoom' },
  { name: 'webhooks', path: '/webhooks', text: 'Nothing of this kind.' },
  { name: 'settings', path: '/settings', text: 'Key for Deepgram' },
  { name: 'what people did', path: '/settings/audit', text: 'made the API key' },
  { name: 'a page that is not there', path: '/nowhere', text: 'There is no such page' },
  { name: 'the form that sends a bot', path: '', text: 'Recording', unfolds: unfold },
];

const height = 860;
/** The rules of colour, of those that axe asks unless told otherwise: light and dark differ by nothing else. */
const colours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** Once what moves for a moment has arrived. */
const settled = () =>
  page.evaluate(async () => {
    const nextPicture = () => new Promise((done) => requestAnimationFrame(done));
    await nextPicture();
    await nextPicture();
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(passing.map(({ finished }) => finished.catch(() => undefined)));
  });

const shownIn = async (width: number, scheme: 'light' | 'dark'): Promise<void> => {
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await has(`html[data-mantine-color-scheme=${scheme}]`);
  await settled();
};

/** What axe has to say of the page as it is shown. */
const faults = (options: RunOptions = {}): Promise<string[]> =>
  page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run({ ...options, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  }, options);
const sticksOut = () =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe('every page', () => {
  it.each(pages)(
    'can be used by everybody, at 1280 and 390 pixels, light and dark: axe finds nothing, and nothing sticks out: $name',
    async ({ path, text, unfolds }) => {
      await shownIn(1280, 'light');
      await open(path, text);
      await unfolds?.();
      await page.evaluate(axe);
      await settled();
      const found = { large_light: await faults(), sticks_out: await sticksOut() };
      await shownIn(1280, 'dark');
      const large_dark = await faults(colours);
      await shownIn(390, 'dark');
      const [small_dark, sticks_out_small] = [await faults(), await sticksOut()];
      await shownIn(390, 'light');
      expect({ ...found, large_dark, small_dark, sticks_out_small, small_light: await faults(colours) }).toEqual({
        ...{ large_light: [], large_dark: [], small_light: [], small_dark: [] },
        ...{ sticks_out: false, sticks_out_small: false },
      });
    },
  );

  it('obeys its policy, and nothing in it fails', () => {
    expect(complaints).toEqual([]);
  });
});
