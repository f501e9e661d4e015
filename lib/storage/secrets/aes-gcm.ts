/** AES-256-GCM, as secrets are sealed by it: the nonce, the tag, then the ciphertext. */
import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { BrokenSealError } from '../../domain/errors.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Seals bytes with a key of 256 bits. They open only beside the same bytes `beside`, which are not kept. */
export const sealBytes = (key: CipherKey, plain: Uint8Array, beside: Uint8Array): Buffer => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(beside);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
};

/** @throws BrokenSealError when they were sealed by another key or beside other bytes, or changed since */
export const openBytes = (key: CipherKey, sealed: Uint8Array, beside: Uint8Array): Buffer => {
  try {
    const cipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(beside)
      .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([cipher.update(sealed.subarray(nonceBytes + tagBytes)), cipher.final()]);
  } catch (cause) {
    throw new BrokenSealError({ cause });
  }
};
