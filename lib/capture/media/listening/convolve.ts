/** Weighs sound with a filter. Pure. Runs for all sound of everybody, so the work is done by `convolve.wat`. */
import { kernel } from './convolve-kernel.ts';

/** What `convolve.wat` exports; its comments tell what the numbers are. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  convolve(...numbers: number[]): void;
}

const pageBytes = 65_536;
const sampleBytes = Float32Array.BYTES_PER_ELEMENT;
const atOnce = 16;

const load = (): Kernel => {
  const bytes = Uint8Array.from(atob(kernel), (symbol) => symbol.charCodeAt(0));
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as Kernel;
};

let loaded: Kernel | undefined;
let memory = new Float32Array();

/** The kernel with as much memory as is asked for. All share it, as none leaves anything in it. */
const kernelWith = (samples: number): Kernel => {
  loaded ??= load();
  const missing = samples * sampleBytes - loaded.memory.buffer.byteLength;
  if (missing > 0) loaded.memory.grow(Math.ceil(missing / pageBytes));
  if (memory.buffer !== loaded.memory.buffer) memory = new Float32Array(loaded.memory.buffer);
  return loaded;
};

/**
 * Answers `count` samples. Each is a weighted sum of as many input samples as there are weights; the next one's begin
 * `step` input samples later.
 */
export const convolve = (
  samples: Float32Array,
  weights: Float32Array,
  step: number,
  count: number,
): Float32Array<ArrayBuffer> => {
  const taps = Math.ceil(weights.length / atOnce) * atOnce;
  const source = taps;
  // The last output reads as far as the weights go, which are filled up with zeros.
  const target = source + samples.length + atOnce;
  const { convolve: run } = kernelWith(target + count);
  memory.fill(0, weights.length, taps);
  memory.set(weights);
  memory.set(samples, source);
  memory.fill(0, source + samples.length, target);
  run(source * sampleBytes, step * sampleBytes, 0, taps * sampleBytes, target * sampleBytes, count);
  return memory.slice(target, target + count) as Float32Array<ArrayBuffer>;
};
