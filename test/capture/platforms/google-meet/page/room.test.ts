import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMeetRoom } from '../../../../../lib/capture/platforms/google-meet/page/room.ts';
import { createUnpacker } from '../../../../../lib/capture/platforms/google-meet/page/unpack.ts';
import { captionsOf, changeOf, snapshotOf } from '../../../../../lib/capture/platforms/google-meet/page/wire.ts';
import { type Chance, chanceOf } from '../../../../lab/pages/mutations.ts';
import '../../../../lab/properties.ts';
import { ada, aRoom, ben, bot } from './a-room.ts';
import { collections, device, type TypedUser } from './meet-messages.ts';

let { room, tell, tellAll, names, voiceOf } = aRoom();
beforeEach(() => {
  ({ room, tell, tellAll, names, voiceOf } = aRoom());
});

describe('the people of a Google Meet', () => {
  it('are those devices that are inside, by the names that they show, with whoever is a host', () => {
    tell({
      event: 2,
      users: [
        { id: ada, name: 'Ada Lovelace', displayName: 'Ada', isHost: true },
        { id: device(34), displayName: 'Dee' },
        { id: ben, name: 'Ben' },
        { id: device(32), name: 'Cy', status: 6 },
        { id: device(33), name: 'Waits', status: 3 },
      ],
    });
    const nobody = { isHost: false, isSelf: false, hasCamera: false, isSharing: false };
    expect(room.people()).toEqual([
      { ...nobody, id: bot, name: 'Notes', isSelf: true },
      { ...nobody, id: ada, name: 'Ada Lovelace', isHost: true },
      { ...nobody, id: device(34), name: 'Dee' },
      { ...nobody, id: ben, name: 'Ben' },
    ]);
  });

  it('leave and come back', () => {
    tell({ event: 2, users: [{ id: ada, name: 'Ada' }] });
    tell({ event: 3, users: [{ id: ada, status: 6 }] });
    expect([names(), room.nameOf(ada)]).toEqual([['Notes'], 'Ada']);
    tell({ event: 4, users: [{ id: ada, name: 'Ada', status: 1 }] });
    expect(names()).toEqual(['Notes', 'Ada']);
  });

  it('are the same whatever is told twice, or late', () => {
    tell({ event: 5, users: [{ id: ada, name: 'Ada', status: 6 }] });
    tell({ event: 4, users: [{ id: ada, name: 'Ada', status: 1 }] });
    tell({ event: 5, users: [{ id: ada, name: 'Ada', status: 6 }] });
    expect(names()).toEqual(['Notes']);
  });

  it('are known from the list that the page asks for', () => {
    tellAll(7, { id: ada, name: 'Ada' });
    expect(names()).toEqual(['Notes', 'Ada']);
  });

  it('are those of the room that the bot is taken into, and nobody is heard by a number of the room before', () => {
    tell({ event: 2, users: [{ id: ada, name: 'Ada' }], outputs: [{ stream: '101', of: ada, type: 1 }] });
    expect(voiceOf('101')).toBe(ada);
    const inRoom = (number: number): string => `spaces/b4Xk7Wq1/devices/${number}`;
    tell({
      event: 1,
      users: [
        { id: inRoom(3), name: 'Notes', isSelf: true },
        { id: inRoom(1), name: 'Ben' },
      ],
    });
    expect([names(), voiceOf('101')]).toEqual([['Notes', 'Ben'], undefined]);
    tell({ event: 2, outputs: [{ stream: '101', of: inRoom(1), type: 1 }] });
    expect(voiceOf('101')).toBe(inRoom(1));
    tell({
      event: 7,
      users: [
        { id: bot, name: 'Notes', isSelf: true },
        { id: ada, name: 'Ada' },
      ],
    });
    expect(names()).toEqual(['Notes', 'Ada']);
  });

  const self = { id: bot, name: 'Notes', isSelf: true };

  it('have left when they are missing from two such lists in a row, though nobody has said so', () => {
    tell({ event: 2, users: [{ id: ada, name: 'Ada' }] });
    tellAll(3, self);
    expect(names()).toEqual(['Notes', 'Ada']);
    tellAll(4, self);
    expect([names(), room.nameOf(ada)]).toEqual([['Notes'], 'Ada']);
    tell({ event: 5, users: [{ id: ada, name: 'Ada' }] });
    expect(names()).toEqual(['Notes', 'Ada']);
  });

  it('have not left where they are in one of the lists, or told of between them', () => {
    tell({ event: 2, users: [{ id: ada, name: 'Ada' }] });
    tellAll(3, self);
    tellAll(4, self, { id: ada, name: 'Ada' });
    tellAll(5, self);
    tell({ event: 6, users: [{ id: ada, name: 'Ada' }] });
    tellAll(7, self);
    expect(names()).toEqual(['Notes', 'Ada']);
  });

  it('have left when they are missing from the first such list after the bot was outside', () => {
    tell({ event: 2, users: [ada, ben].map((id) => ({ id, name: id })) });
    tellAll(3, self, { id: ada }, { id: ben });
    tell({ event: 4, users: [{ ...self, status: 3 }] });
    // Those who wait may be shown nobody else.
    for (const event of [5, 6]) tellAll(event, { ...self, status: 3 });
    expect(names()).toEqual([ada, ben]);
    tell({ event: 7, users: [self] });
    tell({ event: 8, users: [{ id: device(32), name: 'Cy' }] });
    expect(names()).toEqual(['Notes', ada, ben, 'Cy']);
    // It was asked for while the bot was outside.
    tellAll(5, { ...self, status: 3 });
    tellAll(9, self, { id: ben });
    expect(names()).toEqual(['Notes', ben, 'Cy']);
  });

  it('are not told to have left by the list that says that the bot is back', () => {
    tell({ event: 2, users: [{ id: ada, name: 'Ada' }] });
    tell({ event: 3, users: [{ ...self, status: 3 }] });
    tellAll(4, self);
    expect(names()).toEqual(['Notes', 'Ada']);
    tellAll(5, self);
    expect(names()).toEqual(['Notes']);
  });

  it('have left when the bot came back by another device, which they are not told beside', () => {
    tell({ event: 2, users: [{ id: ada, name: 'Ada' }] });
    const anew = { ...self, id: device(52) };
    tell({ event: 3, users: [anew] });
    tellAll(4, anew);
    expect(room.people().map(({ id }) => id)).toEqual([device(52)]);
  });

  it.each(['list', 'change'])('are the bot once, by the device by which it came back, as the %s says it', (by) => {
    const anew = { ...self, id: device(52) };
    if (by === 'list') tellAll(2, anew);
    else tell({ event: 2, users: [anew] });
    expect(room.people().map(({ id, isSelf }) => [id, isSelf])).toEqual([[device(52), true]]);
  });

  const [former, anew] = [self, { ...self, id: device(52) }];
  const bots = () => room.people().map(({ id, isSelf }) => [id, isSelf]);
  const onlyAnew = [[device(52), true]];

  it('are the bot once, whatever is told of the device by which it was inside before', () => {
    tell({ event: 2, users: [anew] });
    tell({ event: 3, users: [{ id: bot, name: 'Notes' }] });
    expect(bots()).toEqual(onlyAnew);
    tell({ event: 4, users: [former] });
    expect(bots()).toEqual(onlyAnew);
    tellAll(5, anew, former);
    tellAll(6, former, anew);
    expect(bots()).toEqual(onlyAnew);
    tell({ event: 7, users: [{ ...former, status: 7 }] });
    expect([bots(), room.facts]).toEqual([onlyAnew, [{ kind: 'meet.self_status', status: 1 }]]);
  });

  it('are the bot by its newer device where that is told before the former one', () => {
    const heard = aRoom();
    heard.tell({ event: 5, users: [anew] });
    heard.tell({ event: 4, users: [{ ...former, id: device(40) }] });
    expect(heard.room.people().map(({ id }) => id)).toEqual([device(52)]);
    heard.tell({ event: 6, users: [{ ...former, id: device(39), status: 6 }] });
    expect(heard.room.facts).toEqual([{ kind: 'meet.self_status', status: 1 }]);
  });

  it('are the bot once where it waited before it came back by another device', () => {
    tell({ event: 2, users: [{ ...anew, status: 3 }] });
    expect([bots(), room.facts]).toEqual([[], [{ kind: 'meet.self_status', status: 3 }]]);
    tell({ event: 3, users: [former] });
    tell({ event: 4, users: [anew] });
    expect(bots()).toEqual(onlyAnew);
  });

  it('are the bot by the device by which it was inside before where the newer one is gone', () => {
    tell({ event: 2, users: [anew] });
    tell({ event: 3, users: [{ ...anew, status: 6 }] });
    tell({ event: 4, users: [former] });
    expect(bots()).toEqual([[bot, true]]);
    tell({ event: 5, users: [{ ...former, status: 7 }] });
    tell({ event: 6, users: [anew] });
    expect([bots(), room.facts]).toEqual([[], [{ kind: 'meet.self_status', status: 7 }]]);
    tell({ event: 7, users: [{ ...self, id: device(53), status: 3 }] });
    expect(room.facts).toEqual([{ kind: 'meet.self_status', status: 3 }]);
  });

  it('are the bot by a device that nobody knew where the former one has left, whatever the count of events', () => {
    tell({ event: 10_000, users: [{ ...former, status: 6 }] });
    tell({ event: 3, users: [anew] });
    expect(bots()).toEqual(onlyAnew);
  });

  it('are not the screen that the bot shares, nor was any of its devices', () => {
    const screens = [device(90), device(91)];
    tell({ event: 2, users: [{ id: device(90), name: 'Notes', isSelf: true, parent: bot }] });
    expect([room.self?.id, room.people()[0]?.isSharing]).toEqual([bot, true]);
    tell({ event: 3, users: [{ id: device(90), isSelf: true, parent: bot, status: 6 }] });
    expect(room.facts).toEqual([{ kind: 'meet.self_status', status: 1 }]);
    tell({
      event: 4,
      users: [anew, ...screens.map((id) => ({ id, name: 'Notes', parent: bot }))],
      outputs: screens.map((of, at) => ({ stream: `60${at}`, of, type: 2 })),
    });
    expect(['600', '601'].map((stream) => room.picturesOf(stream))).toEqual([undefined, undefined]);
  });

  it('have not left where lists are long: those may be cut', () => {
    tell({ event: 2, users: [{ id: ada, name: 'Ada' }] });
    const others = Array.from({ length: 50 }, (_, at) => ({ id: device(100 + at), name: `Guest ${at}` }));
    for (const event of [3, 4, 5]) tellAll(event, self, ...others);
    expect(names()).toContain('Ada');
  });

  it('have not left where lists do not hold the bot itself: those do not hold everybody', () => {
    tell({ event: 2, users: [{ id: ada, name: 'Ada' }] });
    for (const event of [3, 4, 5]) tellAll(event, { id: ben, name: 'Ben' });
    expect(names()).toEqual(['Notes', 'Ada', 'Ben']);
  });

  it('have cameras and share screens; a screen is nobody', () => {
    const screen = device(90);
    tell({
      event: 2,
      users: [
        { id: ada, name: 'Ada' },
        { id: screen, name: 'Ada', parent: ada },
      ],
      outputs: [
        { stream: '501', of: ada, type: 2, isOff: false },
        { stream: '502', of: screen, type: 2 },
        { stream: '503', of: ada, type: 1 },
        { stream: '504', of: screen, type: 1 },
      ],
    });
    expect(room.people()[1]).toMatchObject({ name: 'Ada', hasCamera: true, isSharing: true });
    expect([room.picturesOf('501'), room.picturesOf('502'), room.picturesOf('503')]).toEqual([
      { participant_id: ada, kind: 'camera' },
      { participant_id: ada, kind: 'screen' },
      undefined,
    ]);
    expect([voiceOf('503'), voiceOf('504'), voiceOf('501'), voiceOf()]).toEqual([ada, ...Array(3).fill(undefined)]);
    expect(voiceOf('504', '503')).toBe(ada);
    tell({ outputs: [{ stream: '501', of: ada, type: 2, isOff: true }] });
    tell({ event: 3, users: [{ id: screen, status: 6, parent: ada }] });
    expect(room.people()[1]).toMatchObject({ hasCamera: false, isSharing: false });
    tell({ outputs: [{ stream: '505', of: ada, type: 2 }] });
    expect(room.people()[1]).toMatchObject({ hasCamera: true });
    // A camera that is off has a row without a stream.
    tell({ outputs: [{ stream: '', of: ada, type: 2, isOff: true }] });
    expect(room.people()[1]).toMatchObject({ hasCamera: false, isSharing: false });
  });

  it('own the streams of sound that are theirs now, also where one number names sound and pictures', () => {
    tell({
      event: 2,
      users: [
        { id: ada, name: 'Ada' },
        { id: ben, name: 'Ben' },
      ],
      outputs: [
        { stream: '7', of: ada, type: 1 },
        { stream: '7', of: ben, type: 2 },
      ],
    });
    expect([voiceOf('7'), room.picturesOf('7')?.participant_id]).toEqual([ada, ben]);
    tell({ outputs: [{ stream: '7', of: ben, type: 1 }] });
    expect(voiceOf('7')).toBe(ben);
    tell({ event: 3, users: [{ id: ben, status: 6 }] });
    expect(voiceOf('7')).toBeUndefined();
  });

  it('never are the bot, where sound and pictures are concerned', () => {
    tell({
      outputs: [
        { stream: '1', of: bot, type: 1 },
        { stream: '2', of: bot, type: 2 },
      ],
    });
    expect([voiceOf('1'), room.picturesOf('2')]).toEqual([undefined, undefined]);
  });

  it('tell when the bot was removed', () => {
    expect(room.facts).toEqual([{ kind: 'meet.self_status', status: 1 }]);
    tell({ event: 9, users: [{ id: bot, status: 7 }] });
    expect(room.facts).toEqual([{ kind: 'meet.self_status', status: 7 }]);
  });

  it('are bounded, the bot always among them, with names that are', () => {
    const anyone = { status: 1, isSelf: false, isHost: false, parent_id: '' };
    const many = Array.from({ length: 10_000 }, (_, number) => ({ ...anyone, id: `${number}`, name: `P${number}` }));
    room.hear({ people: [{ event: 2, users: many, removed: [] }] });
    tell({ event: 3, users: [{ id: ada, name: 'x'.repeat(2_000) }] });
    const people = room.people();
    expect([people.length, people.some(({ isSelf }) => isSelf)]).toEqual([5_000, true]);
    expect(room.nameOf(ada)?.length).toBe(256);
  });
});

