/** What a project has besides bots, in a real browser: keys, webhooks, calendars, connections, app sessions. */
import type { HTTPRequest } from 'puppeteer-core';
import { afterAll, describe, expect, it } from 'vitest';
import { routes } from '../../lib/api/routes.ts';
import { meetingBots } from '../../lib/client/index.ts';
import { disconnected } from '../../lib/domain/calendar/calendar.ts';
import { syncFailures } from '../../lib/domain/calendar/sync-failures.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { calendarRepository } from '../../lib/storage/calendars/calendars.ts';
import { anAppSession } from '../lab/builders/app-sessions.ts';
import { storeCalendar, storeEvent } from '../lab/builders/calendars.ts';
import { storeConnection } from '../lab/builders/connections.ts';
import { aBotEvent, anUtterance } from '../lab/builders/records.ts';
import { until } from '../lab/until.ts';
import { driveDashboard, ended, hostile, isOf, joined, minutesAgo } from './driven.ts';
import { storeFailedDelivery, storeSubscriptions } from './webhooks.ts';

const dashboard = await driveDashboard();
afterAll(() => dashboard[Symbol.asyncDispose]());
const { api, page, add, open, press, shows, showsNoMore, text, has, hasNo } = dashboard;
await dashboard.signIn('owner');

/** A project with one subscription, as it was when it was made. */
const subscribed = () => storeSubscriptions(api, {});

describe('settings', () => {
  it('make a key, which is shown once and opens the API, and revoke it', async () => {
    await open('/settings', 'Key for Deepgram');
    await page.type('[placeholder="The program that will use it"]', 'reports');
    await press('Make a key');
    await shows('It is shown this once');
    await has('button:focus::-p-text(Copy)');
    const key = await page.$eval('[role=status] pre', ({ textContent }) => textContent);
    const status = async () =>
      (await fetch(`${api.base_url}/api/v1/bots`, { headers: { authorization: `Token ${key}` } })).status;
    expect(await status()).toBe(200);
    await press('I have it');
    await showsNoMore(key);
    await press('Revoke reports');
    await press('Revoke it');
    await has('.listed ::-p-text(revoked)');
    expect(await status()).toBe(401);
  });

  it("enter a provider's key, which is never shown again, for a bot that says that it is missing", async () => {
    const stt_a = { model: 'nova-3', language: 'en' };
    const id = await add(new Date(), {
      state: 'joined_recording',
      events: [joined],
      transcription_settings: { stt_a },
    });
    await open(`/bots/${id}`, 'this project has no key for Deepgram');
    await page.locator('::-p-text(Enter the key in the settings)').click();
    await shows('Key for Deepgram');
    await page.type('input[type=password]', 'a-key-of-the-maker');
    await page.keyboard.press('Enter');
    await shows('There is one, entered');
    expect(await page.content()).not.toContain('a-key-of-the-maker');
    await open(`/bots/${id}`, 'Who is there');
    expect(await text()).not.toContain('has no key');
  });

  it('say no more how a key was answered once it is forgotten', async () => {
    await open('/settings', 'Key for Deepgram');
    await page.type('input[type=password]', 'a-key-of-the-maker');
    await page.keyboard.press('Enter');
    await shows('this is what came of trying it');
    await press('Forget Deepgram');
    await press('Forget it');
    await showsNoMore('this is what came of trying it');
    await showsNoMore('There is one, entered');
  });

  it('say nothing of what was refused before, when it is asked for again', async () => {
    await open('/settings', 'Key for Deepgram');
    await page.type('[placeholder="The program that will use it"]', 'minutes');
    await press('Make a key');
    await press('I have it');
    await using refused = await dashboard.refusing((request) => request.method() === 'DELETE', 500);
    await press('Revoke minutes');
    await press('Revoke it');
    await has('[role=dialog] [role=alert]');
    await press('Cancel');
    await hasNo('[role=dialog]');
    await refused.end();
    await press('Revoke minutes');
    await has('[role=dialog]');
    await hasNo('[role=dialog] [role=alert]');
    await press('Revoke it');
    await hasNo('[role=dialog]');
  });
});

