/** The bots of a project, in a real browser: the list of ten thousand, and one that is sent. */
import type { HTTPRequest } from 'puppeteer-core';
import { afterAll, describe, expect, it } from 'vitest';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { routes } from '../../lib/api/routes.ts';
import type { Write } from '../../lib/ports/table.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { driveDashboard, ended, isOf, joined, minutesAgo } from './driven.ts';

const botCount = 10_000;
/** As far as somebody scrolls who looks for one of them: five pages. */
const scrolledCount = 500;
/** So many parts has the page then, far fewer than there are bots. */
const mostNodes = 1000;

const dashboard = await driveDashboard();
afterAll(() => dashboard[Symbol.asyncDispose]());
const { api, page, add, open, press, shows, text, has, hasNo, askedDuring, slowWith } = dashboard;

/** As many as there are, a hundred in a write. */
const addMany = async (): Promise<void> => {
  const writes: Write[] = [];
  const write = async (...some: readonly Write[]) => void writes.push(...some);
  for (let i = 0; i < botCount; i += 1) await add(minutesAgo(60 + i), ended, { write });
  for (let from = 0; from < writes.length; from += 100) await api.table.write(...writes.slice(from, from + 100));
};

await addMany();
const live = await add(minutesAgo(10), { state: 'joined_recording', events: [joined] });
await dashboard.signIn('owner');

/** As the browser's own calendar does, a day or a moment: in which order their parts are typed depends on the language. */
const chooseDay = async (label: string, day: string): Promise<void> => {
  const input = await page.waitForSelector(`::-p-aria([name="${label}"])`);
  await input?.evaluate((input, day) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, day);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, day);
};

const isShowing = isOf('GET', dashboardRoutes.showBots.path);
const isOlder = (request: HTTPRequest) => isShowing(request) && request.url().includes('cursor=');
/** Scrolls the list, and answers how far it is scrolled. */
const scrollTo = (top: number): Promise<number> =>
  page.$eval(
    '.bots',
    (list, top) => {
      list.scrollTop = top;
      return list.scrollTop;
    },
    top,
  );

describe('the list of bots', () => {
  it('begins with the newest, and draws only what is in sight of however many', async () => {
    await open('', 'Recording');
    const first = await page.$eval('.bot-row[href]', (row) => row.getAttribute('href'));
    expect(first).toBe(`/dashboard/bots/${live}`);
    const scrolled = () =>
      page.$eval('.bots', (list) => {
        list.scrollTop = list.scrollHeight;
        return Number((list as HTMLElement).dataset.count);
      });
    expect(await scrolled()).toBeLessThan(botCount);
    await expect.poll(scrolled).toBeGreaterThanOrEqual(scrolledCount);
    expect((await page.$$('.bot-row[href]')).length).toBeLessThan(60);
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(mostNodes);
  });

  it('asks for a hundred at a time, and for none that nobody has scrolled to', async () => {
    // What was scrolled to before asks on until it is left.
    await page.goto('about:blank');
    const asked = await askedDuring(isShowing, async () => {
      await open('', 'Recording');
      // The newest are asked for again from then on.
      for (let times = 0; times < 3; times += 1)
        await page.waitForResponse((response) => isShowing(response.request()));
    });
    expect(asked.map(({ searchParams }) => [searchParams.get('page_size'), searchParams.get('cursor')])).toEqual(
      asked.map(() => ['100', null]),
    );
  });

  it('says that it is on its way where the network is slow', async () => {
    await using network = await slowWith(isShowing);
    await open('', 'Send a bot');
    await has('.bots[aria-busy=true] [role=status]');
    expect(await text()).not.toContain('No bots');
    network.letGo();
    await has('.bots[aria-busy=false] .bot-row[href]');
  });

  it('says that it may be old while the service cannot be reached, and no more once it can', async () => {
    const says = 'what you see may be old';
    await open('', 'Recording');
    await page.setOfflineMode(true);
    await shows(says);
    expect(await text()).toContain('Recording');
    await page.setOfflineMode(false);
    await dashboard.showsNoMore(says);
  });

  it('does not ask on and on for older ones that are refused, and asks once somebody says so', async () => {
    await open('', 'Recording');
    await using refused = await dashboard.refusing(isOlder, 429);
    const asked = await askedDuring(isOlder, async () => {
      await scrollTo(100 * 64);
      await has('.older [role=alert]');
      for (let times = 0; times < 2; times += 1)
        await page.waitForResponse((response) => isShowing(response.request()) && !isOlder(response.request()));
    });
    // The older ones, and what follows the newest once the first page is in sight.
    const cursors = asked.map(({ searchParams }) => searchParams.get('cursor'));
    expect(cursors.length).toBeLessThan(5);
    await refused.end();
    await press('Try again');
    await dashboard.hasNo('.older');
    await expect
      .poll(() => page.$eval('.bots', (list) => Number((list as HTMLElement).dataset.count)))
      .toBeGreaterThan(150);
  });

  it('is left and found again as it was: what was chosen, and how far somebody had scrolled', async () => {
    await open('?show=ended', 'Ended');
    await expect.poll(() => scrollTo(3000)).toBe(3000);
    // A list that has drawn what is there knows that it was scrolled.
    const firstTop = () => page.$eval('.bot-row[href]', (row) => new DOMMatrix(getComputedStyle(row).transform).f);
    await expect.poll(firstTop).toBeGreaterThan(2000);
    const inSight = '.bot-row[href]:nth-of-type(10)';
    await page.$eval(inSight, (row) => (row as HTMLElement).click());
    await shows('What happened');
    await page.locator('main ::-p-text(Bots)').click();
    await has(inSight);
    expect(new URL(page.url()).search).toBe('?show=ended');
    expect(await page.$eval('.bots', ({ scrollTop }) => scrollTop)).toBe(3000);
  });

  it('tells what becomes of one far from the newest, while it is in sight', async () => {
    const id = await add(minutesAgo(60 + 250), { state: 'waiting_room' });
    await open('', 'Recording');
    await expect.poll(() => scrollTo(249 * 64)).toBe(249 * 64);
    await shows('In the waiting room');
    const bot = await botRepository(api.table).get({ ...api, bot_id: id });
    if (!bot) throw new Error('it is gone');
    await botRepository(api.table).save({ ...bot, state: 'ended' }, bot);
    await dashboard.showsNoMore('In the waiting room');
  });

  it('keeps what is chosen in its address, and finds it there', async () => {
    await open('?show=live', 'Recording');
    await expect.poll(async () => (await page.$$('.bot-row[href]')).length).toBe(1);
    await page.evaluate(() => document.querySelector<HTMLInputElement>('input[value="failed"]')?.click());
    await shows('No bots match');
    expect(page.url()).toMatch(/\?show=failed$/);
  });

  it('finds those of a day, and one by its deduplication key, and shows all again', async () => {
    await add(minutesAgo(3), { ...ended, join_at: '2026-03-02T12:00:00.000Z', deduplication_key: 'weekly' });
    const count = () => page.$$eval('.bot-row[href]', ({ length }) => length);
    await open('', 'Recording');
    await press('More filters');
    await chooseDay('Joins until', '2026-03-03');
    await expect.poll(count).toBe(1);
    expect(page.url()).toMatch(/\?until=2026-03-03$/);
    await page.locator('::-p-aria([name="Deduplication key"])').fill('monthly');
    await shows('No bots match');
    await page.locator('::-p-aria([name="Deduplication key"])').fill('weekly');
    await expect.poll(count).toBe(1);
    await chooseDay('Joins until', '2026-03-01');
    await shows('No bots match');
    await page.locator('::-p-aria(Show all bots)').click();
    await expect.poll(count).toBeGreaterThan(1);
    expect(
      await page.$eval('[placeholder="As the bot was sent with it"]', (input) => (input as HTMLInputElement).value),
    ).toBe('');
  });

  it('says that a part of a link finds nothing', async () => {
    await open('?meeting=just-made', 'found by their whole link');
    await open('?meeting=https%3A%2F%2Fmeet.google.com%2Fxyz-wxyz-xyz', 'No bots match');
    expect(await text()).not.toContain('whole link');
  });

  it('shows a bot that was made meanwhile', async () => {
    await open('', 'Recording');
    await add(new Date(), { meeting_url: 'https://meet.example.com/room/just-made', state: 'joining' });
    await shows('just-made');
  });
});

