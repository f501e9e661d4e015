import { beforeEach, describe, expect, it } from 'vitest';
import {
  createMarks,
  type Marks,
  markedWithinMs,
} from '../../../../../lib/capture/platforms/google-meet/page/marks.ts';

const stepMs = 50;
let now_ms = 0;
let shown: readonly string[] = [];
let marks: Marks;
/** Who was heard at each moment, as it was told as soon as that was certain. */
let told: Map<number, string | undefined>;

beforeEach(() => {
  [now_ms, shown, told] = [10_000, [], new Map()];
  marks = createMarks(
    () => new Set(shown),
    () => now_ms,
  );
});

/** The page marks these for so long; answers the moment in the middle of it. */
const show = (ids: readonly string[], for_ms: number): number => {
  shown = ids;
  const from_ms = now_ms;
  for (const end_ms = now_ms + for_ms; now_ms < end_ms; now_ms += stepMs)
    told.set(now_ms - markedWithinMs, marks.at(now_ms - markedWithinMs));
  return from_ms + for_ms / 2;
};
const toldAt = (...moments: readonly number[]) => moments.map((at_ms) => told.get(at_ms));

describe('whoever is heard in what the page of a Google Meet plays', () => {
  it('is whoever is marked alone', () => {
    show([], 600);
    const spoken_ms = show(['ada'], 2_000);
    const silent_ms = show([], 2_000);
    expect([...toldAt(spoken_ms, silent_ms), marks.now()]).toEqual(['ada', undefined, undefined]);
  });

  it('is nobody of several who are marked', () => {
    const both_ms = show(['ada', 'ben'], 600);
    show(['ada'], 1_000);
    expect(toldAt(both_ms)).toEqual([undefined]);
  });

  it('is not whoever spoke before, while the mark of whoever speaks now comes', () => {
    const spoken_ms = show(['ada'], 2_000);
    const begun_ms = now_ms - 200;
    const next_ms = show(['ada', 'ben'], 200);
    const alone_ms = show(['ben'], 1_500);
    expect(toldAt(spoken_ms, begun_ms, next_ms, alone_ms)).toEqual(['ada', undefined, undefined, 'ben']);
  });

  it('is whoever begins, before the page has marked them, where nobody else is marked', () => {
    show(['ada'], 1_000);
    show([], 600);
    const begun_ms = now_ms - 200;
    show(['ben'], 1_000);
    expect(toldAt(begun_ms)).toEqual(['ben']);
  });

  it('is nobody whom the page shows where it marks nobody', () => {
    show(['ada'], 1_000);
    const unseen_ms = show([], 2_000);
    expect(toldAt(unseen_ms)).toEqual([undefined]);
  });
});
