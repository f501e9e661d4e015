import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMeetRoom } from '../../../../../lib/capture/platforms/google-meet/page/room.ts';
import { createUnpacker } from '../../../../../lib/capture/platforms/google-meet/page/unpack.ts';
import { changeOf, sourcesOf, streamFrameOf } from '../../../../../lib/capture/platforms/google-meet/page/wire.ts';
import { proto } from '../../../../lab/builders/proto.ts';
import '../../../../lab/properties.ts';
import { ada, aRoom, ben, bot, unmarked } from './a-room.ts';
import { device } from './meet-messages.ts';

let { room, tell, speakerIn, voiceOf, quietly, now } = aRoom();
beforeEach(() => {
  ({ room, tell, speakerIn, voiceOf, quietly, now } = aRoom());
});

describe('the people of a Google Meet', () => {
  it('are heard as the page marks them where nobody has told whose a stream is, but by no stream of others', () => {
    tell({
      event: 2,
      users: [
        { id: ada, name: 'Ada' },
        { id: ben, name: 'Ben' },
        { id: device(38), name: 'Ada', parent: ada },
      ],
      outputs: [
        { stream: '503', of: ada, type: 1 },
        { stream: '504', of: device(38), type: 1 },
      ],
    });
    const through = (stream: string, marked?: string) =>
      speakerIn(room, [stream], { ...unmarked, marked: () => marked });
    expect(through('509', ben)).toBe(ben);
    // The page marks people a while longer than they are heard.
    expect(through('509', ada)).toBeUndefined();
    expect(through('509')).toBeUndefined();
    // What sounds on a screen is nobody's.
    expect(through('504', ben)).toBeUndefined();
    expect(through('503', ben)).toBe(ada);
    // Nothing could be read of what the service tells.
    expect(speakerIn(createMeetRoom(), ['509'], { ...unmarked, marked: () => ada })).toBe(ada);
  });

  it('are heard by the numbers that their tiles bear where nobody has told whose a stream is', () => {
    const screen = device(38);
    tell({
      event: 2,
      users: [
        { id: ada, name: 'Ada' },
        { id: screen, name: 'Ada', parent: ada },
        { id: ben, name: 'Ben' },
      ],
      outputs: [{ stream: '503', of: ben, type: 1 }],
    });
    const tiles = (bearing: Readonly<Record<string, string>>) => ({
      ...unmarked,
      bearing: (stream: string) => bearing[stream],
    });
    expect(speakerIn(room, ['509'], tiles({ '509': ada }))).toBe(ada);
    // Also when the tile is gone from the screen.
    expect(voiceOf('509')).toBe(ada);
    expect(speakerIn(room, ['503'], tiles({ '503': ada }))).toBe(ben);
    expect(speakerIn(room, ['510'], tiles({ '510': screen }))).toBeUndefined();
    expect(speakerIn(room, ['511'], tiles({ '511': bot }))).toBeUndefined();
    tell({ outputs: [{ stream: '509', of: ben, type: 1 }] });
    expect(voiceOf('509')).toBe(ben);
  });

  it('are not named by tiles that bear a number for a moment, nor where two people have borne it in turn', () => {
    tell({
      event: 2,
      users: [
        { id: ada, name: 'Ada' },
        { id: ben, name: 'Ben' },
      ],
    });
    const on = (id: string) => ({ ...unmarked, bearing: () => id });
    expect(speakerIn(room, ['509'], on(ada), 100)).toBeUndefined();
    expect(speakerIn(room, ['509'], on(ben))).toBe(ben);
    expect(speakerIn(room, ['509'], on(ada), 100)).toBeUndefined();
    expect(voiceOf('509')).toBe(ben);
    expect(speakerIn(room, ['509'], on(ada))).toBeUndefined();
    expect([speakerIn(room, ['509'], on(ben)), voiceOf('509')]).toEqual([undefined, undefined]);
    tell({ outputs: [{ stream: '509', of: ada, type: 1 }] });
    expect(speakerIn(room, ['509'], on(ben))).toBe(ada);
    // Whoever had a number before has left.
    tell({ event: 3, users: [{ id: ada, status: 6 }] });
    expect([voiceOf('509'), speakerIn(room, ['509'], on(ben))]).toEqual([undefined, ben]);
  });

  it('are not named by a mark that may be of another stream', () => {
    const [cy, dee] = [device(32), device(33)];
    tell({ event: 2, users: [ada, ben, cy, dee].map((id, at) => ({ id, name: 'ABCD'.charAt(at) })) });
    const through = (stream: string, marked?: string) =>
      speakerIn(room, [stream], { ...unmarked, marked: () => marked });
    expect(through('510', ben)).toBe(ben);
    // Ben's mark stays a moment longer, and whoever speaks now is out of sight.
    expect(through('509', ben)).toBeUndefined();
    expect(through('509')).toBeUndefined();
    expect(through('509', cy)).toBe(cy);
    expect([through('510', ben), through('509', cy), through('509', ben)]).toEqual([ben, cy, undefined]);
    // His number is another by now.
    quietly(3_000);
    expect(through('511', ben)).toBe(ben);
    // Of two that are heard at once, the mark may be of either.
    quietly(3_000);
    const both = ['512', '513'].map(
      (stream) => () => room.speakerOf([stream], { ...unmarked, marked: () => dee }, now()),
    );
    for (let times = 0; times < 10; times += 1, quietly(50))
      expect(both.map((heard) => heard())).toEqual([undefined, undefined]);
  });

  it('are not named where two were marked, in turn, by the same stream', () => {
    tell({
      event: 2,
      users: [
        { id: ada, name: 'Ada' },
        { id: ben, name: 'Ben' },
      ],
    });
    const marking = (id: string) => speakerIn(room, ['509'], { ...unmarked, marked: () => id });
    expect([marking(ada), marking(ben), marking(ada)]).toEqual([ada, undefined, undefined]);
  });

  it('are not screens, nor the bot, nor those who have left, whatever the page marks', () => {
    const screen = device(38);
    tell({
      event: 2,
      users: [
        { id: ada, name: 'Ada' },
        { id: screen, name: 'Ada', parent: ada },
        { id: ben, name: 'Ben', status: 6 },
      ],
    });
    for (const id of [screen, bot, ben]) {
      expect(speakerIn(room, ['509'], { ...unmarked, marked: () => id })).toBeUndefined();
      expect(room.speakerMarked(() => id)).toBeUndefined();
    }
    expect([room.speakerMarked(() => ada), createMeetRoom().speakerMarked(() => ben)]).toEqual([ada, ben]);
  });

  it('are not heard in place of somebody louder who has left, or is not known', () => {
    tell({
      event: 2,
      users: [
        { id: ada, name: 'Ada' },
        { id: ben, name: 'Ben' },
      ],
      outputs: [
        { stream: '503', of: ada, type: 1 },
        { stream: '504', of: ben, type: 1 },
        { stream: '505', of: device(35), type: 1 },
      ],
    });
    expect([voiceOf('503', '504'), voiceOf('505', '504')]).toEqual([ada, undefined]);
    tell({ event: 3, users: [{ id: ada, status: 6 }] });
    expect(voiceOf('503', '504')).toBeUndefined();
  });

  it('are heard by a number that another record told of somebody before, by what was told last', () => {
    const named = (stream: string, of: string) =>
      changeOf(proto({ 1: { 2: { 7: { 1: [{ 9: { 4: stream, 6: of } }] } } } }));
    tell({
      event: 2,
      users: [
        { id: ada, name: 'Ada' },
        { id: ben, name: 'Ben' },
      ],
      outputs: [{ stream: '503', of: ada, type: 1 }],
    });
    for (const change of [named('505', ada), named('505', ben), named('503', ben)]) if (change) room.hear(change);
    expect([voiceOf('505'), voiceOf('503')]).toEqual([ben, ada]);
    tell({ event: 3, users: [{ id: ada, status: 6 }] });
    const again = named('503', ben);
    if (again) room.hear(again);
    expect(voiceOf('503')).toBe(ben);
  });

  it('are not taken for whoever is louder in the same stream and not known', () => {
    tell({
      event: 2,
      users: [
        { id: ada, name: 'Ada' },
        { id: ben, name: 'Ben' },
      ],
      outputs: [{ stream: '503', of: ada, type: 1 }],
    });
    expect([voiceOf('509', '503'), voiceOf('503', '509')]).toEqual([undefined, ada]);
    const marking = (id: string) => speakerIn(room, ['509', '503'], { ...unmarked, marked: () => id });
    expect([marking(ben), marking(ada)]).toEqual([ben, undefined]);
  });

  it('are heard by streams that are named elsewhere than in the list of outputs, or in a second list', () => {
    const users = [
      { id: ada, name: 'Ada' },
      { id: ben, name: 'Ben' },
    ].map(({ id, name }) => ({ 1: id, 2: name, 4: 1 }));
    const listed = (stream: string, of: string) => ({ 2: [{ 2: 1, 4: stream, 6: of }] });
    const named = (stream: string, of: string) => ({ 4: stream, 6: of });
    const change = changeOf(
      proto({
        1: {
          2: {
            3: [listed('503', ada), listed('504', ben)],
            7: { 1: [{ 9: named('505', ben) }, { 9: named('503', ben) }, { 9: named('506', 'somebody') }] },
            13: { 1: { 1: { 1: 2 }, 2: users }, 4: [{ 2: { 1: 'm', 2: ben, 5: { 1: proto(named('507', ben)) } } }] },
          },
        },
      }),
    );
    if (change) room.hear(change);
    expect(['503', '504', '505', '506', '507'].map((stream) => voiceOf(stream))).toEqual([
      ada,
      ben,
      ben,
      undefined,
      undefined,
    ]);
  });

  it('are heard by streams that are announced to be theirs, in messages that are packed or not', async () => {
    tell({ event: 2, users: [ada, ben].map((id) => ({ id, name: id })) });
    const announced = (stream: string, of: string) =>
      proto({ 1: 7, 5: { 1: { 4: stream, 6: of, 8: { 1: [Number(stream)] }, 9: { 2: 1 } } } });
    const unpack = createUnpacker();
    for (const frame of [
      proto({ 1: announced('503', ada) }),
      proto({ 2: gzipSync(announced('504', ben)) }),
      proto({ 1: announced('505', 'somebody') }),
      proto({ 1: 4 }),
      new TextEncoder().encode('no message'),
    ]) {
      const held = streamFrameOf(frame);
      const bytes = held && (await unpack(held));
      if (bytes) room.hearSources(sourcesOf(bytes));
    }
    expect(['503', '504', '505'].map((stream) => voiceOf(stream))).toEqual([ada, ben, undefined]);
    // The list of outputs knows more.
    tell({ outputs: [{ stream: '503', of: ben, type: 1 }] });
    room.hearSources(sourcesOf(announced('503', ada)));
    expect(voiceOf('503')).toBe(ben);
  });
});