describe('the project', () => {
  it('is answered in the names that its owners choose', async () => {
    const names = '::-p-aria([name="Names in answers and webhooks"])';
    const chosen = async () => {
      await open('/settings', 'Names in answers and webhooks');
      return page.$eval(names, (one) => (one as HTMLSelectElement).value);
    };
    expect(await chosen()).toBe('neutral');
    for (const other of ['plain', 'neutral']) {
      await page.focus(names);
      await page.select(names, other);
      await shows('It holds for every answer from now on');
      // Whoever chose it is still at it.
      await has('select:focus');
      expect(await chosen()).toBe(other);
    }
  });

  it('keeps what its bots bring home for as many days as its owners say', async () => {
    const days = '::-p-aria([name="Days for which it is kept"])';
    await open('/settings', 'Days for which it is kept');
    await page.locator(days).fill('0');
    await has('input[aria-invalid=true]');
    await page.locator(days).fill('30');
    await press('Change it');
    await shows('ended more than 30 days ago are deleted');
    await press('Delete what is older');
    await shows('are deleted by themselves 30 days after a meeting has ended');
    // A dialog that closes lies over the page until it is gone, and gives the focus back to what opened it.
    await showsNoMore('Delete what is older');
    const emptied = async (): Promise<string> => {
      await page.focus(days);
      await page.$eval(days, (input) => (input as HTMLInputElement).select());
      await page.keyboard.press('Backspace');
      return page.$eval(days, (input) => (input as HTMLInputElement).value);
    };
    await until(emptied, (value) => value === '');
    await press('Change it');
    await press('Keep it');
    await shows('stay until somebody deletes them');
  });

  it('has apps at Zoom, whose secrets are entered and never shown again', async () => {
    await open('/settings', 'Client id of an app');
    await page.locator('::-p-aria([name="Client id of an app"])').fill('client-at-zoom');
    await page.locator('::-p-aria([name="Client secret"])').fill('s3cret-at-zoom');
    await page.keyboard.press('Enter');
    await shows('without the secret token, its webhooks are refused');
    await hasNo('[value="s3cret-at-zoom"]');
    await press('Forget client-at-zoom');
    await press('Forget it');
    await showsNoMore('client-at-zoom');
  });

  it('lets others in by a link that its owners make', async () => {
    await open('/settings', 'Invite by a link');
    await page.type('[placeholder="Their name"]', 'Tom');
    await press('Make a link');
    await shows('#ticket=');
    const link = await page.$eval('[role=status] pre', ({ textContent }) => textContent);
    await using tom = await dashboard.ofSomebodyElse();
    await tom.page.goto(link);
    await tom.shows('Tom, viewer');
  });

  it('has links listed that nobody has used yet, which its owners withdraw', async () => {
    await open('/settings', 'Invite by a link');
    await page.type('[placeholder="Their name"]', 'Lena');
    await press('Make a link');
    await shows('viewer, by Maya, until');
    const link = await page.$eval('[role=status] pre', ({ textContent }) => textContent);
    await press('I have it');
    await press('Withdraw the link for Lena');
    await press('Withdraw it');
    await hasNo('::-p-aria(Withdraw the link for Lena)');
    await using lena = await dashboard.ofSomebodyElse();
    await lena.page.goto(link);
    await lena.shows('used already');
  });
});

describe('webhooks', () => {
  it('are subscribed to, with a secret that is shown once, and ended', async () => {
    await open('/webhooks', 'No subscriptions yet.');
    const address = '[placeholder="https://hooks.example.com/bots"]';
    await page.type(address, 'ftp://example.com');
    await press('Subscribe');
    await has(`${address}[aria-invalid=true]`);
    await page.$eval(address, (input) => (input as HTMLInputElement).select());
    await page.keyboard.type('https://hooks.example.com/bots');
    await press('Subscribe');
    await shows('whsec_');
    await press('I have it');
    await press('Delete');
    await press('Delete it');
    await shows('No subscriptions yet.');
  });
});

