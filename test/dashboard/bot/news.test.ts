import { describe, expect, it } from 'vitest';
import { newsAfter, withNews } from '../../../dashboard/bot/news.ts';

const at = (timestamp_ms: number, text = 'one') => ({ id: String(timestamp_ms), timestamp_ms, text });
const keyOf = ({ id }: { readonly id: string }): string => id;

describe('what is read while it grows', () => {
  it('is what was read before and what came since, each once, oldest first, as it came last', () => {
    const before = [at(1000), at(3000)];
    expect(withNews(before, [at(3000, 'as it is now'), at(2000), at(4000)], keyOf)).toEqual([
      ...[at(1000), at(2000), at(3000, 'as it is now'), at(4000)],
    ]);
    expect(withNews(before, [], keyOf)).toBe(before);
  });

  it('is asked for from the last on that was read, less a margin, whatever the clock of whoever looks says', () => {
    const last = Date.parse('2026-03-02T09:00:30Z');
    expect(newsAfter([at(last - 60_000), at(last)], 10_000)).toBe('2026-03-02T09:00:20.000Z');
    expect(newsAfter([], 10_000)).toBeUndefined();
  });
});
