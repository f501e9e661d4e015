import { describe, expect, it } from 'vitest';
import { createLossCount } from '../../../lib/capture/session/losses.ts';

const minutes = 60_000;
const limits = { most: 3, forgiven_after_ms: 10 * minutes };

describe('a page that is lost', () => {
  it('is opened anew three times in a row, and not a fourth time', () => {
    const isWorthIt = createLossCount(limits);
    expect([0, 1, 2, 3].map((minute) => isWorthIt(minute * minutes))).toEqual([true, true, true, false]);
  });

  it('is forgiven after a while, however long the meeting', () => {
    const isWorthIt = createLossCount(limits);
    const losses = Array.from({ length: 100 }, (_, index) => isWorthIt(index * 5 * minutes));
    expect(losses).not.toContain(false);
  });
});
