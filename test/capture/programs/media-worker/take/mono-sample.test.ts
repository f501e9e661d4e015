import { AudioSample } from 'mediabunny';
import { afterAll, describe, expect, it } from 'vitest';
import { MonoSample } from '../../../../../lib/capture/programs/media-worker/take/mono-sample.ts';

const sampleRate = 48_000;
const samples = Float32Array.from({ length: 1_000 }, (_, index) => 1.2 * Math.sin(index / 7));
const mono = new MonoSample(samples, sampleRate, 1.5);
const usual = new AudioSample({ data: samples, format: 'f32-planar', numberOfChannels: 1, sampleRate, timestamp: 1.5 });

afterAll(() => {
  for (const one of [mono, usual]) one.close();
});

const formats = ['f32', 'f32-planar', 's16', 's16-planar', 's32', 'u8'] as const;

describe('sound of one channel', () => {
  it.each(formats)('is what mediabunny makes of it, to the bit: %s', (format) => {
    for (const part of [{}, { frameOffset: 3 }, { frameOffset: 5, frameCount: 100 }]) {
      for (const from of [0, 1, 2]) {
        const clone = mono.clone();
        const copied = [mono, clone, usual].map((sample) => {
          const bytes = new Uint8Array(5_000);
          sample.copyTo(bytes.subarray(from), { planeIndex: 0, format, ...part });
          return bytes;
        });
        clone.close();
        expect(copied[0]).toEqual(copied[2]);
        expect(copied[1]).toEqual(copied[2]);
      }
    }
  });

  it('says of itself what mediabunny says', () => {
    const clone = mono.clone();
    for (const sample of [mono, clone])
      expect(sample).toMatchObject({ timestamp: 1.5, duration: 1_000 / sampleRate, sampleRate, numberOfChannels: 1 });
    clone.close();
  });

  it('is refused where it does not fit', () => {
    expect(() => mono.copyTo(new Float32Array(999), { planeIndex: 0 })).toThrow(RangeError);
    expect(() => mono.copyTo(new Float32Array(1_000), { planeIndex: 1 })).toThrow(RangeError);
    expect(() => mono.copyTo(new Float32Array(1_000), { planeIndex: 0, frameOffset: 1_000 })).toThrow(RangeError);
  });
});
