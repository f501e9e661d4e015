import { describe, expect, it } from 'vitest';
import { createPageClock } from '../../../../lib/capture/programs/media-worker/page-clock.ts';

const loadedMs = 1_800_000_000_000;
/** The worker was made so long after its page was loaded. */
const laterMs = 90_000;

/** A worker that was made after the system's clock was set by so much, and answers that took so long to and fro. */
const aClock = (set_by_ms: number, answers: readonly (readonly [to_ms: number, fro_ms: number])[]) => {
  const clock = createPageClock(loadedMs + laterMs + set_by_ms);
  let now_ms = 10;
  for (const [to_ms, fro_ms] of answers) {
    const asked_ms = now_ms;
    const page = { at_ms: laterMs + asked_ms + to_ms, origin_ms: loadedMs };
    now_ms += to_ms + fro_ms;
    clock.answered(page, asked_ms, now_ms);
    now_ms += 250;
  }
  return clock;
};
/** What a moment of the page is taken for that was 5 s after the worker was made. */
const taken = (clock: ReturnType<typeof aClock>): number => clock.own(laterMs + 5_000);

describe('the clock of the page, as its worker knows it', () => {
  it('is not known before the page has answered', () => {
    expect(aClock(0, []).isKnown).toBe(false);
    expect(aClock(0, [[400, 1]]).isKnown).toBe(true);
  });

  it.each([[[1, 1]], [[700, 2]], [[2, 700]]] as const)(
    'is known exactly from the first answer, however long that takes: %j',
    (answer) => {
      expect(taken(aClock(0, [answer]))).toBe(5_000);
    },
  );

  it.each([3_000, -3_000, -600_000])(
    'is known to half of the shortest answer where the system’s clock was set by %d ms meanwhile',
    (set_by_ms) => {
      const clock = aClock(set_by_ms, [
        [400, 100],
        [0.4, 1.2],
        [30, 70],
      ]);
      expect(Math.abs(taken(clock) - 5_000)).toBeLessThan(0.8);
    },
  );

  it('is known ever more precisely, as each answer leaves less of what may be', () => {
    const errors_ms = [1, 2, 3].map((count) =>
      Math.abs(taken(aClock(3_000, [[300, 20] as const, [4, 200] as const, [4, 3] as const].slice(0, count))) - 5_000),
    );
    expect(errors_ms.map(Math.round)).toEqual([140, 8, 1]);
  });

  it('is asked for until it cannot be known better', () => {
    expect(aClock(0, [[400, 100]]).isPrecise).toBe(false);
    expect(
      aClock(0, [
        [400, 100],
        [1, 0.5],
      ]).isPrecise,
    ).toBe(true);
  });
});
