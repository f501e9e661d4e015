import { describe, expect, it } from 'vitest';
import { createZoomCaptions } from '../../../../../../lib/capture/platforms/zoom/page/captions/captions.ts';
import { aLine } from '../client.ts';
import { rows, said, watch } from './watched-captions.ts';

describe("captions in Zoom's client", () => {
  it('are those of whoever is named above them', () => {
    expect(rows(aLine('10:02:01', 'Good morning.', 'Ada'), aLine('10:02:04', 'Shall we?'))).toEqual([
      { speaker: 'Ada', time: '10:02:01', text: 'Good morning.' },
      { speaker: 'Ada', time: '10:02:04', text: 'Shall we?' },
    ]);
  });

  it('grow while somebody speaks, and are final once another line of theirs follows', () => {
    const { at } = watch();
    at(0, aLine('10:02:01', 'Good', 'Ada'));
    expect(said(at(500, aLine('10:02:01', 'Good morning', 'Ada')))).toEqual([['Ada', 'Good morning', false]]);
    const captions = at(1_000, aLine('10:02:01', 'Good morning.', 'Ada'), aLine('10:02:02', 'Hi', 'Ada'));
    expect(said(captions)).toEqual([
      ['Ada', 'Good morning.', true],
      ['Ada', 'Hi', false],
    ]);
    expect(captions[0]).toMatchObject({ speaker_id: '1:Ada', start_ms: 8_500, duration_ms: 2_500 });
  });

  it('of two who speak at once go on, each, wherever in the list they stand', () => {
    const { at } = watch();
    at(0, aLine('10:02:01', 'Good', 'Ada'));
    at(500, aLine('10:02:01', 'Good', 'Ada'), aLine('10:02:02', 'Shall', 'Chloe'));
    at(1_000, aLine('10:02:01', 'Good morning', 'Ada'), aLine('10:02:02', 'Shall we', 'Chloe'));
    at(1_500, aLine('10:02:02', 'Shall we begin', 'Chloe'), aLine('10:02:01', 'Good morning all', 'Ada'));
    const list = [aLine('10:02:01', 'Good morning, all.', 'Ada'), aLine('10:02:02', 'Shall we begin?', 'Chloe')];
    at(2_000, ...list);
    expect(said(at(4_000, ...list))).toEqual([
      ['Ada', 'Good morning, all.', true],
      ['Chloe', 'Shall we begin?', true],
    ]);
  });

  it('are final when they stay as they are', () => {
    const { at } = watch();
    at(0, aLine('10:02:01', 'Good morning.', 'Ada'));
    expect(said(at(2_000, aLine('10:02:01', 'Good morning.', 'Ada')))).toEqual([['Ada', 'Good morning.', true]]);
  });

  it('are told once, also when the list has moved on, and twice when they were said twice', () => {
    const { at } = watch();
    at(0, aLine('10:02:01', 'Yes.', 'Ada'), aLine('10:02:05', 'Yes.', 'Chloe'));
    at(100, aLine('10:02:05', 'Yes.', 'Chloe'), aLine('10:02:09', 'Yes.', 'Ada'));
    expect(said(at(200, aLine('10:02:09', 'Yes.', 'Ada'), aLine('10:02:09', 'Yes.')))).toEqual([
      ['Ada', 'Yes.', true],
      ['Chloe', 'Yes.', true],
      ['Ada', 'Yes.', true],
      ['Ada', 'Yes.', false],
    ]);
  });

  it('are told once where the list keeps more rows than a view holds, of which the last are read', () => {
    const { at } = watch();
    const list = Array.from({ length: 251 }, (_, line) => aLine(`10:02:${line}`, `Line ${line}`, 'Ada'));
    const ids = new Set<string>();
    for (const [look, shown] of [60, 150, 250, 250, 251].entries())
      for (const { id } of at(100 * look, ...list.slice(0, shown))) ids.add(id);
    expect(ids.size).toBe(251);
  });

  it.each([
    ['are renamed', 'Ada Lovelace'],
    ['are named no more', ''],
  ])('are told once, and as those of the same, when those who said them %s', (_, renamed) => {
    const { at } = watch();
    at(0, aLine('10:02:01', 'Good morning.', 'Ada'), aLine('10:02:05', 'Hi.', 'Chloe'));
    const before = at(3_000, aLine('10:02:01', 'Good morning.', 'Ada'), aLine('10:02:05', 'Hi.', 'Chloe'));
    expect(at(4_000, aLine('10:02:01', 'Good morning.', renamed), aLine('10:02:05', 'Hi.', 'Chloe'))).toEqual(before);
  });

  it.each([
    ['', 'Good morning, all.'],
    ['Ada Lovelace', 'Good morning, all.'],
    ['Ada', 'For'],
  ])(
    'are told once, and as those of the same, when who says them is called %j in the middle of it, which says %j',
    (name, text) => {
      const { at } = watch();
      at(0, aLine('10:02:01', 'Good mor', 'Ada'), aLine('10:02:05', 'Hi.', 'Chloe'));
      const list = [aLine('10:02:01', text, name), aLine('10:02:05', 'Hi.', 'Chloe')];
      for (const ms of [500, 4_000])
        expect(at(ms, ...list).map(({ speaker_name, text }) => [speaker_name, text])).toEqual([
          ['Ada', text],
          ['Chloe', 'Hi.'],
        ]);
    },
  );

  it('are told once where only their marks change after they were final', () => {
    const { at } = watch();
    at(0, aLine('10:02:01', 'good morning all', 'Ada'));
    const before = at(3_000, aLine('10:02:01', 'good morning all', 'Ada'));
    for (const ms of [3_500, 6_000]) expect(at(ms, aLine('10:02:01', 'Good morning, all.', 'Ada'))).toEqual(before);
  });

  it.each([
    ['कि', 'की'],
    ['क', 'कि'],
    ['กัน', 'กิน'],
    ['عَلِم', 'عُلِم'],
  ])(
    'are told once more where after they were final %s, a word of its own by the marks on its letters, is %s',
    (first, then) => {
      const { at } = watch();
      at(0, aLine('10:02:01', first, 'Ada'));
      at(3_000, aLine('10:02:01', first, 'Ada'));
      expect(at(3_500, aLine('10:02:01', then, 'Ada')).map(({ text }) => text)).toEqual([first, then]);
    },
  );

  it('go on as what is new of them also where small letters are more than the great ones', () => {
    const { at } = watch();
    at(0, aLine('10:02:01', 'İYİ', 'Ada'));
    at(3_000, aLine('10:02:01', 'İYİ', 'Ada'));
    expect(at(3_500, aLine('10:02:01', 'İYİ günler', 'Ada')).map(({ text }) => text)).toEqual(['İYİ', 'günler']);
  });

  it('are told by what is new of them where they go on after they were final', () => {
    const { at } = watch();
    at(0, aLine('10:02:01', 'Good morning, all.', 'Ada'));
    at(3_000, aLine('10:02:01', 'Good morning, all.', 'Ada'));
    at(3_500, aLine('10:02:01', 'Good morning all, shall', 'Ada'));
    const list = [aLine('10:02:01', 'Good morning all, shall we?', 'Ada'), aLine('10:02:09', 'Yes', 'Ben')];
    expect(said(at(4_000, ...list))).toEqual([
      ['Ada', 'Good morning, all.', true],
      ['Ada', 'shall we?', false],
      ['Ben', 'Yes', false],
    ]);
    at(6_500, ...list);
    const later = at(
      7_000,
      aLine('10:02:01', 'Good morning all, shall we? Now', 'Ada'),
      aLine('10:02:09', 'Yes', 'Ben'),
    );
    expect(later.map(({ text }) => text).toSorted()).toEqual(['Good morning, all.', 'Now', 'Yes', 'shall we?']);
  });

  it('go on with a whole word where they were final in the midst of one', () => {
    const { at } = watch();
    at(0, aLine('10:02:01', 'Good mor', 'Ada'));
    at(3_000, aLine('10:02:01', 'Good mor', 'Ada'));
    for (const ms of [3_500, 4_000])
      expect(at(ms, aLine('10:02:01', 'Good morning', 'Ada')).map(({ text }) => text)).toEqual(['Good mor', 'morning']);
  });

  it('tell their end once more where it is corrected after they were final, above others that stay', () => {
    const { at } = watch();
    const ben = aLine('10:02:05', 'Hi.', 'Ben');
    at(0, aLine('10:02:01', 'Good mourning.', 'Ada'), ben);
    at(3_000, aLine('10:02:01', 'Good mourning.', 'Ada'), ben);
    const ids = new Set<string>();
    const texts = new Set<string>();
    for (let ms = 3_250; ms < 60_000; ms += 250)
      for (const { id, text } of at(ms, aLine('10:02:01', 'Good morning.', 'Ada'), ben)) {
        ids.add(id);
        texts.add(text);
      }
    expect([...texts].toSorted()).toEqual(['Good mourning.', 'Hi.', 'morning.']);
    expect(ids.size).toBe(3);
  });

  it('go on where what the same person said before is corrected', () => {
    const { at } = watch();
    const list = (first: string, then: string) => [aLine('10:02:01', first, 'Ada'), aLine('10:02:04', then, 'Ada')];
    at(0, aLine('10:02:01', 'Good mourning.', 'Ada'));
    at(3_000, ...list('Good mourning.', 'Shall'));
    at(3_500, ...list('Good morning.', 'Shall'));
    expect(said(at(4_000, ...list('Good morning.', 'Should we')))).toEqual([
      ['Ada', 'Good mourning.', true],
      ['Ada', 'morning.', false],
      ['Ada', 'Should we', false],
    ]);
  });

  it('go on where one of two things that the same person said before in one second is corrected', () => {
    const { at } = watch();
    const list = (first: string, now: string) => [
      aLine('10:02:01', 'Shall', 'Ada'),
      aLine('10:02:01', first, 'Ada'),
      aLine('10:02:04', now, 'Ada'),
    ];
    at(0, ...list('Good', 'I think'));
    at(500, ...list('Well', 'I think').slice(1));
    expect(said(at(1_000, ...list('Well', 'You think').slice(1))).map(([, text]) => text)).toEqual([
      'Shall',
      'Good',
      'You think',
      'Well',
    ]);
  });

  it('are told once where rows have changed places after they were final', () => {
    const { at } = watch();
    const list = [aLine('10:02:01', 'Good morning.', 'Ada'), aLine('10:02:02', 'Shall we?', 'Chloe')];
    at(0, ...list);
    const before = at(3_000, ...list);
    for (let ms = 3_250; ms < 60_000; ms += 250) expect(at(ms, ...list.toReversed())).toEqual(before);
    const renamed = [list[1] ?? '', aLine('10:02:01', 'Good morning.', 'Ada Lovelace')];
    for (const ms of [61_000, 64_000]) expect(at(ms, ...renamed)).toEqual(before);
  });

  it.each([
    [
      ['I have twenty five', 'I have twenty five apples', 'I have 25 apples', 'I have 25 apples today'],
      ['I have twenty five', '25 apples today'],
    ],
    [
      ['Good morning all', 'Good morning all, shall', 'Good morning everyone, shall we begin'],
      ['Good morning all', 'everyone, shall we begin'],
    ],
    [
      ['Good morning', 'Good morning all', 'Good morning everyone, shall we begin'],
      ['Good morning', 'everyone, shall we begin'],
    ],
  ])(
    'are not told again where what was final of them is reworded as they go on: %j',
    ([final = '', ...changes], told) => {
      const { at } = watch();
      at(0, aLine('10:02:01', final, 'Ada'));
      at(3_000, aLine('10:02:01', final, 'Ada'));
      const captions = changes.map((text, look) => at(3_500 + 500 * look, aLine('10:02:01', text, 'Ada')));
      expect(captions.at(-1)?.map(({ text }) => text)).toEqual(told);
    },
  );

  it.each([
    ['I', 'I agree', 'I think'],
    ['I', 'I agree', 'You think'],
    ['Yes.', 'Yes.', 'Yes, I think'],
  ])('are those of whom the client names above them, where another says %j, and they %j', (first, chloe, ada) => {
    const { at } = watch();
    at(0, aLine('10:02:01', first, 'Ada'));
    const captions = at(500, aLine('10:02:01', chloe, 'Chloe'), aLine('10:02:01', ada, 'Ada'));
    expect(captions.map(({ speaker_name, text }) => [speaker_name, text])).toEqual([
      ['Ada', ada],
      ['Chloe', chloe],
    ]);
  });

  it('are those of whoever is renamed, also where another began alike in that second and went on', () => {
    const { at } = watch();
    const list = (ben: string, chloe: string) => [aLine('10:02:01', ben, 'Ben'), aLine('10:02:01', 'I', chloe)];
    at(0, ...list('I', 'Chloe'));
    at(3_000, ...list('I', 'Chloe'));
    at(3_500, ...list('I agree', 'Chloe'));
    expect(at(4_000, ...list('I agree', 'Chloe L.')).map(({ speaker_name, text }) => [speaker_name, text])).toEqual([
      ['Ben', 'I'],
      ['Ben', 'agree'],
      ['Chloe', 'I'],
    ]);
  });

  it('are those of whoever is renamed like somebody who began alike in that second', () => {
    const { at } = watch();
    const before = at(0, aLine('10:02:01', 'I agree', 'Ada'), aLine('10:02:01', 'I', 'Chloe'));
    const list = [aLine('10:02:01', 'I agree', 'Chloe'), aLine('10:02:01', 'I', 'Chloe')];
    expect(at(250, ...list)).toEqual(before);
    expect(said(at(4_000, ...list))).toEqual([
      ['Ada', 'I agree', true],
      ['Chloe', 'I', true],
    ]);
  });

  it('are those of whoever stands there where several who said the same are called the same, one after the other', () => {
    const { at } = watch();
    const list = (...names: readonly string[]) => names.map((name) => aLine('10:02:01', 'I', name));
    for (const [look, names] of [
      ['Ben', 'Ada'],
      ['Ada', 'Ben'],
      ['Guest', 'Ben'],
      ['Guest', 'Guest'],
    ].entries())
      at(100 * look, ...list(...names));
    expect(said(at(500, aLine('10:02:01', 'I agree', 'Guest'), aLine('10:02:01', 'I', 'Guest')))).toEqual([
      ['Ben', 'I', false],
      ['Ada', 'I agree', false],
    ]);
  });

  it('go on, each, where of one second one goes on and the other is changed', () => {
    const { at } = watch();
    at(0, aLine('10:02:01', 'Good', 'Ada'), aLine('10:02:01', 'Shall we', 'Ada'));
    const captions = at(500, aLine('10:02:01', 'Good morning', 'Ada'), aLine('10:02:01', 'Should we', 'Ada'));
    expect(captions.map(({ text }) => text)).toEqual(['Good', 'morning', 'Should we']);
  });

  it('go on as what is new of them after those who say them were renamed', () => {
    const { at } = watch();
    at(0, aLine('10:02:01', 'Good morning.', 'Ada'));
    at(3_000, aLine('10:02:01', 'Good morning.', 'Ada'));
    at(3_500, aLine('10:02:01', 'Good morning.', 'Ada Lovelace'));
    expect(said(at(4_000, aLine('10:02:01', 'Good morning. Shall we', 'Ada Lovelace')))).toEqual([
      ['Ada', 'Good morning.', true],
      ['Ada', 'Shall we', false],
    ]);
  });

  it('are told once where those of the rows that are listed came in more parts than a view holds', () => {
    const { at } = watch();
    const ids = new Set<string>();
    for (const [look, words] of [
      'I',
      'I',
      'I have',
      'I have',
      'I have 25',
      'I have 25',
      'I have 25',
      'I have 25',
    ].entries()) {
      const list = Array.from({ length: 80 }, (_, second) => aLine(`10:02:${second}`, words, 'Ada'));
      for (const { id } of at(2_000 * look, ...list)) ids.add(id);
    }
    expect(ids.size).toBe(240);
  });

  it('of two people of one name, who speak at once, go on, each', () => {
    let now_ms = 10_000;
    const zoom = createZoomCaptions(
      () => undefined,
      () => now_ms,
    );
    for (const [first, second] of [
      ['Good mourning', 'Shall'],
      ['Good morning', 'Shall we'],
    ] as const) {
      zoom.look(rows(aLine('10:02:01', first, 'Ada'), aLine('10:02:02', second, 'Ada')));
      now_ms += 500;
    }
    expect(zoom.captions.map(({ speaker_id, text }) => [speaker_id, text])).toEqual([
      ['0:Ada', 'Good morning'],
      ['0:Ada', 'Shall we'],
    ]);
  });

  it('are those of each of several who say the same in one second', () => {
    const { at } = watch();
    at(0, aLine('10:02:01', 'Yes.', 'Ada'));
    expect(said(at(100, aLine('10:02:01', 'Yes.', 'Ada'), aLine('10:02:01', 'Yes.', 'Chloe')))).toEqual([
      ['Ada', 'Yes.', false],
      ['Chloe', 'Yes.', false],
    ]);
    expect(at(200, aLine('10:02:01', 'Yes.', 'Chloe'))).toHaveLength(2);
  });

  it('are as many as a view holds', () => {
    const zoom = createZoomCaptions(() => undefined);
    zoom.look(Array.from({ length: 300 }, (_, at) => ({ speaker: 'Ada', time: `${at}`, text: `Line ${at}` })));
    expect([zoom.captions.length, zoom.captions[0]?.text]).toEqual([200, 'Line 100']);
  });
});