describe('sending a bot', () => {
  const isForm = (request: HTTPRequest) => /\/dashboard\/files\/send-/.test(request.url());

  it('says what to do where the service was upgraded since the page was opened', async () => {
    await using upgraded = await dashboard.refusing(isForm, 404);
    await open('', 'Send a bot');
    await press('Send a bot');
    await shows('This page has to be loaded again');
    await upgraded.end();
    await press('Load it again');
    await shows('Recording');
  });

  it('says that the form is on its way where the network is slow', async () => {
    await using network = await slowWith(isForm);
    await open('', 'Send a bot');
    await press('Send a bot');
    await has('.form-coming');
    network.letGo();
    await has('form input:focus');
  });

  it('offers a server for transcription only where the operator has set one up', async () => {
    await open('', 'Send a bot');
    await press('Send a bot');
    await page.locator('::-p-text(More settings)').click();
    await has('option[value=stt_b]');
    await hasNo('option[value=custom_async]');
    await page.keyboard.press('Escape');
  });

  it('needs a link and the keyboard, and tells while one types what is no link', async () => {
    await using network = await slowWith(isOf('POST', routes.createBot.path));
    await open('', 'Send a bot');
    await press('Send a bot');
    await has('form input:focus');
    await page.keyboard.type('https://example.com/x');
    await shows('not a link to a meeting');
    await page.$eval('form input', (input) => (input as HTMLInputElement).select());
    await page.keyboard.type('meet.google.com/abc-defg-hij');
    await shows('it must begin with https://');
    await page.$eval('form input', (input) => (input as HTMLInputElement).select());
    await page.keyboard.type('https://meet.google.com/abc-defg-hij');
    await shows('Google Meet');
    expect(await text()).toContain('"meeting_url": "https://meet.google.com/abc-defg-hij"');
    const sent = await askedDuring(isOf('POST', routes.createBot.path), async () => {
      await page.keyboard.press('Enter');
      await has('form button[type=submit][data-loading=true]');
      // Whoever is impatient sends no second one.
      await page.keyboard.press('Enter');
      network.letGo();
      await expect.poll(() => page.url()).toMatch(/\/bots\/bot_/);
    });
    expect(sent).toHaveLength(1);
    await shows('abc-defg-hij');
  });

  it('says in its fields, in minutes, which times the API refuses', async () => {
    await open('', 'Send a bot');
    await press('Send a bot');
    await has('form input:focus');
    await page.keyboard.type('https://meet.google.com/abc-defg-hij');
    await has('form button[type=submit]:not([disabled])');
    await page.locator('::-p-text(More settings)').click();
    await page.locator('::-p-aria([name="Waits to be let in, minutes"])').fill('2000');
    await shows('at most 1440 minutes');
    await has('form button[type=submit][disabled]');
    await page.locator('::-p-aria([name="Waits to be let in, minutes"])').fill('');
    await chooseDay('Joins at', '2020-01-01T09:00');
    await shows('This is over.');
    await has('form button[type=submit][disabled]');
  });
});
