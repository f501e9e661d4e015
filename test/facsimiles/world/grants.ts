/** What users granted to apps: the ledger behind a token endpoint (RFC 6749). Each maker says it in its own words. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../lib/ports/clock.ts';
import { secret } from '../../lab/secrets.ts';

/** What becomes of a refresh token when it is used. */
export type RefreshTokens = 'kept' | 'rotated' | 'rotated, the old one stays valid';

export interface App {
  readonly client_id: string;
  readonly client_secret: string;
}

export interface Grant {
  readonly email: string;
  readonly client_id: string;
  readonly scopes: readonly string[];
}

export interface RefreshRequest {
  readonly client_id: string;
  readonly client_secret: string;
  readonly refresh_token: string;
  /** Fewer than were granted. */
  readonly scopes?: readonly string[];
}

export type Refreshed =
  | { readonly access_token: string; readonly refresh_token?: string; readonly scopes: readonly string[] }
  | { readonly error: 'unknown_client' | 'wrong_secret' | 'deleted_client' | 'invalid_grant' | 'invalid_scope' };

export interface Grants {
  app(name: string): App;
  /** From now on only this secret is right. */
  changeSecret(app: App): App;
  deleteApp(app: App): void;
  /** The user agrees. @returns a refresh token */
  consent(app: App, email: string, scopes: readonly string[]): string;
  /** The user, or an administrator, takes back what was granted to the app: its tokens are dead at once. */
  revoke(app: App, email: string): void;
  /** Access tokens are refused from now on, refresh tokens are not. */
  expireAccessTokens(): void;
  refresh(request: RefreshRequest): Refreshed;
  /** Whose access token this is, unless it expired or was revoked. */
  holderOf(accessToken: string): Grant | undefined;
}

export interface GrantOptions {
  readonly clock: Clock;
  readonly refreshTokens: RefreshTokens;
  readonly accessTokenSeconds: number;
  /** How long a refresh token lives after it was issued: for ever where nothing is said. */
  readonly refreshTokenSeconds?: number;
  /** Begins each token, to make it look like the maker's. */
  readonly prefixes: { readonly access: string; readonly refresh: string };
}

interface Issued {
  readonly grant: Grant;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export const createGrants = (options: GrantOptions): Grants => {
  const {
    clock,
    refreshTokens,
    accessTokenSeconds,
    refreshTokenSeconds = Number.POSITIVE_INFINITY,
    prefixes,
  } = options;
  const apps = new Map<string, { secret: string; isDeleted: boolean }>();
  const refreshable = new Map<string, Issued>();
  const accesses = new Map<string, Issued>();
  const now = (): number => clock.now().getTime();
  const token = (prefix: string): string => secret(prefix + randomBytes(32).toString('base64url'));

  const living = (tokens: ReadonlyMap<string, Issued>, key: string): Grant | undefined => {
    const issued = tokens.get(key);
    return issued && issued.until > now() ? issued.grant : undefined;
  };

  const issue = (grant: Grant): string => {
    const refreshToken = token(prefixes.refresh);
    refreshable.set(refreshToken, { grant, until: now() + refreshTokenSeconds * 1000 });
    return refreshToken;
  };

  return {
    app: (name) => {
      const app = { client_id: `${name}-${randomBytes(4).toString('hex')}`, client_secret: token('') };
      apps.set(app.client_id, { secret: app.client_secret, isDeleted: false });
      return app;
    },
    changeSecret: ({ client_id }) => {
      const client_secret = token('');
      apps.set(client_id, { secret: client_secret, isDeleted: false });
      return { client_id, client_secret };
    },
    deleteApp: ({ client_id, client_secret }) => {
      apps.set(client_id, { secret: client_secret, isDeleted: true });
    },
    consent: ({ client_id }, email, scopes) => issue({ email, client_id, scopes }),
    revoke: ({ client_id }, email) => {
      const isMeant = (grant: Grant): boolean => grant.client_id === client_id && grant.email === email;
      for (const tokens of [refreshable, accesses]) {
        for (const [key, { grant }] of tokens) if (isMeant(grant)) tokens.delete(key);
      }
    },
    expireAccessTokens: () => accesses.clear(),
    refresh: ({ client_id, client_secret, refresh_token, scopes }) => {
      const app = apps.get(client_id);
      if (!app) return { error: 'unknown_client' };
      if (app.isDeleted) return { error: 'deleted_client' };
      if (app.secret !== client_secret) return { error: 'wrong_secret' };
      const granted = living(refreshable, refresh_token);
      // RFC 6749, 5.2: a token that was issued to another client is an invalid grant too.
      if (granted?.client_id !== client_id) return { error: 'invalid_grant' };
      const asked = scopes ?? granted.scopes;
      if (asked.some((scope) => !granted.scopes.includes(scope))) return { error: 'invalid_scope' };
      const access_token = token(prefixes.access);
      accesses.set(access_token, { grant: { ...granted, scopes: asked }, until: now() + accessTokenSeconds * 1000 });
      if (refreshTokens === 'kept') return { access_token, scopes: asked };
      if (refreshTokens === 'rotated') refreshable.delete(refresh_token);
      return { access_token, refresh_token: issue(granted), scopes: asked };
    },
    holderOf: (accessToken) => living(accesses, accessToken),
  };
};
