import { randomBytes } from 'node:crypto';
import {
  type Connection,
  createConnection,
  missingScopes,
  type Purpose,
  reconnected,
} from '../../domain/connection/connection.ts';
import { NotConnectedError, StaleError, ValidationError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { NoAnswerError } from '../../net/ask-json.ts';
import type { Clock } from '../../ports/clock.ts';
import { ConferencingError, type ConferencingPlatform, type PlatformUser } from '../../ports/conferencing.ts';
import { type OAuthClient, TokenEndpointUnavailableError, TokenRefusedError, type Tokens } from '../../ports/oauth.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import { refOfConnection } from '../../storage/connections/connection-item.ts';
import type { ConnectionRepository } from '../../storage/connections/connections.ts';
import type { OAuthAppRepository } from '../../storage/secrets/oauth-apps.ts';
import { retryStale } from '../retry-stale.ts';
import { clientOfApp, sealTokens } from './connection-secrets.ts';
import { createWhichApp } from './which-app.ts';

export interface CreateConnectionPorts {
  readonly connections: Pick<ConnectionRepository, 'create' | 'reconnect' | 'get' | 'idOf'>;
  readonly apps: Pick<OAuthAppRepository, 'get' | 'list'>;
  readonly platform: Pick<ConferencingPlatform, 'exchange' | 'user'>;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
}

export interface CreateConnectionInput extends Purpose {
  readonly authorization_code: string;
  readonly redirect_uri: string;
  readonly conf_oauth_app_id?: string;
  readonly metadata?: Record<string, unknown>;
}

const noApp = 'the project has no app: the operator enters one with `npm run admin -- conf-apps create`';
const codeMayBeSpent = 'the code may be spent: have the user allow the app again';

const unavailable = (cause: unknown): NotConnectedError =>
  new NotConnectedError('platform_unavailable', `the platform does not answer as it should; ${codeMayBeSpent}`, {
    cause,
  });

/** What a refusal of the token endpoint is to whoever sent the code. */
const asRefusal = (error: unknown): unknown => {
  if (error instanceof NoAnswerError || error instanceof TokenEndpointUnavailableError) return unavailable(error);
  if (!(error instanceof TokenRefusedError)) return error;
  const reason = `the platform does not exchange the authorization_code (${error.error})`;
  return new NotConnectedError(
    'code_exchange_failed',
    error.error === 'invalid_client'
      ? `${reason}: the operator enters the app's right client id and secret`
      : `${reason}: it is good once, for five minutes, and with the redirect_uri that it was made for`,
    { cause: error },
  );
};

/** Likewise for a platform that does not say who it is. */
const asUnknownUser = (error: unknown): unknown => {
  if (!(error instanceof ConferencingError)) return error;
  if (error.trouble === 'user_not_active') return notActive(error);
  if (error.trouble === 'access_refused') {
    const reason =
      'what the authorization_code was exchanged for is dead already: the user has allowed the app once more since';
    return new NotConnectedError('code_exchange_failed', reason, { cause: error });
  }
  return error.trouble === 'missing_scope' ? scopesMissing(['user:read:user'], error) : unavailable(error);
};

const notActive = (cause?: unknown): NotConnectedError =>
  new NotConnectedError('user_not_active', 'the user is not active at the platform', { cause });

const scopesMissing = (scopes: readonly string[], cause?: unknown): NotConnectedError =>
  new NotConnectedError(
    'missing_scopes',
    `the user has not granted ${scopes.join(', ')}: add the scopes to the app, and have the user allow it again`,
    { cause },
  );

/**
 * Connects the user who has allowed a project's app: the code is exchanged and the platform asked who it is before the
 * answer, for a code is good for minutes. Whoever is connected by the app already keeps the connection, with what was
 * granted now and nothing of what was before. When anything is wrong, nothing is stored.
 * @throws ValidationError for an app that cannot be meant
 * @throws NotConnectedError when the platform does not connect the user
 */
export const createCreateConnection = (ports: CreateConnectionPorts) => {
  const { connections, platform, secretBox, clock } = ports;
  const whichApp = createWhichApp(ports);

  const grantOf = async (client: OAuthClient, input: CreateConnectionInput): Promise<[Tokens, PlatformUser]> => {
    const tokens = await platform
      .exchange(client, input.authorization_code, input.redirect_uri)
      .catch((error: unknown) => {
        throw asRefusal(error);
      });
    if (tokens.refresh_token === undefined) throw unavailable('no refresh token was given');
    const missing = tokens.scopes ? missingScopes(input, tokens.scopes) : [];
    if (missing.length > 0) throw scopesMissing(missing);
    const user = await platform.user(tokens.access_token).catch((error: unknown) => {
      throw asUnknownUser(error);
    });
    if (!user.is_active) throw notActive();
    return [tokens, user];
  };

  return async (project_id: string, input: CreateConnectionInput): Promise<Connection> => {
    const app = await whichApp(project_id, input.conf_oauth_app_id);
    if (!app) throw new ValidationError({ conf_oauth_app_id: [noApp] });
    const [tokens, { user_id, account_id }] = await grantOf(await clientOfApp(secretBox, app), input);
    const { is_local_recording_token_supported, is_onbehalf_token_supported, metadata } = input;
    const purpose = { is_local_recording_token_supported, is_onbehalf_token_supported };
    const now = clock.now();
    return retryStale(async () => {
      const seal = (connection: Connection) =>
        sealTokens(secretBox, refOfConnection(connection), tokens, { generation: now.getTime(), at: now });
      const known = await connections.idOf(project_id, app.id, user_id);
      if (known === undefined) {
        const id = newId('connection', now, randomBytes(10));
        const details = { ...purpose, id, project_id, oauth_app_id: app.id, user_id, account_id };
        const connection = createConnection({ ...details, metadata: metadata ?? {} }, now);
        await connections.create(connection, await seal(connection));
        return connection;
      }
      const before = await connections.get({ project_id, connection_id: known });
      if (!before) throw new StaleError(known);
      // Of two codes of one user the later one counts for the platform, whichever is written first here.
      if (Date.parse(before.connected_at) > now.getTime()) return before;
      const after = reconnected(before, { ...purpose, account_id, ...(metadata && { metadata }) }, now);
      await connections.reconnect(after, before, await seal(after));
      return after;
    });
  };
};
