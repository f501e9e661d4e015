/** Connections and their apps to test with. */
import { randomBytes } from 'node:crypto';
import { type Connection, createConnection } from '../../../lib/domain/connection/connection.ts';
import { newId } from '../../../lib/domain/ids.ts';
import type { Table } from '../../../lib/ports/table.ts';
import type { ConnectionCredentials } from '../../../lib/storage/connections/connection-credentials.ts';
import { connectionRepository } from '../../../lib/storage/connections/connections.ts';
import { type OAuthApp, oauthAppRepository } from '../../../lib/storage/secrets/oauth-apps.ts';

const project_id = 'prj_01KJNWKZ00ABCDEFGHJKMNPQRS';

export const anOAuthApp = (details: Partial<OAuthApp> = {}, at = new Date()): OAuthApp => ({
  id: newId('oauth_app', at, randomBytes(10)),
  project_id,
  client_id: 'client-of-conf',
  secret_sealed: 'secret-of-conf',
  created_at: at.toISOString(),
  ...details,
});

export const storeOAuthApp = async (table: Table, details: Partial<OAuthApp> = {}): Promise<OAuthApp> => {
  const app = anOAuthApp(details);
  await oauthAppRepository(table).put(app);
  return app;
};

export const aConnection = (
  details: Partial<Connection> = {},
  at = new Date('2026-03-02T09:00:00.000Z'),
): Connection => {
  const id = newId('connection', at, randomBytes(10));
  const made = createConnection(
    {
      id,
      project_id,
      oauth_app_id: anOAuthApp().id,
      user_id: `user-of-${id}`,
      account_id: 'account-of-the-lab',
      metadata: { user: 'maya' },
      is_local_recording_token_supported: true,
      is_onbehalf_token_supported: true,
    },
    at,
  );
  return { ...made, ...details };
};

/** What a box that seals nothing makes of tokens. */
export const plainTokens = JSON.stringify({ refresh_token: 'r3fresh', access_token: 'acc3ss' });

export const sealedTokens = (
  { project_id, id, connected_at }: Connection,
  details: Partial<ConnectionCredentials> = {},
): ConnectionCredentials => ({
  project_id,
  connection_id: id,
  tokens_sealed: plainTokens,
  access_until: new Date(Date.parse(connected_at) + 3_599_000).toISOString(),
  generation: Date.parse(connected_at),
  lease_until: null,
  ...details,
});

/** Stores a connection by the app that is named, the project's first one, or one that is stored too. */
export const storeConnection = async (
  table: Table,
  details: Partial<Connection> & Pick<Connection, 'project_id'>,
  at = new Date(),
): Promise<Connection> => {
  const { project_id } = details;
  const [known] = await oauthAppRepository(table).list(project_id);
  const oauth_app_id = details.oauth_app_id ?? known?.id ?? (await storeOAuthApp(table, { project_id })).id;
  const connection = aConnection({ ...details, oauth_app_id }, at);
  await connectionRepository(table).create(connection, sealedTokens(connection));
  return connection;
};
