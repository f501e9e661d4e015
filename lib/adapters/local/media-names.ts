/** Names of objects as paths below a folder, and links to them that expire. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const longest_part_bytes = 255;

const isPart = (part: string): boolean =>
  part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part) && Buffer.byteLength(part) <= longest_part_bytes;

/** The parts of an object's name. @throws RangeError when it could lead anywhere but below its folder */
export const partsOf = (name: string): string[] => {
  const parts = name.split('/');
  if (!parts.every(isPart)) throw new RangeError(`${JSON.stringify(name)} is not a name for an object`);
  return parts;
};

const signatureOf = (name: string, expires: number, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${expires}\n${name}`).digest();

/** The path and query under which an object can be read until `expires` (Unix seconds). */
export const signedPath = (name: string, expires: number, key: Uint8Array): string => {
  const path = partsOf(name).map(encodeURIComponent).join('/');
  return `/media/${path}?expires=${expires}&signature=${signatureOf(name, expires, key).toString('base64url')}`;
};

/** The name in a signed path, if the signature is ours and the time not up. */
export const nameInSignedPath = (url: URL, now: Date, key: Uint8Array): string | undefined => {
  const expires = Number(url.searchParams.get('expires'));
  const given = Buffer.from(url.searchParams.get('signature') ?? '', 'base64url');
  let name: string;
  try {
    name = decodeURIComponent(url.pathname.replace(/^\/media\//, ''));
  } catch {
    return undefined;
  }
  const expected = signatureOf(name, expires, key);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && expires * 1000 > now.getTime() ? name : undefined;
};
