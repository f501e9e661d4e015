/** Who is gone from a Google Meet without a word of theirs. */
import { beforeEach, describe, expect, it } from 'vitest';
import { changeOf } from '../../../../../lib/capture/platforms/google-meet/page/wire.ts';
import { ada, aRoom, ben, bot, unmarked } from './a-room.ts';
import { collections, device, joined, type TypedChange } from './meet-messages.ts';

let { room, tell, tellAll, names, voiceOf, speakerIn, quietly } = aRoom();
beforeEach(() => {
  ({ room, tell, tellAll, names, voiceOf, speakerIn, quietly } = aRoom());
});

describe('whoever is taken out of the list of a Google Meet', () => {
  it('is known by what was seen on the wire', () => {
    // A public reader (2026): the device 574 leaves.
    const seen = '0a2b12296a270a250a02082e1a1f7370616365732f4d7351636e785a755776474d2f646576696365732f353734';
    expect(changeOf(Buffer.from(seen, 'hex'))?.people).toEqual([
      { event: 46, users: [], removed: ['spaces/MsQcnxZuWvGM/devices/574'] },
    ]);
  });

  it('has left, several at once too, and comes back when told of anew', () => {
    tell({ event: 2, users: [ada, ben, device(32)].map((id) => ({ id, name: id })) });
    tell({ event: 3, removed: [ada, ben] });
    expect([names(), room.nameOf(ada)]).toEqual([['Notes', device(32)], ada]);
    tell({ event: 4, users: [{ id: ada, name: 'Ada' }] });
    expect(names()).toEqual(['Notes', 'Ada', device(32)]);
  });

  it('has left where each stands in a record of its own, as when a meeting ends', () => {
    tell({ event: 2, users: [ada, ben].map((id) => ({ id, name: id })) });
    const both = joined(collections({ event: 3, removed: [ada] }), collections({ event: 4, removed: [ben] }));
    room.hear(changeOf(both) ?? { people: [] });
    expect(names()).toEqual(['Notes']);
  });

  it('has not where that is older than what is known of them, where nobody knows them, or where it is the bot', () => {
    tell({ event: 5, users: [{ id: ada, name: 'Ada' }] });
    tell({ event: 4, removed: [ada] });
    tell({ event: 6, removed: [device(99), bot] });
    expect([names(), room.facts]).toEqual([['Notes', 'Ada'], [{ kind: 'meet.self_status', status: 1 }]]);
    tell({ event: 6, users: [{ id: device(99), name: 'Zoe' }] });
    expect(names()).toEqual(['Notes', 'Ada', 'Zoe']);
  });

  it('has not where they are told of beside it', () => {
    tell({ event: 2, users: [{ id: ada, name: 'Ada' }], removed: [ada] });
    expect(names()).toEqual(['Notes', 'Ada']);
  });

  it('stays gone, whatever an older list says', () => {
    tell({ event: 2, users: [{ id: ada, name: 'Ada' }] });
    tell({ event: 6, removed: [ada] });
    tellAll(4, { id: bot, name: 'Notes', isSelf: true }, { id: ada, name: 'Ada' });
    expect(names()).toEqual(['Notes']);
  });
});

