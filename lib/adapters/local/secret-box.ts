/** Secrets under AES-256-GCM, with a key in the data folder and the project as additional data. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretBox } from '../../ports/secret-box.ts';
import { dataFolder } from './environment.ts';
import { folderKey } from './key-file.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** A box that opens with the given 32 bytes. `open` rejects whatever was not sealed for the project with this key. */
export const localSecretBox = (key: Uint8Array): SecretBox => ({
  seal: async (projectId, secret) => {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(projectId));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  },
  open: async (projectId, sealed) => {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(projectId))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  },
});

/** The box of this process's data folder. */
export const openSecretBox = (): SecretBox => localSecretBox(folderKey(dataFolder(), 'secret-box'));
