/** Makes one larger segment of several that follow each other. Nothing is encoded again. */
import { type Box, boxAt, boxesIn, makeBox } from './boxes.ts';
import type { TrackEntry } from './movie-index.ts';

const headerBytes = 8;

/** A track run whose media data has moved by so much, from the beginning of its `moof` (ISO 14496-12, 8.8.8). */
const movedRun = ({ content }: Box, by: number): Buffer => {
  const moved = Buffer.from(content);
  const tellsOffset = (moved.readUInt32BE(0) & 0x1) !== 0;
  if (!tellsOffset) throw new Error('a track run does not tell where its media data is');
  moved.writeInt32BE(moved.readInt32BE(8) + by, 8);
  return makeBox('trun', moved);
};

const movedFragment = ({ content }: Box, by: number): Buffer =>
  makeBox('traf', ...boxesIn(content).map((box) => (box.type === 'trun' ? movedRun(box, by) : box.bytes)));

const withEntry = (fragment: Box, entry: TrackEntry | undefined): Box => {
  if (!entry || boxAt(fragment.content, 'tfhd').content.readUInt32BE(4) !== entry.track) return fragment;
  const bytes = makeBox('traf', fragment.content, entry.bytes);
  return { ...fragment, size: bytes.length, bytes, content: bytes.subarray(headerBytes) };
};

/**
 * One `moof` with the track fragments of all the segments, and one `mdat` with all their media data. `entries`: how packets of
 * a segment are decoded, where the beginning of its take does not tell; it stands in the track's fragments from then on.
 * @throws Error when one of them is not made of a `moof` and an `mdat`
 */
export const mergeSegments = (
  segments: readonly Uint8Array[],
  entries: readonly (TrackEntry | undefined)[] = [],
): Buffer => {
  const parts = segments.map((segment, index) => {
    const [moof, mdat] = boxesIn(segment);
    if (moof?.type !== 'moof' || mdat?.type !== 'mdat') throw new Error('this is not a segment');
    const own = boxesIn(moof.content).filter(({ type }) => type === 'traf');
    const fragments = own.map((fragment) => withEntry(fragment, entries[index]));
    const data_from = moof.size + mdat.bytes.length - mdat.content.length;
    return { head: boxesIn(moof.content)[0], fragments, data: mdat.content, data_from };
  });
  const [first] = parts;
  if (first?.head?.type !== 'mfhd') throw new Error('a segment has no header');
  const fragmentBytes = parts.flatMap(({ fragments }) => fragments).reduce((sum, { size }) => sum + size, 0);
  let data_at = headerBytes + first.head.size + fragmentBytes + headerBytes;
  const fragments: Buffer[] = [];
  for (const { fragments: own, data, data_from } of parts) {
    for (const fragment of own) fragments.push(movedFragment(fragment, data_at - data_from));
    data_at += data.length;
  }
  return Buffer.concat([
    makeBox('moof', first.head.bytes, ...fragments),
    makeBox('mdat', ...parts.map(({ data }) => data)),
  ]);
};