describe('whoever is missing from one full list of a Google Meet', () => {
  const self = { id: bot, name: 'Notes', isSelf: true };
  /** Looks every second; `tiles`: of whom the page shows one. */
  const look = (for_ms: number, ...tiles: readonly string[]): readonly string[] => {
    for (let past_ms = 0; past_ms < for_ms; past_ms += 1_000) {
      quietly(1_000);
      room.look(() => new Set(tiles));
    }
    return names();
  };
  beforeEach(() => {
    tell({ event: 2, users: [{ id: ada, name: 'Ada' }], outputs: [{ stream: '101', of: ada, type: 1 }] });
  });

  it('has left after two minutes without news and without a tile', () => {
    tellAll(3, self);
    expect(look(119_000)).toEqual(['Notes', 'Ada']);
    expect([look(1_000), room.nameOf(ada)]).toEqual([['Notes'], 'Ada']);
    tell({ event: 4, users: [{ id: ada, name: 'Ada' }] });
    expect(look(300_000)).toEqual(['Notes', 'Ada']);
  });

  it('is there while the page shows a tile of theirs, and for two minutes after', () => {
    tellAll(3, self);
    expect(look(300_000, ada)).toEqual(['Notes', 'Ada']);
    expect(look(119_000)).toEqual(['Notes', 'Ada']);
    expect(look(1_000)).toEqual(['Notes']);
  });

  it.each<[string, TypedChange]>([
    ['of them', { event: 4, users: [{ id: ada, name: 'Ada' }] }],
    ['of what they send', { outputs: [{ stream: '501', of: ada, type: 2 }] }],
  ])('is there where there is news %s', (_, news) => {
    tellAll(3, self);
    look(60_000);
    tell(news);
    expect(look(300_000)).toEqual(['Notes', 'Ada']);
  });

  it('leaves where all news of them is that what they send is off', () => {
    tellAll(3, self);
    look(60_000);
    tell({ outputs: [{ stream: '', of: ada, type: 2, isOff: true }] });
    tell({ outputs: [{ stream: '101', of: ada, type: 1, isOff: true }] });
    expect(look(60_000)).toEqual(['Notes']);
  });

  it.each<[string, () => unknown]>([
    ['what they send is told', () => tell({ outputs: [{ stream: '501', of: ada, type: 2 }] })],
    ['whose a voice is is told', () => room.hearSources([{ stream: '101', user_id: ada }])],
    ['they are heard', () => voiceOf('101')],
    ['the page shows a tile of theirs', () => look(1_000, ada)],
  ])('is there again where %s', (_, happen) => {
    tellAll(3, self);
    expect(look(120_000)).toEqual(['Notes']);
    happen();
    expect([names(), voiceOf('101')]).toEqual([['Notes', 'Ada'], ada]);
    look(60_000);
    tellAll(4, self);
    expect(names()).toEqual(['Notes', 'Ada']);
  });

  it('stays gone where they are told to have left, whatever comes late of them', () => {
    tellAll(3, self);
    look(120_000);
    tell({ event: 4, removed: [ada] });
    tell({ outputs: [{ stream: '101', of: ada, type: 1 }] });
    voiceOf('101');
    expect(look(1_000, ada)).toEqual(['Notes']);
  });

  it('is nobody whose stream may be told as of somebody else', () => {
    tell({ event: 2, users: [{ id: ben, name: 'Ben' }] });
    tellAll(3, self, { id: ben, name: 'Ben' });
    look(120_000);
    room.hearSources([{ stream: '101', user_id: ben }]);
    expect([voiceOf('101'), names()]).toEqual([ben, ['Notes', 'Ben']]);
  });

  it('is nobody whose stream the tile of somebody else bears, for longer than a moment', () => {
    tell({ event: 2, users: [{ id: ben, name: 'Ben' }] });
    tellAll(3, self, { id: ben, name: 'Ben' });
    look(120_000);
    const ofBen = { marked: () => ben, bearing: () => ben };
    expect([speakerIn(room, ['101'], ofBen, 200), names()]).toEqual([undefined, ['Notes', 'Ben']]);
    expect([speakerIn(room, ['101'], ofBen), voiceOf('101'), names()]).toEqual([ben, ben, ['Notes', 'Ben']]);
    tell({ outputs: [{ stream: '101', of: ada, type: 1 }] });
    expect([speakerIn(room, ['101'], ofBen), names()]).toEqual([ada, ['Notes', 'Ada', 'Ben']]);
  });

  it('is there where they are heard while their own tile bears their stream', () => {
    tellAll(3, self);
    look(120_000);
    expect([speakerIn(room, ['101'], { ...unmarked, bearing: () => ada }), names()]).toEqual([ada, ['Notes', 'Ada']]);
  });

  it('is there where the list does not say of when it is', () => {
    tellAll(0, self);
    expect(look(300_000)).toEqual(['Notes', 'Ada']);
  });

  it('is there where they are heard', () => {
    tellAll(3, self);
    look(60_000);
    expect(voiceOf('101')).toBe(ada);
    expect(look(300_000)).toEqual(['Notes', 'Ada']);
  });

  it('is there where the list is older than what is known of them, or is none of all', () => {
    tell({ event: 5, users: [{ id: ben, name: 'Ben' }] });
    tellAll(4, self, { id: ada });
    expect(look(300_000)).toEqual(['Notes', 'Ada', 'Ben']);
    tellAll(6, { id: device(77), name: 'Cy' });
    expect(look(300_000)).toEqual(['Notes', 'Ada', 'Ben', 'Cy']);
  });

  it('is not told to have left while the bot is outside, nor by a list from before that', () => {
    tellAll(3, self);
    tell({ event: 4, users: [{ ...self, status: 3 }] });
    look(300_000);
    tell({ event: 5, users: [self] });
    expect(look(300_000)).toEqual(['Notes', 'Ada']);
  });
});
