import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRooms, RoomRequest } from '../../../lib/demo-room/rooms.ts';
import { createPlays, type PlaysOptions } from '../../../lib/demo-room/scripted/plays.ts';
import { Script } from '../../../lib/demo-room/scripted/script.ts';

const minuteMs = 60_000;
const script = Script.parse({ participants: [{ name: 'Maya' }], timeline: [] });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A play in a room of its own, by a clock that the test controls. */
const aPlay = (playScript?: PlaysOptions['playScript']) => {
  const told: string[] = [];
  const faults: unknown[] = [];
  const { promise: done, resolve: end } = Promise.withResolvers<void>();
  const close = vi.fn(async () => end());
  const plays = createPlays({
    playScript: playScript ?? (async () => ({ done, close })),
    announce: (_, text) => void told.push(text),
    onError: (error) => void faults.push(error),
  });
  const open = createRooms({ now: Date.now, isExpected: async () => false }).open(RoomRequest.parse({}));
  plays.reserve().play('https://example.com', open, script);
  const guest = {
    comes: () =>
      open.room.join(
        'guest',
        { name: 'Ben', microphone: true, camera: false, is_host: false, is_scripted: false },
        Date.now(),
      ),
    leaves: () => open.room.receive('guest', { type: 'leave' }, Date.now()),
  };
  return { plays, told, faults, close, guest };
};

describe('a play', () => {
  it('is there for a guest who comes after 35 s, and for as long as the guest stays', async () => {
    const { close, guest, told } = aPlay();
    await vi.advanceTimersByTimeAsync(35_000);
    guest.comes();
    await vi.advanceTimersByTimeAsync(60 * minuteMs);
    expect(close).not.toHaveBeenCalled();
    guest.leaves();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(close).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3_000);
    expect([close.mock.calls.length, told]).toEqual([1, []]);
  });

  it('waits a quarter of an hour for its first guest, and says that nobody came', async () => {
    const { close, told } = aPlay();
    await vi.advanceTimersByTimeAsync(15 * minuteMs);
    expect(close).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect([close.mock.calls.length, told]).toEqual([1, ['The scripted people have left, because nobody came.']]);
  });

  it('says in the room what of its script could not be done, and goes on', async () => {
    const done = new Promise(() => undefined);
    const { close, told } = aPlay(async ({ onLeftOut }) => {
      onLeftOut("Maya could not do 'chat': Ben is not in the meeting");
      return { done, close: async () => undefined };
    });
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect([told, close.mock.calls]).toEqual([["Maya could not do 'chat': Ben is not in the meeting."], []]);
  });

  it('is not looked at any more once it is closed, though its people do not go', async () => {
    const done = new Promise(() => undefined);
    const { plays, told } = aPlay(async () => ({ done, close: async () => undefined }));
    await plays.close();
    await vi.advanceTimersByTimeAsync(16 * minuteMs);
    expect(told).toEqual([]);
  });

  it('is over at once when it is closed while its people are on their way in, which is no fault', async () => {
    const { plays, faults, told } = aPlay(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('the browser was closed')));
        }),
    );
    await plays.close();
    expect([faults, told]).toEqual([[], []]);
    expect(() => [plays.reserve(), plays.reserve()]).not.toThrow();
  });
});
