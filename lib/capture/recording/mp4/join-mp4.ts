/** Makes one MP4 of several takes. What is encoded is copied as it lies in the segments; only the index is made. */

import type { ByteSource } from '../../../domain/captured/byte-source.ts';
import { BytesMissingError } from '../../../domain/errors.ts';
import { labelsOf } from '../labels.ts';
import { createParts } from '../parts.ts';
import { readAhead } from '../read-ahead.ts';
import { decoderConfigs } from '../read-segment.ts';
import type { SegmentStore } from '../segment-store.ts';
import type { StoredTake } from '../stored-takes.ts';
import { type KeptTake, untilWhen } from '../without-overlaps.ts';
import { makeBox, parameterSets, words } from './boxes.ts';
import { asRecorded, type Fragment, type Run, runUntil, timesOf } from './fragment.ts';
import { labelBoxes, mp4Time } from './label-boxes.ts';
import { type IndexedTrack, indexOf, tracksOf } from './movie-index.ts';
import { readBeginning } from './read-beginning.ts';
import { createSampleEntries } from './sample-entries.ts';
import { createTrackTable } from './track-table.ts';

// The beginnings of segments are small. Reading one costs latency only, so many are read at a time.
const beginningsAtOnce = 16;
const largestWithoutLongPlaces = 0xf000_0000;

type Store = Pick<SegmentStore, 'get' | 'compose'>;

/**
 * Parameter sets before each key picture, from the first take on that is decoded otherwise than those before it. Its sample entry
 * has them too, and by the standard they are there alone (ISO 14496-15, 5.3.3); but Chromium 153 decodes all of a file by its
 * first entry and stops where another one is needed.
 */
interface Insertion {
  readonly sets: Uint8Array;
  /** The tracks that are pictures. */
  readonly video: ReadonlySet<number>;
}

const descriptionOf = async (take: Pick<StoredTake, 'init'>): Promise<Buffer> => {
  const { video } = await decoderConfigs(take);
  const description = video?.description;
  if (!description) return Buffer.alloc(0);
  return ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description as ArrayBuffer);
};

const readBeginnings = (store: Store, { segments }: KeptTake) =>
  readAhead(segments, beginningsAtOnce, async (name) => ({ name, fragment: await readBeginning(store, name) }));

/** How much a packet grows on its way into the file. */
const growth = (insertion: Insertion | undefined, run: Run, index: number): number =>
  insertion?.video.has(run.track) && run.keys[index] ? insertion.sets.byteLength : 0;

/** The media data of a segment with what is inserted. */
const withSets = (data: Uint8Array, runs: readonly Run[], insertion: Insertion): Uint8Array => {
  const parts: Uint8Array[] = [];
  for (const run of runs) {
    let at = run.offset;
    for (const [index, size] of run.sizes.entries()) {
      if (growth(insertion, run, index) > 0) parts.push(insertion.sets);
      parts.push(data.subarray(at, at + size));
      at += size;
    }
  }
  return Buffer.concat(parts);
};

/**
 * The media data of a segment as it goes into the file: it is read and written again only where something is inserted.
 */
const sourceOf = (
  store: Store,
  name: string,
  bytes: number,
  { data_start, data_bytes, runs }: Fragment,
  insertion: Insertion | undefined,
): ByteSource => {
  if (!insertion) return { name, from: data_start, bytes };
  const make = async () => {
    const data = (await store.get(name))?.subarray(data_start, data_start + data_bytes);
    if (data?.byteLength !== data_bytes) throw new BytesMissingError(name);
    return withSets(data, runs, insertion);
  };
  return { bytes, make };
};

