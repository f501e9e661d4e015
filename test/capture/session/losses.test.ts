import { describe, expect, it } from 'vitest';
import { createLossCount } from '../../../lib/capture/session/losses.ts';

const minutes = 60_000;

describe('a page that is lost', () => {
  it('is opened anew three times in a row, and not a fourth time', () => {
    const isWorthIt = createLossCount();
    expect([0, 1, 2, 3].map((minute) => isWorthIt(minute * minutes))).toEqual([true, true, true, false]);
  });

  it('is forgiven after a while, however long the meeting', () => {
    const isWorthIt = createLossCount();
    const losses = Array.from({ length: 100 }, (_, index) => isWorthIt(index * 5 * minutes));
    expect(losses).not.toContain(false);
  });
});
