import { describe, expect, it } from 'vitest';
import { createPacemaker } from '../../../../../../lib/capture/programs/media-worker/views/choosing/pacemaker.ts';

/** How many wholes are made in ten seconds of tiles with these rates, and by whom, after the first two seconds. */
const run = (rates: Readonly<Record<string, number>>, main?: string) => {
  const pacemaker = createPacemaker();
  const made: Record<string, number> = {};
  const arrivals = Object.entries(rates).flatMap(([key, fps], offset) =>
    Array.from({ length: 12 * fps }, (_, index) => ({ key, at_ms: (index * 1000) / fps + offset * 7 })),
  );
  for (const { key, at_ms } of arrivals.toSorted((one, other) => one.at_ms - other.at_ms)) {
    if (pacemaker.leads(key, main, at_ms) && at_ms >= 2_000) made[key] = (made[key] ?? 0) + 1;
  }
  return made;
};

describe('the pace of the whole', () => {
  it('is that of the main tile while it is lively', () => {
    expect(run({ ada: 12, ben: 30 }, 'ada')).toEqual({ ada: 120 });
  });

  it('is that of the liveliest tile when there is no main one, or it stands still', () => {
    expect(run({ ada: 5, ben: 24 })).toEqual({ ben: 240 });
    expect(run({ ada: 1, ben: 12 }, 'ada')).toMatchObject({ ben: expect.any(Number) });
  });

  it('is not the sum of all tiles', () => {
    expect(Object.values(run({ ada: 12, ben: 12, cleo: 12, dan: 12 })).reduce((sum, count) => sum + count)).toBe(120);
  });
});
