import { describe, expect, it } from 'vitest';
import { createHoldUpWatch } from '../../../lib/capture/media/hold-ups.ts';

/** Which of the turns, by their moments, are left to the next. */
const leftOf = (...turns_ms: readonly number[]): boolean[] => turns_ms.map(createHoldUpWatch(100));

describe('a timer whose turn comes late', () => {
  it('leaves what it does to the next turn where it was held up', () => {
    expect(leftOf(5_000, 5_100, 8_100, 8_200, 8_300)).toEqual([false, false, true, false, false]);
  });

  it('does what it does on a machine that is busy, and that is always late', () => {
    expect(leftOf(0, 600, 1_200)).toEqual([false, false, false]);
    expect(leftOf(0, 700, 1_400, 2_100)).toEqual([false, true, false, true]);
  });
});
