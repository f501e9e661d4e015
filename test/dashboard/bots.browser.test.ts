/** The bots of a project, in a real browser: the list of ten thousand, one that is sent, and each in what becomes of it. */
import { randomBytes } from 'node:crypto';
import type { HTTPRequest } from 'puppeteer-core';
import { afterAll, describe, expect, it } from 'vitest';
import { openMediaStore } from '#adapters/media-store.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { routes } from '../../lib/api/routes.ts';
import { meetingBots } from '../../lib/client/index.ts';
import { newId } from '../../lib/domain/ids.ts';
import type { Write } from '../../lib/ports/table.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { participantRepository } from '../../lib/storage/bots/participants.ts';
import { aBotEvent, anUtterance, aParticipant, aParticipantEvent } from '../lab/builders/records.ts';
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

const refusal = aBotEvent({ type: 'could_not_join_meeting', sub_type: 'request_to_join_denied', state: 'ended' });
const refused = {
  ...({ bot_name: 'Sorry', meeting_url: 'https://meet.google.com/abc-defg-hij', platform: 'google_meet' } as const),
  ...ended,
  events: [aBotEvent(), refusal],
};

await addMany();
const bots = {
  kept_out: await add(minutesAgo(20), refused),
  live: await add(minutesAgo(10), { state: 'joined_recording', events: [joined] }),
};
await dashboard.diagnose(bots.kept_out);
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
    expect(first).toBe(`/dashboard/bots/${bots.live}`);
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

