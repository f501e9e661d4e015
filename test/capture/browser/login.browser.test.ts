/** A login goes from one browser into another, and there only to where it belongs. */
import { createServer } from 'node:http';
import { expect, it, vi } from 'vitest';
import { browserMeetings } from '../../../lib/capture/browser/browser-meeting.ts';
import { closeChromium, launchChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { giveLogin, takeLogin } from '../../../lib/capture/browser/login.ts';
import { signOn } from '../../../lib/capture/browser/sign-on.ts';
import { SignInFailedError } from '../../../lib/capture/meeting/errors.ts';
import { googleMeet } from '../../../lib/capture/platforms/google-meet/index.ts';
import { signOn as platformSignOn } from '../../../lib/capture/platforms/google-meet/sign-on.ts';
import { ticketCookie } from '../../../lib/domain/meeting/login.ts';
import { googleMeet as facsimileOf } from '../../facsimiles/meetings/google-meet/google-meet.ts';
import { googleSignIn } from '../../facsimiles/meetings/google-meet/sign-in.ts';
import { type Facsimile, startMeetingHost } from '../../facsimiles/meetings/host.ts';
import { useStores } from '../../lab/doubles/in-process/adapters.ts';
import { ownSignOn } from '../../lab/hosts/own-sign-on.ts';
import { longestMs, until } from '../../lab/until.ts';
import { askIn } from '../../lab/worlds/ask-in.ts';
import { address, aSsoWorld, domain, ownHost } from '../../lab/worlds/single-sign-on.ts';

vi.mock('#adapters/table.ts', () => import('../../lab/doubles/in-process/adapters.ts'));
vi.mock('#adapters/master-key.ts', () => import('../../lab/doubles/in-process/adapters.ts'));

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

/** A sign-on at a platform whose page is answered so, and signs in. */
const signedOnBy = async (answer: () => string) => {
  const google: Facsimile = {
    hosts: ['accounts.google.com'],
    quirks: () => undefined,
    visited: () => ({}),
    answer: () => ({ status: 200, type: 'text/html', body: answer() }),
  };
  await using host = await startMeetingHost([google]);
  const browser = await launchChromium({ width: 320, height: 240, args: host.args });
  try {
    const start = 'https://accounts.google.com/start';
    const given = { start, domain, page: `https://${ownHost}/sso`, ticket: 'a'.repeat(43) };
    await signOn(browser, platformSignOn, given, { platform: 'google_meet' });
    return (await browser.cookies()).map(({ name, value }) => [name, value]);
  } finally {
    await closeChromium(browser);
  }
};
const signsIn = "document.cookie = 'SID=maya; Domain=google.com; Path=/; Secure';";

it('comes of a sign-on on whose way pages alert and ask', async () => {
  const asking = `<title>Google</title><script>alert('Your session is over'); if (confirm('Go on?')) ${signsIn}</script>`;
  expect(await signedOnBy(() => asking)).toContainEqual(['SID', 'maya']);
});

it('comes of a sign-on during which the worker was held up for longer than that may take', async () => {
  let passed_ms = 0;
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => passed_ms + now.call(performance));
  try {
    const cookies = await signedOnBy(() => {
      passed_ms += 60_000;
      return `<title>Google</title><script>setTimeout(() => { ${signsIn} }, 1000)</script>`;
    });
    expect(cookies).toContainEqual(['SID', 'maya']);
  } finally {
    vi.mocked(performance.now).mockRestore();
  }
});

it('is not needed where the platform asks this service who a bot is: it goes there and back, and joins as its account', async () => {
  vi.stubEnv('BASE_URL', undefined);
  const world = aSsoWorld();
  useStores(world);
  const { project_id, known } = await world.aProject('Team');
  const google = googleSignIn(known, domain);
  using meet = facsimileOf(google.accountOf);
  await using host = await startMeetingHost([meet, google, ownSignOn()]);
  const meetings = browserMeetings({
    platform: googleMeet,
    launch: (options) => launchChromium({ ...options, args: host.args }),
  });
  const { bot_id: _, ...sign_on } = await world.aTicket(project_id);
  const room = meet.meeting();
  const size = { width: 1280, height: 720 };
  const request = { meeting_url: room.url, platform: 'google_meet', size, sign_on, log: () => undefined } as const;
  {
    await using meeting = await meetings.open(request);
    await meeting.load();
    const shown = await until(
      () => meeting.look(),
      ({ phase }) => phase === 'pre_join',
    );
    expect(shown.page?.page_state).toBe('M02_green_room_signed_in');
    await askIn(meeting);
    await until(
      () => meeting.look(),
      ({ phase }) => phase === 'in_meeting',
    );
    expect(room.members.map(({ name }) => name)).toEqual([address]);
  }
  // The ticket was for one host, and what names the domain for Google's sign-in alone.
  expect(google.asked.map(({ headers }) => headers.cookie ?? '').join()).not.toContain(ticketCookie);
  const failed = await meetings.open(request).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SignInFailedError);
  expect(String(failed)).toContain(`it stopped at ${ownHost}/sso/${project_id}/saml, which answered 401`);
  const { facts, files = [] } = (failed instanceof SignInFailedError && failed.evidence) || {};
  expect(files.map(({ name }) => name)).toContain('frame-0.html');
  const kept = [JSON.stringify(facts), ...files.map(({ bytes }) => Buffer.from(bytes).toString('latin1'))];
  expect(kept.join()).not.toContain(sign_on.ticket);
});
