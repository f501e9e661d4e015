/** How an MP4 says that its pictures are decoded, read by the tables that players go by. */
import { boxAt, boxesIn } from '../../lib/capture/recording/mp4/boxes.ts';

export interface DescribedPictures {
  /** Sizes and parameter sets of the sample entries. */
  readonly entries: readonly { readonly size: string; readonly sets: Buffer }[];
  /** The entry of each picture, from 1. */
  readonly used: readonly number[];
}

/** @throws Error where there are no pictures */
export const describedPictures = (mp4: Uint8Array): DescribedPictures => {
  const traks = boxesIn(boxAt(mp4, 'moov').content).filter(({ type }) => type === 'trak');
  const trak = traks.find(({ content }) => boxAt(content, 'mdia', 'hdlr').content.toString('latin1', 8, 12) === 'vide');
  if (!trak) throw new Error('there are no pictures');
  const tableOf = (type: string) => boxAt(trak.content, 'mdia', 'minf', 'stbl', type).content;
  const entries = boxesIn(tableOf('stsd').subarray(8)).map(({ content }) => ({
    size: `${content.readUInt16BE(24)}x${content.readUInt16BE(26)}`,
    sets: boxAt(content.subarray(78), 'avcC').content,
  }));
  const [chunks, offsets] = [tableOf('stsc'), tableOf('stco')];
  const used: number[] = [];
  for (let entry = 0; entry < chunks.readUInt32BE(4); entry += 1) {
    const [first, each, number] = [0, 4, 8].map((at) => chunks.readUInt32BE(8 + entry * 12 + at)) as [
      number,
      number,
      number,
    ];
    const isLast = entry + 1 === chunks.readUInt32BE(4);
    const next = isLast ? offsets.readUInt32BE(4) + 1 : chunks.readUInt32BE(8 + (entry + 1) * 12);
    for (let packet = 0; packet < (next - first) * each; packet += 1) used.push(number);
  }
  return { entries, used };
};
