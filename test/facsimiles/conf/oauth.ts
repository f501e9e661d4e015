/** The platform's tokens. Rules: https://developers.zoom.us/docs/integrations/oauth/, unless another source is named. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../lib/ports/clock.ts';
import { secret } from '../../lab/secrets.ts';
import type { Answer, Asked } from '../web.ts';
import type { App, User } from './people.ts';

/** What no page says, or what pages say differently. */
export interface OAuthQuirks {
  /** Of a code that is spent or too old. One report: https://github.com/Jericho/ZoomNet/issues/36 */
  readonly codeError?: 'invalid_grant' | 'invalid_request';
  /** RFC 6749 4.1.2 recommends that a second use of a code ends the tokens of the first. */
  readonly spentCodeEndsTokens?: boolean;
  /** Whether a refresh ends the access token before it. */
  readonly refreshEndsAccess?: boolean;
  /** The page shows an access token that is good; one that is too old is none that could be revoked, as a rule. */
  readonly revokesExpired?: boolean;
  /** RFC 6749 5.2 says 401; one report says 400: https://github.com/JubaerHossain/zoom-laravel/issues/3 */
  readonly clientErrorStatus?: 400 | 401;
}

const codeLivesSeconds = 300;
// An hour less a second: the example of the page above.
const accessLivesSeconds = 3599;
const refreshLivesSeconds = 90 * 24 * 3600;

interface Code {
  readonly app: App;
  readonly user: User;
  readonly scopes: readonly string[];
  readonly redirect_uri: string;
  readonly endsAt: number;
  /** The grant that it was exchanged for. */
  grant?: Grant;
}

/** What a user allowed an app once: one refresh token at a time, and the access tokens that came of it. */
interface Grant {
  readonly app: App;
  readonly user_id: string;
  readonly scopes: readonly string[];
  readonly access: Map<string, number>;
  refresh: { readonly token: string; readonly endsAt: number };
}

/** The grant behind an access token, or what the API says of it. */
export type Access = Pick<Grant, 'app' | 'user_id' | 'scopes'> | 'unknown' | 'expired';

export interface OAuth {
  /** What the user's consent sends back to the app. */
  authorise(app: App, user: User, given?: { redirect_uri?: string; scopes?: readonly string[] }): string;
  token(asked: Asked): Answer;
  revoke(asked: Asked): Answer;
  access(token: string): Access;
  /** Ends what the user allowed: all of it, or one app's. */
  end(user_id: string, app?: App): void;
  /** All tokens and codes that were ever given. */
  readonly given: readonly string[];
  /** How many grants live. */
  readonly live: number;
}

const refusal = (status: number, error: string, reason: string): Answer => ({ status, body: { reason, error } });

