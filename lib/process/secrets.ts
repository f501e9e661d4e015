/** Secrets of ours: those who are given one show it, and of many only the hash is kept. */
import { createHash, randomBytes } from 'node:crypto';

/** A new one, of 43 letters, digits and signs that can stand in an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What a secret is kept and found by. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
