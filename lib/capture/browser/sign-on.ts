/** Signs a browser in at a platform, by way of this service as the identity provider of the account. */
import type { Browser, Page } from 'puppeteer-core';
import { type SignOn, ticketCookie } from '../../domain/meeting/login.ts';
import { afterOwnTime } from '../../process/deadline.ts';
import { pause } from '../../process/pause.ts';
import { SignInFailedError } from '../meeting/errors.ts';
import type { Evidence } from '../meeting/meeting.ts';
import type { PlatformSignOn } from '../platforms/platform.ts';
import { acceptDialogs } from './dialogs.ts';
import { hearRequests } from './heard-requests.ts';
import { keptPage } from './kept-page/kept-page.ts';

/** There and back are some five pages. By the time that this process has had: who comes back late has used up the ticket. */
const withinMs = 45_000;
const lookEveryMs = 250;
/** The platform sets cookies on several of its hosts once it knows who it is. */
const settledWithinMs = 5_000;

/**
 * The ticket goes into the browser as a cookie and not by an address, which servers, proxies and histories write down. It comes
 * along when the platform, another site, leads to our page (Lax), and is of that host, over https, alone.
 */
const giveTicket = async (page: Page, { page: url, ticket }: SignOn): Promise<void> => {
  const session = await page.createCDPSession();
  const cookie = { url, path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;
  const { success } = await session.send('Network.setCookie', { ...cookie, name: ticketCookie, value: ticket });
  await session.detach();
  if (!success) throw new Error('the browser does not take the ticket');
};

const isSignedIn = async (browser: Browser, { cookies: { domain, names } }: PlatformSignOn): Promise<boolean> =>
  (await browser.cookies()).some(
    (cookie) => names.includes(cookie.name) && `.${cookie.domain}`.endsWith(`.${domain}`) && cookie.value !== '',
  );

const plain = (address: string): string => {
  const { host, pathname } = URL.parse(address) ?? {};
  return host ? host + pathname : 'a page without an address';
};

const evidenceOf = (page: Page, { start }: SignOn, platform: string): Promise<Evidence | undefined> =>
  keptPage({ page, meeting_url: start, platform, view: undefined, bot_name: '' }).catch(() => undefined);

/**
 * In a page of its own, in which nothing of ours listens. What is given is used up, whatever comes of it.
 * @throws SignInFailedError when the platform does not take the account, or something else is asked on the way
 */
export const signOn = async (
  browser: Browser,
  how: PlatformSignOn,
  given: SignOn,
  { platform, within_ms = withinMs }: { readonly platform: string; readonly within_ms?: number },
): Promise<void> => {
  const page = await browser.newPage();
  acceptDialogs(page);
  let refused: string | undefined;
  try {
    await giveTicket(page, given);
    await using requests = await hearRequests(page, {
      headers: how.headers(given.domain),
      onAnswer({ status, url }) {
        if (status >= 400 && url.startsWith(given.page)) refused = `${plain(given.page)}, which answered ${status}`;
      },
    });
    let isLate = false;
    using _ = afterOwnTime(within_ms, () => {
      isLate = true;
    });
    // A form that sends itself ends the load of its page before that is over: what counts is where it leads.
    const going = page.goto(given.start, { timeout: within_ms }).catch((error: unknown) => error);
    while (!(await isSignedIn(browser, how))) {
      if (refused === undefined && !isLate) {
        await pause(lookEveryMs);
        continue;
      }
      // An answer is heard of before its page is there.
      const outcome = await Promise.race([going, pause(settledWithinMs)]);
      throw new SignInFailedError(refused ?? plain(page.url()), await evidenceOf(page, given, platform), {
        cause: outcome instanceof Error ? outcome : undefined,
      });
    }
    await requests.quiet(settledWithinMs);
  } finally {
    await page.close().catch(() => undefined);
  }
};
