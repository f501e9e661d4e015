/** Sound inside the workers: 48 kHz, one channel. Pure but for `AudioData`. */
import { createMono, fromInt16, samplesIn, toInt16 } from '../../media/pcm.ts';
import { meetingRate } from '../../media/sound.ts';

/** Sound is handled in blocks of 10 ms, as WebRTC does. */
export const blockSamples = meetingRate / 100;
export const blockMs = 10;

export type Samples = Float32Array<ArrayBuffer>;

export const toPcm = (samples: Float32Array): string => new Uint8Array(toInt16(samples).buffer).toBase64();

export const fromPcm = (base64: string): Samples => fromInt16(samplesIn(Uint8Array.fromBase64(base64)));

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
  let rate = meetingRate;
  let kept: Samples = new Float32Array();
  // Where the next sample lies in what is kept and what follows, in parts of a sample of theirs, as many as ours has in a second.
  let at = 0;

  const resampled = (samples: Samples): Samples => {
    const input = new Float32Array(kept.length + samples.length);
    input.set(kept);
    input.set(samples, kept.length);
    const count = Math.max(0, Math.ceil(((input.length - 2) * meetingRate - at) / rate));
    const output = Float32Array.from({ length: count }, (_, i) => {
      const place = at + i * rate;
      return valueAfter(input, Math.floor(place / meetingRate), (place % meetingRate) / meetingRate);
    });
    at += count * rate;
    const first = Math.floor(at / meetingRate) - 1;
    kept = input.slice(first);
    at -= first * meetingRate;
    return output;
  };

  const mono = createMono();

  return (data: AudioData): Samples => {
    if (data.sampleRate !== rate) {
      rate = data.sampleRate;
      kept = new Float32Array(3);
      at = meetingRate;
    }
    return rate === meetingRate ? mono(data).slice() : resampled(mono(data));
  };
};
