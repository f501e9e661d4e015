/** How much a sound repeats itself at the pitch of a voice. Pure: runs in the media worker. */

const [lowest_hz, highest_hz] = [70, 400];

/**
 * Between 0, noise, and 1, a tone or a vowel: the greatest normalised autocorrelation among the lags of human voices,
 * of every second sample, which is enough for them.
 */
export const periodicity = (samples: Float32Array, sample_rate: number): number => {
  const rate = sample_rate / 2;
  const length = samples.length >> 1;
  const half = new Float32Array(length);
  let mean = 0;
  for (let index = 0; index < length; index += 1) {
    const value = ((samples[2 * index] as number) + (samples[2 * index + 1] as number)) / 2;
    half[index] = value;
    mean += value / length;
  }
  for (let index = 0; index < length; index += 1) half[index] = (half[index] as number) - mean;
  // Energies of what lies before each sample, so that every lag needs one multiplication a sample.
  const energy = new Float64Array(length + 1);
  for (let index = 0; index < length; index += 1) {
    energy[index + 1] = (energy[index] as number) + (half[index] as number) ** 2;
  }
  let best = 0;
  for (let lag = Math.floor(rate / highest_hz); lag <= rate / lowest_hz; lag += 1) {
    let product = 0;
    for (let index = lag; index < length; index += 1)
      product += (half[index] as number) * (half[index - lag] as number);
    const early = energy[length - lag] as number;
    const late = (energy[length] as number) - (energy[lag] as number);
    best = Math.max(best, product / (Math.sqrt(early * late) + 1e-12));
  }
  return best;
};
