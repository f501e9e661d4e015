/** Makes pictures larger and smaller. Pure. Runs for every picture of every tile, so the work is done by `scale.wat`. */
import { createKernel } from '../../../../media/wasm-kernel.ts';
import { copyPlane, type Plane } from './picture.ts';
import { kernel } from './scale-kernel.ts';

type Size = Pick<Plane, 'width' | 'height'>;

/** From one plane to another. */
export type Scaler = (source: Plane, target: Plane) => void;

/** What `scale.wat` exports; its comments tell what the numbers are. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  halve(...numbers: number[]): void;
  stretch(...numbers: number[]): void;
}

const blockBytes = 48;
const one = 128;

const kernelWith = createKernel<Kernel>(kernel);

const sixteens = (bytes: number): number => (bytes + 15) & ~15;
/** The kernel reads and writes lines in whole sixteens, and halves two of them at a time. */
const roomFor = (stride: number, height: number): number => sixteens(stride * height + 48);

/** For each place along the target: the place of the source before it, and in the low byte how near the next one is. */
const createAxis = (from: number, to: number): Int32Array =>
  Int32Array.from({ length: to }, (_, place) => {
    const at = Math.min(from - 1, Math.max(0, ((place + 0.5) * from) / to - 0.5));
    return (Math.floor(at) << 8) | Math.round((at - Math.floor(at)) * one);
  });

/**
 * In the kernel's form: all that it reads for eight places lies within sixteen bytes, since nothing shrinks by half here.
 */
const createBlocks = (axis: Int32Array): Uint8Array => {
  const blocks = new Uint8Array(Math.ceil(axis.length / 8) * blockBytes);
  const view = new DataView(blocks.buffer);
  for (let start = 0; start < axis.length; start += 8) {
    const block = (start / 8) * blockBytes;
    const base = (axis[start] ?? 0) >> 8;
    view.setInt32(block, base, true);
    for (let place = 0; place < 8; place += 1) {
      const at = axis[Math.min(start + place, axis.length - 1)] ?? 0;
      blocks[block + 16 + place] = (at >> 8) - base;
      blocks[block + 24 + place] = (at >> 8) - base + 1;
      view.setInt16(block + 32 + 2 * place, at & 255, true);
    }
  }
  return blocks;
};

const halved = ({ width, height }: Size): Size => ({ width: width >> 1, height: height >> 1 });

/** Where a plane lies in the kernel's memory. */
interface Placed extends Size {
  readonly offset: number;
  readonly stride: number;
}

const place = (size: Size, offset: number, stride = sixteens(size.width)): Placed => ({ ...size, offset, stride });
const behind = ({ offset, stride, height }: Placed): number => offset + roomFor(stride, height);

/** Stretches a plane in the kernel's memory to less than twice as small or any times as large. */
const createStretch = (from: Size, to: Size) => {
  const rows = new Uint8Array(createAxis(from.height, to.height).buffer);
  const blocks = createBlocks(createAxis(from.width, to.width));
  return (source: Placed): Placed => {
    const line = behind(source);
    const rowsAt = line + roomFor(sixteens(source.width + 1), 1);
    const blocksAt = rowsAt + sixteens(rows.length);
    const target = place(to, blocksAt + sixteens(blocks.length));
    const { memory, stretch } = kernelWith(behind(target));
    const bytes = new Uint8Array(memory.buffer);
    bytes.set(rows, rowsAt);
    bytes.set(blocks, blocksAt);
    const [last, end] = [source.height - 1, blocksAt + blocks.length];
    stretch(
      source.offset,
      source.stride,
      source.width,
      last,
      line,
      rowsAt,
      blocksAt,
      end,
      target.offset,
      target.stride,
      to.height,
    );
    return target;
  };
};

const halve = (source: Placed): Placed => {
  const target = place(halved(source), behind(source));
  kernelWith(behind(target)).halve(
    source.offset,
    source.stride,
    target.offset,
    target.stride,
    target.width,
    target.height,
  );
  return target;
};

/**
 * A function that scales planes of one size to another: a copy where they are equal, averages where the picture gets
 * much smaller so that nothing flickers, and the mean of the nearest four else.
 */
export const createScaler = (from: Size, to: Size): Scaler => {
  if (from.width === to.width && from.height === to.height) return copyPlane;
  const steps: ((source: Placed) => Placed)[] = [];
  let size = from;
  for (; size.width >= 2 * to.width || size.height >= 2 * to.height; size = halved(size)) steps.push(halve);
  if (size.width !== to.width || size.height !== to.height) steps.push(createStretch(size, to));

  return (source, target) => {
    const { data, offset, stride } = source;
    const given = place(from, 0, stride);
    const { memory } = kernelWith(behind(given));
    new Uint8Array(memory.buffer).set(data.subarray(offset, offset + stride * (from.height - 1) + from.width));
    const { offset: made, stride: madeStride } = steps.reduce((plane, step) => step(plane), given);
    copyPlane({ ...to, data: new Uint8Array(memory.buffer), offset: made, stride: madeStride }, target);
  };
};
