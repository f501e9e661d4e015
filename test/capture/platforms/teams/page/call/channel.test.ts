import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { channelNews } from '../../../../../../lib/capture/platforms/teams/page/call/channel.ts';
import { createTeamsCaptions } from '../../../../../../lib/capture/platforms/teams/page/captions.ts';
import { runs } from '../../../../../lab/properties.ts';

/** A head of bytes, some of which look like the beginning of JSON, and a text. */
const message = (value: unknown, head: readonly number[] = [0, 7, 0x5b, 0x7b, 1]): Uint8Array =>
  Uint8Array.from([...head, ...new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))]);

// As in a public project's notes of what the page sends.
const request = [
  {
    type: 'sr',
    controlVideoStreaming: {
      sequenceNumber: 11,
      controlInfo: { sourceId: 1267, streamMsid: 1694, fmtParams: [{ 'max-fs': 920 }] },
    },
  },
];

describe('messages of the main channel', () => {
  it('tell who speaks, the newest first', () => {
    expect(channelNews(message([{ history: [1053, 2331], type: 'dsh' }]))).toEqual({
      speakers: ['1053', '2331'],
      captions: [],
      wishes: [],
    });
  });

  it('tell which source the page wants by which stream, and which it wants no more', () => {
    expect(channelNews(message(request))?.wishes).toEqual([{ stream: '1694', source: '1267' }]);
    const no = [{ type: 'sr', controlVideoStreaming: { controlInfo: { sourceId: -1, streamMsid: 1694 } } }];
    expect(channelNews(message(no))?.wishes).toEqual([{ stream: '1694', source: undefined }]);
  });

  it('tell what was said', () => {
    const said = { userId: '8:orgid:1', text: 'Hello', isFinal: true, timestampAudioSent: 5, duration: 3, more: {} };
    expect(channelNews(message({ recognitionResults: [said, { userId: 4 }, null] }, []))?.captions).toEqual([
      { user_id: '8:orgid:1', name: '', text: 'Hello', is_final: true, sent_at: 5, duration: 3 },
    ]);
  });

  it('tell what somebody is called who said it, as whoever is told apart by their voice in a room', () => {
    const said = { userId: '7f2a@local', displayName: ' Ada (Room 2) ', text: 'Hello', isFinal: true };
    expect(channelNews(message({ recognitionResults: [said] }))?.captions).toMatchObject([
      { user_id: '7f2a@local', name: 'Ada (Room 2)' },
    ]);
  });

  it.each([
    ['nothing', ''],
    ['half', '[{"type":"dsh"'],
    ['words', 'hello'],
  ])('are nothing where nobody can read them: %s', (_, text) => expect(channelNews(message(text))).toBeUndefined());

  it.each([
    ['texts', [1, 'x', null]],
    ['wrong members', [{ type: 'sr' }, { type: 'dsh', history: {} }]],
  ])('hold nothing of use where they hold %s', (_, value) =>
    expect(channelNews(message(value))).toMatchObject({ captions: [], wishes: [] }),
  );
});

