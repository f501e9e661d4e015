/** The little that must be known of MP4's boxes to tell a whole segment from a torn one. */

/** Whether the bytes are whole boxes, of which the last is media data: what a segment must be to be read. */
export const isWholeSegment = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let last = '';
  while (at + 8 <= bytes.byteLength) {
    const short = view.getUint32(at);
    if (short === 1 && at + 16 > bytes.byteLength) return false;
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short;
    if (size < 8) return false;
    last = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    at += size;
  }
  return at === bytes.byteLength && last === 'mdat';
};

/** The boxes of a range, each with its type and where its content is. */
const boxesIn = (view: DataView, start: number, end: number) => {
  const boxes: { type: string; start: number; end: number }[] = [];
  for (let at = start; at + 8 <= end; ) {
    const size = view.getUint32(at);
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
    boxes.push({ type, start: at + 8, end: at + size });
    if (size < 8) break;
    at += size;
  }
  return boxes;
};

/** How many samples each track of a segment has, as its beginning tells; undefined when that is too short to tell. */
export const sampleCounts = (head: Uint8Array): Map<number, number> | undefined => {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const [fragment] = boxesIn(view, 0, head.byteLength);
  if (fragment?.type !== 'moof' || fragment.end > head.byteLength) return undefined;
  const counts = new Map<number, number>();
  for (const track of boxesIn(view, fragment.start, fragment.end).filter(({ type }) => type === 'traf')) {
    const boxes = boxesIn(view, track.start, track.end);
    const header = boxes.find(({ type }) => type === 'tfhd');
    if (!header) continue;
    const runs = boxes.filter(({ type }) => type === 'trun').map(({ start }) => view.getUint32(start + 4));
    counts.set(
      view.getUint32(header.start + 4),
      runs.reduce((sum, run) => sum + run, 0),
    );
  }
  return counts;
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
