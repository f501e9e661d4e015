import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openMediaStore } from '#adapters/media-store.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { routes } from '../../lib/api/routes.ts';
import { closeChromium, launchChromium } from '../../lib/capture/browser/chromium.ts';
import { meetingBots } from '../../lib/client/index.ts';
import { prepareDashboard } from '../../lib/dashboard/build.ts';
import type { Role } from '../../lib/domain/access/roles.ts';
import type { Bot } from '../../lib/domain/bot/bot.ts';
import { disconnected } from '../../lib/domain/calendar/calendar.ts';
import { syncFailures } from '../../lib/domain/calendar/sync-failures.ts';
import { newId } from '../../lib/domain/ids.ts';
import { invitationPath } from '../../lib/local-home/invitation.ts';
import type { Write } from '../../lib/ports/table.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { calendarRepository } from '../../lib/storage/calendars/calendars.ts';
import { type LocalApi, startLocalApi } from '../lab/api/local-api.ts';
import { anAppSession } from '../lab/builders/app-sessions.ts';
import { storeCalendar, storeEvent } from '../lab/builders/calendars.ts';
import { storeConnection } from '../lab/builders/connections.ts';
import { longMeetingStart, storeLines } from '../lab/builders/long-meeting.ts';
import { aBot, aBotEvent, aChatMessage, aParticipantEvent } from '../lab/builders/records.ts';
import { anOpenIdIssuer, type OpenIdIssuer } from '../lab/hosts/openid-issuer.ts';
import { longestMs } from '../lab/until.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const hostile = '<img src=x onerror="document.title=\'taken\'">';
const [botCount, lineCount] = [10_000, 5000];
/** As far as somebody scrolls who looks for one of them: fifteen pages. */
const scrolledCount = 1500;
/** So many parts has the page then, far fewer than there are bots. */
const mostNodes = 1000;

let api: LocalApi;
let issuer: OpenIdIssuer;
let browser: Browser;
let page: Page;
const complaints: string[] = [];
const bots = { live: '', recording: '', kept_out: '', over: '' };

const add = async (at: Date, details: Partial<Bot>): Promise<string> => {
  const id = newId('bot', at, randomBytes(10));
  const { project_id } = api;
  const join_at = at.toISOString();
  await botRepository(api.table).create(aBot({ id, project_id, join_at, ...details }));
  return id;
};
/** As many as there are, a hundred in a write. */
const addMany = async (details: Partial<Bot>): Promise<void> => {
  const writes: Write[] = [];
  const write = async (...some: readonly Write[]) => void writes.push(...some);
  const repository = botRepository({ ...api.table, write });
  for (let i = 0; i < botCount; i += 1) {
    const at = minutes(60 + i);
    const id = newId('bot', at, randomBytes(10));
    await repository.create(aBot({ id, project_id: api.project_id, join_at: at.toISOString(), ...details }));
  }
  for (let from = 0; from < writes.length; from += 100) await api.table.write(...writes.slice(from, from + 100));
};
const joined = aBotEvent({ type: 'joined_meeting', state: 'joined_recording' });
const minutes = (count: number): Date => new Date(Date.now() - count * 60_000);
const tomorrow = (): string => minutes(-24 * 60).toISOString();

/** What three hours of two people leave. */
const fill = async (bot_id: string): Promise<void> => {
  const captured = capturedRepository(api.table);
  const ref = { project_id: api.project_id, bot_id };
  await storeLines(api.table, ref, lineCount, (index) => ({
    speaker_name: index % 2 ? 'Jonas' : hostile,
    transcription: { transcript: index === 4321 ? 'We ship on Thursday.' : `This is sentence ${index}.` },
  }));
  const same = { ...ref, created_at: new Date(longMeetingStart).toISOString() };
  const spoke = (['speech_start', 'speech_stop'] as const).map((event_type, i) =>
    aParticipantEvent({ id: `evt_${i}`, event_type, timestamp_ms: longMeetingStart + i * 60_000 }),
  );
  await captured.add({ ...same, batch_id: 'e', captured_kind: 'participant_events', entries: spoke });
  await captured.add({
    ...same,
    batch_id: 'c',
    captured_kind: 'chat_messages',
    entries: [aChatMessage({ text: hostile })],
  });
};

