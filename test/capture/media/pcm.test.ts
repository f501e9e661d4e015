import { describe, expect, it } from 'vitest';
import { createMono, fromInt16, samplesIn, toInt16 } from '../../../lib/capture/media/pcm.ts';

/** A block with so many samples of each channel, all of this value. */
const aBlock = (channels: readonly number[], numberOfFrames = 4): AudioData =>
  ({
    numberOfChannels: channels.length,
    numberOfFrames,
    copyTo: (into: Float32Array, { planeIndex }: AudioDataCopyToOptions) => void into.fill(channels[planeIndex] ?? 0),
  }) as unknown as AudioData;

describe('16-bit sound', () => {
  it('is the nearest to what was heard, and cuts off what is too loud', () => {
    expect(toInt16(Float32Array.of(0, 0.5, -0.5, 1, -1, 3, -3))).toEqual(
      Int16Array.of(0, 16_384, -16_383, 32_767, -32_767, 32_767, -32_767),
    );
  });

  it('is heard between -1 and 1', () => {
    expect(fromInt16(Int16Array.of(0, 16_384, -32_768))).toEqual(Float32Array.of(0, 0.5, -1));
  });

  it('is read wherever its bytes lie', () => {
    expect(samplesIn(Uint8Array.of(9, 1, 0, 2, 1, 7).subarray(1))).toEqual(Int16Array.of(1, 258));
  });
});

describe('sound of several channels as one', () => {
  it.each([[[0.5]], [[0.5, -0.25]], [[0.75, 0, 0.75]]])('of %j is their mean', (channels) => {
    const mean = channels.reduce((sum, value) => sum + value, 0) / channels.length;
    expect(createMono()(aBlock(channels))).toEqual(new Float32Array(4).fill(mean));
  });

  it('needs new memory only where blocks change their length', () => {
    const mono = createMono();
    const first = mono(aBlock([0.5, 1]));
    expect(mono(aBlock([0]))).toBe(first);
    expect(mono(aBlock([0], 5))).toHaveLength(5);
  });
});
