/** Secrets under AES-256-GCM, with a key in the data folder and the project as additional data. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretBox } from '../../ports/secret-box.ts';
import { dataFolder } from './environment.ts';
import { folderKey } from './key-file.ts';

const nonce_bytes = 12;
const tag_bytes = 16;

/** A box that opens with the given 32 bytes. `open` rejects whatever was not sealed for the project with this key. */
export const localSecretBox = (key: Uint8Array): SecretBox => ({
  seal: async (projectId, secret) => {
    const nonce = randomBytes(nonce_bytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(projectId));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  },
  open: async (projectId, sealed) => {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonce_bytes), { authTagLength: tag_bytes })
      .setAAD(Buffer.from(projectId))
      .setAuthTag(bytes.subarray(nonce_bytes, nonce_bytes + tag_bytes));
    return decipher.update(bytes.subarray(nonce_bytes + tag_bytes), undefined, 'utf8') + decipher.final('utf8');
  },
});

/** The box of this process's data folder. */
export const openSecretBox = (): SecretBox => localSecretBox(folderKey(dataFolder(), 'secret-box'));
