/** Sound inside the workers: 48 kHz, one channel. Pure but for `AudioData`. */

export const sampleRate = 48_000;
/** Sound is handled in blocks of 10 ms, as WebRTC does. */
export const blockSamples = sampleRate / 100;
export const blockMs = 10;

export type Samples = Float32Array<ArrayBuffer>;

export const toPcm = (samples: Float32Array): string => {
  const pcm = new Int16Array(samples.length);
  for (let i = 0; i < samples.length; i += 1) {
    pcm[i] = Math.round(Math.max(-1, Math.min(1, samples[i] ?? 0)) * 32_767);
  }
  return new Uint8Array(pcm.buffer).toBase64();
};

export const fromPcm = (base64: string): Samples => {
  const bytes = Uint8Array.fromBase64(base64);
  return Float32Array.from(new Int16Array(bytes.buffer, 0, bytes.length >> 1), (sample) => sample / 32_768);
};

/** The sound of a block as one channel, at its own rate. */
const monoOf = (data: AudioData): Samples => {
  const { numberOfChannels, numberOfFrames } = data;
  const mixed = new Float32Array(numberOfFrames);
  const channel = new Float32Array(numberOfFrames);
  for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex += 1) {
    data.copyTo(channel, { planeIndex, format: 'f32-planar' });
    for (let i = 0; i < numberOfFrames; i += 1) mixed[i] = (mixed[i] ?? 0) + (channel[i] ?? 0) / numberOfChannels;
  }
  return mixed;
};

/** The value so far after sample `n`, by cubic interpolation; good enough for what a meeting passes on. */
const valueAfter = (samples: Samples, n: number, t: number): number => {
  const at = (index: number): number => samples[index] ?? 0;
  const [a, b, c, d] = [at(n - 1), at(n), at(n + 1), at(n + 2)];
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
};

/**
 * The sound of blocks that follow each other as one channel at our rate. They come out as one: were each as long as it is by
 * itself, the sound of a film would be late at its end. Does not close them.
 */
export const createSamplesOf = () => {
  let rate = sampleRate;
  let kept: Samples = new Float32Array();
  // Where the next sample lies in what is kept and what follows, in parts of a sample of theirs, as many as ours has in a second.
  let at = 0;

  const resampled = (samples: Samples): Samples => {
    const input = new Float32Array(kept.length + samples.length);
    input.set(kept);
    input.set(samples, kept.length);
    const count = Math.max(0, Math.ceil(((input.length - 2) * sampleRate - at) / rate));
    const output = Float32Array.from({ length: count }, (_, i) => {
      const place = at + i * rate;
      return valueAfter(input, Math.floor(place / sampleRate), (place % sampleRate) / sampleRate);
    });
    at += count * rate;
    const first = Math.floor(at / sampleRate) - 1;
    kept = input.slice(first);
    at -= first * sampleRate;
    return output;
  };

  return (data: AudioData): Samples => {
    if (data.sampleRate !== rate) {
      rate = data.sampleRate;
      kept = new Float32Array(3);
      at = sampleRate;
    }
    return rate === sampleRate ? monoOf(data) : resampled(monoOf(data));
  };
};
