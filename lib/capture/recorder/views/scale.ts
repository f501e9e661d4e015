/** Makes pictures larger and smaller. Pure. Runs for every picture of every tile, so it is written for speed. */
import { copyPlane, type Plane } from './picture.ts';

type Size = Pick<Plane, 'width' | 'height'>;

/** From one plane to another. The source's offset and stride must be multiples of four. */
export type Scaler = (source: Plane, target: Plane) => void;

const one = 128;
const half = one / 2;
const pairs = 0x00ff00ff;
const half_of_pairs = 0x00400040;

/** For each place along the target: the place of the source before it, and in the low byte how near the next one is. */
const createAxis = (from: number, to: number): Int32Array =>
  Int32Array.from({ length: to }, (_, place) => {
    const at = Math.min(from - 1, Math.max(0, ((place + 0.5) * from) / to - 0.5));
    return (Math.floor(at) << 8) | Math.round((at - Math.floor(at)) * one);
  });

/**
 * The mean of the nearest four. Lines are blended first, four pixels in two multiplications, and the blended line is
 * stretched then. What is read lies inside of the arrays, hence the assertions.
 */
const createBilinear = (from: Size, to: Size): Scaler => {
  const columns = createAxis(from.width, to.width);
  const rows = createAxis(from.height, to.height);
  const words = Math.ceil((from.width + 1) / 4);
  const line = new Uint8Array(words * 4);
  const line32 = new Uint32Array(line.buffer);

  return (source, target) => {
    const { buffer, byteOffset, byteLength } = source.data;
    const source32 = new Uint32Array(buffer, byteOffset, byteLength >> 2);
    for (let row = 0; row < to.height; row += 1) {
      const place = rows[row] as number;
      const [above, near] = [place >> 8, place & 255];
      const far = one - near;
      let p = (source.offset + above * source.stride) >> 2;
      let q = above + 1 < from.height ? p + (source.stride >> 2) : p;
      for (let word = 0; word < words; word += 1, p += 1, q += 1) {
        const [a, b] = [source32[p] as number, source32[q] as number];
        const even = Math.imul(a & pairs, far) + Math.imul(b & pairs, near) + half_of_pairs;
        const odd = Math.imul((a >>> 8) & pairs, far) + Math.imul((b >>> 8) & pairs, near) + half_of_pairs;
        line32[word] = ((even >>> 7) & pairs) | ((odd << 1) & ~pairs);
      }
      line[from.width] = line[from.width - 1] as number;
      const start = target.offset + row * target.stride;
      const out = target.data.subarray(start, start + to.width);
      for (let column = 0; column < out.length; column += 1) {
        const at = columns[column] as number;
        const left = line[at >> 8] as number;
        out[column] = left + ((Math.imul((line[(at >> 8) + 1] as number) - left, at & 255) + half) >> 7);
      }
    }
  };
};

/** Averages two by two. */
const halve: Scaler = (source, target) => {
  for (let row = 0; row < target.height; row += 1) {
    const start = source.offset + 2 * row * source.stride;
    const above = source.data.subarray(start, start + 2 * target.width);
    const below = source.data.subarray(start + source.stride, start + source.stride + 2 * target.width);
    const into = target.offset + row * target.stride;
    const out = target.data.subarray(into, into + target.width);
    for (let at = 0, from = 0; at < out.length; at += 1, from += 2) {
      const first = (above[from] as number) + (above[from + 1] as number);
      const second = (below[from] as number) + (below[from + 1] as number);
      out[at] = (first + second + 2) >> 2;
    }
  }
};

/**
 * A function that scales planes of one size to another: a copy where they are equal, averages where the picture gets
 * much smaller so that nothing flickers, and the mean of the nearest four else.
 */
export const createScaler = (from: Size, to: Size): Scaler => {
  if (from.width === to.width && from.height === to.height) return copyPlane;
  if (from.width < 2 * to.width || from.height < 2 * to.height) return createBilinear(from, to);
  const [width, height] = [from.width >> 1, from.height >> 1];
  if (width === to.width && height === to.height) return halve;
  const stride = (width + 3) & ~3;
  const smaller: Plane = { data: new Uint8Array(stride * height + 4), offset: 0, stride, width, height };
  const rest = createScaler(smaller, to);
  return (source, target) => {
    halve(source, smaller);
    rest(smaller, target);
  };
};
