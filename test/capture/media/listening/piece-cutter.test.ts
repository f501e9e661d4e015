import { describe, expect, it } from 'vitest';
import { createPieceCutter } from '../../../../lib/capture/media/listening/piece-cutter.ts';

/** Frames of 20 ms; the level of each is what tells them apart. */
const play = (cutter: ReturnType<typeof createPieceCutter>, from_ms: number, to_ms: number, level = 0.5) => {
  const pieces = [];
  for (let at_ms = from_ms; at_ms < to_ms; at_ms += 20)
    pieces.push(...cutter.add(new Float32Array(320).fill(level), at_ms));
  return pieces;
};
const times = (pieces: readonly { at_ms: number; duration_ms: number }[]) =>
  pieces.map(({ at_ms, duration_ms }) => [at_ms, at_ms + duration_ms]);

describe('pieces of speech', () => {
  it('begin a quarter of a second before the speech and end a moment after it', () => {
    const cutter = createPieceCutter();
    play(cutter, 0, 2_400);
    cutter.start(2_000);
    play(cutter, 2_400, 4_600);
    const pieces = cutter.stop(4_000);
    expect(times(pieces)).toEqual([[1_760, 4_200]]);
    expect(pieces[0]?.samples.length).toBe((4_200 - 1_760) * 16);
    expect(pieces[0]?.samples[0]).toBe(Math.round(0.5 * 32_767));
  });

  it('hold half a minute at most, cut where it is quietest in the last seconds, and nothing is lost in between', () => {
    const cutter = createPieceCutter();
    play(cutter, 0, 1_000);
    cutter.start(500);
    const pieces = [
      ...play(cutter, 1_000, 27_000),
      ...play(cutter, 27_000, 27_200, 0.01),
      ...play(cutter, 27_200, 40_000),
      ...cutter.stop(40_000),
    ];
    expect(pieces.length).toBe(2);
    const [[start = 0, cut = 0] = [], [again = 0, end = 0] = []] = times(pieces);
    expect([start, end]).toEqual([260, 40_000]);
    expect(cut).toBe(again);
    expect(cut).toBeGreaterThanOrEqual(27_000);
    expect(cut).toBeLessThanOrEqual(27_200);
  });

  it('never hold what was heard before the piece before has ended', () => {
    const cutter = createPieceCutter();
    cutter.start(0);
    play(cutter, 0, 1_600);
    const first = cutter.stop(1_000);
    cutter.start(1_300);
    play(cutter, 1_600, 2_600);
    expect(times([...first, ...cutter.stop(2_000)])).toEqual([
      [0, 1_200],
      [1_200, 2_200],
    ]);
  });

  it('end where it ceased to be known whose track it is, and none of it is given to the next', () => {
    const cutter = createPieceCutter();
    cutter.start(0);
    play(cutter, 0, 3_000);
    expect(times(cutter.part(2_900))).toEqual([[0, 2_900]]);
    play(cutter, 3_000, 3_100);
    cutter.start(2_950);
    play(cutter, 3_100, 4_000);
    expect(times(cutter.stop(3_500))).toEqual([[3_000, 3_700]]);
  });
});
