/**
 * Identifiers: a type prefix and 26 characters that sort by creation, being 48 bits of Unix time in ms and 80 random
 * bits in Crockford's base 32 (the ULID layout, https://github.com/ulid/spec).
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const idPrefixes = {
  bot: 'bot_',
  calendar: 'cal_',
  calendar_event: 'cev_',
  participant_event: 'evt_',
  chat_message: 'msg_',
  webhook_subscription: 'whs_',
  connection: 'con_',
  oauth_app: 'coa_',
  app_session: 'app_',
  api_key: 'key_',
  project: 'prj_',
} as const;
export type IdKind = keyof typeof idPrefixes;

const timeLength = 10;
const keyLength = 16;
const keyBits = 80n;

const encode = (value: bigint, length: number): string => {
  let text = '';
  for (let rest = value, i = 0; i < length; i += 1, rest >>= 5n) text = alphabet[Number(rest & 31n)] + text;
  return text;
};

const decode = (text: string): bigint =>
  [...text].reduce((value, letter) => (value << 5n) | BigInt(alphabet.indexOf(letter)), 0n);

const timeOf = (at: Date): string => encode(BigInt(at.getTime()), timeLength);

/** The sortable 26 characters of a moment and ten random bytes. */
export const sortableId = (at: Date, random: Uint8Array): string =>
  timeOf(at) +
  encode(
    random.subarray(0, 10).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n),
    keyLength,
  );

/** The Unix time in ms that sortable characters begin with. */
export const timeOfSortable = (text: string): number =>
  [...text.slice(0, timeLength)].reduce((sum, letter) => sum * 32 + alphabet.indexOf(letter), 0);

/** A new id of a kind. `random` holds at least ten random bytes. */
export const newId = (kind: IdKind, at: Date, random: Uint8Array): string => idPrefixes[kind] + sortableId(at, random);

/**
 * The id of what another service knows by a name of its own: the same for the same parent and name, so that whoever
 * stores it twice stores one. It sorts as its parent was made, and its last 16 characters are its key within the parent.
 */
export const derivedId = (kind: IdKind, parent: { readonly id: string; readonly created_at: string }, name: string) =>
  newId(kind, new Date(parent.created_at), createHash('sha256').update(`${parent.id}\n${name}`).digest());

/** What tells a derived id from the others of its parent. */
export const keyOfDerived = (id: string): string => id.slice(-keyLength);

/** The derived id that has a key within its parent. */
export const derivedIdOf = (kind: IdKind, parent: { readonly created_at: string }, key: string): string =>
  idPrefixes[kind] + timeOf(new Date(parent.created_at)) + key;

/** The ten bytes of a key, for those who keep many. */
export const bytesOfKey = (key: string): Buffer => Buffer.from(decode(key).toString(16).padStart(20, '0'), 'hex');

export const keyOfBytes = (bytes: Uint8Array): string =>
  encode(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), keyLength);

/** The moment in an id, in ms, and its random bits. */
export const numbersOf = (id: string): { readonly at_ms: bigint; readonly random: bigint } => {
  const value = decode(id.slice(-timeLength - keyLength));
  return { at_ms: value >> keyBits, random: value & ((1n << keyBits) - 1n) };
};

/** Whether an id is of a kind, as its prefix says. */
export const isIdOf = (kind: IdKind, id: string): boolean => id.startsWith(idPrefixes[kind]);

/** The schema of an id of a kind. */
export const idOf = (kind: IdKind) => z.string().regex(new RegExp(`^${idPrefixes[kind]}[${alphabet}]{26}$`));
