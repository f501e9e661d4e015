import { describe, expect, it } from 'vitest';
import { createJitterBuffer } from '../../../../lib/capture/programs/shared/jitter-buffer.ts';
import { blockSamples } from '../../../../lib/capture/programs/shared/sound.ts';

const block = (value: number) => new Float32Array(blockSamples).fill(value);

/** What comes out for each 10 ms, by its first sample; undefined where there is nothing. */
const taking = (buffer: ReturnType<typeof createJitterBuffer>, times: number) =>
  Array.from({ length: times }, () => {
    const into = block(0);
    return buffer.mixInto(into) ? into[0] : undefined;
  });

describe('sound on its way', () => {
  it('is held back until a late block would be no gap, and comes in order', () => {
    const buffer = createJitterBuffer();
    buffer.push(block(1));
    expect(taking(buffer, 1)).toEqual([undefined]);
    buffer.push(block(2));
    expect(taking(buffer, 2)).toEqual([1, 2]);
  });

  it('is held back again after it has failed to come', () => {
    const buffer = createJitterBuffer();
    for (const value of [1, 2]) buffer.push(block(value));
    expect(taking(buffer, 3)).toEqual([1, 2, undefined]);
    buffer.push(block(3));
    expect(taking(buffer, 1)).toEqual([undefined]);
    buffer.push(block(4));
    expect(taking(buffer, 2)).toEqual([3, 4]);
  });

  it('skips what is too old, so that delay does not grow', () => {
    const buffer = createJitterBuffer();
    for (let value = 1; value <= 9; value += 1) buffer.push(block(value));
    expect(taking(buffer, 3)).toEqual([8, 9, undefined]);
  });

  it('is added to what is there', () => {
    const buffer = createJitterBuffer(blockSamples);
    buffer.push(block(0.25));
    const into = block(0.5);
    buffer.mixInto(into);
    expect(into[0]).toBe(0.75);
  });
});
