/** Sound as others give and take it, 16-bit linear PCM, little-endian, and mono: to and from the numbers that it is heard by. Pure. */

const loudest = 32_767;

/** Each sample to the nearest step; what is too loud is cut off. */
export const toInt16 = (samples: Float32Array): Int16Array<ArrayBuffer> => {
  const pcm = new Int16Array(samples.length);
  for (let i = 0; i < pcm.length; i += 1)
    pcm[i] = Math.round(Math.max(-1, Math.min(1, samples[i] as number)) * loudest);
  return pcm;
};

export const fromInt16 = (pcm: Int16Array): Float32Array<ArrayBuffer> => {
  const samples = new Float32Array(pcm.length);
  for (let i = 0; i < pcm.length; i += 1) samples[i] = (pcm[i] as number) / 32_768;
  return samples;
};

/** The samples in some bytes; half a sample at their end is left out. */
export const samplesIn = (pcm: Uint8Array): Int16Array<ArrayBuffer> =>
  // A copy: they may be part of a larger memory, and begin at any place of it.
  new Int16Array(new Uint8Array(pcm.subarray(0, pcm.length - (pcm.length % 2))).buffer);
