import { CreateKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { kmsSecretBox } from '../../../lib/adapters/aws/secret-box.ts';
import { describeSecretBox } from '../../contracts/secret-box.ts';
import { describeSkipped, emulator, endpoint } from '../../lab/hosts/aws-endpoint.ts';

if (endpoint) {
  const open = async () => {
    const client = new KMSClient(emulator(endpoint ?? ''));
    const { KeyMetadata } = await client.send(new CreateKeyCommand({}));
    return { box: kmsSecretBox(client, KeyMetadata?.KeyId ?? ''), close: async () => client.destroy() };
  };
  // MiniStack 1.5 encrypts by XOR, without a checksum.
  describeSecretBox(`KMS at ${endpoint}`, open, { authenticates: false });
} else {
  describeSkipped('the secret box, KMS', 'no AWS_ENDPOINT_URL');
}
