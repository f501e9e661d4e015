/** A recording's labels as MP4 has them. Pure. */
import type { Chapter, Labels } from '../labels.ts';
import { makeBox, words } from './boxes.ts';

/** Times of MP4 count from 1904 (ISO 14496-12, 8.2.2). */
const secondsTo1970 = 2_082_844_800;
const ticksPerMs = 10_000n;

/** A time in seconds as MP4 counts them. */
export const mp4Time = (at: Date): number => Math.floor(at.getTime() / 1000) + secondsTo1970;

const utf8 = 1;
/** A field of a file's description, as QuickTime's own and all players since know it. */
const field = (type: string, text: string): Buffer =>
  makeBox(type, makeBox('data', words([utf8, 0]), Buffer.from(text)));

const description = (fields: readonly Buffer[]): Buffer => {
  const handler = makeBox('hdlr', words([0, 0]), Buffer.from('mdirappl'), words([0, 0]), Buffer.alloc(1));
  return makeBox('meta', words([0]), handler, makeBox('ilst', ...fields));
};

/** Nero's list, which has no standard of its own: version 1, a word that is kept free, a count in one byte. */
const chapterList = (chapters: readonly Chapter[]): Buffer => {
  const entries = chapters.map(({ from_ms, title }) => {
    const text = Buffer.from(title);
    const entry = Buffer.alloc(9);
    entry.writeBigUInt64BE(BigInt(from_ms) * ticksPerMs);
    entry.writeUInt8(text.length, 8);
    return Buffer.concat([entry, text]);
  });
  return makeBox('chpl', words([0x0100_0000, 0]), Buffer.of(entries.length), ...entries);
};

/** The user data of a recording. */
export const labelBoxes = ({ title, artist, began_at, chapters }: Labels): Buffer => {
  const fields = [field('©nam', title), field('©ART', artist), field('©day', began_at.toISOString().slice(0, 10))];
  return makeBox('udta', description(fields), ...(chapters.length > 0 ? [chapterList(chapters)] : []));
};
