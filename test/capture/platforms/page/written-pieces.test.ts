import { beforeEach, describe, expect, it } from 'vitest';
import { longestTalk } from '../../../../lib/capture/meeting/view-limits.ts';
import { createWrittenPieces, type WrittenPieces } from '../../../../lib/capture/platforms/page/written-pieces.ts';

let now_ms: number;
let pieces: WrittenPieces;
beforeEach(() => {
  now_ms = 100_000;
  pieces = createWrittenPieces(() => now_ms);
});
const write = (text: string, speaker_id = 'ada') =>
  pieces.write({ piece_id: '1', speaker_id, speaker_name: speaker_id, text, isFinal: false });
const texts = () => pieces.captions(() => undefined).map(({ text }) => text);

describe('what is written of a piece that was over', () => {
  const goesOn = (told: string, text: string): string[] => {
    write(told);
    now_ms += 10_000;
    write(text);
    return texts().slice(1);
  };

  it.each([
    ['the same words', 'Good morning all', 'Good morning all. How are you?', ['How are you?']],
    ['another beginning', 'good morning all of', 'So, good morning all of you. How are you?', ['you. How are you?']],
    ['words less at its beginning', 'So um good morning all', 'Good morning all. How are you?', ['How are you?']],
    ['nothing new behind another beginning', 'good morning all', 'So, good morning all.', []],
    ['other words in its midst', 'I think that was all of it', 'I think this was all of it for now', ['for now']],
    [
      'another word in its later half',
      'i work at the bank since may',
      'I work for the bank since May. And you?',
      ['And you?'],
    ],
    [
      'other words in several places',
      'so the plan for the next two weeks is that we ship on friday',
      'So the plan of the next two weeks is what we ship on Friday. Right?',
      ['Right?'],
    ],
    ['another word at its end', 'We will meet on fry', 'We will meet on Friday at nine', ['Friday at nine']],
    [
      'its last word once more later',
      'we shall meet on the friday',
      'We shall meet on the Thursday. I am away every Friday',
      ['Thursday. I am away every Friday'],
    ],
    ['its only word in the midst of others', 'the', 'No, not the cat', ['No, not the cat']],
    ['hardly a word of it', 'Yes, the dog barked loudly', 'No, the cat', ['No, the cat']],
    ['none of it', 'Yes', 'No, the cat', ['No, the cat']],
  ])('goes on behind what was told, with %s', (_, told, text, news) => {
    expect(goesOn(told, text)).toEqual(news);
  });

  it('goes on behind the last of very many words', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `w${at}`).join(' ');
    expect(goesOn(many, `So ${many} and more`)).toEqual(['and more']);
  });

  it('goes on behind as much as can be told, in a language without spaces', () => {
    const long = '今日は良い天気です。'.repeat(longestTalk / 10 - 1);
    expect(goesOn(long, `${long}さようなら`)).toEqual(['さようなら']);
  });

  it('goes on behind the last of words that are said again and again', () => {
    const many = Array.from({ length: 100 }, () => 'la').join(' ');
    expect(goesOn(`${many} lo`, `${many} li la`)).toEqual(['li la']);
  });
});

it('what somebody has begun to say, nobody else goes on with', () => {
  write('Good');
  write('Fire!', 'ben');
  now_ms += 10_000;
  write('Fire!', 'ben');
  write('Good morning');
  expect(pieces.captions(() => undefined).map(({ speaker_id, text }) => `${speaker_id}: ${text}`)).toEqual([
    'ada: Good',
    'ada: morning',
  ]);
});

describe('what is written of somebody who takes no rest', () => {
  it('stays as it was heard where a correction leaves nothing behind what was told', () => {
    write('We met the whole team on Monday.');
    now_ms += 8_000;
    for (const word of ['So', 'So we', 'So we met']) {
      write(`We met the whole team on Monday. ${word}`);
      now_ms += 8_000;
    }
    expect(texts()).toEqual(['We met the whole team on Monday. So we met']);
    write('We met the whole team on Monday. Um');
    expect(texts()).toEqual(['We met the whole team on Monday.', 'Um']);
    const corrected = {
      piece_id: '1',
      speaker_id: 'ada',
      speaker_name: 'Ada',
      text: 'We met the whole team on Monday.',
    };
    pieces.write({ ...corrected, isFinal: true });
    expect(pieces.captions(() => undefined).map(({ text, is_final }) => [text, is_final])).toEqual([
      ['We met the whole team on Monday.', true],
      ['Um', true],
    ]);
  });

  it('is told in parts, each a whole number of sentences', () => {
    const sentences = (count: number, last: string): string => 'We have seen this before. '.repeat(count) + last;
    for (let n = 1; n <= 40; n += 1) {
      now_ms += 2_000;
      write(sentences(n, 'And'));
    }
    const told = pieces.captions(() => undefined);
    expect(told.map(({ is_final }) => is_final)).toEqual([true, true, false]);
    expect(told.slice(0, 2).every(({ text }) => text.endsWith('before.'))).toBe(true);
    expect(new Set(told.map(({ id }) => id)).size).toBe(3);
    // Each begins where the one before ends.
    const [first, second, third] = told;
    expect([first, second].map((one) => one && one.start_ms + one.duration_ms)).toEqual(
      [second, third].map((one) => one?.start_ms),
    );
    expect(texts().join(' ')).toBe(sentences(40, 'And'));
    const whole = { piece_id: '1', speaker_id: 'ada', speaker_name: 'Ada', text: sentences(40, 'And so on.') };
    pieces.write({ ...whole, isFinal: true });
    expect(texts().join(' ')).toBe(whole.text);
  });
});
