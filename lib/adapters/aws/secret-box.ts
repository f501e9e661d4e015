import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import type { SecretBox } from '../../ports/secret-box.ts';
import { clientSettings, once } from './clients.ts';
import { required } from './environment.ts';

/** KMS encrypts one byte at least, and a secret may be empty. */
const marker = '.';

/** Seals with a KMS key; the project is the encryption context, so a secret opens for its own project only. */
export const kmsSecretBox = (client: KMSClient, keyId: string): SecretBox => ({
  async seal(projectId, secret) {
    const { CiphertextBlob } = await client.send(
      new EncryptCommand({
        KeyId: keyId,
        Plaintext: Buffer.from(`${marker}${secret}`),
        EncryptionContext: { project_id: projectId },
      }),
    );
    if (!CiphertextBlob) throw new Error('KMS answered without a ciphertext');
    return Buffer.from(CiphertextBlob).toString('base64');
  },

  async open(projectId, sealed) {
    const { Plaintext } = await client.send(
      new DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: Buffer.from(sealed, 'base64'),
        EncryptionContext: { project_id: projectId },
      }),
    );
    if (!Plaintext) throw new Error('KMS answered without a plaintext');
    return Buffer.from(Plaintext).toString().slice(marker.length);
  },
});

/** The key named by SECRET_KEY_ID. */
export const openSecretBox = once(() => kmsSecretBox(new KMSClient(clientSettings()), required('SECRET_KEY_ID')));
