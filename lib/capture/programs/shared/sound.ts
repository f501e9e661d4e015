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

/** Brings sound of another rate to ours, by cubic interpolation; good enough for what a meeting passes on. */
const resampled = (samples: Samples, rate: number): Samples => {
  if (rate === sampleRate) return samples;
  const step = rate / sampleRate;
  const at = (index: number): number => samples[Math.max(0, Math.min(samples.length - 1, index))] ?? 0;
  return Float32Array.from({ length: Math.round(samples.length / step) }, (_, i) => {
    const position = i * step;
    const n = Math.floor(position);
    const t = position - n;
    const [a, b, c, d] = [at(n - 1), at(n), at(n + 1), at(n + 2)];
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  });
};

/** The sound of a block as one channel at our rate. Does not close it. */
export const samplesOf = (data: AudioData): Samples => {
  const { numberOfChannels, numberOfFrames } = data;
  const mixed = new Float32Array(numberOfFrames);
  const channel = new Float32Array(numberOfFrames);
  for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex += 1) {
    data.copyTo(channel, { planeIndex, format: 'f32-planar' });
    for (let i = 0; i < numberOfFrames; i += 1) mixed[i] = (mixed[i] ?? 0) + (channel[i] ?? 0) / numberOfChannels;
  }
  return resampled(mixed, data.sampleRate);
};
