/** An issuer of OpenID Connect by strangers, the certified oidc-provider, with people who need no password; and what a crooked one would answer. */
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { keepAliveMs } from '../../../lib/net/serving/keep-alive.ts';
import { memoryAdapters } from '../../facsimiles/strict-token-endpoint/strict-token-endpoint.ts';

export interface IssuedPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

type Parts = { readonly header: Record<string, unknown>; readonly claims: Record<string, unknown> };

export interface OpenIdIssuer extends AsyncDisposable {
  readonly url: string;
  /** Everybody there is, by what the issuer calls them. */
  readonly people: Map<string, IssuedPerson>;
  /**
   * Opens a page of the issuer in a new browser and signs in there as somebody; nobody says no.
   * @returns the address that they are sent back to
   */
  signIn(url: string, subject: string | undefined): Promise<URL>;
  /** As whom whoever comes with a browser is signed in there, without a question. */
  become(subject: string): void;
  /** Where people come back to from now on: known before it, an issuer can be named to a service that has no address yet. */
  leadTo(redirectUri: string): Promise<void>;
  /** Changes the identity tokens that are issued from now on; they are signed by the issuer's key unless told otherwise. */
  tamper(how: ((parts: Parts) => Parts) | undefined, withOwnKey?: boolean): void;
}

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));

/** @param redirectUri of its only client, `dashboard`, which has no secret unless one is given; without it nobody comes back yet */
export const anOpenIdIssuer = async (redirectUri = '', secret?: string): Promise<OpenIdIssuer> => {
  const adapter = memoryAdapters();
  let wayBack = '';
  const leadTo = async (uri: string): Promise<void> => {
    wayBack = uri;
    await adapter('Client').upsert('dashboard', {
      client_id: 'dashboard',
      ...(secret === undefined
        ? { token_endpoint_auth_method: 'none' }
        : { token_endpoint_auth_method: 'client_secret_post', client_secret: secret }),
      grant_types: ['authorization_code'],
      redirect_uris: [uri],
      id_token_signed_response_alg: 'ES256',
    });
  };
  await leadTo(redirectUri);
  const [key, foreignKey] = [keyPair(), keyPair()];
  const people = new Map<string, IssuedPerson>();
  let subject: string | undefined;
  let tampering: { readonly how: (parts: Parts) => Parts; readonly key: typeof key } | undefined;
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: Provider = new Provider(url, {
    adapter,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: [randomUUID()] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'first', alg: 'ES256', use: 'sig' }] },
    loadExistingGrant: async ({ oidc }: { readonly oidc: { readonly session: { readonly accountId: string } } }) => {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: 'dashboard' });
      grant.addOIDCScope('openid email profile');
      await grant.save(600);
      return grant;
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  provider.use(async (ctx, next) => {
    await next();
    const token = ctx.path === '/token' ? ctx.body?.id_token : undefined;
    if (!tampering || typeof token !== 'string') return;
    const [header, claims] = token.split('.');
    const changed = tampering.how({ header: decoded(header), claims: decoded(claims) });
    const content = `${encoded(changed.header)}.${encoded(changed.claims)}`;
    const signature = sign('sha256', Buffer.from(content), { key: tampering.key, dsaEncoding: 'ieee-p1363' });
    ctx.body = { ...ctx.body, id_token: `${content}.${signature.toString('base64url')}` };
  });
  const callback = provider.callback();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response);
    const result = subject === undefined ? { error: 'access_denied' } : { login: { accountId: subject } };
    await provider.interactionFinished(request, response, result);
  };

  return {
    url,
    people,
    leadTo,
    async signIn(start, as) {
      subject = as;
      const cookies = new Map<string, string>();
      let at = start;
      while (!at.startsWith(wayBack)) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
        for (const set of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        const location = answer.headers.get('location');
        if (!location) throw new Error(`the issuer answers ${answer.status}: ${await answer.text()}`);
        at = new URL(location, at).href;
      }
      return new URL(at);
    },
    become(as) {
      subject = as;
    },
    tamper(how, withOwnKey = true) {
      tampering = how && { how, key: withOwnKey ? key : foreignKey };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
