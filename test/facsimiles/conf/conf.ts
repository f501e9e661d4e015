/** The conferencing platform (Zoom) on this machine: its token endpoint, the part of its REST API that a bot needs, its webhooks. */
import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../../../lib/ports/clock.ts';
import type { QuirkTable } from '../quirks.ts';
import { type Asked, aWebServer, type WebServer } from '../web.ts';
import { type ApiQuirks, anApi } from './api.ts';
import { appDeauthorized, type ConfEvent, meetingCreated, userEvent } from './events.ts';
import { type Delivered, deliver, deliveryOf, type HookQuirks, validate } from './hooks.ts';
import { anOAuth, type OAuthQuirks } from './oauth.ts';
import { type App, anApp, aUser, type Meeting, type User } from './people.ts';

export type ConfQuirks = OAuthQuirks & ApiQuirks & HookQuirks;

/** For eachQuirk: the other position of each switch. */
export const confQuirks: QuirkTable<ConfQuirks> = {
  'a spent code is an invalid request': { codeError: 'invalid_request' },
  'a spent code ends the tokens that it was exchanged for': { spentCodeEndsTokens: true },
  'a refresh ends the access token before it': { refreshEndsAccess: true },
  'an access token that is too old can be revoked': { revokesExpired: true },
  'a wrong secret is a 401': { clientErrorStatus: 401 },
  'a token on behalf of somebody needs a meeting': { onbehalfNeedsMeeting: true },
  'pages are short': { shortPages: true },
  'webhooks are stamped in milliseconds': { stampsInMs: true },
};

export interface ConfOptions {
  readonly apps?: readonly App[];
  readonly users?: readonly User[];
  readonly meetings?: readonly Meeting[];
  readonly clock?: Clock;
  readonly quirks?: ConfQuirks;
}

export interface Conf extends WebServer {
  /** A user allows the app what it asks for, or less; the code that the app's address gets. */
  authorise(user: User, given?: { app?: App; redirect_uri?: string; scopes?: readonly string[] }): string;
  /** A user takes the app away: its tokens are dead before the app hears of it. */
  removeApp(user: User, app?: App): Promise<Delivered>;
  /** What a user allowed is dead, and nobody is told. */
  end(user: User, app?: App): void;
  /** An administrator locks a user out, or removes the account: tokens die, every app with a webhook hears of it. */
  endUser(what: 'deactivated' | 'deleted', user: User): Promise<Delivered[]>;
  /** Likewise, but nobody is told, and what was granted lives on. */
  lockOut(user: User): void;
  updateUser(user: User): Promise<Delivered[]>;
  /** Somebody plans a meeting. */
  plan(meeting: Meeting): Promise<Delivered[]>;
  /** Sends any event to every app with a webhook. */
  send(event: ConfEvent): Promise<Delivered[]>;
  /** Whether the app's address proves that it knows the secret. */
  validate(app?: App): Promise<boolean>;
  /** How often tokens were asked for, by grant type. */
  tokenRequests(type: 'authorization_code' | 'refresh_token'): number;
  /** All tokens and codes that were ever given. */
  secrets(): readonly string[];
  /** How many grants live. */
  readonly grants: number;
}

export const aConf = async ({
  apps = [anApp()],
  users: givenUsers = [aUser()],
  meetings: givenMeetings = [],
  clock = systemClock,
  quirks = {},
}: ConfOptions = {}): Promise<Conf> => {
  const users = new Map(givenUsers.map((user) => [user.id, user]));
  const meetings = [...givenMeetings];
  const oauth = anOAuth(apps, clock, quirks);
  const api = anApi({ users, meetings, oauth, clock, quirks });
  const [firstApp] = apps;
  if (!firstApp) throw new Error('a platform without apps has nobody to answer');

  const server = await aWebServer((asked) => {
    const answer =
      asked.path === '/oauth/token'
        ? oauth.token(asked)
        : asked.path === '/oauth/revoke'
          ? oauth.revoke(asked)
          : api(asked);
    const tracking = { 'x-zm-trackingid': `v=2.0;clid=us04;rid=WEB_${randomBytes(8).toString('hex')}` };
    return { ...answer, headers: { ...tracking, ...answer.headers } };
  });

  const send = (event: ConfEvent): Promise<Delivered[]> =>
    Promise.all(
      apps.filter(({ webhook }) => webhook).map((app) => deliver(deliveryOf(app, event, clock.now(), quirks))),
    );
  const grantTypeOf = ({ path, body }: Asked) =>
    path === '/oauth/token' ? new URLSearchParams(body.toString()).get('grant_type') : undefined;

  return {
    ...server,
    authorise: (user, { app = firstApp, ...given } = {}) => oauth.authorise(app, user, given),
    removeApp(user, app = firstApp) {
      oauth.end(user.id, app);
      return deliver(deliveryOf(app, appDeauthorized(app, user, clock.now()), clock.now(), quirks));
    },
    end: (user, app) => oauth.end(user.id, app),
    endUser(what, user) {
      oauth.end(user.id);
      if (what === 'deleted') users.delete(user.id);
      else users.set(user.id, { ...user, status: 'inactive' });
      return send(userEvent(what, user, clock.now()));
    },
    lockOut: (user) => void users.set(user.id, { ...user, status: 'inactive' }),
    updateUser(user) {
      users.set(user.id, user);
      return send(userEvent('updated', user, clock.now()));
    },
    plan(meeting) {
      const host = users.get(meeting.host_id);
      if (!host) throw new Error(`nobody is ${meeting.host_id}`);
      meetings.push(meeting);
      return send(meetingCreated(meeting, host, clock.now()));
    },
    send,
    validate: (app = firstApp) => validate(app, randomBytes(16).toString('base64url'), clock, quirks),
    tokenRequests: (type) => server.asked.filter((asked) => grantTypeOf(asked) === type).length,
    secrets: () => oauth.given,
    get grants() {
      return oauth.live;
    },
  };
};
