/** Rows of the benchmark whose figure is more than a number say so themselves where they miss their target. */
import { describe, expect, it } from 'vitest';
import { costBeside, withinTarget } from '../../bench/capture/beside-the-room.ts';
import { soundOfPasses } from '../../bench/capture/sound-of-passes.ts';
import { median } from '../../bench/median.ts';

describe('what a meeting costs beside the demo room', () => {
  const figureOf = (cost: number, beside?: string): string => costBeside(cost, 10, beside);
  const judged = (...costs: number[]) =>
    withinTarget(
      'a figure',
      costs.map((cost, at) => ({ name: `p${at}`, cost, room: 10 })),
    );

  it('is told with how much more or less it is, by the middle of all turns', () => {
    expect([figureOf(11.2), figureOf(7.5), figureOf(10, ' beside 10.0')]).toEqual([
      '11.2 (+12 %)',
      '7.5 (−25 %)',
      '10.0 beside 10.0 (+0 %)',
    ]);
    expect(median([3, 1, 2])).toBe(2);
  });

  it('may be 15 % more, and is said to miss its target beyond that, by whom', () => {
    expect(judged(3, 11.5)).toBe('a figure');
    expect(() => judged(11.7, 11.5, 13)).toThrow(/^a figure; missed by p0, p2$/);
  });

  it('misses it where nothing was measured', () => {
    expect(() => judged(Number.NaN)).toThrow('missed by p0');
  });
});

describe('the sound of a client that goes over to tracks', () => {
  const good = { missing_s: 0.03, by_page_db: 0, by_tracks_db: -0.14 };

  it('is told by the worst of its passes', () => {
    expect(soundOfPasses([good, { ...good, missing_s: -0.14, by_page_db: 0.9 }])).toBe(
      'at most 0.03 missing, 0.14 more than was said; by the page itself 0.9, by tracks -0.1',
    );
  });

  it.each([
    ['more than half a second is missing', { missing_s: 0.51 }],
    ['there is half a second more than was said', { missing_s: -0.51 }],
    ['the page itself is too loud, as if it were heard twice', { by_page_db: 6 }],
    ['its tracks are too low', { by_tracks_db: -1.1 }],
    ['nothing of it was found', { by_tracks_db: Number.NaN }],
  ])('misses its target where, in any of them, %s', (_, bad) => {
    expect(() => soundOfPasses([good, { ...good, ...bad }, good])).toThrow('missing');
  });
});