/** Reads the beginnings of all segments but the ones left out: enough to make the index, and to know where all goes. */
const plan = async (store: Store, takes: readonly KeptTake[], init: Uint8Array, leftOut: ReadonlySet<string>) => {
  const tracks = new Map<number, IndexedTrack>(
    [...tracksOf(init)].map(([number, { scale, entry }]) => {
      const entries = createSampleEntries();
      entries.numberOf(entry);
      return [number, { scale, entries, table: createTrackTable() }];
    }),
  );
  const timeline = createParts();
  const sources: ByteSource[] = [];
  const description = await descriptionOf({ init });
  let bytes = 0;
  let isOneAlone = true;

  for (const take of takes) {
    const own = tracksOf(take.init);
    const scaleOf = ({ track }: Run): number => own.get(track)?.scale ?? 1;
    const video = new Set([...own].filter(([, { isVideo }]) => isVideo).map(([number]) => number));
    const ownDescription = await descriptionOf(take);
    isOneAlone &&= ownDescription.equals(description);
    const ownSets = isOneAlone ? undefined : { sets: parameterSets(ownDescription), video };
    timeline.beginTake(take.start_timestamp_ms, take.goes_on);
    const cut = (run: Run): Run => runUntil(run, untilWhen(take, video.has(run.track)) * scaleOf(run));
    for await (const { name, fragment } of readBeginnings(store, take)) {
      const runs = fragment?.runs.map(cut).filter(({ track, sizes }) => tracks.has(track) && sizes.length > 0) ?? [];
      if (!fragment || runs.length === 0 || leftOut.has(name)) continue;
      // Pictures that tell how they are decoded have their parameter sets with them.
      const insertion = runs.some(({ entry }) => entry) ? undefined : ownSets;
      const began = bytes;
      let end = bytes;
      for (const together of asRecorded(runs)) {
        const times = together.map((run) => timesOf(run, scaleOf(run)));
        const start_s = Math.min(...times.map((time) => time.start_s));
        const shift_s = timeline.place(start_s, Math.max(...times.map((time) => time.end_s)));
        for (const run of together) {
          const { table, scale, entries } = tracks.get(run.track) as IndexedTrack;
          const entry = video.has(run.track) ? (run.entry ?? own.get(run.track)?.entry) : undefined;
          table.beginChunk(insertion ? end : bytes + run.offset, entry ? entries.numberOf(entry) : 1);
          let at = run.start;
          for (const [index, packet] of run.sizes.entries()) {
            const duration = run.durations[index] ?? 0;
            const size = packet + growth(insertion, run, index);
            const inFile = (time: number): number => Math.round((time / scaleOf(run) + shift_s) * scale);
            table.add(inFile(at), inFile(at + duration) - inFile(at), size, run.keys[index] === true);
            at += duration;
            end += size;
          }
        }
      }
      bytes = insertion ? end : bytes + fragment.data_bytes;
      sources.push(sourceOf(store, name, bytes - began, { ...fragment, runs }, insertion));
    }
  }
  return { tracks, sources, bytes, duration_ms: timeline.duration_ms, parts: timeline.parts };
};

const mediaHeader = (bytes: number, isLarge: boolean): Buffer => {
  const type = Buffer.from('mdat');
  if (!isLarge) return Buffer.concat([words([bytes + 8]), type]);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(bytes + 16));
  return Buffer.concat([words([1]), type, size]);
};

/**
 * Puts the takes one after the other, gaps between and within them cut out, into an MP4 whose index comes first, and
 * stores it. Segments that turn out to be torn are left out: a worker that was killed may leave some. Needs memory for
 * the index. Players show it under the bot's name and its day. Answers the size, the length, and the parts of time
 * that it is made of.
 */
export const joinMp4 = async (store: Store, takes: readonly KeptTake[], target: string, bot_name: string) => {
  const leftOut = new Set<string>();
  for (;;) {
    const init = takes[0]?.init ?? new Uint8Array();
    const { tracks, sources, bytes, duration_ms, parts } = await plan(store, takes, init, leftOut);
    const isLarge = bytes > largestWithoutLongPlaces;
    const ftyp = makeBox('ftyp', Buffer.from('isom'), words([0x200]), Buffer.from('isomiso2avc1mp41'));
    const mdat = mediaHeader(bytes, isLarge);
    const labels = labelsOf(bot_name, parts);
    const movie = { init, tracks, creation_time: mp4Time(labels.began_at), labels: labelBoxes(labels) };
    const base = ftyp.length + indexOf(movie, 0, isLarge).length + mdat.length;
    const beginning = Buffer.concat([ftyp, indexOf(movie, base, isLarge), mdat]);
    const whole = [{ bytes: beginning.length, make: async () => beginning }, ...sources];
    try {
      if (parts.length > 0) await store.compose(target, whole, 'video/mp4');
      return { duration_ms, parts, size_bytes: base + bytes };
    } catch (error) {
      if (!(error instanceof BytesMissingError)) throw error;
      leftOut.add(error.object);
    }
  }
};
