import { CreateKeyCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { kmsMasterKey } from '../../../lib/adapters/aws/master-key.ts';
import { describeSecretBox } from '../../contracts/secret-box.ts';
import { describeSkipped, emulator, endpoint } from '../../lab/hosts/aws-endpoint.ts';

if (endpoint) {
  const open = async () => {
    const client = new KMSClient(emulator(endpoint ?? ''));
    const { KeyMetadata } = await client.send(new CreateKeyCommand({}));
    const KeyId = KeyMetadata?.KeyId ?? '';
    return {
      masterKey: kmsMasterKey(client, KeyId),
      sealBefore: async (project_id: string, secret: string) => {
        const Plaintext = Buffer.from(`.${secret}`);
        const { CiphertextBlob = [] } = await client.send(
          new EncryptCommand({ KeyId, Plaintext, EncryptionContext: { project_id } }),
        );
        return Buffer.from(CiphertextBlob).toString('base64');
      },
      close: async () => client.destroy(),
    };
  };
  // MiniStack 1.5 encrypts by XOR, without a checksum.
  describeSecretBox(`KMS at ${endpoint}`, open, { authenticates: false });
} else {
  describeSkipped('the secret box, KMS', 'no AWS_ENDPOINT_URL');
}
