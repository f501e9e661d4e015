/** What is told of people in Teams who take no rest, whatever the servers correct meanwhile. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTeamsCaptions } from '../../../../../lib/capture/platforms/teams/page/captions.ts';
import { runs } from '../../../../lab/properties.ts';

const began_ms = Date.parse('2026-05-04T10:00:00Z');
const unitsPerMs = 10_000;
const unitsOf = (ms: number): number => (ms + 2_208_988_800_000) * unitsPerMs;

/** Somebody who goes on, and what the servers make of it. */
const talk = fc.array(
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

interface Word {
  readonly said_ms: number;
  readonly isFirst: boolean;
  written: string;
  changes: number;
}

const placesIn = (text: string): readonly string[] => text.toLowerCase().match(/w\d+v\d+/g) ?? [];
const placeOf = (word: string): number => Number(word.slice(1, word.indexOf('v')));

/** Everything that was heard, once it is final; and the longest that anything was open. */
const hearAll = (steps: ReturnType<typeof talk.generate>['value']) => {
  let now_ms = began_ms;
  let longest_ms = 0;
  const captions = createTeamsCaptions(
    (id) => id,
    () => now_ms,
  );
  const words: Word[] = [];
  let said_ms = began_ms;
  let endsSentence = true;
  const hear = (is_final: boolean): void => {
    for (const user_id of ['ada', 'ben']) {
      const text = words.map(({ written }) => (user_id === 'ada' ? written : written.replaceAll('v', 'v1'))).join(' ');
      const duration = (said_ms - began_ms) * unitsPerMs;
      captions.hear({ user_id, name: '', text, is_final, sent_at: unitsOf(began_ms), duration });
    }
    for (const one of captions.captions) if (!one.is_final) longest_ms = Math.max(longest_ms, one.duration_ms);
  };
  for (const step of steps) {
    said_ms += step.after_ms;
    now_ms = said_ms + step.late_ms;
    for (let n = 0; n < step.words; n += 1) {
      words.push({
        said_ms,
        isFirst: endsSentence,
        changes: 0,
        written: `${endsSentence ? 'W' : 'w'}${words.length}v0`,
      });
      endsSentence = false;
    }
    const last = words.at(-1);
    if (step.endsSentence && last) last.written += '.';
    endsSentence = step.endsSentence;
    const corrected = step.corrects > 0 ? words.at(-step.corrects) : undefined;
    if (corrected) {
      corrected.changes += 1;
      corrected.written = corrected.written.replace(
        /v\d+/,
        `v${corrected.changes}${step.splits && step.corrects <= 3 ? ' then' : ''}`,
      );
    }
    hear(false);
  }
  hear(true);
  return { words, longest_ms, told: captions.captions };
};

it('what people say without a rest is told in parts, none of it twice and nothing lost, each when it was said', () => {
  fc.assert(
    fc.property(talk, (steps) => {
      const { words, longest_ms, told } = hearAll(steps);
      // A minute at most, and what comes at once.
      expect(longest_ms).toBeLessThan(60_000 + 5_000);
      expect(told.every(({ is_final }) => is_final)).toBe(true);
      for (const user_id of ['ada', 'ben']) {
        const parts = told.filter(({ speaker_id }) => speaker_id === user_id);
        const said = parts.map(({ text }) => placesIn(text));
        for (const those of said) expect(those).toEqual(those.toSorted((one, other) => placeOf(one) - placeOf(other)));
        const all = said.flat();
        expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([]);
        const places = all.map(placeOf);
        expect([...new Set(places)]).toEqual([...words.keys()]);
        // Only what was written otherwise after it was told is told as both.
        for (const [at, { changes }] of words.entries())
          if (changes === 0) expect(places.filter((place) => place === at)).toEqual([at]);
        for (const [n, { start_ms, duration_ms, text }] of parts.entries()) {
          const first_ms = words[placeOf(placesIn(text)[0] ?? '')]?.said_ms ?? 0;
          if (n > 0) expect(Math.abs(start_ms - first_ms)).toBeLessThan(2_500);
          expect(start_ms + duration_ms).toBe(parts[n + 1]?.start_ms ?? words.at(-1)?.said_ms);
        }
      }
    }),
    { numRuns: runs(20) },
  );
});
