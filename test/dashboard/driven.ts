/** The dashboard, driven from outside: a service with a project, and a page of a real browser in which its owner is signed in. */
import { randomBytes } from 'node:crypto';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import { expect, vi } from 'vitest';
import { openMediaStore } from '#adapters/media-store.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { closeChromium } from '../../lib/capture/browser/chromium/chromium.ts';
import { prepareDashboard } from '../../lib/dashboard/build.ts';
import type { Role } from '../../lib/domain/access/roles.ts';
import type { Bot } from '../../lib/domain/bot/bot.ts';
import { newId } from '../../lib/domain/ids.ts';
import { invitationPath } from '../../lib/local-home/invitation.ts';
import type { Table } from '../../lib/ports/table.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { type LocalApi, startLocalApi } from '../lab/api/local-api.ts';
import { storeLines } from '../lab/builders/long-meeting.ts';
import { aBot, aBotEvent } from '../lab/builders/records.ts';
import { anOpenIdIssuer, type OpenIdIssuer } from '../lab/hosts/openid-issuer.ts';
import { patientBrowser } from '../lab/hosts/patient-browser.ts';
import { longestMs, until } from '../lab/until.ts';

/** What a stranger may write. */
export const hostile = '<img src=x onerror="document.title=\'taken\'">';
/** What only the door says. */
export const door = 'Sign in';
/** More than there is to be reached on any page. */
const mostTabs = 80;
/** Of a page on which something is missing: enough to know it by. */
const mostRead = 600;

/** What goes on moving for whoever likes that is drawn sixty times a second by a processor, and nobody looks. */
export const stillness = { name: 'prefers-reduced-motion', value: 'reduce' } as const;

export const minutesAgo = (count: number): Date => new Date(Date.now() - count * 60_000);
export const joined = aBotEvent({ type: 'joined_meeting', state: 'joined_recording' });
export const ended = { state: 'ended', events: [joined] } satisfies Partial<Bot>;

export const isOf =
  (method: string, path: string) =>
  (request: HTTPRequest): boolean =>
    request.method() === method && new URL(request.url()).pathname === path;

/** What somebody reads there: no styles, and nothing between two pages. */
const readIn = (page: Page): Promise<string> =>
  page
    .evaluate(() => {
      const copy = document.body.cloneNode(true) as HTMLElement;
      for (const unread of copy.querySelectorAll('style, script')) unread.remove();
      return copy.textContent;
    })
    .catch(() => '');

/** Looked for from here, again and again: a browser answers one question within half a minute only. @throws with what is read there instead */
const seen = async (page: Page, wish: string, isSo: () => Promise<boolean>): Promise<void> => {
  try {
    await until(isSo, Boolean, 100);
  } catch {
    const read = (await readIn(page)).replace(/\s+/g, ' ').slice(0, mostRead);
    throw new Error(`${new URL(page.url()).pathname} ${wish}, in vain; there is read: ${read}`);
  }
};

/** A page whose complaints are noted: what breaks its policy, or fails in it. */
const newPage = async (place: Pick<Browser, 'newPage'>, complaints: string[]): Promise<Page> => {
  const page = await place.newPage();
  page.setDefaultTimeout(longestMs);
  await page.emulateMediaFeatures([stillness]);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/Content.Security.Policy|Warning|violat/i.test(message.text())) complaints.push(message.text());
  });
  return page;
};

