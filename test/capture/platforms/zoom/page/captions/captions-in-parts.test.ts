/** What is told of people in Zoom who take no rest, whatever the client corrects meanwhile. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createZoomCaptions } from '../../../../../../lib/capture/platforms/zoom/page/captions/captions.ts';
import { runs } from '../../../../../lab/properties.ts';
import { expectToldOnce, growthOf, restlessTalk, type SpokenWord } from '../../../long-talk.ts';

const names = ['Ada', 'Ben'];
/** Captions are written so much later than they are said: one of a word lasts as long. */
const writtenAfterMs = 1_500;

/** Everything that the list shows, once it is final; and the longest that anything was open. */
const lookAtAll = (steps: Parameters<typeof growthOf>[0]) => {
  let now_ms = 100_000;
  let longest_ms = 0;
  let words: readonly SpokenWord[] = [];
  const zoom = createZoomCaptions(
    (name) => ({ id: name ?? '', name: name ?? '' }),
    () => now_ms,
  );
  const look = (): void => {
    const text = words.map(({ written }) => written).join(' ');
    zoom.look(names.map((speaker) => ({ speaker, time: '10:00', text })));
    for (const one of zoom.captions) if (!one.is_final) longest_ms = Math.max(longest_ms, one.duration_ms);
  };
  for (const heard of growthOf(steps, now_ms)) {
    now_ms = Math.max(now_ms, heard.now_ms);
    words = heard.words;
    look();
  }
  now_ms += 2_000;
  look();
  return { words, longest_ms, told: zoom.captions };
};

it('what people say without a rest is told in parts, none of it twice and nothing lost, each when it was said', () => {
  fc.assert(
    fc.property(restlessTalk, (steps) => {
      const { words, longest_ms, told } = lookAtAll(steps);
      // A minute at most, and what comes at once.
      expect(longest_ms).toBeLessThan(60_000 + 5_000);
      expect(told.every(({ is_final }) => is_final)).toBe(true);
      for (const name of names) {
        const parts = told.filter(({ speaker_name }) => speaker_name === name);
        const [, ...late] = expectToldOnce(parts, words, writtenAfterMs);
        for (const late_ms of late) expect(Math.abs(late_ms + writtenAfterMs)).toBeLessThan(3_500);
      }
    }),
    { numRuns: runs(10) },
  );
});

describe('a row that was told in parts', () => {
  const wordsOf = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, at) => `w${from + at}`).join(' ');

  /** Two words a second for a minute and a half, and what is told after each of these texts, of which each is final. */
  const tellThen = (...texts: readonly string[]): readonly string[] => {
    let now_ms = 100_000;
    const zoom = createZoomCaptions(
      (name) => ({ id: name ?? '', name: name ?? '' }),
      () => now_ms,
    );
    const look = (text: string): void => zoom.look([{ speaker: 'Ada', time: '10:00', text }]);
    for (let count = 1; count <= 180; count += 1) {
      look(wordsOf(0, count));
      now_ms += 500;
    }
    for (const text of texts)
      for (const rest_ms of [2_000, 250]) {
        look(text);
        now_ms += rest_ms;
      }
    return zoom.captions.map(({ text }) => text.trim());
  };
  const spoken = (): readonly string[] => tellThen(wordsOf(0, 180));

  it('is told once, in the order of its words', () => {
    expect(spoken()).toHaveLength(2);
    expect(spoken().join(' ')).toBe(wordsOf(0, 180));
  });

  it('goes on behind what was final of it', () => {
    expect(tellThen(wordsOf(0, 180), wordsOf(0, 190))).toEqual([...spoken(), wordsOf(180, 190)]);
  });

  it('is not told again where words of it are corrected after it was final, and goes on', () => {
    const other = (text: string): string => text.replace(/\bw(?:20|150|151)\b/g, 'x');
    expect(tellThen(wordsOf(0, 180), other(wordsOf(0, 180)), other(wordsOf(0, 190)))).toEqual([
      ...spoken(),
      wordsOf(180, 190),
    ]);
  });

  it('tells its end once more where that is corrected after it was final', () => {
    expect(tellThen(wordsOf(0, 180), wordsOf(0, 180).replace('w179', 'w179x'))).toEqual([...spoken(), 'w179x']);
  });

  it('is not told again where its end is gone for a moment', () => {
    expect(tellThen(wordsOf(0, 180), wordsOf(0, 170), wordsOf(0, 190))).toEqual([...spoken(), wordsOf(180, 190)]);
  });

  it('stays as it was heard where all that came behind a part is corrected away', () => {
    const [first = ''] = spoken();
    expect(tellThen(first)).toEqual(spoken());
  });
});
