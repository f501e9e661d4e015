import { describe, expect, it } from 'vitest';
import { createRooms, RoomExistsError, RoomRequest, TooManyRoomsError } from '../../lib/demo-room/rooms.ts';

const minuteMs = 60_000;
const aRequest = RoomRequest.parse({});

/** Rooms with a clock of their own, and names of those that somebody is expected in. */
const aHouse = () => {
  const expected = new Set<string>();
  let now_ms = 0;
  const rooms = createRooms({ now: () => now_ms, isExpected: async (path) => expected.has(path) });
  return {
    rooms,
    expected,
    wait: (ms: number) => {
      now_ms += ms;
    },
    /** Makes so many rooms, one after the other, and answers their ids. */
    make: async (count: number, caller: string) => {
      const made: string[] = [];
      for (let i = 0; i < count; i += 1) made.push((await rooms.create(aRequest, caller)).address.room_id);
      return made;
    },
    missing: (ids: readonly string[]) => ids.filter((id) => !rooms.find(id)),
    enter: (id: string) => {
      const joining = { name: 'Ada', microphone: true, camera: false, is_scripted: false, is_host: false };
      rooms.find(id)?.room.join(`in ${id}`, joining, now_ms);
    },
    leave: (id: string) => rooms.find(id)?.room.receive(`in ${id}`, { type: 'leave' }, now_ms),
  };
};

describe('the rooms of one caller', () => {
  it('are two hundred at most while all of them are new', async () => {
    const house = aHouse();
    const made = await house.make(200, 'one');
    await expect(house.rooms.create(aRequest, 'one')).rejects.toThrow(TooManyRoomsError);
    expect(house.missing(made)).toEqual([]);
    await house.make(1, 'another');
  });

  it('make space, the oldest first, once they were not entered for ten minutes', async () => {
    const house = aHouse();
    const made = await house.make(200, 'one');
    house.wait(10 * minuteMs);
    await house.make(2, 'one');
    expect(house.missing(made)).toEqual(made.slice(0, 2));
  });

  it('never go while somebody is in them, or expected there', async () => {
    const house = aHouse();
    const made = await house.make(200, 'one');
    for (const id of made.slice(0, 100)) house.enter(id);
    for (const id of made.slice(100, 199)) house.expected.add(`/room/${id}`);
    house.wait(24 * 60 * minuteMs);
    await house.make(1, 'one');
    expect(house.missing(made)).toEqual(made.slice(199));
    await expect(house.rooms.create(aRequest, 'one')).rejects.toThrow('you have 200 rooms that are in use or new');
  });

  it('go as soon as they were entered and left again', async () => {
    const house = aHouse();
    const made = await house.make(200, 'one');
    house.enter(made[7] ?? '');
    house.leave(made[7] ?? '');
    await house.make(1, 'one');
    expect(house.missing(made)).toEqual([made[7]]);
  });

  it('do not push out those of others', async () => {
    const house = aHouse();
    const others = await house.make(150, 'two');
    house.wait(60 * minuteMs);
    await house.make(200, 'one');
    await expect(house.make(1, 'one')).rejects.toThrow(TooManyRoomsError);
    expect(house.missing(others)).toEqual([]);
  });
});

describe('all rooms together', () => {
  it('are five hundred at most, the standing one among them and never gone', async () => {
    const house = aHouse();
    for (const caller of ['one', 'two']) await house.make(200, caller);
    const last = await house.make(99, 'three');
    await expect(house.rooms.create(aRequest, 'three')).rejects.toThrow('there are 500 rooms');
    house.wait(10 * minuteMs);
    await house.make(101, 'four');
    expect(house.missing([...last, 'coffee-corner'])).toEqual([]);
  });

  it('are made at once without going over', async () => {
    const house = aHouse();
    await house.make(199, 'one');
    const made = await Promise.allSettled(Array.from({ length: 9 }, () => house.rooms.create(aRequest, 'one')));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('have names of their own', async () => {
    const { rooms } = aHouse();
    const request = RoomRequest.parse({ room_id: 'planning' });
    const made = await Promise.allSettled([rooms.create(request, 'one'), rooms.create(request, 'two')]);
    expect(made.map((one) => (one.status === 'rejected' ? one.reason : one.value.address.room_id))).toEqual([
      'planning',
      expect.any(RoomExistsError),
    ]);
  });
});