/** A page of the dashboard, whoever is signed in there. */
const drivenPage = (page: Page, { base_url }: LocalApi) => {
  const shows = (text: string) => seen(page, `should say “${text}”`, async () => (await readIn(page)).includes(text));
  // Between two pages there is nothing to be counted.
  const countOf = (selector: string) => page.$$eval(selector, ({ length }) => length).catch(() => Number.NaN);
  return {
    page,
    shows,
    showsNoMore: (text: string) =>
      seen(page, `should say “${text}” no more`, async () => {
        const read = await readIn(page);
        return read !== '' && !read.includes(text);
      }),
    has: (selector: string) => seen(page, `should have ${selector}`, async () => (await countOf(selector)) > 0),
    hasNo: (selector: string) => seen(page, `should have no ${selector}`, async () => (await countOf(selector)) === 0),
    text: (): Promise<string> => readIn(page),
    press: async (name: string): Promise<void> => {
      await page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
    },
    open: async (path: string, text: string): Promise<void> => {
      await page.goto(`${base_url}/dashboard${path}`);
      await shows(text);
    },
    /** Opens a link in the page that is open, as a browser does for an address of the same page. */
    follow: async (path: string): Promise<void> => {
      await page.evaluate((hash) => location.assign(hash), new URL(path, base_url).hash);
    },
    /** Presses Tab until something is reached. */
    tabTo: async (selector: string): Promise<void> => {
      const isThere = () => page.evaluate((selector) => document.activeElement?.matches(selector), selector);
      for (let times = 0; times < mostTabs; times += 1) {
        await page.keyboard.press('Tab');
        if (await isThere()) return;
      }
      throw new Error(`${mostTabs} times Tab do not lead to ${selector}`);
    },
    /** What the page asks meanwhile, of what is meant. */
    askedDuring: async (isMeant: (request: HTTPRequest) => boolean, work: () => Promise<unknown>) => {
      const asked: URL[] = [];
      const note = (request: HTTPRequest) => {
        if (isMeant(request)) asked.push(new URL(request.url()));
      };
      page.on('request', note);
      await work();
      page.off('request', note);
      return asked;
    },
    /**
     * A network that is slow with what is meant: nothing of it arrives before that is let go. It holds for pages that are
     * opened from then on: one that is open may go on for a moment as it did.
     */
    slowWith: async (isMeant: (request: HTTPRequest) => boolean) => {
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
    },
    /** A service that refuses what is meant, until that is over. */
    refusing: async (isMeant: (request: HTTPRequest) => boolean, status: number) => {
      const handle = (request: HTTPRequest) =>
        void (isMeant(request) ? request.respond({ status, body: '{}' }) : request.continue()).catch(() => undefined);
      page.on('request', handle);
      await page.setRequestInterception(true);
      const end = async () => {
        await page.setRequestInterception(false);
        page.off('request', handle);
      };
      return { end, [Symbol.asyncDispose]: end };
    },
  };
};

/** What is there of the project, and is made to be there. */
const projectOf = ({ project_id, table }: LocalApi) => {
  const bots = botRepository(table);
  /** A bot that was sent then. */
  const add = async (at: Date, details: Partial<Bot>, into: Pick<Table, 'write'> = table): Promise<string> => {
    const id = newId('bot', at, randomBytes(10));
    const repository = into === table ? bots : botRepository({ ...table, ...into });
    await repository.create(aBot({ id, project_id, join_at: at.toISOString(), ...details }));
    return id;
  };
  return {
    add,
    /** What two people said in turn, one of them with a hostile name. */
    fill: (bot_id: string, lineCount: number, transcriptOf: (index: number) => string) =>
      storeLines(table, { project_id, bot_id }, lineCount, (index) => ({
        speaker_name: index % 2 ? 'Jonas' : hostile,
        transcription: { transcript: transcriptOf(index) },
      })),
    /** What a bot keeps of a page that did not let it in. */
    diagnose: async (bot_id: string): Promise<void> => {
      const kept = `${project_id}/${bot_id}/diagnostics/`;
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
    },
  };
};

const started = async (held: AsyncDisposableStack) => {
  await prepareDashboard();
  // Where nobody answers: keys are tried when they are entered.
  vi.stubEnv('STT_A_URL', 'http://127.0.0.1:9');
  let issuer: OpenIdIssuer | undefined;
  const api = held.use(
    await startLocalApi(async (base_url) => {
      issuer = held.use(await anOpenIdIssuer(base_url + dashboardRoutes.finishSignIn.path));
      vi.stubEnv('OIDC_ISSUER', issuer.url);
      vi.stubEnv('OIDC_CLIENT_ID', 'dashboard');
    }),
  );
  if (!issuer) throw new Error('the service was started without an issuer');
  const browser: Browser = await patientBrowser({ width: 1280, height: 860, tells_requests: true });
  held.defer(() => closeChromium(browser));
  return { api, issuer, browser };
};

/** Starts all of it, once for a file of tests. What breaks its policy, or fails in its page, fails the file at its end. */
export const driveDashboard = async () => {
  await using held = new AsyncDisposableStack();
  const { api, issuer, browser } = await started(held);
  const complaints: string[] = [];
  held.defer(() => expect(complaints).toEqual([]));
  const page = await newPage(browser, complaints);
  const invite = (role: Role, name = 'Maya', project_id = api.project_id) => invitationPath({ project_id, name, role });
  const driven = drivenPage(page, api);
  const running = held.move();
  return {
    ...{ api, issuer, browser, complaints, invite },
    ...driven,
    ...projectOf(api),
    signIn: async (role: Role): Promise<void> => {
      await page.goto(api.base_url + (await invite(role)));
      await driven.shows('Send a bot');
    },
    /** The same in the browser of somebody else. */
    ofSomebodyElse: async () => {
      const context = await browser.createBrowserContext();
      return {
        ...drivenPage(await newPage(context, complaints), api),
        [Symbol.asyncDispose]: () => context.close(),
      };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};
