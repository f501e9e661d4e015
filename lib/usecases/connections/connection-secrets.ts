/** What a user has granted, sealed together. */
import * as z from 'zod';
import type { OAuthClient, Tokens } from '../../ports/oauth.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { ConnectionCredentials } from '../../storage/connections/connection-credentials.ts';
import type { ConnectionRef } from '../../storage/keys.ts';
import type { OAuthApp } from '../../storage/secrets/oauth-apps.ts';

const ConnectionTokens = z.object({ refresh_token: z.string(), access_token: z.string() });
export type ConnectionTokens = Readonly<z.infer<typeof ConnectionTokens>>;

/** Credentials as they are stored, of tokens that were granted at a moment. A refresh token that is not replaced stays. */
export const sealTokens = async (
  secretBox: Pick<SecretBox, 'seal'>,
  { project_id, connection_id }: ConnectionRef,
  { access_token, refresh_token, expires_in_seconds }: Tokens,
  { generation, at, before }: { readonly generation: number; readonly at: Date; readonly before?: string },
): Promise<ConnectionCredentials> => ({
  project_id,
  connection_id,
  tokens_sealed: await secretBox.seal(
    project_id,
    JSON.stringify({ refresh_token: refresh_token ?? before ?? '', access_token } satisfies ConnectionTokens),
  ),
  access_until: new Date(at.getTime() + expires_in_seconds * 1000).toISOString(),
  generation,
  lease_until: null,
});

/** @throws Error when they were not sealed for the project, or changed since */
export const openTokens = async (
  secretBox: Pick<SecretBox, 'open'>,
  { project_id, tokens_sealed }: Pick<ConnectionCredentials, 'project_id' | 'tokens_sealed'>,
): Promise<ConnectionTokens> => ConnectionTokens.parse(JSON.parse(await secretBox.open(project_id, tokens_sealed)));

/** An app, as it proves itself to the platform. */
export const clientOfApp = async (
  secretBox: Pick<SecretBox, 'open'>,
  { project_id, client_id, secret_sealed }: OAuthApp,
): Promise<OAuthClient> => ({ client_id, client_secret: await secretBox.open(project_id, secret_sealed) });
