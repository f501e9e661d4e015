import { describe, expect, it } from 'vitest';
import { drawnOf } from '../../../../dashboard/bot/transcript/drawn.ts';

describe('the lines that are drawn', () => {
  const range = { startIndex: 50, endIndex: 52, overscan: 1, count: 100 };
  const inSight = [49, 50, 51, 52, 53];

  it('are those in sight, and some on either side', () => {
    expect(drawnOf(range, undefined)).toEqual(inSight);
    expect(drawnOf(range, 51)).toEqual(inSight);
  });

  it.each([
    [7, [6, 7, 8, ...inSight]],
    [0, [0, 1, ...inSight]],
    [99, [...inSight, 98, 99]],
    // Fewer are shown than there were: somebody looks for something.
    [150, inSight],
  ])('also hold the one that has the focus, and those that the arrows lead to: %i', (focused, drawn) => {
    expect(drawnOf(range, focused)).toEqual(drawn);
  });
});
