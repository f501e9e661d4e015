/** Secrets of the operator, in Secrets Manager. */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { ReadSecret } from '../../ports/secret-reader.ts';
import { clientSettings, once } from './clients.ts';

export const secretsManagerReader =
  (client: SecretsManagerClient): ReadSecret =>
  async (SecretId) => {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
    if (SecretString === undefined) throw new Error(`the secret ${SecretId} is binary: it must be a text`);
    return SecretString;
  };

export const openOperatorSecrets = once(() => secretsManagerReader(new SecretsManagerClient(clientSettings())));