describe('a Google Meet whose channel is bad', () => {
  const guests = Array.from({ length: 12 }, (_, at) => device(100 + at));

  /** People come and go in so many messages, as they were sent, and who is there in the end. */
  const aBusyHour = (chance: Chance, count: number) => {
    const there = new Set<string>();
    const userOf = (id: string): TypedUser => ({ id, name: `Guest ${id}`, isHost: id === guests[0] });
    const sent = Array.from({ length: count }, (_, at) => {
      const id = guests[Math.floor(chance() * guests.length)] ?? '';
      const comes = !there.has(id);
      if (comes) there.add(id);
      else there.delete(id);
      const users = [{ ...userOf(id), status: comes ? 1 : 6 }];
      return { id, bytes: gzipSync(collections({ event: 2 + at, users })) };
    });
    return { sent, there: [...there].map(userOf) };
  };

  it('has the right people: one message in 500 is broken, others come twice or late, all with fields that nobody knows', async () => {
    const count = 1_000;
    const chance = chanceOf(29);
    const { sent, there } = aBusyHour(chance, count);
    const broken = new Set([Math.floor(chance() * 500), count - 1]);
    const unpack = createUnpacker(() => 0);
    // Up to twenty places later than they were sent; one in five twice.
    const come = sent
      .flatMap(({ bytes }, at) => {
        const came = broken.has(at) ? Buffer.from(bytes).fill(0xff, 12, 30) : bytes;
        return Array.from({ length: chance() < 0.2 ? 2 : 1 }, () => ({ came, place: at + chance() * 20 }));
      })
      .toSorted((one, other) => one.place - other.place);
    for (const { came } of come) {
      const bytes = await unpack(came);
      const change = bytes && changeOf(bytes);
      if (change) room.hear(change);
    }
    const told = (all: readonly TypedUser[]) =>
      all.map(({ id, name, isHost = false }) => `${id} ${name} ${isHost}`).toSorted();
    const seen = () => told(room.people().filter(({ isSelf }) => !isSelf));
    // Nobody else's last message was lost.
    const lost = sent.at(-1)?.id;
    const known = (all: readonly string[]) => all.filter((one) => !one.startsWith(`${lost} `));
    expect(seen()).not.toEqual(told(there));
    expect(known(seen())).toEqual(known(told(there)));
    // What was lost is known from the lists that the page asks for each minute.
    for (const minute of [0, 1]) tellAll(count + 2 + minute, { id: bot, name: 'Notes', isSelf: true }, ...there);
    expect(seen()).toEqual(told(there));
  });
});

