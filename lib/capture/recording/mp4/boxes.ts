/** The little that must be known of MP4 to take segments apart and to make a whole file of them. */

export interface Box {
  readonly type: string;
  /** How long it says that it is. */
  readonly size: number;
  /** All of it, its header included. */
  readonly bytes: Buffer;
  readonly content: Buffer;
}

/** The boxes that follow each other in some bytes; the last one may be cut off. */
export const boxesIn = (bytes: Uint8Array): Box[] => {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= all.length; ) {
    const short = all.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= all.length;
    const size = isLong ? Number(all.readBigUInt64BE(at + 8)) : short;
    if (size < 8) break;
    const box = all.subarray(at, at + size);
    boxes.push({
      type: all.toString('latin1', at + 4, at + 8),
      size,
      bytes: box,
      content: box.subarray(isLong ? 16 : 8),
    });
    at += size;
  }
  return boxes;
};

/** Whether the bytes are whole boxes, of which the last is media data: what a segment must be to be read. */
export const isWholeSegment = (bytes: Uint8Array): boolean => {
  const boxes = boxesIn(bytes);
  return boxes.at(-1)?.type === 'mdat' && boxes.reduce((sum, { size }) => sum + size, 0) === bytes.byteLength;
};

/** The first box at a path of types. @throws Error when there is none */
export const boxAt = (bytes: Uint8Array, ...path: string[]): Box => {
  const [type, ...rest] = path;
  const box = boxesIn(bytes).find((candidate) => candidate.type === type);
  if (!box) throw new Error(`an MP4 has no ${type}`);
  return rest.length === 0 ? box : boxAt(box.content, ...rest);
};

/** What tells how pictures are decoded (H.264). */
export const pictureEntry = 'avc1';

/** A box of a type, of parts that follow each other. */
export const makeBox = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const header = Buffer.alloc(8, type, 'latin1');
  header.writeUInt32BE(parts.reduce((size, part) => size + part.byteLength, 8));
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...parts]);
};

/** Numbers as MP4 writes them, in four bytes each. */
export const words = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

/**
 * The parameter sets of an H.264 decoder configuration (ISO 14496-15, 5.3.3.1) as they stand in a sample, each behind
 * its length in four bytes.
 */
export const parameterSets = (description: Uint8Array): Uint8Array => {
  const view = new DataView(description.buffer, description.byteOffset, description.byteLength);
  const parts: number[] = [];
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    const count = view.getUint8(at) & mask;
    at += 1;
    for (let index = 0; index < count; index += 1) {
      const length = view.getUint16(at);
      parts.push(0, 0, ...description.subarray(at, at + 2 + length));
      at += 2 + length;
    }
  }
  return Uint8Array.from(parts);
};
