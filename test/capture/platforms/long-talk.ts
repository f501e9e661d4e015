/** Somebody who speaks on without a rest, what is recognised of it while some is corrected, and what may be told of that. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { CaptionView } from '../../../lib/capture/meeting/view.ts';

/** Words that come, and what becomes of those before them. */
export const longTalk = fc.array(
  fc.record({
    words: fc.integer({ min: 1, max: 3 }),
    after_ms: fc.integer({ min: 300, max: 1_200 }),
    late_ms: fc.constantFrom(0, 200, 1_000),
    endsSentence: fc.constantFrom(false, false, false, false, false, true),
    /** How many words from the end one is written otherwise, and of the last ones as two words. */
    corrects: fc.constantFrom(0, 0, 0, 1, 2, 3, 8, 40),
    splits: fc.boolean(),
  }),
  { minLength: 60, maxLength: 300, size: 'max' },
);

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
  for (const [n, { start_ms, duration_ms }] of parts.slice(0, -1).entries()) {
    const shared_ms = start_ms + duration_ms - (parts[n + 1]?.start_ms ?? 0);
    expect(shared_ms).toBeGreaterThanOrEqual(0);
    expect(shared_ms).toBeLessThanOrEqual(longestShared_ms);
  }
  return parts.map(({ start_ms }, n) => start_ms - (words[placeOf(told[n]?.[0] ?? '')]?.said_ms ?? 0));
};