describe('what Google Meet says', () => {
  it.each([
    ['nothing', new Uint8Array()],
    ['half a message', collections({ event: 2, users: [{ id: ada, name: 'Ada' }] }).slice(0, 20)],
    ['no message', new TextEncoder().encode('{"json": true}')],
  ])('may be %s', (_, bytes) => {
    expect([changeOf(bytes), snapshotOf(bytes), captionsOf(bytes)]).toEqual([undefined, undefined, []]);
  });

  it('may be anything, and nothing throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        changeOf(bytes);
        snapshotOf(bytes);
        captionsOf(bytes);
      }),
    );
  });

  it('may be damaged in any place: whatever is read then is of the kinds that it should be', () => {
    const whole = collections({
      event: 2,
      users: [{ id: ada, name: 'Ada', isHost: true }],
      outputs: [{ stream: '7', of: ada, type: 1 }],
      chats: [{ id: 'm1', of: ada, text: 'Hello' }],
    });
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, value) => {
        const damaged = whole.slice();
        damaged[at] = value;
        const heard = createMeetRoom();
        const change = changeOf(damaged);
        if (change) heard.hear(change);
        for (const { id, name } of heard.people()) expect([typeof id, typeof name]).toEqual(['string', 'string']);
      }),
    );
  });
});
