/** What players show of a recording besides its pictures: its title, its day, and chapters to jump to. Pure. */
import type { RecordingPart } from '../../../domain/captured/captured.ts';
import { makeBox, words } from './boxes.ts';

/** Times of MP4 count from 1904 (ISO 14496-12, 8.2.2). */
const secondsTo1970 = 2_082_844_800;
const mostChapters = 255;
const ticksPerMs = 10_000n;

/** When it was begun, in seconds as MP4 counts them. */
export const creationTime = (parts: readonly RecordingPart[]): number =>
  Math.floor((parts[0]?.start_timestamp_ms ?? 0) / 1000) + secondsTo1970;

const moment = (at_ms: number): string => new Date(at_ms).toISOString().replace('T', ' ').slice(0, 19);

const utf8 = 1;
/** A field of a file's description, as QuickTime's own and all players since know it. */
const field = (type: string, text: string): Buffer =>
  makeBox(type, makeBox('data', words([utf8, 0]), Buffer.from(text)));

const description = (fields: readonly Buffer[]): Buffer => {
  const handler = makeBox('hdlr', words([0, 0]), Buffer.from('mdirappl'), words([0, 0]), Buffer.alloc(1));
  return makeBox('meta', words([0]), handler, makeBox('ilst', ...fields));
};

/** Where the recording goes on after a pause or a loss: each place with the time of day. One part has no chapters. */
const chapters = (parts: readonly RecordingPart[]): Buffer[] => {
  if (parts.length < 2) return [];
  let at_ms = 0;
  const entries = parts.slice(0, mostChapters).map(({ start_timestamp_ms, duration_ms }) => {
    const title = Buffer.from(`${moment(start_timestamp_ms).slice(11)} UTC`);
    const entry = Buffer.alloc(9);
    entry.writeBigUInt64BE(BigInt(at_ms) * ticksPerMs);
    entry.writeUInt8(title.length, 8);
    at_ms += duration_ms;
    return Buffer.concat([entry, title]);
  });
  // Nero's list, which has no standard of its own: version 1, a word that is kept free, a count in one byte.
  return [makeBox('chpl', words([0x0100_0000, 0]), Buffer.of(entries.length), ...entries)];
};

/** The user data of a recording by a bot of this name. */
export const labelsOf = (bot_name: string, parts: readonly RecordingPart[]): Buffer => {
  const day = moment(parts[0]?.start_timestamp_ms ?? 0);
  const fields = [field('©nam', `${bot_name} ${day.slice(0, 16)} UTC`), field('©day', day.slice(0, 10))];
  return makeBox('udta', description(fields), ...chapters(parts));
};
