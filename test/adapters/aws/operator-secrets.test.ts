import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, describe, expect, it } from 'vitest';
import { secretsManagerReader } from '../../../lib/adapters/aws/operator-secrets.ts';

const manager = mockClient(SecretsManagerClient);
afterAll(() => manager.restore());
const read = secretsManagerReader(new SecretsManagerClient({ region: 'us-east-1' }));

describe('a secret of the operator', () => {
  it('is read by its name', async () => {
    manager.on(GetSecretValueCommand, { SecretId: 'bots/deepgram' }).resolves({ SecretString: 'key' });
    expect(await read('bots/deepgram')).toBe('key');
  });

  it('must be a text', async () => {
    manager.on(GetSecretValueCommand).resolves({ SecretBinary: new Uint8Array(1) });
    await expect(read('bots/deepgram')).rejects.toThrow('the secret bots/deepgram is binary: it must be a text');
  });
});
