/** A meeting that is over, in a real browser: what was said in it, of which there is much, what was recorded, and who came. */
import { readFile } from 'node:fs/promises';
import type { HTTPRequest } from 'puppeteer-core';
import { afterAll, describe, expect, it } from 'vitest';
import { openMediaStore } from '#adapters/media-store.ts';
import { routes } from '../../lib/api/routes.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { longMeetingStart } from '../lab/builders/long-meeting.ts';
import { aBotEvent, aChatMessage, aParticipantEvent, aRecording } from '../lab/builders/records.ts';
import { driveDashboard, ended, hostile, isOf, joined, minutesAgo } from './driven.ts';

const lineCount = 5000;

const dashboard = await driveDashboard();
afterAll(() => dashboard[Symbol.asyncDispose]());
const { api, page, add, open, press, shows, text, has, tabTo } = dashboard;

/** What three hours of two people leave. */
const fill = async (bot_id: string): Promise<void> => {
  const captured = capturedRepository(api.table);
  await dashboard.fill(bot_id, lineCount, (index) =>
    index === 4321 ? 'We ship on Thursday.' : `This is sentence ${index}.`,
  );
  const same = { project_id: api.project_id, bot_id, created_at: new Date(longMeetingStart).toISOString() };
  const spoke = (['speech_start', 'speech_stop'] as const).map((event_type, i) =>
    aParticipantEvent({ id: `evt_${i}`, event_type, timestamp_ms: longMeetingStart + i * 60_000 }),
  );
  const came = aParticipantEvent({ id: 'evt_came', event_type: 'join', timestamp_ms: longMeetingStart });
  await captured.add({ ...same, batch_id: 'e', captured_kind: 'participant_events', entries: [came, ...spoke] });
  await captured.add({
    ...same,
    batch_id: 'c',
    captured_kind: 'chat_messages',
    entries: [aChatMessage({ text: hostile })],
  });
};

/** Four seconds, of which the last two are of a minute later. */
const aFilm = async () => {
  const key = `${api.project_id}/two-colours.mp4`;
  const film = await readFile(new URL('../lab/fixtures/two-colours.mp4', import.meta.url));
  await openMediaStore().put(key, film, 'video/mp4');
  const parts = [0, 60_000].map((at_ms) => ({ start_timestamp_ms: longMeetingStart + at_ms, duration_ms: 2_000 }));
  return aRecording({ key, start_timestamp_ms: longMeetingStart, duration_ms: 4_000, parts });
};

/** One with such a recording, and 31 lines. */
const addRecorded = async (): Promise<string> => {
  const id = await add(minutesAgo(25), { ...ended, recording: await aFilm() });
  await dashboard.fill(id, 31, (index) => `This is sentence ${index}.`);
  return id;
};

const over = await add(minutesAgo(30), ended);
await fill(over);
await dashboard.signIn('owner');

describe('the keyboard alone', () => {
  it('leads from the first page to a sentence of a meeting', async () => {
    const row = `.bot-row[href$="${over}"]`;
    await open('', 'Send a bot');
    await has(row);
    await tabTo('a.skip');
    await page.keyboard.press('Enter');
    await tabTo(row);
    await page.keyboard.press('Enter');
    await shows('5000 lines');
    await tabTo('[aria-label="Search the transcript"]');
    await page.keyboard.type('thursday');
    await shows('1 of 5002');
    await tabTo('[role=log]');
  });
});

