/** Keeps the mix from being louder than players can play. Pure. */
import { isWithin } from '../listening/loudness.ts';

const decibels = (db: number): number => 10 ** (db / 20);
// -1 dB true peak, as EBU R 128 asks for, and a little less: the taps below miss some of what square waves do.
const ceiling = decibels(-1.25);
/** The gain goes down over so many samples before what is too loud: 1.3 ms at 48 kHz, too slow to click and too fast to be heard. */
const lookAhead = 64;
const releaseS = 0.1;

// ITU-R BS.1770-4, annex 2: twelve taps for each of four places between two samples. The other two are these two mirrored.
const places = [
  [
    0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625, 0.97216796875,
    -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125,
  ],
  [
    -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625, 0.77978515625,
    -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
  ],
].flatMap((taps) => [taps, taps.toReversed()]);
const taps = 12;
/** Between samples that are all below this, nothing is louder than the ceiling: no row of taps adds up to more than 2.1. */
const harmless = ceiling / 2.1;

/** A sample is handed out when so many after it are known. */
const delay = lookAhead + taps;
/** A gain so near to 1 is 1: it would come nearer for ever. */
const nearlyAll = 1 - 1e-6;
/** What is looked at as a whole, before it is taken sample by sample. */
const blockLength = 256;
// A power of two, so that a place in a ring is a mask away.
const ring = 128;
const mask = ring - 1;

/** Makes quieter what would be too loud between samples as well as at them, from a moment before it until a while after. */
export const createLimiter = (sample_rate: number) => {
  const sound = new Float64Array(ring);
  /** The most gain that what is near a sample allows. */
  const allowed = new Float64Array(ring).fill(1);
  /** The same, growing slowly again. */
  const released = new Float64Array(ring).fill(1);
  const release = 1 - Math.exp(-1 / (releaseS * sample_rate));
  let taken = 0;
  let lastLoud = Number.NEGATIVE_INFINITY;
  /** The last sample with which anything was made quieter, or was about to be. */
  let lastLimited = Number.NEGATIVE_INFINITY;
  let gain = 1;
  let gains = lookAhead + 1;

  /** The loudest between the two samples in the middle of the newest twelve. */
  const truePeak = (): number => {
    const first = taken - taps + 1;
    let peak = Math.max(Math.abs(sound[(taken - 6) & mask] as number), Math.abs(sound[(taken - 5) & mask] as number));
    for (const row of places) {
      let value = 0;
      for (let tap = 0; tap < taps; tap += 1) value += (row[tap] as number) * (sound[(first + tap) & mask] as number);
      peak = Math.max(peak, Math.abs(value));
    }
    return peak;
  };

  /** Takes a sample, and answers the one that is handed out for it. */
  const next = (sample: number): number => {
    sound[taken & mask] = sample;
    allowed[taken & mask] = 1;
    if (Math.abs(sample) > harmless) lastLoud = taken;
    if (taken - lastLoud < taps) {
      const most = ceiling / truePeak();
      if (most < 1) lastLimited = taken;
      for (let at = taken - delay; most < 1 && at <= taken; at += 1) {
        if ((allowed[at & mask] as number) > most) allowed[at & mask] = most;
      }
    }
    const at = taken - delay;
    gain = Math.min(allowed[at & mask] as number, gain + (1 - gain) * release);
    if (gain > nearlyAll) gain = 1;
    else lastLimited = taken;
    gains += gain - (released[(at - lookAhead - 1) & mask] as number);
    released[at & mask] = gain;
    taken += 1;
    return (sound[at & mask] as number) * Math.min(1, gains / (lookAhead + 1));
  };

  /** All that the rings hold is as if nothing had ever been too loud. */
  const isAtRest = (): boolean => taken - Math.max(lastLimited, lastLoud, 0) > ring;

  /** Lets such a block in, and gives out unchanged the sound that went in before it. */
  const pass = (block: Float32Array, out: Float32Array, at: number): void => {
    const before = Math.min(delay, block.length);
    for (let index = 0; index < before; index += 1) out[at + index] = sound[(taken - delay + index) & mask] as number;
    out.set(block.subarray(0, block.length - before), at + before);
    for (let index = Math.max(0, block.length - ring); index < block.length; index += 1)
      sound[(taken + index) & mask] = block[index] as number;
    taken += block.length;
    gains = lookAhead + 1;
  };

  return {
    /** Takes what follows on what was taken before, and answers what is ready, which comes a moment later. */
    take(samples: Float32Array): Float32Array<ArrayBuffer> {
      const early = Math.min(samples.length, Math.max(0, delay - taken));
      const ready = new Float32Array(samples.length - early);
      for (let from = 0; from < samples.length; from += blockLength) {
        const block = samples.subarray(from, from + blockLength);
        if (isAtRest() && isWithin(block, harmless)) {
          pass(block, ready, from - early);
          continue;
        }
        for (let index = 0; index < block.length; index += 1) {
          const one = next(block[index] as number);
          if (from + index >= early) ready[from + index - early] = one;
        }
      }
      return ready;
    },
    /** All that was taken and not handed out yet. */
    finish(): Float32Array<ArrayBuffer> {
      return this.take(new Float32Array(delay));
    },
  };
};
