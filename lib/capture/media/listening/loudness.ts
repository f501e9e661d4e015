/** How loud sound is. Pure. */

/** Silent senders often send one or two steps of 16 bits instead of zeros. That is nobody's voice, and costs as much to hear. */
export const inaudible = 2.5 / 32_768;

/**
 * Whether no sample is further from silence than `most`. Stops at the first that is: sound costs next to nothing here.
 */
export const isWithin = (samples: Float32Array | Int16Array, most: number): boolean => {
  for (let index = 0; index < samples.length; index += 1) if (Math.abs(samples[index] as number) > most) return false;
  return true;
};
