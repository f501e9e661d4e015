/** Reads what Teams' servers push to its page over its socket: `3:::` and JSON, whose body is JSON again, packed or not. */

import { bytesOfBase64 } from '../../../page/base64.ts';
import { inflate } from '../../../page/inflate.ts';
import { type Fields, fieldsOf, jsonIn, objectOf } from '../../../page/told-json.ts';

/** Of one body. The largest of a meeting with a thousand people is smaller. */
const mostBytes = 8 * 1024 * 1024;

export interface Pushed {
  /** Its last parts say what it is. */
  readonly url: string;
  readonly body: string;
}

/** How deep in an answer what is looked for may be. */
const mostDepth = 4;

/** The first that `read` makes something of, of what is told and of what is in it. */
export const findIn = <T>(content: unknown, read: (whole: Fields) => T | undefined, depth = 0): T | undefined => {
  const whole = objectOf(content);
  if (!whole || depth > mostDepth) return undefined;
  const found = read(whole);
  if (found !== undefined) return found;
  for (const inner of Object.values(whole)) {
    const deeper = findIn(inner, read, depth + 1);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
};

const mark = '3:::';

/** Undefined for everything else that goes over the socket. */
export const pushedIn = (bytes: Uint8Array): Pushed | undefined => {
  const text = new TextDecoder().decode(bytes);
  const { url, body } = fieldsOf(text.startsWith(mark) ? jsonIn(text.slice(mark.length)) : undefined);
  return typeof url === 'string' && typeof body === 'string' ? { url, body } : undefined;
};

/** By what it stands under, which of the page's calls something was pushed for: each has an agent of its own. */
export const callOf = (url: string): string | undefined => /\/callAgent\/([^/]+)/i.exec(url)?.[1];

/** As its first bytes say (RFC 1952, RFC 1950); what says nothing is deflated without a head. */
const packingOf = ([first = 0, second = 0]: Uint8Array): CompressionFormat => {
  if (first === 0x1f && second === 0x8b) return 'gzip';
  return (first & 0x0f) === 8 && (256 * first + second) % 31 === 0 ? 'deflate' : 'deflate-raw';
};

/** Empty where nobody can unpack it. */
const unpacked = async (base64: string): Promise<string> => {
  const packed = bytesOfBase64(base64);
  const { bytes, end } = await inflate([packed], packingOf(packed), mostBytes);
  return end === 'whole' ? new TextDecoder().decode(bytes) : '';
};

/** What is named as packed, or as plain, in a body (`cp` and `gp`: two public clients). */
const withinOf = async (content: unknown): Promise<unknown> => {
  const { cp, gp } = fieldsOf(content);
  if (typeof cp === 'string') return jsonIn(await unpacked(cp));
  return typeof gp === 'string' ? jsonIn(bytesOfBase64(gp)) : content;
};

/** What a body holds; undefined where nobody can read it. */
export const contentOf = async (body: string): Promise<unknown> => {
  try {
    const isPlain = /^\s*[[{]/.test(body);
    return await withinOf(jsonIn(isPlain ? body : await unpacked(body)));
  } catch {
    return undefined;
  }
};
