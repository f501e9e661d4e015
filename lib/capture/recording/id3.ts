/** A recording's labels as MP3 has them: a tag before the sound. Pure. */
import type { Chapter, Labels } from './labels.ts';

// Version 2.3, which Windows shows as well: https://id3.org/id3v2.3.0
const version = Buffer.of(3, 0);
/** Text is in UTF-16 and begins with the mark of its byte order. */
const utf16 = Buffer.of(1, 0xff, 0xfe);
const noFlags = Buffer.alloc(1);

/** A size in four bytes of seven bits, none of which looks like a beginning of sound. */
const sevenBitSize = (size: number): Buffer =>
  Buffer.of((size >> 21) & 0x7f, (size >> 14) & 0x7f, (size >> 7) & 0x7f, size & 0x7f);

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const frame = (id: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id), uint32(body.length), Buffer.alloc(2), body]);
};
const text = (id: string, value: string): Buffer => frame(id, utf16, Buffer.from(value, 'utf16le'));

const nameOf = (index: number): Buffer => Buffer.from(`chp${index}\0`);

// Chapters are an addendum to the standard: https://id3.org/id3v2-chapters-1.0
const noPlace = Buffer.alloc(8, 0xff);
const chapter = ({ from_ms, until_ms, title }: Chapter, index: number): Buffer =>
  frame('CHAP', nameOf(index), uint32(from_ms), uint32(until_ms), noPlace, text('TIT2', title));

/** The first and only level of them, in their order. */
const topLevelInOrder = 3;
const contents = (chapters: readonly Chapter[]): Buffer =>
  frame(
    'CTOC',
    Buffer.from('toc\0'),
    Buffer.of(topLevelInOrder, chapters.length),
    ...chapters.map((_, i) => nameOf(i)),
  );

/** The tag of a recording, to stand before all else in its file. */
export const id3Of = ({ title, artist, began_at, chapters }: Labels): Buffer => {
  const [year = '', month = '', day = '', hours = '', minutes = ''] = began_at.toISOString().split(/\D/);
  const frames = Buffer.concat([
    text('TIT2', title),
    text('TPE1', artist),
    text('TYER', year),
    text('TDAT', day + month),
    text('TIME', hours + minutes),
    ...(chapters.length > 0 ? [contents(chapters), ...chapters.map(chapter)] : []),
  ]);
  return Buffer.concat([Buffer.from('ID3'), version, noFlags, sevenBitSize(frames.length), frames]);
};
