/** What a decoder must know of a stream before its first picture. Pure. */
import { createBitReader, unescaped } from './bits.ts';

// Those that say how colours are stored (ITU-T H.264, 7.3.2.1.1).
const profilesWithColours = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

type Reader = ReturnType<typeof createBitReader>;

const skipScalingLists = (bits: Reader, lists: number): void => {
  for (let list = 0; list < lists; list += 1) {
    if (bits.bit() === 0) continue;
    let [last, next] = [8, 8];
    for (let i = 0; i < (list < 6 ? 16 : 64); i += 1) {
      if (next !== 0) next = (last + bits.signed() + 256) % 256;
      if (next !== 0) last = next;
    }
  }
};

const coloursOf = (bits: Reader): { chroma: number; luma_bits: number; chroma_bits: number } => {
  const chroma = bits.unsigned();
  if (chroma === 3) bits.bit();
  const [luma_bits, chroma_bits] = [bits.unsigned(), bits.unsigned()];
  bits.bit();
  if (bits.bit() === 1) skipScalingLists(bits, chroma === 3 ? 12 : 8);
  return { chroma, luma_bits, chroma_bits };
};

const skipPictureOrder = (bits: Reader): void => {
  const type = bits.unsigned();
  if (type === 0) bits.unsigned();
  if (type !== 1) return;
  bits.bit();
  bits.signed();
  bits.signed();
  for (let left = bits.unsigned(); left > 0 && left < 256; left -= 1) bits.signed();
};

/** What a sequence parameter set says (7.3.2.1.1). */
const readSet = (sps: Uint8Array) => {
  const bits = createBitReader(unescaped(sps.subarray(1)));
  const [profile, ,] = [bits.number(8), bits.number(8), bits.number(8)];
  bits.unsigned();
  const colours = profilesWithColours.has(profile) ? coloursOf(bits) : undefined;
  bits.unsigned();
  skipPictureOrder(bits);
  bits.unsigned();
  bits.bit();
  const [across, down] = [bits.unsigned() + 1, bits.unsigned() + 1];
  const isWhole = bits.bit() === 1;
  if (!isWhole) bits.bit();
  bits.bit();
  const [left, right, top, bottom] =
    bits.bit() === 1 ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()] : [0, 0, 0, 0];
  const chroma = colours?.chroma ?? 1;
  const cropX = chroma === 1 || chroma === 2 ? 2 : 1;
  const cropY = (chroma === 1 ? 2 : 1) * (isWhole ? 1 : 2);
  return {
    profile,
    colours,
    width: across * 16 - (left + right) * cropX,
    height: down * 16 * (isWhole ? 1 : 2) - (top + bottom) * cropY,
  };
};

const lengthOf = ({ length }: Uint8Array): number[] => [length >> 8, length & 0xff];

/** The record of ISO 14496-15, 5.3.3.1. */
const recordOf = (sps: Uint8Array, pps: readonly Uint8Array[], colours: ReturnType<typeof readSet>['colours']) =>
  Uint8Array.from([
    1,
    ...sps.subarray(1, 4),
    0xff,
    0xe1,
    ...lengthOf(sps),
    ...sps,
    pps.length,
    ...pps.flatMap((set) => [...lengthOf(set), ...set]),
    ...(colours ? [0xfc | colours.chroma, 0xf8 | colours.luma_bits, 0xf8 | colours.chroma_bits, 0] : []),
  ]);

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export type H264Config = VideoDecoderConfig & { readonly description: Uint8Array };

export const isDecodedAlike = (one: H264Config, other: H264Config): boolean =>
  Buffer.compare(one.description, other.description) === 0;

const largestSide = 16_384;
const isSide = (length: number): boolean => length > 0 && length <= largestSide;

/** For pictures that these sets belong to; undefined where they are none. */
export const decoderConfigOf = (sps: Uint8Array, pps: readonly Uint8Array[]): H264Config | undefined => {
  const { width, height, colours } = readSet(sps);
  if (sps.length < 4 || !isSide(width) || !isSide(height)) return undefined;
  return {
    codec: `avc1.${hex(sps.subarray(1, 4))}`,
    codedWidth: width,
    codedHeight: height,
    description: recordOf(sps, pps, colours),
  };
};
