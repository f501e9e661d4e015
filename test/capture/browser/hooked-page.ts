/** Pages made for one hook each, with all hooks in them. */
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'puppeteer-core';
import { openMeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import { pageProgram } from '../../lab/pages/page-program.ts';

/** As the fixture has it. */
export const clientFrame = 'iframe#client';

/** Parts of a page, one after the other. */
export const fixtures = async (...names: readonly string[]): Promise<string> =>
  (await Promise.all(names.map((name) => readFile(new URL(`../fixtures/${name}.html`, import.meta.url), 'utf8')))).join(
    '',
  );

/** What a site has at an address: the body of a page, or an answer of its own. */
type Content = string | RequestListener | undefined;

const pageOf =
  (body: string): RequestListener =>
  (_, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html><meta charset="utf-8">${body}`);

/** Serves a page, and what a test has at other addresses. */
export const aSite = async (body: string, at: (path: string) => Content = () => undefined) => {
  const server = createServer((request, response) => {
    const content = at(request.url ?? '') ?? body;
    (typeof content === 'string' ? pageOf(content) : content)(request, response);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    url: (path = '/') => `http://127.0.0.1:${port}${path}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** As when the system's clock was set by so much after a page was loaded, and before its worker was made. */
export const setClockBeforeWorker = async (page: Page, by_ms: number): Promise<void> => {
  const value = (await page.evaluate(() => performance.timeOrigin)) - by_ms;
  await page.evaluate(`Object.defineProperty(performance, 'timeOrigin', { value: ${value} })`);
};

/** A page, loaded, that a site serves. */
export const openHookedPage = async (browser: Browser, url: string) => {
  const meeting = await openMeetingPage(browser, { pageProgram });
  await meeting.load(url);
  return { meeting, page: meeting.page, [Symbol.asyncDispose]: () => meeting[Symbol.asyncDispose]() };
};