describe('captions of Teams', () => {
  const began_ms = Date.UTC(2026, 10, 22, 12);
  let now_ms = began_ms;
  beforeEach(() => {
    now_ms = began_ms;
  });
  const units = (ms: number): number => (ms + 2_208_988_800_000) * 10_000;
  const world = () =>
    createTeamsCaptions(
      (id) => (id === 'ada' ? 'Ada' : undefined),
      () => now_ms,
    );
  const said = (user_id: string, text: string, is_final: boolean, sent_at = units(now_ms - 2_000)) => ({
    user_id,
    name: `${user_id} by their voice`,
    text,
    is_final,
    sent_at,
    duration: 15_000_000,
  });

  it('begin when it was said, and each text replaces the one before until it is final', () => {
    const captions = world();
    captions.hear(said('ada', 'Good', false));
    captions.hear(said('ben', 'Hm', false));
    captions.hear(said('ada', 'Good morning.', true, units(now_ms - 1_000)));
    captions.hear(said('ada', 'Well', false, units(now_ms)));
    expect(captions.captions.map(({ speaker_name, text, is_final }) => [speaker_name, text, is_final])).toEqual([
      ['Ada', 'Good morning.', true],
      ['ben by their voice', 'Hm', false],
      ['Ada', 'Well', false],
    ]);
    expect(captions.captions[0]).toMatchObject({ start_ms: now_ms - 2_000, duration_ms: 1_500, speaker_id: 'ada' });
  });

  it('are one where whose they are is known only once they have begun', () => {
    const captions = world();
    captions.hear(said('7f', 'Good', false));
    captions.hear(said('8:orgid:7f', 'Good morning.', true));
    captions.hear(said('7f', 'Good morning.', true));
    expect(captions.captions.map(({ speaker_id, text, is_final }) => [speaker_id, text, is_final])).toEqual([
      ['8:orgid:7f', 'Good morning.', true],
    ]);
  });

  it('stay as they are once the page was put out; what is said afterwards is another one', () => {
    const captions = world();
    captions.hear(said('ada', 'Good', false));
    captions.broken();
    captions.hear(said('ada', 'Welcome back', false));
    expect(captions.captions.map(({ text, is_final }) => [text, is_final])).toEqual([
      ['Good', true],
      ['Welcome back', false],
    ]);
  });

  it('are over once nothing more has come of them for ten seconds, as some are never final; what comes then is another one', () => {
    const captions = world();
    const seen = () => captions.captions.map(({ text, is_final }) => [text, is_final]);
    captions.hear(said('ada', 'We agreed on', false));
    now_ms += 9_000;
    captions.hear(said('ada', 'We agreed on Monday', false));
    now_ms += 10_000;
    expect(seen()).toEqual([['We agreed on Monday', false]]);
    now_ms += 1;
    expect(seen()).toEqual([['We agreed on Monday', true]]);
    captions.hear(said('ada', 'Next', false));
    now_ms += 11_000;
    captions.hear(said('ada', 'And then', true));
    expect(seen()).toEqual([
      ['We agreed on Monday', true],
      ['Next', true],
      ['And then', true],
    ]);
    expect(captions.captions.map(({ start_ms }) => start_ms)).toEqual([
      began_ms - 2_000,
      began_ms + 17_001,
      began_ms + 28_001,
    ]);
  });

  it.each<[string, string, boolean, number]>([
    ['what came before it was final', 'Good', false, 2_000],
    ['what came before it, told of its beginning', 'Good', false, 3_000],
    ['itself', 'Good morning.', true, 2_000],
  ])(
    'are not told again where they are followed by %s, as messages may come late or twice',
    (_, text, is_final, ago) => {
      const captions = world();
      captions.hear(said('ada', 'Good morning.', true));
      captions.hear(said('ada', text, is_final, units(now_ms - ago)));
      now_ms += 11_000;
      expect(captions.captions.map((one) => one.text)).toEqual(['Good morning.']);
    },
  );

  const texts = (captions: ReturnType<typeof world>) => captions.captions.map(({ text, is_final }) => [text, is_final]);

  it('are two where the same person says something else after the end of what was never final', () => {
    const captions = world();
    const began = units(now_ms - 2_000);
    captions.hear(said('ada', 'We agreed on', false, began));
    now_ms += 4_000;
    captions.hear(said('ada', 'Who takes notes', false));
    expect(texts(captions)).toEqual([
      ['We agreed on', true],
      ['Who takes notes', false],
    ]);
    // Late, and told as far as nobody has seen it.
    captions.hear(said('ada', 'We agreed on Monday.', true, began));
    captions.hear(said('ada', 'We agreed on Monday.', true, began));
    captions.hear(said('ada', 'Who takes notes?', true, units(now_ms - 2_000)));
    expect(texts(captions)).toEqual([
      ['We agreed on', true],
      ['Who takes notes?', true],
      ['Monday.', true],
    ]);
  });

  it.each<[string, (captions: ReturnType<typeof world>) => void]>([
    [
      '11 s later',
      () => {
        now_ms += 11_000;
      },
    ],
    ['after the page was put out', (captions) => captions.broken()],
  ])('go on with the words that are new where they go on %s', (_, interrupt) => {
    const captions = world();
    const began_ms = now_ms - 2_000;
    const hear = (text: string, is_final: boolean, lasted_ms: number) =>
      captions.hear({ ...said('ada', text, is_final, units(began_ms)), duration: lasted_ms * 10_000 });
    hear('We agreed on', false, 1_500);
    interrupt(captions);
    hear('We agreed on', false, 1_500);
    hear('we agreed, on Monday', false, 2_500);
    expect(texts(captions)).toEqual([
      ['We agreed on', true],
      ['Monday', false],
    ]);
    hear('We agreed on Monday at nine.', true, 4_000);
    hear('We agreed on Monday at nine.', true, 4_000);
    expect(texts(captions)).toEqual([
      ['We agreed on', true],
      ['Monday at nine.', true],
    ]);
    expect(captions.captions[1]).toMatchObject({ start_ms: began_ms + 1_500, duration_ms: 2_500 });
  });

  it('are one where their moment moves on with their words, in a language without spaces too', () => {
    for (const [first, more] of [
      ['we agree on', 'We agreed on Monday.'],
      ['今日は', '今日は晴れです'],
    ] as const) {
      const captions = world();
      captions.hear(said('ada', first, false));
      now_ms += 4_000;
      captions.hear(said('ada', more, true));
      expect(texts(captions)).toEqual([[more, true]]);
    }
  });

  it('go on with the words that are new where some before them are corrected', () => {
    const captions = world();
    const began = units(now_ms - 2_000);
    captions.hear(said('ada', 'i work at the bank since may', false, began));
    now_ms += 11_000;
    captions.hear(said('ada', 'I work for the bank since May. And you?', true, began));
    expect(texts(captions)).toEqual([
      ['i work at the bank since may', true],
      ['And you?', true],
    ]);
  });

  it('go on with the words that are new in a language without spaces', () => {
    const captions = world();
    const began = units(now_ms - 2_000);
    captions.hear(said('ada', '今日は', false, began));
    now_ms += 11_000;
    captions.hear(said('ada', '今日は晴れです', true, began));
    expect(texts(captions)).toEqual([
      ['今日は', true],
      ['晴れです', true],
    ]);
  });

  it('are not told again where they are only called final later', () => {
    const captions = world();
    const began = units(now_ms - 2_000);
    captions.hear(said('ada', 'we agreed', false, began));
    now_ms += 11_000;
    expect(captions.hear(said('ada', 'We agreed.', true, began))).toBe(now_ms - 11_000 - 500);
    expect(texts(captions)).toEqual([['we agreed', true]]);
  });

  const sentence = fc.record({
    words: fc.integer({ min: 1, max: 6 }),
    late_ms: fc.integer({ min: 0, max: 3_000 }),
    pause_ms: fc.integer({ min: 100, max: 2_000 }),
  });

  it('are told once, however late they are final and whatever the same person has said since', () => {
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 8 }), (sentences) => {
        now_ms = began_ms;
        const captions = world();
        const words: string[] = [];
        const heard: { readonly at_ms: number; readonly hear: () => void }[] = [];
        let spoken_ms = began_ms;
        for (const [at, { words: count, late_ms, pause_ms }] of sentences.entries()) {
          const start_ms = spoken_ms;
          const saying = (text: string, is_final: boolean, duration_ms: number) => () =>
            captions.hear({ ...said('ada', text, is_final, units(start_ms)), duration: duration_ms * 10_000 });
          const its = Array.from({ length: count }, (_, index) => `w${at}x${index}`);
          words.push(...its);
          for (const index of its.keys()) {
            spoken_ms += 400;
            const text = its.slice(0, index + 1).join(' ');
            heard.push({ at_ms: spoken_ms + 500, hear: saying(text, false, spoken_ms - start_ms) });
          }
          const text = its.join(' ').toUpperCase();
          heard.push({ at_ms: spoken_ms + 501 + late_ms, hear: saying(text, true, spoken_ms - start_ms) });
          spoken_ms += pause_ms;
        }
        for (const { at_ms, hear } of heard.sort((one, other) => one.at_ms - other.at_ms)) {
          now_ms = at_ms;
          hear();
        }
        const found = captions.captions.flatMap(({ text }) => text.toLowerCase().split(' '));
        expect(found.toSorted()).toEqual(words.toSorted());
      }),
      { numRuns: runs(100) },
    );
  });

  it('are told each where the same is said once more', () => {
    const captions = world();
    for (const ago of [3_000, 2_000]) captions.hear(said('ada', 'Yes.', true, units(now_ms - ago)));
    for (const _ of [1, 2]) captions.hear(said('ben', 'Yes.', true, 0));
    expect(captions.captions).toHaveLength(4);
  });

  it('are remembered as unfinished of so many people and no more', () => {
    const captions = world();
    const idOf = (user_id: string) => captions.captions.find(({ speaker_id }) => speaker_id === user_id)?.id;
    captions.hear(said('ada', 'Good', false));
    const first = idOf('ada');
    for (let index = 0; index < 1_000; index += 1) captions.hear(said(`${index}`, 'Hm', false));
    captions.hear(said('ada', 'Good morning.', true));
    expect(idOf('ada')).not.toBe(first);
    expect(captions.captions).toHaveLength(200);
  });

  it('begin as long ago as they lasted where the servers tell no moment, or none that can be', () => {
    const captions = world();
    captions.hear(said('ada', 'One', true, 0));
    captions.hear(said('ada', 'Two', true, units(0)));
    expect(captions.captions.map(({ start_ms }) => start_ms)).toEqual([now_ms - 1_500, now_ms - 1_500]);
  });

  it('are as many as a view holds', () => {
    const captions = world();
    for (let index = 0; index < 300; index += 1) captions.hear(said('ada', `${index}`, true));
    expect([captions.captions.length, captions.captions.at(-1)?.text]).toEqual([200, '299']);
  });
});
