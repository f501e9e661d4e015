/** Pictures to test with. */
import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};

/** A grey PNG, with as much text in it as is asked for. */
export const aPng = ({ width = 2, height = 2, text = '' } = {}): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(text ? [chunk('tEXt', Buffer.from(text))] : []),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * Math.min(height, 64)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A PNG of one colour, written #rrggbb. */
export const aColouredPng = (colour: string, width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(3 * width, Buffer.from(colour.slice(1), 'hex'))]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Whether two colours, written #rrggbb, look alike. */
export const isLike = (one: string | undefined, other: string): boolean => {
  const channels = (colour: string): number[] => [...Buffer.from(colour.slice(1), 'hex')];
  if (!one) return false;
  const wanted = channels(other);
  return channels(one).every((value, i) => Math.abs(value - (wanted[i] ?? 0)) < 32);
};
