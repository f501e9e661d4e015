import { describe, expect, it } from 'vitest';
import { placesFor, thisMachine } from '../../lib/local-home/machine.ts';

describe('how many bots a machine has room for', () => {
  it.each([
    [1, 1_000, 1],
    [2, 24_000, 4],
    [4, 24_000, 8],
    [16, 8_000, 13],
    [1, 100, 1],
  ])('is told by its cores and memory: %d cores, %d MB', (cores, memory_mb, places) => {
    expect(placesFor({ cores, memory_mb })).toBe(places);
  });

  it('can be told of this one', () => {
    expect(placesFor(thisMachine())).toBeGreaterThanOrEqual(1);
  });
});
