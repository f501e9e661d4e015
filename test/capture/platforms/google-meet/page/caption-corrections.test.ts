import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { runs } from '../../../../lab/properties.ts';
import { begin, hear, type Line, lookFor, texts, versions, wait } from './a-captioned-meeting.ts';

beforeEach(begin);

describe('the captions of a Google Meet whose channel corrects them while they are spoken', () => {
  let shown: Line[] = [];
  beforeEach(() => {
    shown = [];
  });

  /** The page shows each wording a little later, behind what the same person has said before. */
  const say = (name: string, id: number, wordings: readonly string[], pause_ms: number): void => {
    const last = shown.at(-1);
    const isSame = last?.[0] === name;
    const [others, before] = isSame ? [shown.slice(0, -1), `${last[1]} `] : [shown.slice(-3), ''];
    for (const text of wordings) {
      hear(name, id, text);
      wait(100);
      shown = [...others, [name, before + text]];
      lookFor(250, ...shown);
    }
    lookFor(pause_ms, ...shown);
  };

  it.each([0, 1_500, 6_000])(
    'are told once where their beginnings were wrong and %i ms pass between them',
    (pause_ms) => {
      say('Ada', 1, ['High', 'Hi everybody', 'Hi everybody, and welcome.'], pause_ms);
      say('Ben', 2, ['Fank', 'Thanks', 'Thanks a lot.'], pause_ms);
      say('Ada', 3, ['Lead', 'We should go too', 'We should go to the numbers.'], pause_ms);
      say('Ada', 4, ['Their', 'They are good', 'They are good.'], pause_ms);
      lookFor(8_000, ...shown);
      expect(texts()).toEqual([
        'Hi everybody, and welcome.',
        'Thanks a lot.',
        'We should go to the numbers.',
        'They are good.',
      ]);
    },
  );

  it('are told once where that is a single word behind what was said a while before', () => {
    say('Ada', 1, ['Yes.'], 6_000);
    say('Ada', 2, ['Know', 'No.'], 8_000);
    expect(texts()).toEqual(['Yes.', 'No.']);
  });

  it('are told once where an older version comes after a later one', () => {
    say('Ada', 1, ['Hello', 'Hello there', 'Hello there, my', 'Hello there, my dear friend.'], 500);
    versions.set(1, 1);
    hear('Ada', 1, 'Hello there');
    lookFor(8_000, ...shown);
    expect(texts()).toEqual(['Hello there, my dear friend.']);
  });

  it('are told also where a number is used again, with versions that begin anew or climb', () => {
    say('Ada', 1, ['Hello', 'Hello there.'], 11_000);
    versions.delete(1);
    say('Ada', 1, ['Now', 'How are you?'], 11_000);
    say('Ada', 1, ['Find', 'Fine, thanks.'], 4_000);
    expect(texts()).toEqual(['Hello there.', 'How are you?', 'Fine, thanks.']);
  });

  it('are told once where a sentence began as another one was misheard at first', () => {
    say('Ada', 1, ['Great.'], 0);
    say('Ada', 2, ['Now', 'Know how.'], 0);
    say('Ben', 3, ['Fine.'], 0);
    say('Ada', 4, ['Great.'], 0);
    say('Ada', 5, ['Now and', 'Now we go.'], 0);
    lookFor(8_000, ...shown);
    expect(texts()).toEqual(['Great.', 'Know how.', 'Fine.', 'Great.', 'Now we go.']);
  });

  const word = fc.constantFrom('a', 'few', 'words', 'that', 'are', 'said', 'and', 'heard', 'again');
  const sentence = fc.record({
    name: fc.constantFrom('Ada', 'Ben'),
    words: fc.array(fc.record({ said: word, heard: word }), { minLength: 1, maxLength: 8 }),
    pause_ms: fc.integer({ min: 0, max: 7_000 }),
  });
  /** As it grows, the last word as it is heard at first. */
  const wordingsOf = (words: readonly { said: string; heard: string }[]): string[] => [
    ...words.map(({ heard }, at) => [...words.slice(0, at).map(({ said }) => said), heard].join(' ')),
    words.map(({ said }) => said).join(' '),
  ];

  /** Somebody goes on with the word with which they had begun: what is misheard there may come twice, as the page shows both as one. */
  const goesOnAlike = (sentences: readonly { name: string; words: readonly { said: string }[] }[]): boolean =>
    sentences.some(({ name, words: [first] }, at) => {
      const { name: by, words = [] } = sentences[at - 1] ?? {};
      return by === name && words.some(({ said }) => said === first?.said);
    });

  it('are in the end what was said, once, whichever words were wrong at first', () => {
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 8 }), (sentences) => {
        fc.pre(!goesOnAlike(sentences));
        begin();
        shown = [];
        for (const [id, { name, words, pause_ms }] of sentences.entries()) say(name, id, wordingsOf(words), pause_ms);
        lookFor(8_000, ...shown);
        expect(texts()).toEqual(sentences.map(({ words }) => wordingsOf(words).at(-1)));
      }),
      { numRuns: runs(20) },
    );
  });
});
