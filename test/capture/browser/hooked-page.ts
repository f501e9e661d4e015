/** Pages made for one hook each, with all hooks in them. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll } from 'vitest';
import { openMeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import { bundle } from '../../../lib/capture/build/bundle.ts';
import { exportsName, scriptFile } from '../../../lib/capture/build/scripts.ts';

export const pageProgram = 'hooked-page';
/** As the fixture has it. */
export const clientFrame = 'iframe#client';

const folder = await mkdtemp(join(tmpdir(), 'hooked-page-'));
afterAll(() => rm(folder, { recursive: true }));

/** From now on, the programs are those that the service has, and that of the pages here. */
const addProgram = async (): Promise<void> => {
  const built = process.env.CAPTURE_PROGRAMS;
  if (!built) throw new Error('the programs have not been built');
  await cp(built, folder, { recursive: true });
  const script = bundle(new URL('../fixtures/hooked-page.ts', import.meta.url), exportsName);
  await writeFile(join(folder, scriptFile(pageProgram)), script);
  process.env.CAPTURE_PROGRAMS = folder;
};
let added: Promise<void> | undefined;

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

/** A page, loaded, that a site serves. */
export const openHookedPage = async (browser: Browser, url: string) => {
  added ??= addProgram();
  await added;
  const meeting = await openMeetingPage(browser, { pageProgram });
  await meeting.load(url);
  return { meeting, page: meeting.page, [Symbol.asyncDispose]: () => meeting[Symbol.asyncDispose]() };
};
