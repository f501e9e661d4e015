import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createMeetCaptions,
  type MeetCaptions,
} from '../../../../../lib/capture/platforms/google-meet/page/captions.ts';
import { captionsOf } from '../../../../../lib/capture/platforms/google-meet/page/wire.ts';
import { runs } from '../../../../lab/properties.ts';
import { caption, captionRead, captionsV2, device } from './meet-messages.ts';

let now_ms = 0;
let captions: MeetCaptions;
const [ada, ben] = [device(30), device(31)];
const nameOf = (id: string): string => ({ [ada]: 'Ada', [ben]: 'Ben' })[id] ?? '';
const shown = () => captions.captions(nameOf).map(({ text, is_final }) => ({ text, is_final }));
const say = (text: string, version: number, more: { of?: string; id?: number; isFinal?: boolean } = {}): void => {
  const read = captionsOf(caption({ of: ada, id: 12, version, text, ...more }));
  if (read.length === 0) throw new Error('the caption cannot be read');
  for (const said of read) captions.hear({ ...said, key: `${said.speaker_id} ${said.id}` });
};

beforeEach(() => {
  now_ms = 100_000;
  captions = createMeetCaptions(() => now_ms);
});

describe('the captions of a Google Meet', () => {
  it('grow by versions, and are final when it is said so', () => {
    say('Good', 1);
    now_ms += 800;
    say('Good morning', 2);
    expect(shown()).toEqual([{ text: 'Good morning', is_final: false }]);
    now_ms += 200;
    say('Good morning.', 3, { isFinal: true });
    expect(captions.captions(nameOf)).toEqual([
      {
        id: `${ada} 12`,
        speaker_id: ada,
        speaker_name: 'Ada',
        // A moment before it was shown.
        start_ms: 98_500,
        duration_ms: 2_500,
        is_final: true,
        text: 'Good morning.',
      },
    ]);
  });

  it('are others where their numbers begin anew, as they may when the bot is let in again', () => {
    say('Good morning.', 4);
    now_ms += 9_000;
    // Late, and from before.
    say('Good', 2);
    now_ms += 1_000;
    say('Shall', 1);
    say('Shall we begin?', 2);
    now_ms += 2_500;
    expect(shown()).toEqual([
      { text: 'Good morning.', is_final: true },
      { text: 'Shall we begin?', is_final: true },
    ]);
  });

  it('are others under the same number, with higher versions, where they begin with other words after a while', () => {
    say('Good morning, everybody, and thank you for coming.', 4);
    now_ms += 20_000;
    say('Shall we begin', 5);
    say('Shall we begin now?', 6);
    now_ms += 20_000;
    // What goes on is the same.
    say('Shall we begin now? Yes.', 7);
    now_ms += 20_000;
    say('Shall we begin, now? Yes. Good.', 8);
    expect(shown().map(({ text }) => text)).toEqual([
      'Good morning, everybody, and thank you for coming.',
      'Shall we begin now?',
      'Yes.',
      'Good.',
    ]);
  });

  it('are final when nothing has changed for two seconds, and what follows is another one', () => {
    say('Good morning.', 1);
    now_ms += 2_000;
    expect(shown()).toEqual([{ text: 'Good morning.', is_final: true }]);
    say('Good morning. Shall we', 2);
    say('Good morning. Shall we begin?', 3);
    expect(shown()).toEqual([
      { text: 'Good morning.', is_final: true },
      { text: 'Shall we begin?', is_final: false },
    ]);
    now_ms += 2_500;
    // What was told is not taken back when it is corrected later; what is new is told.
    say('Good evening. Shall we begin? Yes.', 4);
    expect(shown().map(({ text }) => text)).toEqual(['Good morning.', 'Shall we begin?', 'Yes.']);
  });

  it('are told in parts while somebody takes no rest, at the end of a sentence', () => {
    const sentence = 'We have seen this before and we shall see it again. ';
    let text = '';
    const told: { at: number; text: string }[] = [];
    for (let version = 1; version <= 1_800; version += 1) {
      now_ms += 400;
      text += sentence.split(' ')[(version - 1) % 11] ?? '';
      text += ' ';
      say(text.trim(), version);
      for (const { text: part } of shown()
        .filter(({ is_final }) => is_final)
        .slice(told.length))
        told.push({ at: now_ms, text: part });
    }
    // Some thirty seconds each, of twelve minutes.
    expect(told.length).toBeGreaterThan(20);
    expect(told.every(({ text: part }) => part.endsWith('again.'))).toBe(true);
    expect(
      shown()
        .map(({ text: part }) => part)
        .join(' '),
    ).toBe(text.trim());
    const waited = told.map(({ at }, n) => at - (told[n - 1]?.at ?? 100_000));
    expect(Math.max(...waited)).toBeLessThan(40_000);
  });

  it('say of each part when it was said, a moment before it was shown, whatever is corrected meanwhile', () => {
    const first_ms = now_ms + 500;
    for (let n = 1; n <= 300; n += 1) {
      now_ms += 500;
      // Sentences of 25 seconds, of which the third word is written in another way once the fifth is there.
      const words = Array.from({ length: n }, (_, at) => {
        const word = at % 50 === 2 && n - at < 3 ? 'twenty five' : `w${at}`;
        return `${at % 50 === 0 ? 'Then ' : ''}${word}${at % 50 === 49 ? '.' : ''}`;
      });
      say(words.join(' '), n);
    }
    expect(captions.captions(nameOf).map(({ start_ms, duration_ms }) => [start_ms - first_ms, duration_ms])).toEqual([
      [-1_500, 25_000],
      [23_500, 25_000],
      [48_500, 25_000],
      [73_500, 25_000],
      [98_500, 25_000],
      [123_500, 26_000],
    ]);
  });

  it('are told in parts, whatever is corrected in what was told, and where no sentence ends', () => {
    const words = Array.from({ length: 150 }, (_, n) => `word${n}`);
    for (const [n] of words.entries()) {
      now_ms += 500;
      // The first word is written in another way later.
      const said = words.slice(0, n + 1).with(0, n > 130 ? 'Word0' : 'word0');
      say(said.join(' '), n + 1);
    }
    const parts = shown();
    expect(parts.map(({ is_final }) => is_final)).toEqual([true, false]);
    expect(parts.map(({ text }) => text).join(' ')).toBe(words.join(' '));
  });

  it.each([
    ['with spaces', 'We have seen this before. '],
    ['without', '我们以前见过这个。'],
  ])('cost no more where somebody has spoken for long, in languages %s', (_, sentence) => {
    for (let n = 1; n <= 10; n += 1) {
      now_ms += 40_000;
      say(sentence.repeat(n * 100), n);
    }
    now_ms += 2_100;
    say(`${sentence.repeat(1_000)}No`, 11);
    const segmented = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    onTestFinished(() => segmented.mockRestore());
    now_ms += 400;
    say(`${sentence.repeat(1_000)}Now`, 12);
    const letters = segmented.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    expect(letters).toBeGreaterThan(0);
    expect(letters).toBeLessThan(1_000);
  });

  it('lose nothing in languages without spaces where a sign is corrected after a pause', () => {
    say('おはようございます。', 1);
    now_ms += 2_100;
    say('おはようございます。今日は', 2);
    say('おはようございます、今日は会議です', 3);
    say('おはようございます、今日は会議です。始めましょう。', 4);
    expect(shown().map(({ text }) => text)).toEqual(['おはようございます。', '今日は会議です。始めましょう。']);
    now_ms += 2_100;
    say('我们现在开始。', 1, { of: ben });
    now_ms += 2_100;
    say('我们现在开始，今天有三件事要讨论', 2, { of: ben });
    say('我们现在开始，今天有三件事要讨论。', 3, { of: ben });
    expect(
      shown()
        .map(({ text }) => text)
        .slice(2),
    ).toEqual(['我们现在开始。', '今天有三件事要讨论。']);
  });

  it.each([
    [
      'it costs five hundred and twenty',
      'It costs 520 dollars per month for each seat.',
      '520 dollars per month for each seat.',
    ],
    [
      'send it to ada at example dot com',
      'Send it to ada@example.com before Friday please.',
      'example.com before Friday please.',
    ],
    ['let us meet at nine', 'Let us meet at line', undefined],
  ])('tell what follows a correction to fewer words or as many: %s, %s', (before, after, next) => {
    say(before, 1);
    now_ms += 2_100;
    say(after, 2, { isFinal: true });
    expect(shown().map(({ text }) => text)).toEqual(next === undefined ? [before] : [before, next]);
  });

  it('lack no word, wherever numbers are written as such once they are said, and whenever somebody pauses', () => {
    const said = fc.record({ words: fc.integer({ min: 2, max: 6 }), pauses: fc.array(fc.boolean(), { maxLength: 9 }) });
    fc.assert(
      fc.property(fc.array(said, { minLength: 1, maxLength: 6 }), (phrases) => {
        captions = createMeetCaptions(() => now_ms);
        let version = 0;
        const found = new Set<string>();
        const words: string[] = [];
        const written: string[] = [];
        const hearNow = (text: string, pauses: boolean | undefined): void => {
          version += 1;
          say(text, version);
          now_ms += pauses ? 2_700 : 400;
          for (const one of shown()) if (one.is_final) for (const word of one.text.split(' ')) found.add(word);
        };
        for (const [at, { words: count, pauses }] of phrases.entries()) {
          hearNow([...written, 'five', 'hundred'].join(' '), pauses.at(-1));
          written.push(`5${at}0`);
          for (let index = 0; index < count; index += 1) {
            words.push(`w${at}x${index}`);
            written.push(`w${at}x${index}`);
            hearNow(written.join(' '), pauses[index]);
          }
        }
        now_ms += 2_100;
        hearNow(written.join(' '), true);
        expect(words.filter((word) => !found.has(word))).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });

  it('are told once where words of them are taken back for a moment after a pause', () => {
    say('Shall we begin with the budget', 1);
    now_ms += 2_100;
    say('Shall we begin', 2);
    say('Shall we begin with the budget of May', 3);
    expect(shown().map(({ text }) => text)).toEqual(['Shall we begin with the budget', 'of May']);
  });

  it('keep what was heard where its correction leaves no word of it', () => {
    say('Good morning.', 1);
    now_ms += 2_100;
    say('Good morning. Shall', 2);
    say('Good mornings', 3, { isFinal: true });
    expect(shown().map(({ text }) => text)).toEqual(['Good morning.', 'Shall']);
  });

  it('have each word once where such a correction comes as a part is due', () => {
    say('Good morning.', 1);
    now_ms += 2_100;
    const words = ['Good morning. We met them all.'];
    for (let n = 0; n < 29; n += 1) {
      words.push(`W${n}`);
      say(words.join(' '), n + 2);
      now_ms += 1_050;
    }
    say('Good mornings.', 40);
    say(`${words.join(' ')} and more`, 41);
    const spoken = ['Good morning.', 'We met them all.', `${words.slice(1).join(' ')} and more`];
    expect(shown().map(({ text }) => text)).toEqual(spoken);
  });

  it('are told where a word alone follows another that was alone, and not where it is a correction', () => {
    say('Yes', 1);
    now_ms += 2_100;
    say('No', 2, { isFinal: true });
    say('I see', 1, { of: ben });
    now_ms += 2_100;
    say('I saw', 2, { of: ben, isFinal: true });
    expect(shown().map(({ text }) => text)).toEqual(['Yes', 'No', 'I see']);
  });

  it('are the same when versions come twice or late', () => {
    say('Good morning', 2);
    say('Good', 1);
    now_ms += 1_900;
    say('Good morning', 2);
    now_ms += 200;
    expect(shown()).toEqual([{ text: 'Good morning', is_final: true }]);
  });

  it('are told apart by who speaks', () => {
    say('One', 1);
    say('Two', 1, { of: ben });
    expect(captions.captions(nameOf).map(({ speaker_name, text }) => [speaker_name, text])).toEqual([
      ['Ada', 'One'],
      ['Ben', 'Two'],
    ]);
  });

  it.each([
    ['words', { text: '' }],
    ['a device that speaks', { of: 'a1b2c3' }],
  ])('are none without %s', (_, without) => {
    const said = { of: ada, id: 12, version: 1, text: 'Good morning', ...without };
    expect([...captionsOf(caption(said)), ...captionsOf(captionsV2(said))]).toEqual([]);
  });

  it('come by the newer channel in one message with others, and with what is none', () => {
    const read = captionsOf(
      captionsV2(
        { of: ada, id: 12, version: 4, text: 'Good morning.', isFinal: true },
        { of: ada, id: 13, version: 1, text: '' },
        { of: ben, id: 14, version: 1, text: 'Hello' },
      ),
    );
    expect(read).toEqual([
      { id: '12', speaker_id: ada, version: 4, isFinal: true, text: 'Good morning.' },
      { id: '14', speaker_id: ben, version: 1, isFinal: false, text: 'Hello' },
    ]);
    expect(captionsOf(captionRead(12, 4))).toEqual([]);
  });

  it('are bounded', () => {
    for (let id = 0; id < 500; id += 1)
      captions.hear({ key: `${id}`, speaker_id: ada, version: 1, isFinal: false, text: 'x' });
    say('x'.repeat(20_000), 1);
    const kept = captions.captions(nameOf);
    expect([kept.length, kept.at(-1)?.text.length]).toEqual([200, 10_000]);
  });
});
