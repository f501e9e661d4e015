/**
 * An owner at the dashboard of a deployed stack, in a real browser: comes in by an issuer of OpenID Connect, and does by
 * mouse what there is to do with webhooks, bots, calendars, connections and app sessions.
 */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'puppeteer-core';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { closeChromium, launchChromium } from '../../lib/capture/browser/chromium.ts';
import { inHand, longestMs } from '../../lib/demo/by-mouse.ts';
import { refusing } from '../../lib/demo/dashboard.ts';
import { serveProps } from '../../lib/demo/props.ts';
import type { OwnServer } from '../../lib/demo-room/own-server.ts';
import { runScript } from '../../lib/demo-room/scripted/run-script.ts';
import { Script } from '../../lib/demo-room/scripted/script.ts';
import twoPeople from '../../lib/demo-room/scripts/two-people.json' with { type: 'json' };
import { asOperator, browsedAt, createProject } from '../../lib/emulator/deployment.ts';
import {
  aCalendarIsConnected,
  aConnectionIsAdded,
  anAppIsEntered,
  anAppIsForgotten,
  anAppSessionIsTaken,
} from '../dashboard/walk/grants.ts';
import { aBotIsKeptOut } from '../dashboard/walk/kept-out.ts';
import { aMeetingIsAttended } from '../dashboard/walk/meeting.ts';
import type { Visit } from '../dashboard/walk/visit.ts';
import { webhooksAreSubscribedTo } from '../dashboard/walk/webhooks.ts';
import type { Conf } from '../facsimiles/conf/conf.ts';
import { type App, anApp, aUser } from '../facsimiles/conf/people.ts';
import type { GoogleCalendar } from '../facsimiles/google-calendar/google-calendar.ts';
import { anRtms, type Rtms } from '../facsimiles/rtms/rtms.ts';
import { maya } from '../facsimiles/rtms/script.ts';
import { aWebServer } from '../facsimiles/web.ts';
import type { OpenIdIssuer } from '../lab/hosts/openid-issuer.ts';
import { type Api, deployedApi } from './api.ts';
import type { Stage } from './stage.ts';
import { eventually } from './steps.ts';

/** What there is beside the stack. */
export interface Beside {
  readonly issuer: OpenIdIssuer;
  readonly demoRoom: OwnServer;
  readonly google: GoogleCalendar;
  readonly conf: Conf;
  /** Of the stack's outputs. */
  readonly file: string;
}

const hook = { url: '', secret: 'secret-token-of-webhooks' };
/** Its own app and user at the platform of connections. */
export const ownersApp: App = anApp({ client_id: 'client-of-an-owner', webhook: hook });
export const ownersUser = aUser({ id: 'b7c-8Dq3R2mUEx3cQGBjVw', email: 'priya@example.com', first_name: 'Priya' });

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
  };
};

/** With `PICTURES=folder` each step is left there as a picture of what it led to, one that failed too. */
const pictures = process.env.PICTURES;

const portraying =
  (step: Visit['step'], page: Page): Visit['step'] =>
  (name, run) =>
    step(name, async () => {
      try {
        return await run();
      } finally {
        const path = `${pictures}/${name.replaceAll(/\W+/g, '-')}.png` as const;
        if (pictures) await page.screenshot({ path: path as `${string}.png`, fullPage: true }).catch(() => undefined);
      }
    });

/** Each in a browser of their own; what their pages are refused by their policy is noted. */
const visitsIn = ({ step, site }: Pick<Visit, 'step' | 'site'>) => {
  const refused: string[] = [];
  const visitIn = async (place: Pick<Browser, 'newPage'>): Promise<Visit> => {
    const page = await place.newPage();
    page.setDefaultTimeout(longestMs);
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
    });
    return { ...inHand(page), step: portraying(step, page), page, site };
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

export const anOwnerAtTheDashboard = async (stage: Stage, beside: Beside): Promise<void> => {
  const { step, outputs, endpoint } = stage;
  const { issuer, demoRoom, google, conf, file } = beside;
  const site = browsedAt(endpoint, outputs.ApiUrl);
  const { project_id, api_key } = await createProject(file, 'of an owner');
  const api = deployedApi(endpoint, outputs.ApiUrl, api_key);
  // An address is of one project, and an emulator may have those of earlier runs.
  const email = `lena-${project_id.toLowerCase()}@example.com`;
  issuer.people.set(email, { email, email_verified: true });
  await issuer.leadTo(site + dashboardRoutes.finishSignIn.path);
  const admit = ['dashboard', 'admit', 'Lena', email, '--role', 'owner', '--project', project_id];
  await asOperator(file, admit);

  await using held = new AsyncDisposableStack();
  const props = held.use(await serveProps());
  const receiver = held.use(await aWebServer(() => ({ status: 204 })));
  const rtms = held.use(await anRtms({ secrets: ownersApp }));
  const room = demoRoom.demoRoom.createRoom();
  const shut = demoRoom.demoRoom.createRoom({ waiting_room: true });
  const plays = (where: typeof room, script: unknown) =>
    runScript({ base_url: demoRoom.base_url, room: where, script: Script.parse(script) });
  const browser = await launchChromium({ width: 1280, height: 860 });
  held.defer(() => closeChromium(browser));
  const app = {
    ...{ client_id: ownersApp.client_id, client_secret: ownersApp.client_secret, webhook_secret: hook.secret },
    tellsAt: ({ pathname }: URL) => Object.assign(hook, { url: stage.hookUrl(pathname) }),
    authorise: () => `${ownersApp.redirect_uris[0]}?code=${conf.authorise(ownersUser, { app: ownersApp })}`,
    remove: () => conf.removeApp(ownersUser, ownersApp),
  };
  const { refused, visitIn } = visitsIn({ step, site });
  const lena = await visitIn(browser);

  await step('an owner signs in by the identity provider', async () => {
    await signIn(lena, issuer, email);
    await lena.says('No bots yet');
    assert.equal(lena.page.url(), `${site}/dashboard`);
  });
  // What goes wrong in one part keeps nobody from the others.
  const failures: unknown[] = [];
  const part = async (run: () => Promise<void>): Promise<void> => {
    await lena.page.goto(`${site}/dashboard`);
    await run().catch((error: unknown) => failures.push(error));
  };

  await part(() => webhooksAreSubscribedTo(lena, receiver));
  await part(async () => {
    await using people = await plays(room, twoPeople);
    await aMeetingIsAttended(lena, { meeting_url: demoRoom.base_url + room.room_path, people, props });
  });
  await part(async () => {
    await using _ = await plays(shut, refusing);
    await aBotIsKeptOut(lena, demoRoom.base_url + shut.room_path);
  });
  await part(() => aCalendarIsConnected(lena, calendarOf(google, email)));
  await part(async () => {
    await anAppIsEntered(lena, app);
    await aConnectionIsAdded(lena, app);
    await anAppSessionIsTaken(lena, streamOf(rtms, api, held));
    await anAppIsForgotten(lena, app);
  });
  await step('they sign out', async () => {
    await lena.press('Sign out');
    await lena.says('Send bots to meetings, watch what they see and hear');
  });
  await step('their pages asked for nothing that the policy refuses', () => assert.deepEqual(refused, []));
  for (const failure of failures) throw failure;
};
