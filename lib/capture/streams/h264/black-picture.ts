/** A black picture of any size, made without an encoder (ITU-T H.264, constrained baseline). Pure. */
import { createBitWriter } from './bits.ts';

/** Headers of units, each with the importance that decoders expect. */
const headers = { sps: 0x67, pps: 0x68, key_slice: 0x65 } as const;
const baseline = 66;
const constrained = 0xc0;
/** Levels 3.1 and 4.0 (table A-1). */
const levelFor = (blocks: number): number => (blocks <= 3_600 ? 31 : 40);

const [black, colourless] = [16, 128];
/** Names of kinds of blocks (table 7-11): one with its samples as they are, and one that is as its neighbours are. */
const [samples, asNeighbours] = [25, 3];

const blocksIn = (length: number): number => Math.ceil(length / 16);

const sequenceSet = (width: number, height: number): Buffer => {
  const [across, down] = [blocksIn(width), blocksIn(height)];
  const bits = createBitWriter()
    .number(baseline, 8)
    .number(constrained, 8)
    .number(levelFor(across * down), 8);
  // Number of the set, bits of frame numbers, order of output as of decoding, one reference.
  bits.unsigned(0).unsigned(0).unsigned(2).unsigned(1).number(0, 1);
  bits
    .unsigned(across - 1)
    .unsigned(down - 1)
    .number(0b11, 2);
  const [right, bottom] = [(across * 16 - width) / 2, (down * 16 - height) / 2];
  if (right + bottom === 0) bits.number(0, 1);
  else bits.number(1, 1).unsigned(0).unsigned(right).unsigned(0).unsigned(bottom);
  return bits.number(0, 1).unit(headers.sps);
};

const pictureSet = (): Buffer =>
  createBitWriter()
    .unsigned(0)
    .unsigned(0)
    .number(0, 2)
    .unsigned(0)
    .unsigned(0)
    .unsigned(0)
    .number(0, 3)
    .unsigned(0)
    .unsigned(0)
    .unsigned(0)
    // Slices say how their edges are smoothed.
    .number(0b100, 3)
    .unit(headers.pps);

/** The first block holds black, and all others are as their neighbours. */
const keySlice = (width: number, height: number, id: number): Buffer => {
  const across = blocksIn(width);
  const bits = createBitWriter();
  // First block, all slices of this kind, its set, frame number, number of the key picture.
  bits.unsigned(0).unsigned(7).unsigned(0).number(0, 4).unsigned(id);
  // Kept as any key picture; quality as the set says; edges not smoothed.
  bits.number(0, 2).unsigned(0).unsigned(1);
  bits.unsigned(samples).align();
  for (let i = 0; i < 256; i += 1) bits.number(black, 8);
  for (let i = 0; i < 128; i += 1) bits.number(colourless, 8);
  for (let block = 1; block < across * blocksIn(height); block += 1) {
    bits.unsigned(asNeighbours).unsigned(0).unsigned(0);
    // How "nothing is to be added" is written depends on how much the neighbours had (9.2.1): all of it, or nothing.
    if (block === 1 || block === across) bits.number(0b000011, 6);
    else bits.number(1, 1);
  }
  return bits.unit(headers.key_slice);
};

/** The units of the n-th black picture; two that follow each other differ, as key pictures must (7.4.3). */
export const blackPictures = ({ width, height }: { readonly width: number; readonly height: number }) => {
  const sets = [sequenceSet(width, height), pictureSet()];
  const slices = [keySlice(width, height, 0), keySlice(width, height, 1)];
  return (n: number): Buffer[] => [...sets, slices[n % 2] as Buffer];
};
