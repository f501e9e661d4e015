/** The power of a frame of sound by frequency. Pure. */

/**
 * Gives a function that answers the power spectrum of as many samples as `size`, a power of two, behind a Hann window.
 */
export const createSpectrum = (size: number) => {
  // Samples are real: as pairs they take a transform of half the size, from which the whole one follows.
  const half = size / 2;
  const window = Float64Array.from({ length: size }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size));
  const cosines = Float64Array.from({ length: half }, (_, index) => Math.cos((2 * Math.PI * index) / size));
  const sines = Float64Array.from({ length: half }, (_, index) => -Math.sin((2 * Math.PI * index) / size));
  const bits = Math.log2(half);
  const reversed = Uint16Array.from({ length: half }, (_, index) => {
    let place = 0;
    for (let bit = 0; bit < bits; bit += 1) place |= ((index >> bit) & 1) << (bits - 1 - bit);
    return place;
  });
  const real = new Float64Array(half);
  const imaginary = new Float64Array(half);
  const powers = new Float64Array(half);

  // Cooley and Tukey's, in place. The index is always in range, so nothing is checked.
  const transform = (): void => {
    for (let span = 1; span < half; span *= 2) {
      const stride = half / span;
      for (let start = 0; start < half; start += 2 * span) {
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

  /** The power of the whole transform: the half transform's part for even samples, and its part for odd samples turned. */
  const powerOf = (bin: number): number => {
    const mirror = (half - bin) % half;
    const x = real[bin] as number;
    const y = imaginary[bin] as number;
    const u = real[mirror] as number;
    const v = -(imaginary[mirror] as number);
    const c = cosines[bin] as number;
    const i = sines[bin] as number;
    const odd_re = (y - v) * c + (x - u) * i;
    const odd_im = (y - v) * i - (x - u) * c;
    return ((x + u + odd_re) ** 2 + (y + v + odd_im) ** 2) / 4;
  };

  /** The answer is overwritten by the next call. */
  return (samples: Float32Array): Float64Array => {
    for (let index = 0; index < half; index += 1) {
      const place = 2 * (reversed[index] as number);
      real[index] = (samples[place] as number) * (window[place] as number);
      imaginary[index] = (samples[place + 1] as number) * (window[place + 1] as number);
    }
    transform();
    for (let bin = 0; bin < half; bin += 1) powers[bin] = powerOf(bin) / size;
    return powers;
  };
};
