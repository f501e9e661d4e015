import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { kmsSecretBox } from '../../../lib/adapters/aws/secret-box.ts';

const kms = mockClient(KMSClient);
const box = kmsSecretBox(new KMSClient({ region: 'us-east-1' }), 'key');

it('seals and opens with the project as the encryption context, and for the one key only', async () => {
  let stored: Uint8Array | undefined;
  kms.on(EncryptCommand).callsFake(({ Plaintext }) => {
    stored = Plaintext;
    return { CiphertextBlob: Buffer.from('sealed') };
  });
  kms.on(DecryptCommand).callsFake(() => ({ Plaintext: stored }));

  expect(await box.seal('prj_1', 'secret')).toBe(Buffer.from('sealed').toString('base64'));
  expect(await box.open('prj_1', Buffer.from('sealed').toString('base64'))).toBe('secret');
  expect(kms.commandCalls(EncryptCommand)[0]?.args[0].input).toMatchObject({
    KeyId: 'key',
    EncryptionContext: { project_id: 'prj_1' },
  });
  expect(kms.commandCalls(DecryptCommand)[0]?.args[0].input).toEqual({
    KeyId: 'key',
    CiphertextBlob: Buffer.from('sealed'),
    EncryptionContext: { project_id: 'prj_1' },
  });
});
