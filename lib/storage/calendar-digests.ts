/** What is known of a calendar's events, in short: so that a list in which nothing is new costs no look at any event. */
import * as z from 'zod';
import { bytesOfKey, keyOfBytes } from '../domain/ids.ts';
import type { Table, Write } from '../ports/table.ts';
import { type Fields, itemKind } from './item-kind.ts';
import { type CalendarRef, digestKey, digestPrefix } from './keys.ts';

/** The hash of each event's content, by the event's key within its calendar. */
export type Digest = ReadonlyMap<string, string>;

interface DigestPart {
  /** Ten bytes of a key, six of a hash, and so on, in base 64. */
  readonly entries: string;
}

const parts = itemKind<DigestPart>('calendar_digest', () =>
  z.object({ entries: z.string() } satisfies Fields<DigestPart>),
);

const keyBytes = 10;
const hashBytes = 6;
const entryBytes = keyBytes + hashBytes;
/** An item is 400 KB at most, and is paid for by the KB. */
const mostInPart = 2_000;

const packed = (entries: readonly (readonly [string, string])[]): string =>
  Buffer.concat(entries.flatMap(([key, hash]) => [bytesOfKey(key), Buffer.from(hash, 'hex')])).toString('base64');

const unpacked = (text: string): [string, string][] => {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length / entryBytes }, (_, i) => {
    const entry = bytes.subarray(i * entryBytes, (i + 1) * entryBytes);
    return [keyOfBytes(entry.subarray(0, keyBytes)), entry.subarray(keyBytes).toString('hex')];
  });
};

const partsOf = (digest: Digest): number => Math.ceil(digest.size / mostInPart);

/** The writes that put a digest in the place of another. */
export const replacingDigest = (ref: CalendarRef, digest: Digest, previous: Digest): Write[] => {
  const entries = [...digest];
  const puts = Array.from({ length: partsOf(digest) }, (_, i) => ({
    put: parts.itemOf(digestKey(ref, i), { entries: packed(entries.slice(i * mostInPart, (i + 1) * mostInPart)) }),
  }));
  const surplus = Array.from({ length: Math.max(0, partsOf(previous) - puts.length) }, (_, i) => ({
    delete: digestKey(ref, puts.length + i),
  }));
  return [...puts, ...surplus];
};

export const digestRepository = (table: Pick<Table, 'query'>) => ({
  async get(ref: CalendarRef): Promise<Digest> {
    const { pk: partition } = digestKey(ref, 0);
    const items = await table.query({ partition, prefix: digestPrefix });
    return new Map(items.flatMap((item) => unpacked(parts.recordOf(item).entries)));
  },
});
export type DigestRepository = ReturnType<typeof digestRepository>;
