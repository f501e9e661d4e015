import { describe, expect, it } from 'vitest';
import { aLine } from '../client.ts';
import { said, watch } from './watched-captions.ts';

/** As older clients show it. */
const faceless = (text: string): string =>
  `<div id="live-transcription-subtitle"><span dir="auto" class="live-transcription-subtitle__item">${text}</span></div>`;

const below = (...lines: readonly (readonly [face: string, text: string])[]): string =>
  `<div class="live-transcription-subtitle__box">${lines
    .map(
      ([face, text]) =>
        `<div id="live-transcription-subtitle" style="display: flex;"><div class="zmu-data-selector-item__icon" aria-hidden="true"
           style="background-color: rgb(14, 114, 237);">${face}</div><span dir="auto" class="live-transcription-subtitle__item">${text}</span></div>`,
    )
    .join('')}</div>`;

describe("captions in Zoom's client", () => {
  it('below the picture, of which the client does not say whose they are, are those of whoever is heard', () => {
    const subtitle = faceless('Hi');
    expect(said(watch().at(0, subtitle))).toEqual([['Ben', 'Hi', false]]);
  });

  it("below the picture are nobody's where they came while the page was held up", () => {
    const looks = (...at_ms: readonly number[]) => {
      const { at } = watch();
      const [last = 0, ...before] = at_ms.toReversed();
      for (const ms of before.toReversed()) at(ms);
      return said(at(last, faceless('Hi')));
    };
    expect(looks(0, 1_200)).toEqual([['Ben', 'Hi', false]]);
    expect(looks(0, 1_201)).toEqual([['', 'Hi', false]]);
    expect(looks(0, 4_000, 4_250)).toEqual([['Ben', 'Hi', false]]);
  });

  it('that stood below the picture are the same once the list is open, which says whose they are', () => {
    const subtitle = faceless('Hi, all');
    const { at } = watch();
    const [first] = at(0, subtitle);
    const list = [aLine('10:01:40', 'Shall we?', 'Chloe'), aLine('10:02:01', 'Hi, all of you', 'Ada')];
    for (const ms of [500, 600]) {
      const captions = at(ms, ...list);
      expect(said(captions)).toEqual([
        ['Chloe', 'Shall we?', false],
        ['Ada', 'Hi, all of you', false],
      ]);
      expect(captions[1]).toMatchObject({ id: first?.id, start_ms: first?.start_ms });
    }
    // The same again, later, is another sentence.
    expect(said(at(12_000, ...list, aLine('10:02:12', 'Hi, all of you', 'Ada')))).toHaveLength(3);
  });

  it('that were final below the picture stay so, and what the open list says more of them is a sentence of its own', () => {
    const { at } = watch();
    const subtitle = faceless('Hi, all');
    at(0, subtitle);
    const [final] = at(2_000, subtitle);
    expect(final).toMatchObject({ text: 'Hi, all', is_final: true });
    expect(at(3_000, aLine('10:02:01', 'Hi, all', 'Ada'))).toEqual([
      { ...final, speaker_id: '1:Ada', speaker_name: 'Ada' },
    ]);
    const other = watch();
    other.at(0, subtitle);
    const [told] = other.at(2_000, subtitle);
    const [kept, more] = other.at(3_000, aLine('10:02:01', 'Hi, all, shall we begin?', 'Ada'));
    expect(kept).toEqual(told);
    expect(said(more ? [more] : [])).toEqual([['Ada', 'Hi, all, shall we begin?', false]]);
  });

  it('below the picture go on, each, while two speak at once, whoever of them stands on top', () => {
    const { at } = watch();
    at(0, below(['AL', 'Good mourning']));
    at(1_000, below(['CB', 'Shall'], ['AL', 'Good mourning']));
    at(2_000, below(['CB', 'Shall we'], ['AL', 'Good morning']));
    expect(said(at(3_000, below(['AL', 'Good morning. How are you?'], ['CB', 'Should we'])))).toEqual([
      ['Ben', 'Good morning. How are you?', false],
      ['Ben', 'Should we', false],
    ]);
  });

  it('below the picture are told once where what was said a while ago goes from the beginning of its line', () => {
    const { at } = watch();
    at(0, below(['AL', 'Good morning, all.']));
    at(3_000, below(['AL', 'Good morning, all.']));
    at(4_000, below(['AL', 'Good morning, all. Shall we begin?']));
    at(15_000, below(['AL', 'Good morning, all. Shall we begin?']));
    at(20_000, below(['AL', 'Good morning, all. Shall we begin?']));
    expect(said(at(21_000, below(['AL', 'Shall we begin? I am Ada.'])))).toEqual([
      ['Ben', 'Good morning, all.', true],
      ['Ben', 'Shall we begin?', true],
      ['Ben', 'I am Ada.', false],
    ]);
  });

  it('below the picture are kept where they go from the beginning of their line before they were final', () => {
    const { at } = watch();
    at(0, below(['AL', 'Nine. No. Now Nancy needs new notes.']));
    expect(said(at(1_000, below(['AL', 'Now Nancy needs new notes.'])))).toEqual([
      ['Ben', 'Nine. No. Now Nancy needs new notes.', true],
    ]);
  });

  it('below the picture are final where nobody could look while their line went', () => {
    const { at } = watch();
    at(0, below(['AL', 'Good morning']));
    expect(said(at(30_000))).toEqual([['Ben', 'Good morning', true]]);
  });

  it.each([
    ['', []],
    ['while somebody else goes on', [['CB', 'I see.'] as const]],
  ])('below the picture are told once more where the same is said again minutes later %s', (_, others) => {
    const { at } = watch();
    at(0, below(['AL', 'Yes.'], ...others));
    at(30_000, below(...others));
    const captions = at(180_000, below(['AL', 'Yes.'], ...others));
    expect(captions.filter(({ text }) => text === 'Yes.')).toHaveLength(2);
  });

  it('below the picture go on with what was said last where somebody had begun alike a minute before', () => {
    const { at } = watch();
    const chloe = ['CB', 'Shall we begin?'] as const;
    const dan = ['DE', 'Good.'] as const;
    at(0, below(['AL', 'Yes.']));
    at(45_000, below(['AL', 'Yes.']));
    at(45_500, below(chloe));
    at(57_000, below(['AL', 'Yes.'], chloe));
    at(57_500, below(['AL', 'Yes. I agree.'], chloe));
    at(58_000, below(dan, chloe));
    at(60_000, below(dan, chloe));
    expect(said(at(63_000, below(['AL', 'Yes. I agree. What now?'], dan))).map(([, text]) => text)).toEqual([
      'Yes.',
      'Shall we begin?',
      'Yes. I agree.',
      'Good.',
      'What now?',
    ]);
  });
});