describe('one bot', () => {
  it('shows what its meeting looks like, while somebody looks, and says how old that is once it is no longer live', async () => {
    await open(`/bots/${bots.live}`, 'The picture comes in a moment.');
    const { project_id } = api;
    const ref = { project_id, bot_id: bots.live };
    const watchedUntil = async () => Date.parse((await botRepository(api.table).get(ref))?.watched_until ?? '1970');
    await expect.poll(watchedUntil).toBeGreaterThan(Date.now());
    const jpeg = Buffer.from(await page.screenshot({ type: 'jpeg' })).toString('base64');
    const taken = { taken_at: new Date().toISOString(), jpeg };
    const name = `${project_id}/${bots.live}/live/picture.json`;
    await openMediaStore().put(name, Buffer.from(JSON.stringify(taken)), 'application/json');
    const widthOf = () => page.$eval('.seen img', (picture) => (picture as HTMLImageElement).naturalWidth);
    await expect.poll(widthOf).toBeGreaterThan(0);
    // What is seen grows old also while nothing new can be had.
    await page.setOfflineMode(true);
    await expect.poll(() => page.$eval('.seen figcaption', ({ textContent }) => textContent)).toMatch(/^\d+ s old$/);
    await page.setOfflineMode(false);
    await openMediaStore().deleteAll(`${project_id}/${bots.live}/live/`);
  });

  it('that is in its meeting can be told to play a video, and says what is wrong with one', async () => {
    await open(`/bots/${bots.live}`, 'Show something in the meeting');
    await press('Show something in the meeting');
    await page.locator('[placeholder="https://example.com/welcome.mp4"]').fill('http://192.0.2.1/x.mp4');
    await press('Play it');
    await has('[placeholder="https://example.com/welcome.mp4"][aria-invalid=true]');
    await shows('sent without a voice agent');
  });

  it('that is in its meeting shows the website that it is told to, then another, then none', async () => {
    const id = await add(minutesAgo(2), {
      ...{ state: 'joined_recording', events: [joined], voice_agent_settings: { reserve_resources: true } },
    });
    const agent = async () => (await botRepository(api.table).get({ ...api, bot_id: id }))?.voice_agent_settings;
    const address = '[placeholder="https://example.com/agent"]';
    const show = async (url: string) => {
      await page.locator(address).fill(url);
      await press('Show it');
    };
    await open(`/bots/${id}`, 'Show something in the meeting');
    await press('Show something in the meeting');
    await show('http://192.0.2.1/agent');
    await has(`${address}[aria-invalid=true]`);
    await show('https://agent.example.com/hello');
    await shows('It shows https://agent.example.com/hello');
    expect(await agent()).toEqual({ url: 'https://agent.example.com/hello', reserve_resources: true });
    await page.select('[aria-label="Where it is seen"]', 'screenshare_url');
    await show('https://agent.example.com/slides');
    await shows('It shows https://agent.example.com/slides');
    expect(await agent()).toEqual({ screenshare_url: 'https://agent.example.com/slides', reserve_resources: true });
    await press('Turn it off');
    await dashboard.showsNoMore('It shows');
    expect(await agent()).toEqual({ reserve_resources: true });
  });

  it('that is in its meeting shows what is said from then on, and writes into the chat what it is told to', async () => {
    await open(`/bots/${bots.live}`, 'What is said appears here');
    await shows('Nobody yet.');
    await capturedRepository(api.table).add({
      ...{ project_id: api.project_id, bot_id: bots.live, created_at: new Date().toISOString(), batch_id: 'u' },
      ...{ captured_kind: 'utterances', entries: [anUtterance({ transcription: { transcript: 'Heard just now.' } })] },
    });
    await shows('Heard just now.');
    await page.type('[placeholder="Write as the bot"]', 'Hello from the bot');
    await page.keyboard.press('Enter');
    await has('[placeholder="Write as the bot"][value=""]');
    await shows('Hello from the bot');
    const { commands_asked } = (await botRepository(api.table).get({ ...api, bot_id: bots.live })) ?? {};
    expect(commands_asked).toBe(1);
  });

  it('that is in its meeting shows what is said, and who speaks, to somebody whose clock is an hour ahead', async () => {
    const id = await add(minutesAgo(9), { state: 'joined_recording', events: [joined] });
    const [ref, captured] = [{ project_id: api.project_id, bot_id: id }, capturedRepository(api.table)];
    const { identifier } = await page.evaluateOnNewDocument(() => {
      const { now } = Date;
      Date.now = () => now() + 3_600_000;
      globalThis.Date = new Proxy(Date, {
        construct: (real, given) => (given.length > 0 ? Reflect.construct(real, given) : new real(real.now())),
      });
    });
    const person = aParticipant({ participant_name: 'Maya', participant_uuid: 'p-1' });
    await participantRepository(api.table).save(ref, [{ position: 'p-1', value: person }]);
    const begun = aParticipantEvent({ event_type: 'speech_start', timestamp_ms: minutesAgo(2).getTime() });
    await captured.add({
      ...{ ...ref, created_at: minutesAgo(2).toISOString(), batch_id: 'e' },
      ...{ captured_kind: 'participant_events', entries: [begun] },
    });
    const say = (transcript: string) =>
      captured.add({
        ...{ ...ref, created_at: new Date().toISOString(), batch_id: transcript, captured_kind: 'utterances' },
        entries: [anUtterance({ timestamp_ms: Date.now(), transcription: { transcript } })],
      });
    await say('First.');
    await open(`/bots/${id}`, 'First.');
    await has('.person[data-speaks=true]');
    await say('Second.');
    await shows('Second.');
    await page.removeScriptToEvaluateOnNewDocument(identifier);
  });

  it('that is in its meeting can be asked to pause, and to go on', async () => {
    await open(`/bots/${bots.live}`, 'Recording');
    await press('Pause');
    await shows('Paused: nothing is recorded');
    // By whom it was pressed is still at it.
    await has('button:focus::-p-text(Resume)');
    await page.keyboard.press('Enter');
    await has('button:focus::-p-text(Pause)');
  });

  it('that is in its meeting can be asked to leave', async () => {
    await open(`/bots/${bots.live}`, 'Recording');
    await press('Leave');
    await shows('Leaving');
    await dashboard.showsNoMore('What is said appears here');
  });

  it('that did not get in says why, and what to do', async () => {
    await open(`/bots/${bots.kept_out}`, 'a host refused to let the bot in');
    await shows('Ask the host to admit the bot');
    await shows('The bot took the page for “denied”, by what the page says.');
    expect(await page.$eval('.seen img', (picture) => picture.getAttribute('src'))).toContain('/page.png?');
    await press('Send another bot there');
    await expect.poll(() => page.url().endsWith(bots.kept_out)).toBe(false);
    await shows('as Sorry');
  });

  it('that is deleted while somebody looks is shown no more', async () => {
    const client = meetingBots(api.base_url, api.api_key);
    const { id } = await client.createBot({
      body: {
        meeting_url: 'https://meet.google.com/abc-defg-hij',
        bot_name: 'Notes',
        join_at: minutesAgo(-24 * 60).toISOString(),
      },
    });
    await open(`/bots/${id}`, 'It joins on');
    await press('Do not send it');
    await shows('does not join abc-defg-hij');
    await press('Cancel');
    await dashboard.hasNo('[role="dialog"]');
    await client.deleteBot({ path: { object_id: id } });
    await shows('It was deleted, or it is of another project.');
    expect(await text()).not.toContain('It joins on');
  });

  it('that is not there is said to be none', async () => {
    await open(`/bots/${newId('bot', new Date(), randomBytes(10))}`, 'It was deleted, or it is of another project.');
  });
});
