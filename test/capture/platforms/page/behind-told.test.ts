/** What of a text comes behind the words that were told, whichever of these were corrected meanwhile. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { behindTold } from '../../../../lib/capture/platforms/page/behind-told.ts';
import { runs } from '../../../lab/properties.ts';

/** Words that were told, and so many that were said after them. */
const talk = fc.record({
  told: fc.integer({ min: 1, max: 90 }),
  more: fc.integer({ min: 0, max: 40 }),
  /** Which of those that were told are written otherwise, from the last one on: of any ten no more than four. */
  corrected: fc.array(fc.uniqueArray(fc.nat(9), { maxLength: 4 }), { minLength: 9, maxLength: 9 }),
});

const textOf = (words: readonly string[]): string => words.join(' ');

it('however many words of it were corrected, none that was told is told again, and none that was not is lost', () => {
  fc.assert(
    fc.property(talk, ({ told, more, corrected }) => {
      const said = Array.from({ length: told + more }, (_, at) => `w${at}`);
      const others = new Set(corrected.flatMap((those, ten) => those.map((at) => told - 1 - 10 * ten - at)));
      const written = said.map((word, at) => (others.has(at) ? `${word}v1` : word));
      // Of a few words so many may be others that nothing of them is known again.
      fc.pre(2 * said.slice(0, told).filter((_, at) => others.has(at)).length <= told);
      const lastSame = said.slice(0, told).findLastIndex((_, at) => !others.has(at));
      // What was corrected at its end is told as it is now, behind the last word that is as it was told.
      expect(behindTold(textOf(said.slice(0, told)), textOf(written))).toBe(textOf(written.slice(lastSame + 1)));
    }),
    { numRuns: runs(300) },
  );
});

describe('behind words that were told', () => {
  it.each([
    [
      'two of them corrected before the last',
      'so we met Ann Lee today',
      'So we met Anna Leigh today at noon',
      'at noon',
    ],
    ['four of them corrected before the last', 'so we met a b c d today', 'so we met e f g h today at noon', 'at noon'],
    ['words put between them', 'so we met today', 'so we met yes today at noon', 'at noon'],
    ['all of their end corrected', 'so we met on fry', 'so we met at Friday noon', 'at Friday noon'],
    ['half of them corrected', 'I saw them yes', 'We saw him yes and', 'and'],
    ['most of them corrected', 'Yes the dog barked', 'No, the cat', 'No, the cat'],
  ])('comes what is new, with %s', (_, told, text, news) => {
    expect(behindTold(told, text)).toBe(news);
  });

  const verse = Array.from({ length: 40 }, (_, at) => `w${at}`);
  const song = Array.from({ length: 10 }, () => verse).flat();

  it.each([
    ['its first word', (at: number) => at === 0],
    ['a word of each verse', (at: number) => at % 40 === 20],
    ['its first and one of its last words', (at: number) => at === 0 || at === 195],
  ])('comes the rest of what is said again and again, with %s corrected', (_, isOther) => {
    const text = song.map((word, at) => (at < 200 && isOther(at) ? 'lo' : word));
    expect(behindTold(textOf(song.slice(0, 200)), textOf(text))).toBe(textOf(song.slice(200)));
  });

  it('comes the rest of a long talk of which words were left out', () => {
    const long = Array.from({ length: 400 }, (_, at) => `w${at}`);
    const text = long.filter((_, at) => at % 10 !== 5 || at > 300);
    expect(behindTold(textOf(long.slice(0, 300)), textOf(text))).toBe(textOf(long.slice(300)));
  });

  it.each([
    ['has been a word longer', (long: readonly string[]) => ['So', ...long]],
    ['has lost most of its words', (long: readonly string[]) => long.slice(-400)],
  ])('comes the rest of a talk of many thousand letters that since then %s', (_, change) => {
    const long = Array.from({ length: 5_000 }, (_, at) => `w${at}`);
    expect(behindTold(textOf(long.slice(0, -2)), textOf(change(long)))).toBe(textOf(long.slice(-2)));
  });
});
