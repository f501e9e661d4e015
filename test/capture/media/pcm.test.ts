import { describe, expect, it } from 'vitest';
import { fromInt16, samplesIn, toInt16 } from '../../../lib/capture/media/pcm.ts';

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