describe('a subscription', () => {
  it('is given another secret, disabled with what that means, and enabled again', async () => {
    await subscribed();
    await open('/webhooks', 'https://hooks.example.com/project');
    await press('New secret');
    await shows('whsec_');
    await press('I have it');
    await shows('Two secrets sign: the newest, and the one before until');
    // The next one would end that before its time: nothing is done unasked.
    await press('New secret');
    await shows('servers that still check by it refuse what is sent');
    await press('Cancel');
    await hasNo('[role="dialog"]');
    await press('Disable');
    await shows('Nothing is sent there');
    await press('Enable');
    await showsNoMore('Nothing is sent there');
  });

  it('is added by its address, which is typed at once', async () => {
    await subscribed();
    await open('/webhooks', 'https://hooks.example.com/project');
    await press('Add a subscription');
    await has('[placeholder="https://hooks.example.com/bots"]:focus');
  });

  it('is tried out with an event of its own, which is said to be on its way', async () => {
    await subscribed();
    await open('/webhooks', 'https://hooks.example.com/project');
    await press('Send a test');
    await press('Send it');
    await shows('It is on its way');
  });

  it('has deliveries that are read in full, and sent again', async () => {
    await subscribed();
    await storeFailedDelivery(api, await dashboard.add(minutesAgo(5), ended));
    await open('/webhooks', 'bot.state_change');
    // Sent again it is none of those any more, and yet not out of sight.
    await page.locator('label::-p-text(Failed)').click();
    await page.locator('details.listed summary').click();
    await shows('answered 503');
    await shows('"name": "Zoë"');
    await press('Send again');
    await shows('It is on its way.');
  });
});

describe('calendars', () => {
  it('say what is wrong and what to do, and take new credentials, which are never shown again', async () => {
    const { project_id, table } = api;
    const calendars = calendarRepository(table);
    const { id } = await meetingBots(api.base_url, api.api_key).createCalendar({
      body: {
        ...{ platform: 'calendar_provider_a', deduplication_key: 'board' },
        ...{ client_id: 'app.example.com', client_secret: 's3cret', refresh_token: 't0ken' },
      },
    });
    const calendar = await calendars.record({ project_id, calendar_id: id });
    if (!calendar) throw new Error('there is no calendar');
    await calendars.save(disconnected(calendar, syncFailures.failureOf('invalid_grant'), new Date()), calendar);
    await open('/calendars', 'no longer accepts the refresh token');
    await press('Enter new credentials');
    await has('form input:focus');
    await page.keyboard.type('another-t0ken');
    await page.keyboard.press('Enter');
    await shows('the first sync follows');
    // The dialog goes a moment later, and what was typed with it.
    await hasNo('[role="dialog"]');
    expect(await page.content()).not.toContain('another-t0ken');
  });

  it('show their next meetings, and send a bot to one', async () => {
    const calendar = await storeCalendar(api.table, { project_id: api.project_id, deduplication_key: 'ada' });
    await storeEvent(api.table, calendar, { name: hostile });
    // However many calendars there are: there may be thousands of bots.
    const asked = await dashboard.askedDuring(isOf('GET', routes.listBots.path), () => open('/calendars', hostile));
    expect(asked).toHaveLength(1);
    expect((await page.$$('main section[aria-label]')).length).toBeGreaterThan(1);
    await press(`Send a bot to ${hostile}`);
    await has('.meeting-row a[href^="/dashboard/bots/bot_"]');
    // One that is not sent after all is shown no more.
    await page.locator('.meeting-row a[href^="/dashboard/bots/bot_"]').click();
    await press('Do not send it');
    await press('Delete it');
    await has('[aria-label="Which bots"]');
    await page.locator('nav a::-p-text(Calendars)').click();
    await has('.meeting-row button::-p-text(Send a bot)');
  });

  it('are connected by the keyboard, and deleted once somebody is sure', async () => {
    await open('/calendars', 'Connect a calendar');
    await press('Connect a calendar');
    await page.keyboard.press('Escape');
    await hasNo('[role="dialog"]');
    await has('button:focus::-p-text(Connect a calendar)');
    await page.keyboard.press('Enter');
    await page.locator('::-p-aria([name="Client id"])').fill('app.example.com');
    await page.locator('::-p-aria(Client secret)').fill('s3cret of mine');
    await page.locator('::-p-aria(Refresh token)').fill('t0ken');
    await page.keyboard.press('Enter');
    await shows('must be printable ASCII');
    await page.locator('::-p-aria(Client secret)').fill('s3cret');
    await page.keyboard.press('Enter');
    await shows('Primary calendar');
    // While it fades away it is above what is clicked next.
    await hasNo('[role="dialog"]');
    await page.locator('section[aria-label="Primary calendar"] button::-p-text(Delete)').click();
    await press('Delete it');
    await hasNo('section[aria-label="Primary calendar"]');
  });
});

