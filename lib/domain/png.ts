/** Whether bytes are a PNG picture: its signature, and whole chunks with right checksums from IHDR to IEND. */
import { crc32 } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const longestSide = 8192;

/** The types of the chunks in order; undefined when they are not whole. See https://www.w3.org/TR/png-3/#5DataRep. */
const chunkTypes = (bytes: Buffer): string[] | undefined => {
  const types: string[] = [];
  let at = signature.length;
  while (at + 12 <= bytes.length) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return undefined;
    types.push(bytes.toString('latin1', at + 4, at + 8));
    at = end + 4;
  }
  return at === bytes.length ? types : undefined;
};

const mostBytes = 2 * 1024 * 1024;

/** Answers what is wrong with the bytes as a PNG, as a sentence; undefined when they are one that is not too large. */
export const checkPng = (bytes: Buffer): string | undefined => {
  if (bytes.length > mostBytes) return 'must be at most 2 MB';
  if (!bytes.subarray(0, signature.length).equals(signature)) return 'must be the data of a PNG picture';
  const types = chunkTypes(bytes);
  if (types?.[0] !== 'IHDR' || types.at(-1) !== 'IEND' || !types.includes('IDAT')) return 'is a damaged PNG picture';
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const fits = width >= 1 && height >= 1 && width <= longestSide && height <= longestSide;
  return fits ? undefined : `must be a picture of at most ${longestSide} by ${longestSide} pixels`;
};
