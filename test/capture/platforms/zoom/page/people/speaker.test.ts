import { describe, expect, it } from 'vitest';
import {
  areSameHeard,
  createHeardLook,
  createSpeakerWatch,
  type Heard,
  type InMeeting,
  namesShownIn,
} from '../../../../../../lib/capture/platforms/zoom/page/people/speaker.ts';
import { aClient, aFrame, aList, aRow } from '../client.ts';

const [large, bar, gallery, shared, beside, chosen] = [
  'speaker-active-container',
  'speaker-bar-container',
  'gallery-video-container',
  'single-suspension-container',
  'suspension-video-container',
  'multi-speaker-main-container',
];

const heardIn = (root: ParentNode, inMeeting: InMeeting): Heard | undefined => createHeardLook()(root, inMeeting);
const many = { own_name: 'Notes', count: undefined };

describe("who is heard, in Zoom's client", () => {
  it.each([
    ['whoever is marked in the bar', [aFrame(large, 'Ada'), aFrame(bar, 'Ada'), aFrame(bar, 'Ben', true)], 'Ben'],
    ['whoever is marked in the gallery', [aFrame(gallery, 'Ada'), aFrame(gallery, 'Ben', true)], 'Ben'],
    ['whoever is large, where nobody is marked', [aFrame(large, 'Ada')], 'Ada'],
    ['whoever is shown beside a shared screen', [aFrame(shared, 'Chloe')], 'Chloe'],
    ['whoever is marked beside a shared screen', [aFrame(beside, 'Ada'), aFrame(beside, 'Ben', true)], 'Ben'],
    ['whoever is marked of those a host shows to all', [aFrame(chosen, 'Ada', true), aFrame(chosen, 'Ben')], 'Ada'],
    ['nobody, where several are large', [aFrame(large, 'Ada'), aFrame(large, 'Ben')], undefined],
    ['nobody, where several are marked', [aFrame(gallery, 'Ada', true), aFrame(gallery, 'Ben', true)], undefined],
    ['nobody, where nobody is shown', [], undefined],
  ])('is %s', (_, frames, name) => {
    expect(heardIn(aClient(...frames), many)?.name).toBe(name);
  });

  it.each([
    ['whoever is not the bot, in a gallery of two', ['Ada', 'Notes'], 'Notes', 'Ada'],
    ['nobody, in a gallery of two of whom neither is known as the bot', ['Ada', 'Ben'], 'Notes', undefined],
    ['nobody, in a gallery of the bot alone', ['Notes'], 'Notes', undefined],
    ['nobody, in a gallery of two of one name', ['Notes', 'Notes'], 'Notes', undefined],
  ])('is %s', (_, names, own_name, name) => {
    expect(heardIn(aClient(...names.map((one) => aFrame(gallery, one))), { own_name, count: 2 })?.name).toBe(name);
  });

  it('is nobody, in a gallery of two where others may not be shown', () => {
    expect(heardIn(aClient(aFrame(gallery, 'Ada'), aFrame(gallery, 'Notes')), many)).toBeUndefined();
  });

  const only = 'single-main-container';
  const me = aRow(0, 'Notes', { label: '(Me)' });
  const [ada, adaHeard] = [aRow(1, 'Ada'), aRow(1, 'Ada', { isSpeaking: true })];
  const [ben, benHeard] = [aRow(2, 'Ben'), aRow(2, 'Ben', { isSpeaking: true })];

  it.each([
    ['whoever speaks, where a host has put somebody else there for all', [me, ada, benHeard], 3, 'Ben'],
    ['whoever is large, where several speak, as they were heard last', [me, adaHeard, benHeard], 3, 'Ada'],
    ['whoever is large, where nobody speaks', [me, ada, ben], 3, 'Ada'],
    ['whoever is large, where they are not in view in the list', [me, benHeard], 30, 'Ada'],
    ['whoever speaks, where whoever is large is in view and does not', [me, ada, benHeard], 30, 'Ben'],
    ['nobody, where several others speak', [me, ada, benHeard, aRow(3, 'Chloe', { isSpeaking: true })], 4, undefined],
    ['whoever is large, where the bot itself speaks', [aRow(0, 'Notes', { isSpeaking: true }), ada], 3, 'Ada'],
  ])('is by the list of people, beside a large picture: %s', (_, rows, count, name) => {
    expect(heardIn(aClient(aFrame(only, 'Ada'), aList(...rows)), { own_name: 'Notes', count })?.name).toBe(name);
  });

  it('is by the list of people, where no picture says it, as far as the list is whole', () => {
    const list = aClient(aList(me, ada, benHeard));
    expect(heardIn(list, { own_name: 'Notes', count: 3 })?.name).toBe('Ben');
    expect(heardIn(list, { own_name: 'Notes', count: 4 })).toBeUndefined();
  });

  it.each([
    ['whoever speaks, though whoever was put there has spoken just now', [me, ada, benHeard], 3, 'Ben'],
    ['whoever was put there, where they alone speak', [me, adaHeard, ben], 3, 'Ada'],
    ['nobody, where several speak, as nobody can tell who was heard last', [me, adaHeard, benHeard], 3, undefined],
    ['nobody, where nobody speaks', [me, ada, ben], 3, undefined],
    ['nobody, where nobody is in the list', [], 3, undefined],
    ['whoever speaks of those who are in view', [me, benHeard], 30, 'Ben'],
    ['the other one of two', [me, ben], 2, 'Ben'],
  ])('is by the list of people alone, where somebody was put into the large picture: %s', (_, rows, count, name) => {
    for (const put of ['pin', 'spotlight'] as const)
      expect(
        heardIn(aClient(aFrame(only, 'Ada', false, put), aList(...rows)), { own_name: 'Notes', count })?.name,
      ).toBe(name);
  });

  it('is whoever is large as soon as the picture changes, whomever the list marked before', () => {
    const look = (shown: string, ...rows: readonly string[]) =>
      heardIn(aClient(aFrame(only, shown), aList(me, ...rows)), { own_name: 'Notes', count: 3 })?.name;
    expect([look('Ada', ada, benHeard), look('Ada', ada, ben), look('Ben', ada, ben)]).toEqual(['Ben', 'Ada', 'Ben']);
  });

  it('is by the mark on a picture first: in the list one is marked for 3 s more', () => {
    const client = aClient(aFrame(bar, 'Ben', true), aFrame(bar, 'Ada'), aList(me, adaHeard, ben));
    expect(heardIn(client, { own_name: 'Notes', count: 3 })?.name).toBe('Ben');
  });

  it('is the only other one of two, in whatever view', () => {
    const two = { own_name: 'Notes', count: 2 };
    expect(heardIn(aClient(aList(me, ada)), two)?.name).toBe('Ada');
    expect(heardIn(aClient(aFrame(only, 'Notes'), aList(me, ada)), two)?.name).toBe('Ada');
    // Nothing marks the bot's own row.
    expect(heardIn(aClient(aList(aRow(0, 'Notes'), ada)), two)?.name).toBe('Ada');
    expect(heardIn(aClient(aList(aRow(0, 'Zoe'), ada)), two)).toBeUndefined();
  });

  it('is told from others of the same name, where the list is whole and one of them speaks', () => {
    const [one, other] = [aRow(1, 'Maya'), aRow(2, 'Maya', { isSpeaking: true })];
    const client = aClient(aFrame(gallery, 'Maya', true), aFrame(gallery, 'Maya'), aList(me, one, other));
    expect(heardIn(client, { own_name: 'Notes', count: 3 })).toEqual({ name: 'Maya', place: 2 });
    expect(heardIn(client, { own_name: 'Notes', count: 4 })).toEqual({ name: 'Maya' });
    const both = aClient(aFrame(gallery, 'Maya', true), aList(aRow(1, 'Maya', { isSpeaking: true }), other));
    expect(heardIn(both, { own_name: 'Notes', count: 2 })).toEqual({ name: 'Maya' });
  });

  describe('of two of one name', () => {
    const namesakes = () => {
      let now_ms = 0;
      const look = createHeardLook(() => now_ms);
      /** Who is heard a second later, as the client shows a name and marks these in its list. */
      return (shown: string, ...marked: readonly number[]) => {
        now_ms += 1_000;
        const rows = ['Maya', 'Maya', 'Ben'].map((name, at) =>
          aRow(at + 1, name, { isSpeaking: marked.includes(at + 1) }),
        );
        return look(aClient(aFrame(bar, shown, true), aList(me, ...rows)), { own_name: 'Notes', count: 4 });
      };
    };

    it('is still the one who was marked, while the name stays', () => {
      const at = namesakes();
      expect([at('Maya', 2), at('Maya'), at('Maya', 1, 2), at('Maya', 1), at('Ben', 3), at('Maya')]).toEqual([
        { name: 'Maya', place: 2 },
        { name: 'Maya', place: 2 },
        { name: 'Maya', place: 2 },
        { name: 'Maya', place: 1 },
        { name: 'Ben', place: 1 },
        { name: 'Maya' },
      ]);
    });

    it('is not the one whose mark is left from before somebody else was heard, where the other one is marked since', () => {
      const at = namesakes();
      expect([at('Maya', 1), at('Ben', 1, 3), at('Maya', 1, 2, 3)].at(-1)).toEqual({ name: 'Maya', place: 2 });
      expect([at('Ben', 2, 3), at('Ben', 1, 2, 3), at('Maya', 1, 2)].at(-1)).toEqual({ name: 'Maya', place: 1 });
    });

    it('is the one who was heard before, where the other one is not marked', () => {
      const at = namesakes();
      expect([at('Maya', 1), at('Ben', 1, 3), at('Maya', 1, 3)].at(-1)).toEqual({ name: 'Maya', place: 1 });
    });

    it('has been shown for as long as the name has, also where the list marks them a moment later', () => {
      let [now_ms, shown] = [0, { name: 'Maya' } as Heard];
      const heard = createSpeakerWatch(
        () => shown,
        () => now_ms,
        areSameHeard,
      );
      const at = (ms: number, place?: number) => {
        [now_ms, shown] = [ms, { name: 'Maya', place }];
        return heard()?.place;
      };
      expect([at(0), at(300), at(400, 2), at(500, 1), at(600, 1), at(800, 1)]).toEqual([
        undefined,
        undefined,
        2,
        2,
        2,
        1,
      ]);
    });
  });

  it('is not called by what the client thinks of their picture', () => {
    for (const mark of ['deepfake-badge', 'deepfake-pill']) {
      const pill = `<span class="video-avatar__${mark}"><span>Verified</span></span>`;
      const marked = aFrame(large, 'Ada').replace('<span role', `${pill}<span role`);
      expect(heardIn(aClient(marked), many)?.name).toBe('Ada');
    }
  });

  it.each([
    ['Ada is connecting to audio', 'Ada'],
    ['Ada is connecting to audio and cannot hear you yet', 'Ada'],
    ['Ada (she/her) connected to audio', 'Ada (she/her)'],
    ['Ada did not connect to audio', 'Ada'],
    ['Ada', 'Ada'],
    ['Connecting to audio', undefined],
  ])('is called by name, also where the picture says how their sound is: %s', (said, name) => {
    const alert = aFrame(large, said).replace('role="none"', 'role="alert"');
    expect([heardIn(aClient(alert), many)?.name, namesShownIn(aClient(alert))]).toEqual([
      name,
      name === undefined ? [] : [name],
    ]);
  });

  it('is called as they are called, whatever that is', () => {
    expect(heardIn(aClient(aFrame(large, 'Nobody connected to audio')), many)?.name).toBe('Nobody connected to audio');
  });

  it('counts once it has been shown for a quarter of a second', () => {
    let [now_ms, shown] = [0, 'Ada'];
    const heard = createSpeakerWatch(
      () => shown,
      () => now_ms,
    );
    const at = (ms: number, name: string) => {
      [now_ms, shown] = [ms, name];
      return heard();
    };
    expect([
      at(0, 'Ada'),
      at(250, 'Ada'),
      at(350, 'Ben'),
      at(450, 'Ada'),
      at(550, 'Ben'),
      at(700, 'Ben'),
      at(800, 'Ben'),
    ]).toEqual([undefined, 'Ada', 'Ada', 'Ada', 'Ada', 'Ada', 'Ben']);
  });

  it('is told of a moment that is past from when it began to be shown, and not of what was shown for less', () => {
    let [now_ms, shown] = [0, 'Ada'];
    const heard = createSpeakerWatch(
      () => shown,
      () => now_ms,
    );
    const at = (ms: number, name: string, ago_ms: number) => {
      [now_ms, shown] = [ms, name];
      return heard(ago_ms);
    };
    for (let ms = 0; ms < 1_000; ms += 100) at(ms, 'Ada', 0);
    for (let ms = 1_000; ms < 1_300; ms += 100) at(ms, 'Ben', 0);
    // Chloe is shown for a moment only.
    expect([at(1_400, 'Ben', 450), at(1_400, 'Ben', 400), at(1_500, 'Chloe', 450), at(1_700, 'Ben', 200)]).toEqual([
      'Ada',
      'Ben',
      'Ben',
      'Ben',
    ]);
  });

  it('comes with the names of everybody who is shown', () => {
    expect(namesShownIn(aClient(aFrame(large, 'Ada'), aFrame(bar, 'Ada'), aFrame(bar, 'Ben')))).toEqual(['Ada', 'Ben']);
  });
});
