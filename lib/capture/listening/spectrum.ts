/** The power of a frame of sound by frequency. Pure: runs in the media worker. */

/** Gives a function that answers the power spectrum of as many samples as `size`, a power of two, behind a Hann window. */
export const createSpectrum = (size: number) => {
  const window = Float64Array.from({ length: size }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size));
  const cosines = Float64Array.from({ length: size / 2 }, (_, index) => Math.cos((2 * Math.PI * index) / size));
  const sines = Float64Array.from({ length: size / 2 }, (_, index) => -Math.sin((2 * Math.PI * index) / size));
  const bits = Math.log2(size);
  const reversed = Uint16Array.from({ length: size }, (_, index) => {
    let place = 0;
    for (let bit = 0; bit < bits; bit += 1) place |= ((index >> bit) & 1) << (bits - 1 - bit);
    return place;
  });
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const powers = new Float64Array(size / 2);

  // Cooley and Tukey's, in place. What the index cannot miss is read without a question.
  const transform = (): void => {
    for (let span = 1; span < size; span *= 2) {
      const stride = size / (2 * span);
      for (let start = 0; start < size; start += 2 * span) {
        for (let k = 0; k < span; k += 1) {
          const one = start + k;
          const other = one + span;
          const c = cosines[k * stride] as number;
          const i = sines[k * stride] as number;
          const x = real[other] as number;
          const y = imaginary[other] as number;
          const re = x * c - y * i;
          const im = x * i + y * c;
          real[other] = (real[one] as number) - re;
          imaginary[other] = (imaginary[one] as number) - im;
          real[one] = (real[one] as number) + re;
          imaginary[one] = (imaginary[one] as number) + im;
        }
      }
    }
  };

  /** The answer is overwritten by the next call. */
  return (samples: Float32Array): Float64Array => {
    for (let index = 0; index < size; index += 1) {
      const place = reversed[index] as number;
      real[index] = (samples[place] as number) * (window[place] as number);
    }
    imaginary.fill(0);
    transform();
    for (let bin = 0; bin < powers.length; bin += 1) {
      powers[bin] = ((real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2) / size;
    }
    return powers;
  };
};
