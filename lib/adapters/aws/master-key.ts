import { DecryptCommand, GenerateDataKeyWithoutPlaintextCommand, KMSClient } from '@aws-sdk/client-kms';
import { BrokenSealError } from '../../domain/errors.ts';
import type { MasterKey } from '../../ports/master-key.ts';
import { clientSettings, once } from './clients.ts';
import { required } from './environment.ts';

/** Before each secret that KMS encrypted by itself: it encrypts one byte at least, and a secret may be empty. */
const marker = '.';

/** What KMS answers where nothing but another ciphertext would help (https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html). */
const brokenSeals: ReadonlySet<string> = new Set(['InvalidCiphertextException', 'IncorrectKeyException']);

/** A key of KMS. The project is the encryption context: KMS opens nothing for another one, and logs for which it did. */
export const kmsMasterKey = (client: KMSClient, KeyId: string): MasterKey => {
  const contextOf = (project_id: string) => ({ KeyId, EncryptionContext: { project_id } });

  const decrypt = async (projectId: string, sealed: string): Promise<Uint8Array> => {
    const CiphertextBlob = Buffer.from(sealed, 'base64');
    const asked = client.send(new DecryptCommand({ ...contextOf(projectId), CiphertextBlob }));
    const { Plaintext } = await asked.catch((cause: unknown) => {
      throw cause instanceof Error && brokenSeals.has(cause.name) ? new BrokenSealError({ cause }) : cause;
    });
    if (!Plaintext) throw new Error('KMS answered without a plaintext');
    return Plaintext;
  };

  return {
    async newDataKey(projectId) {
      const { CiphertextBlob } = await client.send(
        new GenerateDataKeyWithoutPlaintextCommand({ ...contextOf(projectId), KeySpec: 'AES_256' }),
      );
      if (!CiphertextBlob) throw new Error('KMS answered without a ciphertext');
      return Buffer.from(CiphertextBlob).toString('base64');
    },
    openDataKey: decrypt,
    openSecret: async (projectId, sealed) =>
      Buffer.from(await decrypt(projectId, sealed))
        .toString()
        .slice(marker.length),
  };
};

/** The key named by SECRET_KEY_ID. */
export const openMasterKey = once(() => kmsMasterKey(new KMSClient(clientSettings()), required('SECRET_KEY_ID')));
