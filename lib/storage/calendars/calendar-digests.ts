/** What is known of a calendar's events, in short: so that a list in which nothing is new costs no look at any event. */
import * as z from 'zod';
import { eventIdOfKey } from '../../domain/calendar/calendar-event.ts';
import { bytesOfKey, keyOfBytes, keyOfDerived } from '../../domain/ids.ts';
import type { Item, Table, Write } from '../../ports/table.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { type CalendarRef, digestKey, digestPrefix } from '../keys.ts';

/** The hash of each event's content, by the event's key within its calendar. */
export type Digest = ReadonlyMap<string, string>;

/** What a run has found changed: told by webhooks, once. */
export interface CalendarNews extends CalendarRef {
  /** Of the run. */
  readonly generation: number;
  readonly event_ids: readonly string[];
  /** There are more events than are named. */
  readonly more: boolean;
}

/** The news of the run that wrote a digest. The events that they name have the first entries, so they cost no more room. */
interface News extends CalendarRef, Pick<CalendarNews, 'generation' | 'more'> {
  readonly calendar_created_at: string;
  readonly named: number;
}

interface DigestPart {
  /** Ten bytes of a key, six of a hash, and so on, in base 64. */
  readonly entries: string;
  readonly news?: News;
}

const parts = itemKind<DigestPart>('calendar_digest', () =>
  z.object({
    entries: z.string(),
    news: z
      .object({
        project_id: z.string(),
        calendar_id: z.string(),
        calendar_created_at: z.string(),
        generation: z.number(),
        named: z.number(),
        more: z.boolean(),
      } satisfies Fields<News>)
      .exactOptional(),
  } satisfies Fields<DigestPart>),
);

const keyBytes = 10;
const hashBytes = 6;
const entryBytes = keyBytes + hashBytes;
/** In the place of a hash, of an event whose content is not known: it has the length of one, and is none. */
export const unknownHash = '00'.repeat(hashBytes);
/** An item is 400 KB at most, and is paid for by the KB. */
const mostInPart = 2_000;
/** All of them are in the first part. */
const mostNamed = 100;

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

/** What a run knows of its calendar. */
type Known = CalendarRef & Pick<News, 'generation' | 'calendar_created_at'>;

/**
 * The writes that put a digest in the place of another, and tell by that of the events that have changed, which all have
 * an entry in it.
 */
export const replacingDigest = (
  { project_id, calendar_id, calendar_created_at, generation }: Known,
  { digest, changed }: { readonly digest: Digest; readonly changed: readonly string[] },
  previous: Digest,
): Write[] => {
  const ref = { project_id, calendar_id };
  const named = new Set(changed.slice(0, mostNamed).map(keyOfDerived));
  const entries = [...named, ...[...digest.keys()].filter((key) => !named.has(key))].map(
    (key) => [key, digest.get(key) ?? ''] as const,
  );
  const more = changed.length > named.size;
  const news = { ...ref, calendar_created_at, generation, named: named.size, more };
  const puts = Array.from({ length: partsOf(digest) }, (_, i) => ({
    put: parts.itemOf(digestKey(ref, i), {
      entries: packed(entries.slice(i * mostInPart, (i + 1) * mostInPart)),
      ...(i === 0 && changed.length > 0 && { news }),
    }),
  }));
  const surplus = Array.from({ length: Math.max(0, partsOf(previous) - puts.length) }, (_, i) => ({
    delete: digestKey(ref, puts.length + i),
  }));
  return [...puts, ...surplus];
};

/** The news in an item of the stream; undefined where there are none, and for items of another kind. */
export const newsOfItem = (item: Item): CalendarNews | undefined => {
  if (!parts.isKindOf(item)) return undefined;
  const { entries, news } = parts.recordOf(item);
  if (!news) return undefined;
  const { calendar_created_at: created_at, named, ...found } = news;
  const keys = unpacked(entries).slice(0, named);
  return { ...found, event_ids: keys.map(([key]) => eventIdOfKey({ created_at }, key)) };
};

export const digestRepository = (table: Pick<Table, 'query'>) => ({
  async get(ref: CalendarRef): Promise<Digest> {
    const { pk: partition } = digestKey(ref, 0);
    const items = await table.query({ partition, prefix: digestPrefix });
    return new Map(items.flatMap((item) => unpacked(parts.recordOf(item).entries)));
  },
});
export type DigestRepository = ReturnType<typeof digestRepository>;