describe('connections', () => {
  it('say who has taken the app away, and lead to the form that adds them again', async () => {
    await open('/connections', 'No connection yet');
    const failure = { error: 'access_revoked', message: '', timestamp: new Date().toISOString() } as const;
    await storeConnection(api.table, {
      ...{ project_id: api.project_id, metadata: { name: 'Jonas' } },
      ...{ state: 'disconnected', connection_failure_data: failure },
    });
    await open('/connections', 'The user has removed your app');
    await press('Add it again');
    await page.locator('::-p-aria(What they came back with)').fill('https://app.example.com/zoom?code=abc');
    await expect.poll(() => page.$eval('form input', (input) => (input as HTMLInputElement).value)).toMatch(/\/zoom$/);
  });
});

describe('an app session', () => {
  it('that could not take its stream says why, and what to do', async () => {
    const refusal = aBotEvent({
      ...{ type: 'could_not_join_meeting', sub_type: 'oauth_app_not_configured', state: 'ended' },
    });
    const session = anAppSession({ project_id: api.project_id, metadata: { title: 'Customer call' } });
    await botRepository(api.table).create({ ...session, state: 'ended', events: [refusal] });
    await open('/app-sessions', 'Customer call');
    await page.locator('.session-row').click();
    await shows('The project has no app at Zoom');
  });

  it('that is not ended when it is told to says why', async () => {
    const session = anAppSession({ project_id: api.project_id });
    await botRepository(api.table).create({ ...session, state: 'joined_recording', events: [joined] });
    await open(`/app-sessions/${session.id}`, 'End it');
    await using refused = await dashboard.refusing((request) => request.url().endsWith('/end'), 500);
    await press('End it');
    await has('.bot-head [role=alert]');
    await refused.end();
  });

  it('of long ago is fetched by a button, which says why where it is refused', async () => {
    for (let i = 0; i < 55; i += 1) {
      const session = anAppSession({ project_id: api.project_id });
      await botRepository(api.table).create({ ...session, state: 'ended' });
    }
    await open('/app-sessions', 'Older ones');
    const count = async () => (await page.$$('.session-row')).length;
    expect(await count()).toBe(50);
    await using refused = await dashboard.refusing((request) => request.url().includes('cursor='), 500);
    await press('Older ones');
    await has('main .refused');
    await refused.end();
    await press('Older ones');
    await expect.poll(count).toBeGreaterThan(50);
    await hasNo('main .refused');
  });

  it('that goes on shows what is said as it is said, and asks for nothing else', async () => {
    const session = {
      ...anAppSession({ project_id: api.project_id }),
      state: 'joined_recording',
      events: [joined],
    } as const;
    await botRepository(api.table).create(session);
    const say = (transcript: string) =>
      capturedRepository(api.table).add({
        ...{ project_id: api.project_id, bot_id: session.id, created_at: new Date().toISOString() },
        ...{ batch_id: transcript, captured_kind: 'utterances' },
        entries: [anUtterance({ timestamp_ms: Date.now(), transcription: { transcript } })],
      });
    const isOfSession = (request: HTTPRequest) => request.url().includes(`/app_sessions/${session.id}/`);
    await say('First.');
    const asked = await dashboard.askedDuring(isOfSession, async () => {
      await open(`/app-sessions/${session.id}`, 'First.');
      await say('Second.');
      await shows('Second.');
    });
    expect(new Set(asked.map(({ pathname }) => pathname.split('/').at(-1)))).toEqual(new Set(['transcript']));
    expect(asked.map(({ searchParams }) => searchParams.has('updated_after'))).toContain(true);
  });
});
