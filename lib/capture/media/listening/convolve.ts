/** Weighs sound with a filter. Pure. Runs for all sound of everybody, so the work is done by `convolve.wat`. */
import { createKernel } from '../wasm-kernel.ts';
import { kernel } from './convolve-kernel.ts';

/** What `convolve.wat` exports; its comments tell what the numbers are. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  convolve(...numbers: number[]): void;
}

const sampleBytes = Float32Array.BYTES_PER_ELEMENT;
const atOnce = 16;

const kernelWith = createKernel<Kernel>(kernel);
let view = new Float32Array();

/** What lies in the kernel's memory, as samples. */
const samplesOf = ({ memory }: Kernel): Float32Array => {
  if (view.buffer !== memory.buffer) view = new Float32Array(memory.buffer);
  return view;
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
  const loaded = kernelWith((target + count) * sampleBytes);
  const memory = samplesOf(loaded);
  memory.fill(0, weights.length, taps);
  memory.set(weights);
  memory.set(samples, source);
  memory.fill(0, source + samples.length, target);
  loaded.convolve(source * sampleBytes, step * sampleBytes, 0, taps * sampleBytes, target * sampleBytes, count);
  return memory.slice(target, target + count) as Float32Array<ArrayBuffer>;
};