export const anOAuth = (apps: readonly App[], clock: Clock, quirks: OAuthQuirks): OAuth => {
  const codes = new Map<string, Code>();
  const grants = new Set<Grant>();
  const given: string[] = [];
  const random = (): string => {
    const made = secret(randomBytes(24).toString('base64url'));
    given.push(made);
    return made;
  };
  const now_s = (): number => clock.now().getTime() / 1000;

  const issue = (grant: Grant): Answer => {
    const access_token = random();
    grant.access.set(access_token, now_s() + accessLivesSeconds);
    const { token: refresh_token } = grant.refresh;
    const scope = grant.scopes.join(' ');
    return {
      status: 200,
      body: { access_token, token_type: 'bearer', refresh_token, expires_in: accessLivesSeconds, scope },
    };
  };

  /** Name and password as HTTP Basic: the only form that its pages show for apps that keep a secret. */
  const clientOf = ({ headers }: Asked): App | undefined => {
    const [, credentials = ''] = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(headers.authorization ?? '') ?? [];
    const [id, secret] = Buffer.from(credentials, 'base64').toString().split(':');
    return apps.find(({ client_id, client_secret }) => client_id === id && client_secret === secret);
  };

  /** The form of a request, or the refusal that it gets. */
  const formOf = (asked: Asked): { app: App; form: URLSearchParams } | Answer => {
    if (asked.method !== 'POST') return { status: 405 };
    if (asked.headers['content-type']?.split(';')[0] !== 'application/x-www-form-urlencoded' || asked.query.size > 0) {
      return refusal(400, 'invalid_request', 'Missing grant type');
    }
    const app = clientOf(asked);
    if (!app) return refusal(quirks.clientErrorStatus ?? 400, 'invalid_client', 'Invalid client_id or client_secret');
    return { app, form: new URLSearchParams(asked.body.toString()) };
  };

  const exchange = (app: App, form: URLSearchParams): Answer => {
    const given = form.get('code') ?? '';
    const code = codes.get(given);
    const codeError = quirks.codeError ?? 'invalid_grant';
    if (!code || code.app !== app || code.grant || now_s() >= code.endsAt) {
      if (code?.grant && quirks.spentCodeEndsTokens) grants.delete(code.grant);
      return refusal(400, codeError, `Invalid authorization code ${given}`);
    }
    if (form.get('redirect_uri') !== code.redirect_uri)
      return refusal(400, 'invalid_request', 'Redirect URI mismatch.');
    // The last authorisation counts, those before it are invalid (error 4741 of the page's table).
    end(code.user.id, app);
    const grant: Grant = {
      app,
      user_id: code.user.id,
      scopes: code.scopes,
      access: new Map(),
      refresh: { token: random(), endsAt: now_s() + refreshLivesSeconds },
    };
    code.grant = grant;
    grants.add(grant);
    return issue(grant);
  };

  const refresh = (app: App, form: URLSearchParams): Answer => {
    const token = form.get('refresh_token');
    const grant = [...grants].find((one) => one.app === app && one.refresh.token === token);
    // Spent, too old, revoked or never given: all one. https://github.com/raycast/extensions/issues/10896
    if (!grant || now_s() >= grant.refresh.endsAt) return refusal(400, 'invalid_grant', 'Invalid Token!');
    grant.refresh = { token: random(), endsAt: now_s() + refreshLivesSeconds };
    if (quirks.refreshEndsAccess) grant.access.clear();
    return issue(grant);
  };

  const end = (user_id: string, app?: App): void => {
    for (const grant of grants) if (grant.user_id === user_id && (!app || grant.app === app)) grants.delete(grant);
  };

  return {
    authorise(app, user, { redirect_uri = app.redirect_uris[0] ?? '', scopes = app.scopes } = {}) {
      if (!app.redirect_uris.includes(redirect_uri)) throw new Error(`${app.client_id} does not list ${redirect_uri}`);
      const code = random();
      codes.set(code, { app, user, scopes, redirect_uri, endsAt: now_s() + codeLivesSeconds });
      return code;
    },
    given,
    token(asked) {
      const read = formOf(asked);
      if ('status' in read) return read;
      const { app, form } = read;
      const type = form.get('grant_type');
      if (type === 'authorization_code') return exchange(app, form);
      if (type === 'refresh_token') return refresh(app, form);
      // https://github.com/zoom/server-to-server-oauth-token/issues/3
      return refusal(400, 'unsupported_grant_type', 'unsupported grant type');
    },
    revoke(asked) {
      const read = formOf(asked);
      if ('status' in read) return read;
      const token = read.form.get('token') ?? '';
      const grant = [...grants].find(
        ({ app, access }) =>
          app === read.app && access.has(token) && (quirks.revokesExpired || now_s() < (access.get(token) ?? 0)),
      );
      if (!grant) return refusal(400, 'invalid_request', 'Invalid Token!');
      grants.delete(grant);
      return { status: 200, body: { status: 'success' } };
    },
    access(token) {
      const grant = [...grants].find(({ access }) => access.has(token));
      if (!grant) return 'unknown';
      return now_s() < (grant.access.get(token) ?? 0) ? grant : 'expired';
    },
    end,
    get live() {
      return grants.size;
    },
  };
};