/** What a bot keeps of a page that did not let it in. */
const diagnose = async (bot_id: string): Promise<void> => {
  const kept = `${api.project_id}/${bot_id}/diagnostics/`;
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  );
  await openMediaStore().put(`${kept}001-denied/page.png`, png, 'image/png');
  const told = {
    ...{ at: new Date().toISOString(), folder: 'diagnostics/001-denied', files: ['page.png'] },
    reason: 'request_to_join_denied',
    page: { page_state: 'M12_denied', evidence: [{ class: 'T', entry: 'M12.text.1' }], overlays: [] },
  };
  await openMediaStore().put(`${kept}last.json`, Buffer.from(JSON.stringify(told)), 'application/json');
};

beforeAll(async () => {
  await prepareDashboard();
  // Where nobody answers: keys are tried when they are entered.
  vi.stubEnv('STT_A_URL', 'http://127.0.0.1:9');
  api = await startLocalApi(async (base_url) => {
    issuer = await anOpenIdIssuer(base_url + dashboardRoutes.finishSignIn.path);
    vi.stubEnv('OIDC_ISSUER', issuer.url);
    vi.stubEnv('OIDC_CLIENT_ID', 'dashboard');
  });
  const ended = { state: 'ended', events: [joined] } as const;
  await addMany(ended);
  bots.over = await add(minutes(30), ended);
  await fill(bots.over);
  const refusal = aBotEvent({ type: 'could_not_join_meeting', sub_type: 'request_to_join_denied', state: 'ended' });
  const bot_name = 'Sorry';
  const meeting_url = 'https://meet.google.com/abc-defg-hij';
  const refused = { bot_name, meeting_url, platform: 'google_meet' } as const;
  bots.kept_out = await add(minutes(20), { ...refused, state: 'ended', events: [aBotEvent(), refusal] });
  await diagnose(bots.kept_out);
  bots.live = await add(minutes(10), { state: 'joined_recording', events: [joined] });
  browser = await launchChromium({ width: 1280, height: 860 });
  page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/Content.Security.Policy|Warning|violat/i.test(message.text())) complaints.push(message.text());
  });
});
afterAll(async () => {
  await closeChromium(browser);
  await api[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

/** What only the door says. */
const door = 'Sign in';
/** More than there is to be reached on any page. */
const mostTabs = 80;
const textOf = (): Promise<string> => page.evaluate(() => document.body.textContent);
const shows = (text: string) => page.waitForFunction((text) => document.body.textContent.includes(text), {}, text);
const press = async (name: string): Promise<void> => {
  await page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
};
const open = async (path: string, text: string): Promise<void> => {
  await page.goto(`${api.base_url}/dashboard${path}`);
  await shows(text);
};
const invite = (role: Role, name = 'Maya') => invitationPath({ project_id: api.project_id, name, role });
/** Opens a link in the page that is open, as a browser does for an address of the same page. */
const follow = async (path: string): Promise<void> => {
  await page.evaluate((hash) => location.assign(hash), new URL(path, api.base_url).hash);
};
/** Presses Tab until something is reached. */
const tabTo = async (selector: string): Promise<void> => {
  const isThere = () => page.evaluate((selector) => document.activeElement?.matches(selector), selector);
  for (let times = 0; times < mostTabs; times += 1) {
    await page.keyboard.press('Tab');
    if (await isThere()) return;
  }
  throw new Error(`${mostTabs} times Tab do not lead to ${selector}`);
};

const isOf =
  (method: string, path: string) =>
  (request: HTTPRequest): boolean =>
    request.method() === method && new URL(request.url()).pathname === path;
/** What the page asks meanwhile, of what is meant. */
const askedDuring = async (isMeant: (request: HTTPRequest) => boolean, work: () => Promise<unknown>) => {
  const asked: URL[] = [];
  const note = (request: HTTPRequest) => {
    if (isMeant(request)) asked.push(new URL(request.url()));
  };
  page.on('request', note);
  await work();
  page.off('request', note);
  return asked;
};
/**
 * A network that is slow with what is meant: nothing of it arrives before that is let go. It holds for pages that are
 * opened from then on: one that is open may go on for a moment as it did.
 */
const slowWith = async (isMeant: (request: HTTPRequest) => boolean) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const handle = (request: HTTPRequest) =>
    void (isMeant(request) ? promise : Promise.resolve()).then(() => request.continue()).catch(() => undefined);
  page.on('request', handle);
  await page.setRequestInterception(true);
  return {
    letGo: resolve,
    [Symbol.asyncDispose]: async () => {
      resolve();
      await page.setRequestInterception(false);
      page.off('request', handle);
    },
  };
};

describe('the door', () => {
  it('says how to come in, to whoever comes without a link', async () => {
    const other = await browser.newPage();
    other.setDefaultTimeout(longestMs);
    // As where there is no identity provider.
    await other.evaluateOnNewDocument(() =>
      document.addEventListener('readystatechange', () => document.querySelector('meta[name=sign-in]')?.remove()),
    );
    await other.goto(`${api.base_url}/dashboard`);
    await other.waitForFunction(() => document.body.textContent.includes('You come in by a link'));
    await other.close();
    await open('', door);
  });

  it('lets in by a link, once, which the address no longer shows', async () => {
    const path = await invite('owner');
    await page.goto('about:blank');
    await page.goto(api.base_url + path);
    await shows('Send a bot');
    expect(new URL(page.url()).hash).toBe('');
    const other = await browser.createBrowserContext();
    const stranger = await other.newPage();
    stranger.setDefaultTimeout(longestMs);
    await stranger.goto(api.base_url + path);
    await stranger.waitForFunction(() => document.body.textContent.includes('used already'));
    await other.close();
  });
});

describe('the list of bots', () => {
  it('begins with the newest, and draws only what is in sight of however many', async () => {
    await open('', 'Recording');
    const first = await page.$eval('.bot-row[href]', (row) => row.getAttribute('href'));
    expect(first).toBe(`/dashboard/bots/${bots.live}`);
    await page.waitForFunction(
      (most) => Number((document.querySelector('.bots') as HTMLElement).dataset.count) < most,
      {},
      botCount,
    );
    await page.waitForFunction(
      (many) => {
        const list = document.querySelector('.bots') as HTMLElement;
        list.scrollTop = list.scrollHeight;
        return Number(list.dataset.count) >= many;
      },
      { polling: 50 },
      scrolledCount,
    );
    expect((await page.$$('.bot-row[href]')).length).toBeLessThan(60);
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(mostNodes);
  });

  it('asks for a hundred at a time, and for none that nobody has scrolled to', async () => {
    const asked = await askedDuring(isOf('GET', dashboardRoutes.showBots.path), async () => {
      await open('', 'Recording');
      // Those that change are asked for from then on.
      await page.waitForResponse((response) => response.url().includes('states='));
    });
    expect(asked.map(({ searchParams }) => [searchParams.get('page_size'), searchParams.get('cursor')])).toEqual(
      asked.map(() => ['100', null]),
    );
  });

  it('says that it is on its way where the network is slow', async () => {
    await using network = await slowWith(isOf('GET', dashboardRoutes.showBots.path));
    await open('', 'Send a bot');
    await page.waitForSelector('.bots[aria-busy=true] [role=status]');
    expect(await textOf()).not.toContain('No bots');
    network.letGo();
    await page.waitForSelector('.bots[aria-busy=false] .bot-row[href]');
  });

  it('says that it may be old while the service cannot be reached, and no more once it can', async () => {
    const says = 'what you see may be old';
    await open('', 'Recording');
    await page.setOfflineMode(true);
    await shows(says);
    expect(await textOf()).toContain('Recording');
    await page.setOfflineMode(false);
    await page.waitForFunction((says) => !document.body.textContent.includes(says), {}, says);
  });

  it('keeps what is chosen in its address, and finds it there', async () => {
    await open('?show=live', 'Recording');
    await page.waitForFunction(() => document.querySelectorAll('.bot-row[href]').length === 1);
    await page.evaluate(() => document.querySelector<HTMLInputElement>('input[value="failed"]')?.click());
    await shows('No bots match');
    expect(page.url()).toMatch(/\?show=failed$/);
  });

  it('shows a bot that was made meanwhile', async () => {
    await open('', 'Recording');
    await add(new Date(), { meeting_url: 'https://meet.example.com/room/just-made', state: 'joining' });
    await shows('just-made');
  });
});

describe('sending a bot', () => {
  it('needs a link and the keyboard, and tells while one types what is no link', async () => {
    await using network = await slowWith(isOf('POST', routes.createBot.path));
    await open('', 'Send a bot');
    await press('Send a bot');
    await page.waitForFunction(() => document.activeElement?.matches('form input'));
    await page.keyboard.type('https://example.com/x');
    await shows('not a link to a meeting');
    await page.$eval('form input', (input) => (input as HTMLInputElement).select());
    await page.keyboard.type('https://meet.google.com/abc-defg-hij');
    await shows('Google Meet');
    expect(await textOf()).toContain('"meeting_url": "https://meet.google.com/abc-defg-hij"');
    const sent = await askedDuring(isOf('POST', routes.createBot.path), async () => {
      await page.keyboard.press('Enter');
      await page.waitForSelector('form button[type=submit][data-loading=true]');
      // Whoever is impatient sends no second one.
      await page.keyboard.press('Enter');
      network.letGo();
      await page.waitForFunction(() => /\/bots\/bot_/.test(location.pathname));
    });
    expect(sent).toHaveLength(1);
    await shows('abc-defg-hij');
  });
});

describe('one bot', () => {
  it('shows what its meeting looks like, while somebody looks', async () => {
    await open(`/bots/${bots.live}`, 'The picture comes in a moment.');
    const { project_id } = api;
    const ref = { project_id, bot_id: bots.live };
    const watchedUntil = async () => Date.parse((await botRepository(api.table).get(ref))?.watched_until ?? '1970');
    await expect.poll(watchedUntil).toBeGreaterThan(Date.now());
    const jpeg = Buffer.from(await page.screenshot({ type: 'jpeg' })).toString('base64');
    const taken = { taken_at: new Date().toISOString(), jpeg };
    const name = `${project_id}/${bots.live}/live/picture.json`;
    await openMediaStore().put(name, Buffer.from(JSON.stringify(taken)), 'application/json');
    await page.waitForFunction(() => (document.querySelector('.seen img') as HTMLImageElement | null)?.naturalWidth);
    await openMediaStore().deleteAll(`${project_id}/${bots.live}/live/`);
  });

  it('that is in its meeting can be told to play a video, and says what is wrong with one', async () => {
    await open(`/bots/${bots.live}`, 'Show something in the meeting');
    await press('Show something in the meeting');
    await page.locator('[placeholder="https://example.com/welcome.mp4"]').fill('http://192.0.2.1/x.mp4');
    await press('Play it');
    await page.waitForSelector('[placeholder="https://example.com/welcome.mp4"][aria-invalid=true]');
    await shows('sent without a voice agent');
  });

  it('that is in its meeting can be asked to leave', async () => {
    await open(`/bots/${bots.live}`, 'Recording');
    await press('Leave');
    await shows('Leaving');
  });

  it('that did not get in says why, and what to do', async () => {
    await open(`/bots/${bots.kept_out}`, 'a host refused to let the bot in');
    await shows('Tell the host');
    await shows('The bot took the page for “denied”, by what the page says.');
    expect(await page.$eval('.seen img', (picture) => picture.getAttribute('src'))).toContain('/page.png?');
    await press('Send another bot there');
    await page.waitForFunction((before) => !location.pathname.endsWith(before), {}, bots.kept_out);
    await shows('as Sorry');
  });

  it('that is done shows what was said, thousands of lines of it, and finds one', async () => {
    await open(`/bots/${bots.over}`, '5000 lines');
    expect((await page.$$('.line')).length).toBeLessThan(60);
    await page.type('[aria-label="Search the transcript"]', 'thursday');
    await shows('1 of 5000');
    await page.waitForFunction(() => document.querySelector('.line mark')?.textContent === 'Thursday');
  });

  it('shows what strangers wrote as text', async () => {
    await open(`/bots/${bots.over}`, '5000 lines');
    expect(await textOf()).toContain(hostile);
    expect(await page.title()).not.toBe('taken');
  });

  it('that is deleted while somebody looks is shown no more', async () => {
    const client = meetingBots(api.base_url, api.api_key);
    const { id } = await client.createBot({
      body: { meeting_url: 'https://meet.google.com/abc-defg-hij', bot_name: 'Notes', join_at: tomorrow() },
    });
    await open(`/bots/${id}`, 'It joins on');
    await client.deleteBot({ path: { object_id: id } });
    await shows('It was deleted, or it is of another project.');
    expect(await textOf()).not.toContain('It joins on');
  });

  it('that is not there is said to be none', async () => {
    await open(`/bots/${newId('bot', new Date(), randomBytes(10))}`, 'It was deleted, or it is of another project.');
  });
});

describe('the keyboard alone', () => {
  it('leads from the first page to a sentence of a meeting', async () => {
    const row = `.bot-row[href$="${bots.over}"]`;
    await open('', 'Send a bot');
    await page.waitForSelector(row);
    await tabTo('a.skip');
    await page.keyboard.press('Enter');
    await tabTo(row);
    await page.keyboard.press('Enter');
    await shows('5000 lines');
    await tabTo('[aria-label="Search the transcript"]');
    await page.keyboard.type('thursday');
    await shows('1 of 5000');
    await tabTo('[role=log]');
  });
});

describe('settings', () => {
  it('make a key, which is shown once and opens the API, and revoke it', async () => {
    await open('/settings', 'Key for Deepgram');
    await page.type('[placeholder="The program that will use it"]', 'reports');
    await press('Make a key');
    await shows('It is shown this once');
    const key = await page.$eval('[role=status] pre', ({ textContent }) => textContent);
    const status = async () =>
      (await fetch(`${api.base_url}/api/v1/bots`, { headers: { authorization: `Token ${key}` } })).status;
    expect(await status()).toBe(200);
    await press('I have it');
    await page.waitForFunction((key) => !document.body.textContent.includes(key), {}, key);
    await press('Revoke reports');
    await press('Revoke it');
    await shows('revoked ');
    expect(await status()).toBe(401);
  });

  it("enter a provider's key, which is never shown again", async () => {
    await page.type('input[type=password]', 'a-key-of-the-maker');
    await page.keyboard.press('Enter');
    await shows('There is one, entered');
    expect(await page.content()).not.toContain('a-key-of-the-maker');
  });
});

describe('signing in by an identity provider', () => {
  it('is a button, for whom an owner has let in, until the owner removes them; its way back is good once', async () => {
    issuer.people.set('lena', { email: 'lena@example.com', email_verified: true });
    issuer.become('lena');
    const other = await browser.createBrowserContext();
    const lena = await other.newPage();
    lena.setDefaultTimeout(longestMs);
    const cameBackBy: string[] = [];
    lena.on('request', (request) => {
      if (new URL(request.url()).pathname === dashboardRoutes.finishSignIn.path) cameBackBy.push(request.url());
    });
    const sees = (text: string) => lena.waitForFunction((text) => document.body.textContent.includes(text), {}, text);
    const signIn = async () => {
      await lena.goto(`${api.base_url}/dashboard?show=live`);
      await lena.locator('::-p-aria([name="Sign in"][role="link"])').click();
    };
    await signIn();
    await sees('nobody has let you in here yet');
    await open('/settings', 'Who may sign in');
    await page.locator('::-p-aria([name="E-mail address"])').fill('lena@example.com');
    await page.locator('::-p-aria([name="Name"])').fill('Lena');
    await press('Let in');
    await shows('has not signed in yet');
    await signIn();
    await sees('You may look.');
    expect(new URL(lena.url()).search).toBe('?show=live');
    await press('Remove Lena');
    await press('Remove');
    await sees(door);
    await lena.goto(cameBackBy.at(-1) ?? '');
    await sees('begun in another browser');
    await other.close();
  });
});

describe('who is signed in', () => {
  it('is signed out by an owner, at once', async () => {
    const other = await browser.createBrowserContext();
    const tom = await other.newPage();
    tom.setDefaultTimeout(longestMs);
    await tom.goto(api.base_url + (await invite('viewer', 'Tom')));
    await tom.waitForFunction(() => document.body.textContent.includes('You may look.'));
    await open('/settings', 'by a link');
    await press('Sign out Tom');
    await press('Sign them out');
    await tom.waitForFunction((door) => document.body.textContent.includes(door), {}, door);
    await other.close();
  });
});

describe('webhooks', () => {
  it('are subscribed to, with a secret that is shown once, and ended', async () => {
    await open('/webhooks', 'No subscriptions yet.');
    const address = '[placeholder="https://hooks.example.com/bots"]';
    await page.type(address, 'ftp://example.com');
    await press('Subscribe');
    await page.waitForSelector(`${address}[aria-invalid=true]`);
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
    await page.waitForFunction(() => document.activeElement?.matches('form input'));
    await page.keyboard.type('another-t0ken');
    await page.keyboard.press('Enter');
    await shows('the first sync follows');
    // The dialog goes a moment later, and what was typed with it.
    await page.waitForFunction(() => !document.querySelector('[role="dialog"]'));
    expect(await page.content()).not.toContain('another-t0ken');
  });

  it('show their next meetings, and send a bot to one', async () => {
    const calendar = await storeCalendar(api.table, { project_id: api.project_id, deduplication_key: 'ada' });
    await storeEvent(api.table, calendar, { name: hostile });
    await open('/calendars', hostile);
    await press(`Send a bot to ${hostile}`);
    await page.waitForSelector('.meeting-row a[href^="/dashboard/bots/bot_"]');
  });

  it('are connected by the keyboard, and deleted once somebody is sure', async () => {
    await open('/calendars', 'Connect a calendar');
    await press('Connect a calendar');
    await page.locator('::-p-aria([name="Client id"])').fill('app.example.com');
    await page.locator('::-p-aria(Client secret)').fill('s3cret of mine');
    await page.locator('::-p-aria(Refresh token)').fill('t0ken');
    await page.keyboard.press('Enter');
    await shows('must be printable ASCII');
    await page.locator('::-p-aria(Client secret)').fill('s3cret');
    await page.keyboard.press('Enter');
    await shows('Primary calendar');
    // While it fades away it is above what is clicked next.
    await page.waitForSelector('[role="dialog"]', { hidden: true });
    await page.locator('section[aria-label="Primary calendar"] button::-p-text(Delete)').click();
    await press('Delete it');
    await page.waitForSelector('section[aria-label="Primary calendar"]', { hidden: true });
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
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('form input')?.value.endsWith('/zoom'));
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
});

describe('every page', () => {
  const pages = () =>
    [
      ['', 'Recording'],
      [`/bots/${bots.over}`, '5000 lines'],
      [`/bots/${bots.kept_out}`, 'Tell the host'],
      [`/bots/${bots.live}`, 'What happened'],
      ['/calendars', 'Scheduled'],
      ['/connections', 'Jonas'],
      ['/app-sessions', 'Customer call'],
      [`/bots/${bots.recording}`, 'The picture comes in a moment.'],
      ['/webhooks', 'Nothing of this kind.'],
      ['/settings', 'Key for Deepgram'],
      ['/settings/audit', 'made the API key'],
      ['/nowhere', 'There is no such page'],
      ['', 'Recording', unfold],
    ] as const;
  /** The form that sends a bot, with everything that it has. */
  const unfold = async () => {
    await press('Send a bot');
    await page.locator('form button[aria-expanded=false]').click();
    await page.waitForSelector('form button[aria-expanded=true]');
  };

  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)(
    'can be used by everybody, at %i pixels and %s: axe finds nothing, and nothing sticks out',
    async (width, scheme) => {
      await page.setViewport({ width, height: 860 });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      // A live one again: what is red, and moves.
      bots.recording = await add(new Date(), { state: 'joined_recording', events: [joined] });
      for (const [path, text, then] of pages()) {
        await open(path, text);
        await then?.();
        await page.evaluate(axe);
        const found = await page.evaluate(async () => {
          const { axe } = globalThis as unknown as {
            axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
          };
          const { violations } = await axe.run();
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
        });
        expect([path, found]).toEqual([path, []]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
      await page.setViewport({ width: 1280, height: 860 });
    },
  );

  it('obeys its policy, and nothing in it fails', () => {
    expect(complaints).toEqual([]);
  });
});

describe('a session', () => {
  it('that has ended meanwhile leads back to the door', async () => {
    await open('', 'Send a bot');
    await browser.deleteCookie(...(await browser.cookies()));
    await shows(door);
  });

  it('that has ended is missed by the next press at the latest; a link leads back to the page that one was on', async () => {
    await follow(await invite('owner'));
    await shows('Send a bot');
    await open(`/bots/${bots.over}`, '5000 lines');
    await browser.deleteCookie(...(await browser.cookies()));
    await press('Delete data');
    await press('Delete it');
    await shows(door);
    await follow(await invite('owner'));
    await shows('5000 lines');
  });

  it('stays that of whoever is signed in when they open a link, until they say otherwise', async () => {
    const link = await invite('viewer', 'Tom');
    const isAsked = 'You are signed in already, as Maya, owner of';
    await open('', 'Send a bot');
    await follow(link);
    await shows(isAsked);
    expect(new URL(page.url()).hash).toBe('');
    await press('Go on as I am');
    await page.waitForFunction((isAsked) => !document.body.textContent.includes(isAsked), {}, isAsked);
    await follow(link);
    await press('Use the link');
    await shows('You may look.');
    await shows('Tom, viewer');
  });

  it('of a viewer, and of a member, offers nothing that is not theirs to do', async () => {
    await open(`/bots/${bots.over}`, '5000 lines');
    expect(await textOf()).not.toContain('Delete data');
    await open('/settings', 'You are its viewer.');
    await follow(await invite('member'));
    await press('Use the link');
    await shows('You are its member.');
    await open(`/bots/${bots.over}`, 'Delete data');
    await open('/webhooks', 'Subscriptions');
    expect(await page.$('[placeholder="https://hooks.example.com/bots"]')).toBeNull();
  });
});