describe('one bot', () => {
  it('that is done shows what was said, thousands of lines of it, and finds one', async () => {
    await open(`/bots/${over}`, '5000 lines');
    expect((await page.$$('.line')).length).toBeLessThan(60);
    await page.type('[aria-label="Search the transcript"]', 'thursday');
    await shows('1 of 5002');
    await expect.poll(() => page.$eval('.line mark', ({ textContent }) => textContent)).toBe('Thursday');
  });

  it('that is done plays its recording from the line that somebody clicks, past what was not recorded', async () => {
    await open(`/bots/${await addRecorded()}`, '31 lines');
    await tabTo('button.line');
    await page.keyboard.press('ArrowDown');
    const place = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.index);
    expect(await place()).toBe('1');
    // A line that has the focus keeps it, however far away somebody looks.
    await page.keyboard.press('End');
    await shows('This is sentence 30.');
    // Nor is it lost to another window, of which a page is told as if the line lost it.
    await page.evaluate(() => document.activeElement?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    await page.keyboard.press('ArrowDown');
    expect(await place()).toBe('2');
    // Past all the others.
    await page.keyboard.press('Tab');
    expect(await place()).toBeUndefined();
    await page.$eval('video', (video) => {
      video.addEventListener('seeking', () => Object.assign(video.dataset, { from: video.currentTime }));
    });
    await page.type('[aria-label="Search the transcript"]', 'sentence 30');
    await shows('1 of 31');
    await page.locator('button.line').click();
    await has('.line[aria-current=true]');
    const played = () => page.$eval('video', ({ dataset, currentTime }) => [dataset.from, currentTime > 2]);
    await expect.poll(played).toEqual(['2', true]);
    // Kept or shown, whatever its address: never in the place of the dashboard.
    expect(await page.$eval('a[download]', ({ target }) => target)).toBe('_blank');
  });

  it('that a fault has ended shows what it has recorded once that is finished, and does not say that it is nothing', async () => {
    const events = [
      joined,
      aBotEvent({
        type: 'fatal_error',
        sub_type: 'capture_lost',
        state: 'fatal_error',
        created_at: new Date().toISOString(),
      }),
    ];
    const id = await add(minutesAgo(5), { state: 'fatal_error', events, recording_state: 'complete' });
    await open(`/bots/${id}`, 'The recording is being finished');
    expect(await text()).not.toContain('Nothing was recorded');
    const bots = botRepository(api.table);
    const bot = await bots.get({ ...api, bot_id: id });
    if (!bot) throw new Error('there is no such bot');
    await bots.save({ ...bot, recording: await aFilm(), version: bot.version + 1 }, bot);
    await has('video');
    await has('a[download]');
    // What was said comes when a provider has heard it.
    expect(await text()).toContain('Nothing was said');
    await dashboard.fill(id, 2, (index) => `This is late sentence ${index}.`);
    await shows('This is late sentence 1.');
  });

  it('that is done goes on playing where it was when the link to its recording is over', async () => {
    const id = await addRecorded();
    let links = 0;
    const { promise: isPicked, resolve: pick } = Promise.withResolvers<void>();
    const isRecording = isOf('GET', routes.getRecording.path.replace('{object_id}', id));
    const handle = async (request: HTTPRequest) => {
      if (isRecording(request)) links += 1;
      if (links > 1 || !request.url().includes('/media/')) return request.continue();
      await isPicked;
      return request.respond({ status: 403 });
    };
    const handleOne = (request: HTTPRequest) => void handle(request).catch(() => undefined);
    page.on('request', handleOne);
    await page.setRequestInterception(true);
    try {
      await open(`/bots/${id}`, '31 lines');
      await page.type('[aria-label="Search the transcript"]', 'sentence 30');
      await shows('1 of 31');
      await page.locator('button.line').click();
      pick();
      // Past where it was told to begin.
      await expect.poll(() => page.$eval('video', ({ currentTime, error }) => !error && currentTime > 2)).toBe(true);
      expect(links).toBe(2);
    } finally {
      page.off('request', handleOne);
      await page.setRequestInterception(false);
    }
  });

  it('that is done is read ahead of what is heard, and followed again; its moments are gone through by the arrow keys', async () => {
    await open(`/bots/${await addRecorded()}`, '31 lines');
    // Where it is sent is where it stays.
    await page.$eval('video', (video) => {
      video.play = async () => undefined;
      video.addEventListener('seeking', () => Object.assign(video.dataset, { from: video.currentTime }));
    });
    const scrolled = () => page.$eval('.lines', ({ scrollTop }) => scrollTop);
    await has('button[aria-pressed=true]::-p-text(Follow)');
    await (await page.$('.lines'))?.hover();
    await page.mouse.wheel({ deltaY: 900 });
    await has('button[aria-pressed=false]::-p-text(Follow)');
    await expect.poll(scrolled).toBeGreaterThan(600);
    await tabTo('[type=range]');
    const moment = () => page.$eval('[type=range]', (input) => input.getAttribute('aria-valuetext'));
    await page.keyboard.press('ArrowRight');
    // The end: what was not recorded takes no time.
    await expect.poll(moment).toBe('0:04');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(moment).toBe('0:00');
    // It stands where what is heard stands, and not at the nearest of the steps that the keys make.
    await page.$eval('video', (video) => {
      video.currentTime = 1.3;
    });
    await expect
      .poll(() => page.$eval('[type=range]', (input) => Number((input as HTMLInputElement).value)))
      .toBe(1300);
    expect(await scrolled()).toBeGreaterThan(600);
    await press('Follow');
    await expect.poll(scrolled).toBeLessThan(300);
    await has('.line[aria-current=true]');
  });

  it('that is done shows what was written and who came, by name, and finds it', async () => {
    await open(`/bots/${over}`, '5000 lines');
    await page.type('[aria-label="Search the transcript"]', 'came');
    await shows('1 of 5002');
  });

  it('shows what strangers wrote as text', async () => {
    await open(`/bots/${over}`, '5000 lines');
    expect(await text()).toContain(hostile);
    expect(await page.title()).not.toBe('taken');
  });

  it('that is done can be told to delete what it brought home, once somebody is sure', async () => {
    await open(`/bots/${over}`, '5000 lines');
    await press('Delete data');
    await press('Cancel');
    await dashboard.hasNo('[role="dialog"]');
    await has('button:focus::-p-text(Delete data)');
    expect(await text()).toContain('5000 lines');
    await press('Delete data');
    await press('Delete it');
    await shows('What the meeting left was deleted.');
    await dashboard.showsNoMore('5000 lines');
    expect(await text()).not.toContain('Nothing was said');
  });
});
