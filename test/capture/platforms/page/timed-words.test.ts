import { describe, expect, it } from 'vitest';
import { type TimedWord, timedWords, wordsBehind } from '../../../../lib/capture/platforms/page/timed-words.ts';

/** When each word came of a text that was these, one a second. */
const timesOf = (...texts: readonly string[]): string =>
  texts
    .reduce<readonly TimedWord[]>((before, text, at) => timedWords(before, text, at), [])
    .map(({ word, at_ms }) => `${word}:${at_ms}`)
    .join(' ');

describe('the words of a text that grows', () => {
  it.each<[string, string[], string]>([
    ['when they were first there', ['One', 'One two.', 'One two. Three'], 'one:0 two:1 three:2'],
    ['when those that they replace were', ['It is fry', 'It is Friday', 'It is Friday at'], 'it:0 is:0 friday:0 at:2'],
    [
      'when the first of more was, which they are written for',
      ['five', 'five hundred', 'five hundred dollars a month', '500 dollars a month more'],
      '500:0 dollars:2 a:2 month:2 more:3',
    ],
    [
      'when the first of fewer was',
      ['5', '5 dollars', '5 dollars a month', 'five hundred dollars a month'],
      'five:0 hundred:0 dollars:1 a:2 month:2',
    ],
    [
      'when the one before them was, where they had been left out',
      ['I going', 'I going to the', 'I am going to the'],
      'i:0 am:0 going:0 to:1 the:1',
    ],
    [
      'when they were first there, where they were taken back for a moment',
      ['One two', 'One two three four', 'One', 'One two three four five'],
      'one:0 two:0 three:1 four:1 five:3',
    ],
    [
      'when they were first there, where the word before the last is written as two',
      ['One two', 'One two three', 'One to do three four'],
      'one:0 to:0 do:0 three:1 four:2',
    ],
    [
      'anew, though the last one stays the last',
      ['Yes. And', 'Yes. No. And', 'Yes. No. Yes. And'],
      'yes:0 no:0 yes:1 and:2',
    ],
  ])('came %s', (_, texts, times) => {
    expect(timesOf(...texts)).toBe(times);
  });

  it('keep their times where the beginning of the text is told', () => {
    const words = timedWords(timedWords([], 'Good morning.', 1), 'Good morning. Shall we', 2);
    expect(wordsBehind(words, 'Good morning.')).toEqual([
      { word: 'shall', at_ms: 2 },
      { word: 'we', at_ms: 2 },
    ]);
  });
});
