import { describe, expect, it } from 'vitest';
import { newsAfter, readOn, withNews } from '../../../dashboard/bot/news.ts';

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
    const read = { all: [at(last - 60_000), at(last)], asked_ms: last + 3_600_000 };
    expect(newsAfter(read, 10_000)).toBe('2026-03-02T09:00:20.000Z');
    expect(newsAfter({ all: [], asked_ms: last }, 10_000)).toBeUndefined();
  });

  it('is asked for from when it was read, less the margin, after one that is of a clock that goes ahead', async () => {
    const hour_ms = 3_600_000;
    const asked_ms = Date.parse('2026-03-02T09:00:30Z');
    const asked: object[] = [];
    const reading = (now_ms: number) => ({
      ...{ keyOf, margin_ms: 10_000, now_ms },
      read: async (query: object) => {
        asked.push(query);
        return asked.length === 1 ? [at(asked_ms + 9 * hour_ms)] : [];
      },
    });
    const first = await readOn(undefined, reading(asked_ms));
    // Whoever looks was away for an hour: what came meanwhile is asked for, and what came since then the next time.
    const second = await readOn(first, reading(asked_ms + hour_ms));
    expect(second.all).toBe(first.all);
    await readOn(second, reading(asked_ms + hour_ms + 1500));
    expect(asked).toEqual([
      {},
      { updated_after: '2026-03-02T09:00:20.000Z' },
      { updated_after: '2026-03-02T10:00:20.000Z' },
    ]);
  });

  it('is read whole once, and then no more than what is new: a chat of which times are told as texts, too', async () => {
    const now_ms = Date.parse('2026-03-02T09:10:00Z');
    const message = (timestamp_ms: string, text: string) => ({ id: timestamp_ms, timestamp_ms, text });
    const stored = [message(`${now_ms - 300_000}`, 'Hello'), message(`${now_ms - 60_000}`, 'Bye')];
    const asked: object[] = [];
    const reading = (news: typeof stored) => ({
      ...{ keyOf, margin_ms: 60_000, now_ms },
      read: async (query: object) => {
        asked.push(query);
        return news;
      },
    });
    const first = await readOn(undefined, reading(stored));
    const edited = message(`${now_ms - 300_000}`, 'Hello, all');
    expect((await readOn(first, reading([edited]))).all).toEqual([edited, stored[1]]);
    expect(asked).toEqual([{}, { updated_after: '2026-03-02T09:08:00.000Z' }]);
  });
});
