/** Makes one MP4 of several takes. What is encoded is copied as it lies in the segments; only the index is made. */
import { type FileHandle, open } from 'node:fs/promises';
import type { SegmentStore } from '../session-ports.ts';
import { type Fragment, fragmentOf, type Run } from './fragment.ts';
import { isWholeSegment, makeBox, parameterSets, words } from './mp4-boxes.ts';
import { type IndexedTrack, indexOf, tracksOf } from './mp4-index.ts';
import { createParts } from './parts.ts';
import { readAhead } from './read-ahead.ts';
import { decoderConfigs } from './read-segment.ts';
import type { StoredTake } from './takes.ts';
import { createTrackTable } from './track-table.ts';

// The beginnings are small, and latency rules; whole segments are a megabyte or two.
const beginnings_at_once = 16;
const segments_at_once = 8;
const beginning_bytes = 32 * 1024;
const largest_without_long_places = 0xf000_0000;

type Store = Pick<SegmentStore, 'get'>;

/** A segment, and how its media data gets into the file. */
interface Piece {
  readonly name: string;
  readonly fragment: Fragment;
  /** The tracks whose key pictures need what goes before them. */
  readonly video: ReadonlySet<number>;
  /** What goes before each key picture; a file has one decoder configuration, and this take's is another. */
  readonly sets: Uint8Array | undefined;
}

const descriptionOf = async (take: Pick<StoredTake, 'init'>): Promise<Buffer> => {
  const { video } = await decoderConfigs(take);
  const description = video?.description;
  if (!description) return Buffer.alloc(0);
  return ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description as ArrayBuffer);
};

const readBeginnings = (store: Store, { segments }: StoredTake) =>
  readAhead(segments, beginnings_at_once, async (name) => {
    const beginning = await store.get(name, beginning_bytes);
    const fragment = beginning && (fragmentOf(beginning) ?? fragmentOf((await store.get(name)) ?? beginning));
    return { name, fragment };
  });

const timesOf = ({ start, durations }: Run, scale: number) => ({
  start_s: start / scale,
  end_s: durations.reduce((end, duration) => end + duration, start) / scale,
});

/** How much a packet grows on its way into the file. */
const growth = ({ sets, video }: Omit<Piece, 'name'>, run: Run, index: number): number =>
  sets && video.has(run.track) && run.keys[index] ? sets.byteLength : 0;

/** Reads the beginnings of all segments but the ones left out: enough to make the index, and to know where all goes. */
const plan = async (store: Store, takes: readonly StoredTake[], init: Uint8Array, leftOut: ReadonlySet<string>) => {
  const tracks = new Map<number, IndexedTrack>(
    [...tracksOf(init)].map(([number, { scale }]) => [number, { scale, table: createTrackTable() }]),
  );
  const timeline = createParts();
  const pieces: Piece[] = [];
  const description = await descriptionOf({ init });
  let bytes = 0;

  for (const take of takes) {
    const own = tracksOf(take.init);
    const scaleOf = ({ track }: Run): number => own.get(track)?.scale ?? 1;
    const video = new Set([...own].filter(([, { isVideo }]) => isVideo).map(([number]) => number));
    const ownDescription = await descriptionOf(take);
    const sets = ownDescription.equals(description) ? undefined : parameterSets(ownDescription);
    timeline.beginTake(take.start_timestamp_ms);
    for await (const { name, fragment } of readBeginnings(store, take)) {
      const runs = fragment?.runs.filter(({ track, sizes }) => tracks.has(track) && sizes.length > 0) ?? [];
      if (!fragment || runs.length === 0 || leftOut.has(name)) continue;
      const piece = { name, fragment: { ...fragment, runs }, video, sets };
      const times = runs.map((run) => timesOf(run, scaleOf(run)));
      const start_s = Math.min(...times.map((time) => time.start_s));
      const shift_s = timeline.place(start_s, Math.max(...times.map((time) => time.end_s)));
      let end = bytes;
      for (const run of runs) {
        const { table, scale } = tracks.get(run.track) as IndexedTrack;
        table.beginChunk(sets ? end : bytes + run.offset);
        let at = run.start;
        for (const [index, packet] of run.sizes.entries()) {
          const duration = run.durations[index] ?? 0;
          const size = packet + growth(piece, run, index);
          const inFile = (time: number): number => Math.round((time / scaleOf(run) + shift_s) * scale);
          table.add(inFile(at), inFile(at + duration) - inFile(at), size, run.keys[index] === true);
          at += duration;
          end += size;
        }
      }
      bytes = sets ? end : bytes + fragment.data_bytes;
      pieces.push(piece);
    }
  }
  return { tracks, pieces, bytes, duration_ms: timeline.duration_ms, parts: timeline.parts };
};

/** The media data of a segment as it goes into the file. */
const dataOf = (segment: Uint8Array, piece: Piece): Uint8Array => {
  const { data_start, data_bytes, runs } = piece.fragment;
  const data = segment.subarray(data_start, data_start + data_bytes);
  const { sets } = piece;
  if (!sets) return data;
  const parts: Uint8Array[] = [];
  for (const run of runs) {
    let at = run.offset;
    for (const [index, size] of run.sizes.entries()) {
      if (growth(piece, run, index) > 0) parts.push(sets);
      parts.push(data.subarray(at, at + size));
      at += size;
    }
  }
  return Buffer.concat(parts);
};

/** Writes the media data. Answers the segments that turned out to be torn: a worker that was killed may leave some. */
const copy = async (store: Store, pieces: readonly Piece[], file: FileHandle): Promise<string[]> => {
  const torn: string[] = [];
  const reading = readAhead(pieces, segments_at_once, async (piece) => ({
    piece,
    segment: await store.get(piece.name),
  }));
  for await (const { piece, segment } of reading) {
    if (segment && isWholeSegment(segment)) await file.writeFile(dataOf(segment, piece));
    else torn.push(piece.name);
  }
  return torn;
};

const mediaHeader = (bytes: number, isLarge: boolean): Buffer => {
  const type = Buffer.from('mdat');
  if (!isLarge) return Buffer.concat([words([bytes + 8]), type]);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(bytes + 16));
  return Buffer.concat([words([1]), type, size]);
};

/**
 * Writes the takes one after the other, gaps between and within them cut out, into an MP4 whose index comes first. Needs
 * memory for a few segments and the index. Answers the length, and the stretches that it is made of.
 */
export const joinMp4 = async (store: Store, takes: readonly StoredTake[], target: string) => {
  const leftOut = new Set<string>();
  for (;;) {
    const init = takes[0]?.init ?? new Uint8Array();
    const { tracks, pieces, bytes, duration_ms, parts } = await plan(store, takes, init, leftOut);
    const isLarge = bytes > largest_without_long_places;
    const ftyp = makeBox('ftyp', Buffer.from('isom'), words([0x200]), Buffer.from('isomiso2avc1mp41'));
    const mdat = mediaHeader(bytes, isLarge);
    const base = ftyp.length + indexOf(init, tracks, 0, isLarge).length + mdat.length;

    await using file = await open(target, 'w');
    await file.writeFile(Buffer.concat([ftyp, indexOf(init, tracks, base, isLarge), mdat]));
    const torn = await copy(store, pieces, file);
    if (torn.length === 0) return { duration_ms, parts };
    for (const name of torn) leftOut.add(name);
  }
};
