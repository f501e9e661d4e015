/** Makes a browser that of somebody who is signed in, and takes from one what makes it so. */
import type { Browser, Cookie, CookieData, Page } from 'puppeteer-core';
import { Login } from '../../domain/meeting/login.ts';

type KeptCookie = Login['cookies'][number];

const cookieOf = ({ expires, sameSite, ...cookie }: KeptCookie): CookieData => ({
  ...cookie,
  ...(expires > 0 && { expires }),
  ...(sameSite && { sameSite }),
});

/** Written as text, so that nothing of this process's build gets into the page. Frames without an origin have no storage. */
const storageScript = (origins: Login['origins']): string => {
  const kept = Object.fromEntries(origins.map(({ origin, localStorage }) => [origin, localStorage]));
  return `(() => {
    for (const { name, value } of ${JSON.stringify(kept)}[location.origin] ?? [])
      if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
  })();`;
};

/** Before the page has loaded anything. The login goes with the browser, whose files are removed once it is closed. */
export const giveLogin = async (page: Page, { cookies, origins }: Login): Promise<void> => {
  await page.browserContext().setCookie(...cookies.map(cookieOf));
  if (origins.length > 0) await page.evaluateOnNewDocument(storageScript(origins));
};

const keptCookie = ({ name, value, domain, path, expires, httpOnly, secure, sameSite }: Cookie): KeptCookie => ({
  ...{ name, value, domain, path, expires, secure },
  httpOnly: httpOnly ?? false,
  ...((sameSite === 'Strict' || sameSite === 'Lax' || sameSite === 'None') && { sameSite }),
});

/**
 * All cookies of a browser, and what the pages that are open keep of their own.
 * @throws ZodError where nobody was signed in
 */
export const takeLogin = async (browser: Browser): Promise<Login> => {
  const pages = (await browser.pages()).filter((page) => /^https?:/.test(page.url()));
  const kept = await Promise.all(
    pages.map(async (page) => ({
      origin: new URL(page.url()).origin,
      localStorage: await page.evaluate(() => Object.entries(localStorage).map(([name, value]) => ({ name, value }))),
    })),
  );
  const origins = [...new Map(kept.map((one) => [one.origin, one])).values()];
  return Login.parse({ cookies: (await browser.cookies()).map(keptCookie), origins });
};
