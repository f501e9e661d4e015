/** API keys: `mb_`, 40 random characters, and a checksum that tells a mistyped key without looking it up. */
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomCharacters = 40;
const checksumCharacters = 6;

const checksum = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < checksumCharacters; i += 1, rest = Math.floor(rest / alphabet.length)) {
    digits = alphabet[rest % alphabet.length] + digits;
  }
  return digits;
};

/** Makes a key of at least 64 random bytes. Bytes that would make some characters likelier than others are left out. */
export const apiKeyFrom = (random: Uint8Array): string => {
  const unbiased = [...random].filter((byte) => byte < 256 - (256 % alphabet.length));
  if (unbiased.length < randomCharacters) throw new RangeError('more random bytes are needed');
  const body = `mb_${unbiased
    .slice(0, randomCharacters)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')}`;
  return body + checksum(body);
};

/** Whether the text is a key that apiKeyFrom can have made. */
export const isWellFormedKey = (key: string): boolean => {
  const body = key.slice(0, -checksumCharacters);
  return /^mb_[0-9A-Za-z]{46}$/.test(key) && checksum(body) === key.slice(-checksumCharacters);
};
