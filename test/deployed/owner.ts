/**
 * An owner at the dashboard of a deployed stack, in a real browser: comes in by an issuer of OpenID Connect, and does what
 * there is to do, each from its first press to what it does; by mouse, or by the keyboard alone.
 */
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { closeChromium, launchChromium } from '../../lib/capture/browser/chromium/chromium.ts';
import { inHand, longestMs } from '../../lib/demo/by-mouse.ts';
import { refusing } from '../../lib/demo/dashboard.ts';
import { serveProps } from '../../lib/demo/props.ts';
import type { OwnServer } from '../../lib/demo-room/own-server.ts';
import { runScript } from '../../lib/demo-room/scripted/run-script.ts';
import { Script } from '../../lib/demo-room/scripted/script.ts';
import twoPeople from '../../lib/demo-room/scripts/two-people.json' with { type: 'json' };
import { asOperator, browsedAt, createProject } from '../../lib/emulator/deployment.ts';
import { byKeyboard } from '../dashboard/by-keyboard.ts';
import {
  aCalendarIsConnected,
  aConnectionIsAdded,
  anAppIsEntered,
  anAppIsForgotten,
  anAppSessionIsTaken,
} from '../dashboard/walk/grants.ts';
import { aBotIsKeptOut } from '../dashboard/walk/kept-out.ts';
import { aBotIsFound, aMeetingIsAttended, aMeetingIsForgotten, aMeetingIsRead } from '../dashboard/walk/meeting.ts';
import { type Decided, ownersDecide } from '../dashboard/walk/settings.ts';
import type { Visit } from '../dashboard/walk/visit.ts';
import { aDeliveryIsSentAgain, aSubscriptionIsEnded, webhooksAreSubscribedTo } from '../dashboard/walk/webhooks.ts';
import type { Conf } from '../facsimiles/conf/conf.ts';
import type { GoogleCalendar } from '../facsimiles/google-calendar/google-calendar.ts';
import { anRtms, type Rtms } from '../facsimiles/rtms/rtms.ts';
import { maya } from '../facsimiles/rtms/script.ts';
import { aWebServer } from '../facsimiles/web.ts';
import type { OpenIdIssuer } from '../lab/hosts/openid-issuer.ts';
import { type Api, deployedApi } from './api.ts';
import { grantedBy, ownersApp } from './owners-app.ts';
import type { Stage } from './stage.ts';
import { eventually } from './steps.ts';

/** With what everything is done. */
type By = 'mouse' | 'keyboard';

/** What there is beside the stack. */
export interface Beside {
  readonly issuer: OpenIdIssuer;
  readonly demoRoom: OwnServer;
  readonly google: GoogleCalendar;
  readonly conf: Conf;
  readonly provider: Decided['provider'];
  /** Of the stack's outputs. */
  readonly file: string;
  /** For what the browser downloads. */
  readonly folder: string;
}

/** What the stack must be told to have people sign in there. */
export const issuerSettings = ({ url }: OpenIdIssuer): string[] => [`oidcIssuer=${url}`, 'oidcClientId=dashboard'];

const tomorrow = (hours: number): string => new Date(Date.now() + (24 + hours) * 3_600_000).toISOString();

/** A calendar with a meeting, of which an app may read. */
const calendarOf = (google: GoogleCalendar, email: string) => {
  const app = google.grants.app('dashboard');
  const consent = () => google.grants.consent(app, email, ['https://www.googleapis.com/auth/calendar.events.readonly']);
  google.world.account(email).calendar.add({
    ...{ title: 'Planning', start: tomorrow(0), end: tomorrow(1) },
    fields: { location: 'https://meet.google.com/abc-defg-hij' },
  });
  return {
    ...app,
    ...{ meeting: 'Planning', refresh_token: consent() },
    switchApi: (isOn: boolean) => google.setApiEnabled(app, isOn),
  };
};

/** With `PICTURES=folder` each step is left there as a picture of what it led to, one that failed too. */
const pictures = process.env.PICTURES;

const portraying =
  (step: Visit['step'], page: Page, by: By): Visit['step'] =>
  (name, run) =>
    step(name, async () => {
      try {
        return await run();
      } finally {
        const path = `${pictures}/by-${by}-${name.replaceAll(/\W+/g, '-')}.png` as const;
        if (pictures) await page.screenshot({ path: path as `${string}.png`, fullPage: true }).catch(() => undefined);
      }
    });

/** Each in a browser of their own; what their pages are refused by their policy is noted. */
const visitsIn = ({ step, site, by }: Pick<Visit, 'step' | 'site'> & { readonly by: By }) => {
  const refused: string[] = [];
  const visitIn = async (place: Pick<Browser, 'newPage'>): Promise<Visit> => {
    const page = await place.newPage();
    page.setDefaultTimeout(longestMs);
    // Of several at once each is as if it were the one in front.
    await page.emulateFocusedPage(true);
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
    });
    const hand = by === 'keyboard' ? byKeyboard(page) : undefined;
    return { ...inHand(page, hand), step: portraying(step, page, by), page, site };
  };
  return { refused, visitIn };
};

const signIn = async ({ page, site, says, follow }: Visit, issuer: OpenIdIssuer, subject: string): Promise<void> => {
  issuer.become(subject);
  await page.goto(`${site}/dashboard`);
  await says('Sign in');
  await follow('Sign in');
};

