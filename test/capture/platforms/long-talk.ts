/** Somebody who speaks on and on, what is recognised of it while some is corrected, and what may be told of that. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { CaptionView } from '../../../lib/capture/meeting/view.ts';

/** So long somebody says nothing at most. */
export const longestRestMs = 6_000;

/** Words that come, and what becomes of those before them. */
export const longTalk = fc.array(
  fc.record({
    words: fc.integer({ min: 1, max: 3 }),
    after_ms: fc.integer({ min: 300, max: 1_200 }),
    /** Before that, with the words as they are. */
    rest_ms: fc.constantFrom(...Array.from({ length: 15 }, () => 0), 2_000, 4_000, longestRestMs),
    /** How many of the last words are not shown for a moment before others come. */
    retracts: fc.constantFrom(...Array.from({ length: 12 }, () => 0), 1, 4, 10),
    late_ms: fc.constantFrom(0, 200, 1_000),
    endsSentence: fc.constantFrom(false, false, false, false, false, true),
    /** How many words from the end one is written otherwise, and of the last ones as two words. */
    corrects: fc.constantFrom(0, 0, 0, 1, 2, 3, 8, 40),
    splits: fc.boolean(),
  }),
  { minLength: 60, maxLength: 300, size: 'max' },
);

/** The same without rests, and without words that are taken back. */
export const restlessTalk = longTalk.map((steps) => steps.map((step) => ({ ...step, rest_ms: 0, retracts: 0 })));

export interface SpokenWord {
  readonly said_ms: number;
  readonly written: string;
  readonly changes: number;
}

/** All that is recognised at a moment, the last of it spoken at another. */
interface Heard {
  readonly now_ms: number;
  readonly said_ms: number;
  readonly words: readonly SpokenWord[];
}

type Steps = ReturnType<typeof longTalk.generate>['value'];

/** How it grows. */
export function* growthOf(steps: Steps, began_ms: number): Generator<Heard> {
  let words: readonly SpokenWord[] = [];
  let said_ms = began_ms;
  let endsSentence = true;
  for (const step of steps) {
    if (words.length > 0 && step.rest_ms > 0) {
      yield { now_ms: said_ms + step.rest_ms, said_ms, words };
      said_ms += step.rest_ms;
    }
    if (words.length > step.retracts && step.retracts > 0) {
      const shown = words.slice(0, -step.retracts);
      yield { now_ms: said_ms + 200, said_ms, words: shown };
    }
    said_ms += step.after_ms;
    const come = Array.from({ length: step.words }, (_, n): SpokenWord => {
      const begins = endsSentence && n === 0 ? 'W' : 'w';
      const ends = step.endsSentence && n === step.words - 1 ? '.' : '';
      return { said_ms, changes: 0, written: `${begins}${words.length + n}v0${ends}` };
    });
    endsSentence = step.endsSentence;
    const all = [...words, ...come];
    const corrected = all.length - step.corrects;
    const then = step.splits && step.corrects <= 3 ? ' then' : '';
    words = all.map((word, at) => {
      if (at !== corrected) return word;
      const changes = word.changes + 1;
      return { ...word, changes, written: word.written.replace(/v\d+/, `v${changes}${then}`) };
    });
    yield { now_ms: said_ms + step.late_ms, said_ms, words };
  }
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/w\d+v\d+/g) ?? [];
const placeOf = (word: string): number => Number(word.slice(1, word.indexOf('v')));

/**
 * None of it twice, nothing lost, and each part until the next begins, or for so long into that; answers how far each begins from
 * when the first of its words was said.
 */
export const expectToldOnce = (
  parts: readonly CaptionView[],
  words: readonly SpokenWord[],
  longestShared_ms = 0,
): readonly number[] => {
  const told = parts.map(({ text }) => wordsIn(text));
  for (const those of told) expect(those).toEqual(those.toSorted((one, other) => placeOf(one) - placeOf(other)));
  const all = told.flat();
  expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([]);
  const places = all.map(placeOf);
  expect([...new Set(places)]).toEqual([...words.keys()]);
  // Only what was written otherwise after it was told is told as both.
  for (const [at, { changes }] of words.entries())
    if (changes === 0) expect(places.filter((place) => place === at)).toEqual([at]);
  const saidAt = (place: number | undefined): number => words[place ?? -1]?.said_ms ?? 0;
  const before = (n: number): ReadonlySet<number> => new Set(told.slice(0, n).flat().map(placeOf));
  const firstNew = (n: number): number | undefined => told[n]?.map(placeOf).find((place) => !before(n).has(place));
  for (const [n, { start_ms, duration_ms }] of parts.slice(0, -1).entries()) {
    const shared_ms = start_ms + duration_ms - (parts[n + 1]?.start_ms ?? 0);
    const first = firstNew(n + 1);
    // Where somebody rested nothing is said.
    const rest_ms = first === undefined ? Number.POSITIVE_INFINITY : saidAt(first) - saidAt(first - 1);
    expect(shared_ms).toBeGreaterThanOrEqual(rest_ms < 2_000 ? 0 : -rest_ms);
    expect(shared_ms).toBeLessThanOrEqual(longestShared_ms);
  }
  return parts.flatMap(({ start_ms }, n) => {
    const first = firstNew(n);
    return first === undefined ? [] : [start_ms - saidAt(first)];
  });
};
