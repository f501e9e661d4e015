import { DecryptCommand, GenerateDataKeyWithoutPlaintextCommand, KMSClient } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { kmsMasterKey } from '../../../lib/adapters/aws/master-key.ts';

const kms = mockClient(KMSClient);
afterAll(() => kms.restore());
const masterKey = kmsMasterKey(new KMSClient({ region: 'us-east-1' }), 'key');
const sealed = Buffer.from('sealed').toString('base64');
beforeEach(() => kms.reset());

describe('a key of KMS', () => {
  it('makes data keys that it never tells, with the project as the encryption context', async () => {
    kms.on(GenerateDataKeyWithoutPlaintextCommand).resolves({ CiphertextBlob: Buffer.from('sealed') });
    expect(await masterKey.newDataKey('prj_1')).toBe(sealed);
    expect(kms.commandCalls(GenerateDataKeyWithoutPlaintextCommand)[0]?.args[0].input).toEqual({
      KeyId: 'key',
      KeySpec: 'AES_256',
      EncryptionContext: { project_id: 'prj_1' },
    });
  });

  it('opens data keys, and secrets of before, with the project as the encryption context, and by the one key only', async () => {
    kms.on(DecryptCommand).resolves({ Plaintext: Buffer.from('.secret') });
    expect(Buffer.from(await masterKey.openDataKey('prj_1', sealed)).toString()).toBe('.secret');
    expect(await masterKey.openSecret('prj_1', sealed)).toBe('secret');
    for (const { args } of kms.commandCalls(DecryptCommand)) {
      expect(args[0].input).toEqual({
        KeyId: 'key',
        CiphertextBlob: Buffer.from('sealed'),
        EncryptionContext: { project_id: 'prj_1' },
      });
    }
  });

  it('tells a ciphertext that it never opens from one that it may open at another time', async () => {
    const answers = [
      'InvalidCiphertextException',
      'IncorrectKeyException',
      'ThrottlingException',
      'AccessDeniedException',
    ];
    const told: string[] = [];
    for (const name of answers) {
      kms.on(DecryptCommand).rejects(Object.assign(new Error('no'), { name }));
      await masterKey.openDataKey('prj_1', sealed).catch((error: Error) => told.push(error.name));
    }
    expect(told).toEqual(['BrokenSealError', 'BrokenSealError', 'ThrottlingException', 'AccessDeniedException']);
  });
});
