import type { ServerResponse } from 'node:http';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeChromium, launchChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { hearRequests } from '../../../lib/capture/browser/heard-requests.ts';
import { openMeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import { pageProgram } from '../../lab/pages/page-program.ts';
import { longestMs, until } from '../../lab/until.ts';
import { aSite } from './hooked-page.ts';

let browser: Browser;
let site: Awaited<ReturnType<typeof aSite>>;
const asked: (string | undefined)[] = [];
let slow: ServerResponse | undefined;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    launchChromium({ width: 320, height: 240 }),
    aSite('a page', (path) => (request, response) => {
      asked.push(`${path} ${request.headers['x-mark']}`);
      response.setHeader('content-type', 'text/html');
      if (path === '/slow') slow = response;
      else if (path === '/moved') response.writeHead(302, { location: '/' }).end();
      else response.writeHead(path === '/down' ? 503 : 200).end('a page');
    }),
  ]);
});
afterAll(async () => {
  await closeChromium(browser);
  await site[Symbol.asyncDispose]();
});

describe('the page of a meeting', () => {
  it('is loaded with what its server answers known, and tells nothing else of what it asks of servers', async () => {
    await using meeting = await openMeetingPage(browser, { pageProgram });
    const told: string[] = [];
    meeting.page.on('request', (request) => told.push(request.url()));
    await expect(meeting.load(site.url('/down'))).rejects.toThrow("the meeting's server answers 503");
    await meeting.load(site.url('/moved'));
    expect(meeting.page.url()).toBe(site.url('/'));
    await meeting.page.evaluate("fetch('/said').then((answer) => answer.text())");
    expect(asked).toContain('/said undefined');
    expect(told).toEqual([]);
  });

  it('is pictured once there is something to see, each time that it is loaded, and not while it is empty', async () => {
    await using meeting = await openMeetingPage(browser, { pageProgram });
    const pictured = () => expect.poll(async () => (await meeting.picture())?.length).toBeGreaterThan(0);
    expect(await meeting.picture()).toBeUndefined();
    await meeting.load(site.url());
    await pictured();
    await meeting.load('about:blank');
    expect(await meeting.picture()).toBeUndefined();
    await meeting.load(site.url());
    await pictured();
  });

  it('goes on where it tells or asks something in a window of the browser’s own, for which nobody is there', async () => {
    await using meeting = await openMeetingPage(browser, { pageProgram });
    await meeting.load(site.url());
    expect(await meeting.page.evaluate("alert('an error'), confirm('go on?')")).toBe(true);
  });
});

describe('what a page asks of servers', () => {
  it('is heard where somebody listens, and is over when the last answer has come', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(longestMs);
    const answers: string[] = [];
    await using requests = await hearRequests(page, {
      headers: { 'x-mark': 'ours' },
      onAnswer: ({ url, status }) => answers.push(`${status} ${new URL(url).pathname}`),
    });
    expect(requests.status).toBeUndefined();
    await page.goto(site.url('/down'));
    expect(requests.status).toBe(503);
    const order: string[] = [];
    const fetched = page.evaluate("fetch('/slow').then((answer) => answer.text())");
    await until(
      () => slow,
      (response) => response !== undefined,
    );
    const quiet = requests.quiet(longestMs).then(() => order.push('quiet'));
    slow?.on('finish', () => order.push('answered')).end('at last');
    await Promise.all([fetched, quiet]);
    expect(order).toEqual(['answered', 'quiet']);
    expect(answers).toEqual(expect.arrayContaining(['503 /down', '200 /slow']));
    expect(asked).toContain('/slow ours');
    expect(requests.status).toBe(503);
    await page.close();
  });
});
