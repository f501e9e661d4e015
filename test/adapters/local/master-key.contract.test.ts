import { createCipheriv, randomBytes } from 'node:crypto';
import { folderKey } from '../../../lib/adapters/local/key-file.ts';
import { folderMasterKey } from '../../../lib/adapters/local/master-key.ts';
import { describeSecretBox } from '../../contracts/secret-box.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

describeSecretBox('on one machine', async () => {
  const folder = await aDataFolder();
  return {
    masterKey: folderMasterKey(folder.path),
    sealBefore: async (projectId, secret) => {
      const nonce = randomBytes(12);
      const key = folderKey(folder.path, 'secret-box');
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(projectId));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    close: async () => folder[Symbol.asyncDispose](),
  };
});
