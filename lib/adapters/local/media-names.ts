/** Links to objects that expire. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { partsOf } from '../../domain/captured/media-name.ts';

const signatureOf = (name: string, expires: number, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${expires}\n${name}`).digest();

/** The path and query under which an object can be read until `expires` (Unix seconds). The name to save it under is anybody's to change. */
export const signedPath = (name: string, expires: number, key: Uint8Array, file_name?: string): string => {
  const path = partsOf(name).map(encodeURIComponent).join('/');
  const named = file_name === undefined ? '' : `file_name=${encodeURIComponent(file_name)}&`;
  return `/media/${path}?${named}expires=${expires}&signature=${signatureOf(name, expires, key).toString('base64url')}`;
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
