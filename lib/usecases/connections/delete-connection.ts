import { NotFoundError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConferencingPlatform } from '../../ports/conferencing.ts';
import { type OAuthClient, TokenRefusedError } from '../../ports/oauth.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import { log } from '../../process/log.ts';
import type {
  ConnectionCredentials,
  ConnectionCredentialsRepository,
} from '../../storage/connections/connection-credentials.ts';
import type { ConnectionRepository } from '../../storage/connections/connections.ts';
import type { ConnectionRef } from '../../storage/keys.ts';
import type { OAuthAppRepository } from '../../storage/secrets/oauth-apps.ts';
import { retryStale } from '../retry-stale.ts';
import { clientOfApp, openTokens } from './connection-secrets.ts';

export interface DeleteConnectionPorts {
  readonly connections: Pick<ConnectionRepository, 'get' | 'remove'>;
  readonly credentials: Pick<ConnectionCredentialsRepository, 'get'>;
  readonly apps: Pick<OAuthAppRepository, 'get'>;
  readonly platform: Pick<ConferencingPlatform, 'refresh' | 'revoke'>;
  readonly secretBox: Pick<SecretBox, 'open'>;
  readonly clock: Clock;
}

/**
 * Removes a connection; what was granted is gone from here with the answer. The platform is asked to forget it too, once: if
 * it does not answer, the user sees the app in their account until they remove it there.
 * @throws NotFoundError when the project has no such connection
 */
export const createDeleteConnection = (ports: DeleteConnectionPorts) => {
  const { connections, credentials, apps, platform, secretBox, clock } = ports;

  /** By an access token that is good: one that is not, or is not taken, is renewed for this. */
  const revoke = async (client: OAuthClient, granted: ConnectionCredentials): Promise<void> => {
    const { access_token, refresh_token } = await openTokens(secretBox, granted);
    if (Date.parse(granted.access_until) > clock.now().getTime()) {
      try {
        return await platform.revoke(client, access_token);
      } catch (error) {
        if (!(error instanceof TokenRefusedError)) throw error;
      }
    }
    const renewed = await platform.refresh(client, refresh_token);
    await platform.revoke(client, renewed.access_token);
  };

  return (ref: ConnectionRef): Promise<void> =>
    retryStale(async () => {
      const [connection, granted] = await Promise.all([connections.get(ref), credentials.get(ref)]);
      if (!connection) throw new NotFoundError('connection');
      await connections.remove(connection, clock.now());
      if (!granted) return;
      try {
        const app = await apps.get(ref.project_id, connection.oauth_app_id);
        if (app) await revoke(await clientOfApp(secretBox, app), granted);
      } catch (error) {
        log.warn('what a deleted connection was granted was not revoked', { ...ref, reason: String(error) });
      }
    });
};
