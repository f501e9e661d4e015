import { CreateKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { kmsSecretBox } from '../../../lib/adapters/aws/secret-box.ts';
import { describeSecretBox } from '../../contracts/secret-box.ts';
import { describeSkipped, emulator, endpoint } from '../../support/aws-endpoint.ts';

if (endpoint) {
  describeSecretBox(`KMS at ${endpoint}`, async () => {
    const client = new KMSClient(emulator(endpoint ?? ''));
    const { KeyMetadata } = await client.send(new CreateKeyCommand({}));
    return { box: kmsSecretBox(client, KeyMetadata?.KeyId ?? ''), close: async () => client.destroy() };
  });
} else {
  describeSkipped('the secret box, KMS', 'no AWS_ENDPOINT_URL');
}
