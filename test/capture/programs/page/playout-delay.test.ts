import { describe, expect, it } from 'vitest';
import { delayBetween } from '../../../../lib/capture/programs/page/playout-delay.ts';

describe('how long what is received takes until it is played', () => {
  it('is the mean of what came out between two looks', () => {
    expect(delayBetween({ total_s: 1_000, count: 48_000 }, { total_s: 6_760, count: 96_000 })).toBeCloseTo(120);
    expect(delayBetween(undefined, { total_s: 1_440, count: 48_000 })).toBeCloseTo(30);
  });

  it('is not known while nothing comes out, nor where the counts begin anew', () => {
    expect(delayBetween({ total_s: 1, count: 100 }, { total_s: 1, count: 100 })).toBeUndefined();
    expect(delayBetween({ total_s: 1, count: 100 }, { total_s: 0.1, count: 10 })).toBeUndefined();
  });
});
