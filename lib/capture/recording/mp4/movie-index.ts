/** The `moov` of an MP4: its tracks as a take's initialisation describes them, with tables of what is in them. */
import { type Box, boxAt, boxesIn, makeBox, pictureEntry, words } from './boxes.ts';
import type { SampleEntries } from './sample-entries.ts';
import type { TrackTable } from './track-table.ts';

/** Times of the whole file are in ms. */
const movieScale = 1000;

const isTrack = ({ type }: Box): boolean => type === 'trak';

// Fields of an entry for pictures before the boxes in it (ISO 14496-12, 12.1.3).
const pictureFieldsBytes = 78;

/** Without how many bits a second there were where it was made: of a whole recording that says nothing. */
const withoutRate = ({ type, content, bytes }: Box): Buffer =>
  type === pictureEntry
    ? makeBox(
        type,
        content.subarray(0, pictureFieldsBytes),
        ...boxesIn(content.subarray(pictureFieldsBytes))
          .filter((box) => box.type !== 'btrt')
          .map((box) => box.bytes),
      )
    : bytes;

/** The sample entry in a track's description (8.5.2): how its packets are decoded. */
const entryIn = (trak: Buffer): Buffer => {
  const [entry] = boxesIn(boxAt(trak, 'mdia', 'minf', 'stbl', 'stsd').content.subarray(8));
  if (!entry) throw new Error('a track does not tell how it is decoded');
  return withoutRate(entry);
};

/** The tracks of an initialisation by their numbers. */
export const tracksOf = (init: Uint8Array): Map<number, { scale: number; isVideo: boolean; entry: Buffer }> =>
  new Map(
    boxesIn(boxAt(init, 'moov').content)
      .filter(isTrack)
      .map(({ content }) => {
        const [tkhd, mdhd] = [boxAt(content, 'tkhd').content, boxAt(content, 'mdia', 'mdhd').content];
        const number = tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12);
        const scale = mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12);
        const isVideo = boxAt(content, 'mdia', 'hdlr').content.toString('latin1', 8, 12) === 'vide';
        return [number, { scale, isVideo, entry: entryIn(content) }];
      }),
  );

/** How the packets of a track are decoded. */
export interface TrackEntry {
  readonly track: number;
  readonly bytes: Uint8Array;
}

/** How the pictures of an initialisation are decoded. */
export const pictureEntryOf = (init: Uint8Array): TrackEntry | undefined => {
  const [found] = [...tracksOf(init)].filter(([, { isVideo }]) => isVideo);
  return found && { track: found[0], bytes: found[1].entry };
};

const mediaHeader = (scale: number, duration: number): Buffer => {
  const times = Buffer.alloc(28);
  times.writeUInt32BE(scale, 16);
  times.writeBigUInt64BE(BigInt(duration), 20);
  const undetermined = 0x55c4_0000;
  return makeBox('mdhd', words([0x0100_0000]), times, words([undetermined]));
};

const trackHeader = (own: Box, duration: number): Buffer => {
  if (own.content[0] !== 0) throw new Error('a track header is of a version that is not known');
  const content = Buffer.from(own.content);
  content.writeUInt32BE(duration, 20);
  return makeBox('tkhd', content);
};

/** A track that begins later than the file has an empty edit before it (ISO 14496-12, 8.6.6). */
const editList = (start: number, duration: number): Buffer[] => {
  if (start === 0) return [];
  const [nothing, rate] = [0xffff_ffff, 0x1_0000];
  const entries = words([start, nothing, rate, duration, 0, rate]);
  return [makeBox('edts', makeBox('elst', words([0, 2]), entries))];
};

export interface IndexedTrack {
  readonly scale: number;
  /** Those that its packets are decoded by, each once. */
  readonly entries: SampleEntries;
  readonly table: TrackTable;
}

export interface IndexedMovie {
  /** Of its first take. */
  readonly init: Uint8Array;
  readonly tracks: ReadonlyMap<number, IndexedTrack>;
  /** In seconds as MP4 counts them. */
  readonly creation_time: number;
  /** The box of its user data. */
  readonly labels: Uint8Array;
}

/**
 * The index for media data that begins at `base`. Its length does not depend on `base`. `isLarge`: offsets need more
 * than four bytes.
 */
export const indexOf = (
  { init, tracks, creation_time, labels }: IndexedMovie,
  base: number,
  isLarge: boolean,
): Buffer => {
  const moov = boxesIn(boxAt(init, 'moov').content);
  let longest = 0;
  const traks = moov.filter(isTrack).map(({ content }) => {
    const tkhd = boxAt(content, 'tkhd');
    const track = tracks.get(tkhd.content.readUInt32BE(12));
    if (!track) throw new Error('a track is described and has no table');
    const { scale, entries, table } = track;
    const [start, end] = [table.start, table.end].map((ticks) => Math.round((ticks / scale) * movieScale));
    longest = Math.max(longest, end ?? 0);
    const mdia = boxesIn(boxAt(content, 'mdia').content);
    const minf = boxesIn(boxAt(content, 'mdia', 'minf').content);
    return makeBox(
      'trak',
      trackHeader(tkhd, end ?? 0),
      ...editList(start ?? 0, (end ?? 0) - (start ?? 0)),
      makeBox(
        'mdia',
        mediaHeader(scale, table.end - table.start),
        ...mdia.filter(({ type }) => type === 'hdlr').map(({ bytes }) => bytes),
        makeBox(
          'minf',
          ...minf.filter(({ type }) => type !== 'stbl').map(({ bytes }) => bytes),
          makeBox('stbl', entries.box(), ...table.boxes(base, isLarge)),
        ),
      ),
    );
  });
  const mvhd = Buffer.from(boxAt(init, 'moov', 'mvhd').content);
  if (mvhd[0] !== 0) throw new Error('a movie header is of a version that is not known');
  mvhd.writeUInt32BE(creation_time, 4);
  mvhd.writeUInt32BE(creation_time, 8);
  mvhd.writeUInt32BE(movieScale, 12);
  mvhd.writeUInt32BE(longest, 16);
  return makeBox('moov', makeBox('mvhd', mvhd), ...traks, labels);
};
