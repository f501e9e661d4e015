/** A login goes from one browser into another, and there only to where it belongs. */
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { closeChromium, launchChromium } from '../../../lib/capture/browser/chromium.ts';
import { giveLogin, takeLogin } from '../../../lib/capture/browser/login.ts';
import { longestMs } from '../../lab/until.ts';

it('is taken from a browser in which somebody signed in, and makes another one theirs', async () => {
  const cookies: (string | undefined)[] = [];
  const server = createServer(({ url, headers }, response) => {
    cookies.push(headers.cookie);
    if (url === '/sign-in') response.setHeader('set-cookie', 'SID=maya; HttpOnly; SameSite=Lax; Path=/');
    response.setHeader('content-type', 'text/html').end('<title>A page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const size = { width: 320, height: 240 };
  const [hers, bots] = await Promise.all([launchChromium(size), launchChromium(size)]);
  try {
    const page = await hers.newPage();
    page.setDefaultTimeout(longestMs);
    await page.goto(`http://127.0.0.1:${port}/sign-in`);
    await page.evaluate(() => localStorage.setItem('device', 'known'));
    const login = await takeLogin(hers);
    expect(login).toMatchObject({
      cookies: [{ name: 'SID', value: 'maya', domain: '127.0.0.1', httpOnly: true }],
      origins: [{ localStorage: [{ name: 'device', value: 'known' }] }],
    });
    const joined = await bots.newPage();
    joined.setDefaultTimeout(longestMs);
    await giveLogin(joined, login);
    cookies.length = 0;
    await joined.goto(`http://127.0.0.1:${port}/meeting`);
    const stored = () => joined.evaluate(() => localStorage.getItem('device'));
    expect([cookies[0], await stored()]).toEqual(['SID=maya', 'known']);
    await joined.goto(`http://localhost:${port}/elsewhere`);
    expect([cookies.at(-1), await stored()]).toEqual([undefined, null]);
  } finally {
    await Promise.all([closeChromium(hers), closeChromium(bots)]);
    server.close();
  }
});
