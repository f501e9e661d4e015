import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createMeetCaptions,
  type MeetCaptions,
} from '../../../../../lib/capture/platforms/google-meet/page/captions.ts';
import {
  createCaptionFollower,
  createCaptionsOnPage,
  speakerNamed,
} from '../../../../../lib/capture/platforms/google-meet/page/page-captions.ts';
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

describe('the captions that the page shows', () => {
  const ids: Readonly<Record<string, string>> = { Ada: ada, Ben: ben, You: device(41) };
  const region = (...blocks: readonly (readonly [string, string])[]): Document =>
    new JSDOM(
      `<div role="region" aria-label="Captions"><div>${blocks
        .map(([name, text]) => `<div><img alt=""><span>${name}</span><div><span>${text}</span></div></div>`)
        .join('')}</div><button><i>arrow_downward</i>Jump to bottom</button></div>`,
    ).window.document;
  const look = (page: Document) => createCaptionsOnPage(page)(Object.keys(ids).map((name) => ({ name })));

  it('have a name and what is said', () => {
    expect(look(region(['Ada', 'Good morning.'], ['You', 'Hello'], ['Ben', 'Ben']))).toEqual([
      { name: 'Ada', text: 'Good morning.' },
      { name: 'You', text: 'Hello' },
      { name: 'Ben', text: 'Ben' },
    ]);
    expect(look(new JSDOM('<main>Ada</main>').window.document)).toEqual([]);
  });

  it('are read where their region is called in another language, too', () => {
    const page = region(['Ada', 'Guten Morgen.']);
    const { firstElementChild: shown } = page.body;
    shown?.setAttribute('aria-label', 'Untertitel');
    expect(look(page)).toEqual([]);
    shown?.setAttribute('jsname', 'dsyhDe');
    expect(look(page)).toEqual([{ name: 'Ada', text: 'Guten Morgen.' }]);
  });

  it('are the newest, as the page keeps what was said before, in as many pieces as it came', () => {
    const before = Array.from({ length: 600 }, (_, number): [string, string] => ['Ada', `Sentence ${number + 1}`]);
    const page = region(...before, ['Ben', 'Good']);
    page.querySelector('[role="region"] > div > div:last-of-type > div')?.append(' ', 'morning', ' ', 'to all.');
    const shown = look(page);
    expect(shown.slice(-2)).toEqual([
      { name: 'Ada', text: 'Sentence 600' },
      { name: 'Ben', text: 'Good morning to all.' },
    ]);
    expect(shown).toHaveLength(50);
  });

  it('may be long, where somebody takes no rest', () => {
    const long = 'Good morning. '.repeat(1_000).trim();
    expect(look(region(['Ada', long]))).toEqual([{ name: 'Ada', text: long }]);
  });

  it('are one, where its pieces stand in one element and one of them is a name', () => {
    const page = region(['Ada', 'Has'], ['Ben', 'Yes.']);
    page
      .querySelector('[role="region"] span + div > span')
      ?.append(' ', 'Ben', ' ', 'seen it?', ' ', 'You', ' ', 'too?');
    expect(look(page)).toEqual([
      { name: 'Ada', text: 'Has Ben seen it? You too?' },
      { name: 'Ben', text: 'Yes.' },
    ]);
  });

  it('are followed as they change, though their elements do not last', () => {
    const follow = createCaptionFollower((name) => ids[name] ?? '');
    const hear = (...blocks: readonly (readonly [string, string])[]): void => {
      for (const said of follow(look(region(...blocks)))) captions.hear(said);
    };
    hear(['Ada', 'Good']);
    hear(['Ada', 'Good morning'], ['Ben', 'Hel']);
    hear(['Ada', 'Good morning.'], ['Ben', 'Hello']);
    now_ms += 2_000;
    hear(['Ben', 'Hello'], ['Ada', 'Shall we?']);
    expect(captions.captions(nameOf).map(({ speaker_id, text, is_final }) => [speaker_id, text, is_final])).toEqual([
      [ada, 'Good morning.', true],
      [ben, 'Hello', true],
      [ada, 'Shall we?', false],
    ]);
  });

  describe('and that are away for a look', () => {
    type Block = readonly [name: string, text: string];
    let hear: (...blocks: readonly Block[]) => void;
    const told = (): string[] => shown().map(({ text }) => text);
    const [one, two, three]: readonly Block[] & { length: 3 } = [
      ['Ada', 'Yes.'],
      ['Ada', 'Yes. And no.'],
      ['Ben', 'Hello'],
    ];
    beforeEach(() => {
      const follow = createCaptionFollower(
        (name) => ids[name] ?? '',
        () => now_ms,
      );
      hear = (...blocks) => {
        for (const said of follow(look(region(...blocks)))) captions.hear(said);
        now_ms += 250;
      };
    });

    it('are told once, all or some of them, however long the page was held up, and go on', () => {
      hear(one, two, three);
      hear();
      now_ms += 60_000;
      hear(one, two, three);
      hear(two);
      hear(one, two, ['Ben', 'Hello to all']);
      expect(told()).toEqual(['Yes.', 'Yes. And no.', 'Hello', 'to all']);
    });

    it('are others when they come later, as the same may be said again', () => {
      hear(one);
      for (let looks = 0; looks < 12; looks += 1) hear();
      hear(one);
      hear();
      hear(['Ada', 'Ye']);
      hear(['Ada', 'Yesterday']);
      expect(told()).toEqual(['Yes.', 'Yes.', 'Yesterday']);
    });
  });
});

describe('whoever is named above a caption of a Google Meet', () => {
  const notes = { id: 'notes', name: 'Notes', isSelf: true };
  const person = (id: string, name: string) => ({ id, name, isSelf: false });
  const named = (name: string, ...others: readonly ReturnType<typeof person>[]) =>
    speakerNamed(name, [notes, ...others])?.id;

  it('is the one who is called so, and nobody where two are', () => {
    expect(named('Ada', person('a', 'Ada'))).toBe('a');
    expect(named('Ada', person('a', 'Ada'), person('b', 'Ada'))).toBeUndefined();
    expect(named('Zoe', person('a', 'Ada'))).toBeUndefined();
  });

  it('is the bot as the page calls it, and nobody where somebody is really called so', () => {
    expect(named('You')).toBe('notes');
    expect(named('You', person('y', 'You'))).toBeUndefined();
  });

  it('is somebody else of the bot’s name, whom the page calls by it', () => {
    expect([named('Notes'), named('Notes', person('n', 'Notes'))]).toEqual(['notes', 'n']);
  });
});

describe('a name above a caption of a Google Meet', () => {
  it('is known also once whoever has it has left', () => {
    const page = new JSDOM(`<div role="region" aria-label="Captions">
      <div><span>Ada</span><div>Good morning.</div></div>
      <div><span>Ben</span><div>Hello.</div></div>
    </div>`).window.document;
    const shown = createCaptionsOnPage(page);
    const all = [
      { name: 'Ada', text: 'Good morning.' },
      { name: 'Ben', text: 'Hello.' },
    ];
    expect(shown([{ name: 'Ada' }, { name: 'Ben' }])).toEqual(all);
    expect(shown([{ name: 'Ada' }])).toEqual(all);
  });
});