/** A stream that is forwarded, in which somebody speaks once it is listened to. */
const streamOf = (rtms: Rtms, api: Api, held: AsyncDisposableStack) => {
  const stream = rtms.startStream();
  const title = 'Customer call';
  return {
    title,
    begin: async () => {
      const answer = await api('POST', '/app_sessions', { conf_rtms: stream.started(), metadata: { title } });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
    },
    speak: async () => {
      await eventually(
        'the stream',
        async () => stream.accepted.media,
        (count) => count === 1,
      );
      const played = await stream.play([
        { at_ms: 0, does: 'join', who: maya },
        { at_ms: 200, does: 'say', who: maya, clip: 'maya-01' },
      ]);
      // Else it plays on, and keeps the process from its end.
      held.use(played);
    },
  };
};

/** A browser in which a page of the site may be copied from, and the folder to which it downloads. */
const aBrowser = async (site: string, within: string, held: AsyncDisposableStack) => {
  const browser = await launchChromium({ width: 1280, height: 860 });
  held.defer(() => closeChromium(browser));
  // Without a window it asks nobody, and refuses what one with a window allows whoever presses.
  await browser.defaultBrowserContext().overridePermissions(site, ['clipboard-sanitized-write']);
  const downloads = await mkdtemp(join(within, 'downloads-'));
  const protocol = await browser.target().createCDPSession();
  await protocol.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
  return { browser, downloads };
};

export const anOwnerAtTheDashboard = async (stage: Stage, beside: Beside, by: By): Promise<void> => {
  const { step, outputs, endpoint } = stage;
  const { issuer, demoRoom, google, conf, provider, file, folder } = beside;
  const site = browsedAt(endpoint, outputs.ApiUrl);
  const { project_id, api_key } = await createProject(file, 'acme');
  const apiWith = (key: string): Api => deployedApi(endpoint, outputs.ApiUrl, key);
  // An address is of one project, and an emulator may have those of earlier runs.
  const [lenas = '', toms = '', adas = ''] = ['lena', 'tom', 'ada'].map(
    (name) => `${name}-${project_id.toLowerCase()}@example.com`,
  );
  for (const email of [lenas, toms]) issuer.people.set(email, { email, email_verified: true });
  await issuer.leadTo(site + dashboardRoutes.finishSignIn.path);
  const admit = ['dashboard', 'admit', 'Lena', lenas, '--role', 'owner', '--project', project_id];
  await asOperator(file, admit);

  await using held = new AsyncDisposableStack();
  const props = held.use(await serveProps());
  const receiver = held.use(await aWebServer(() => ({ status: 204 })));
  const rtms = held.use(await anRtms({ secrets: ownersApp }));
  const room = demoRoom.demoRoom.createRoom();
  const shut = demoRoom.demoRoom.createRoom({ waiting_room: true });
  const plays = (where: typeof room, script: unknown) =>
    runScript({ base_url: demoRoom.base_url, room: where, script: Script.parse(script) });
  const { browser, downloads } = await aBrowser(site, folder, held);
  const { refused, visitIn } = visitsIn({ step, site, by });
  const lena = await visitIn(browser);

  await step('an owner signs in by the identity provider', async () => {
    await signIn(lena, issuer, lenas);
    await lena.says('No bots yet');
    assert.equal(lena.page.url(), `${site}/dashboard`);
  });
  // What goes wrong in one part keeps nobody from the others.
  const failures: unknown[] = [];
  const part = async (run: () => Promise<void>): Promise<void> => {
    await lena.page.goto(`${site}/dashboard`);
    await run().catch((error: unknown) => failures.push(error));
  };

  await part(async () => {
    const secret = await webhooksAreSubscribedTo(lena, receiver);
    const people = held.use(await plays(room, twoPeople));
    const attended = { meeting_url: demoRoom.base_url + room.room_path, people, props, downloads };
    await lena.follow('Bots');
    const bot = await aMeetingIsAttended(lena, attended);
    await people.close();
    await aMeetingIsRead(lena, attended);
    await aDeliveryIsSentAgain(lena, { receiver, secret, bot });
    await aSubscriptionIsEnded(lena);
    await aBotIsFound(lena, bot);
    await aMeetingIsForgotten(lena);
  });
  await part(async () => {
    await using _ = await plays(shut, refusing);
    await aBotIsKeptOut(lena, demoRoom.base_url + shut.room_path);
  });
  await part(() => aCalendarIsConnected(lena, calendarOf(google, adas)));
  await part(async () => {
    const app = grantedBy(conf, stage);
    await anAppIsEntered(lena, app);
    await aConnectionIsAdded(lena, app);
    await anAppSessionIsTaken(lena, streamOf(rtms, apiWith(api_key), held));
    await anAppIsForgotten(lena, app);
  });
  await part(() =>
    ownersDecide(lena, {
      ask: async (key) => (await apiWith(key)('GET', '/bots')).status,
      provider,
      guest: {
        email: toms,
        arrives: async () => {
          const tom = await visitIn(await browser.createBrowserContext());
          await signIn(tom, issuer, toms);
          return tom;
        },
      },
    }),
  );
  await step('they sign out', async () => {
    await lena.page.goto(`${site}/dashboard`);
    await lena.press('Sign out');
    await lena.says('Send bots to meetings, watch what they see and hear');
  });
  await step('their pages asked for nothing that the policy refuses', () => assert.deepEqual(refused, []));
  for (const failure of failures) throw failure;
};
