/** What people see of a meeting while they look at their bot, in a time that passes as fast as it is computed. */
import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { createLivePicture } from '../../../lib/capture/session/live-picture.ts';
import type { BotState } from '../../../lib/domain/bot/lifecycle.ts';
import { LivePicture, livePictureName } from '../../../lib/domain/bot/live-picture.ts';
import { type BotOrders, ordersOf } from '../../../lib/domain/bot/orders.ts';
import { aBot } from '../../lab/builders/records.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { aRushingClock } from '../../lab/doubles/session-clock.ts';

const start_ms = Date.parse('2026-03-02T09:00:00.000Z');
const until = (seconds: number): string => new Date(start_ms + seconds * 1000).toISOString();

interface Course {
  readonly state?: BotState;
  /** So many seconds after the start nobody looks any more. */
  readonly watched?: number;
  /** What comes of taking the picture with this number, from 1. */
  readonly takes?: (number: number) => Promise<Uint8Array>;
  /** The store answers nothing. */
  readonly hangs?: boolean;
  /** What the store takes a picture after. */
  readonly storesAfter?: Promise<void>;
}

const showing = (course: Course) => {
  const { state = 'joined_recording', watched, takes = async (n) => Buffer.from(`${n}`), hangs, storesAfter } = course;
  const clock = aRushingClock(start_ms);
  const never = () => new Promise<never>(() => undefined);
  const memory = aMemoryStore();
  const late: typeof memory.put = async (...object) => {
    await storesAfter;
    return memory.put(...object);
  };
  const store = { ...memory, put: late, ...(hangs && { put: never, deleteAll: never }) };
  const taken: number[] = [];
  const logged: string[] = [];
  const listeners = new Set<() => void>();
  let orders: BotOrders | undefined = ordersOf(
    aBot({ state, ...(watched !== undefined && { watched_until: until(watched) }) }),
  );
  const meeting = {
    isLost: false,
    async picture() {
      taken.push(clock.now_ms() - start_ms);
      return takes(taken.length);
    },
  };
  const live = createLivePicture({
    meeting,
    bot: {
      get orders() {
        return orders;
      },
      onNews(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    store,
    clock,
    log: (message) => void logged.push(message),
  });
  return {
    ...{ clock, live, logged, meeting, taken },
    /** What is stored now; undefined for nothing. */
    shown() {
      const bytes = store.objects.get(livePictureName);
      return bytes && LivePicture.parse(JSON.parse(Buffer.from(bytes).toString()));
    },
    hear(changes: Partial<BotOrders>) {
      orders = orders && { ...orders, ...changes };
      for (const listener of listeners) listener();
    },
  };
};

describe('the picture of a meeting that is on', () => {
  it('is neither taken nor waited for while nobody looks', async () => {
    const { clock, live, shown, taken } = showing({});
    await clock.pause(60_000);
    expect(taken).toEqual([]);
    await live[Symbol.asyncDispose]();
    expect(shown()).toBeUndefined();
  });

  it('leaves nothing behind for each piece of news of a long meeting', async () => {
    const listening = vi.spyOn(AbortSignal.prototype, 'addEventListener');
    try {
      const { clock, hear, live } = showing({});
      for (let news = 0; news < 20; news += 1) {
        await clock.pause(1_000);
        hear({});
      }
      await clock.pause(1_000);
      const left = new Set(
        listening.mock.contexts.flatMap((signal) => getEventListeners(signal as AbortSignal, 'abort')),
      );
      expect(left.size).toBe(1);
      await live[Symbol.asyncDispose]();
    } finally {
      listening.mockRestore();
    }
  });

  it('is taken as soon as somebody looks, is never older than a second, and is gone when nobody does', async () => {
    const { clock, hear, live, shown, taken } = showing({});
    await clock.pause(10_000);
    hear({ watched_until: until(30) });
    await clock.pause(5_000);
    expect(taken[0]).toBe(10_000);
    expect(shown()).toEqual({ taken_at: until(14.9), jpeg: Buffer.from(`${taken.length}`).toString('base64') });
    await clock.pause(20_000);
    expect(shown()).toBeUndefined();
    expect(taken.at(-1)).toBeLessThan(30_000);
    expect(taken.slice(1).every((at, i) => at - (taken[i] ?? 0) <= 1_000)).toBe(true);
    hear({ watched_until: until(60) });
    await clock.pause(1_000);
    expect(shown()).toBeDefined();
    await live[Symbol.asyncDispose]();
  });

  it('is gone with the visit', async () => {
    const { clock, live, shown } = showing({ watched: 60 });
    await clock.pause(2_000);
    expect(shown()).toBeDefined();
    await live[Symbol.asyncDispose]();
    expect(shown()).toBeUndefined();
  });

  it.each([
    'staged',
    'joined_not_recording',
    'joined_recording_permission_denied',
    'joined_recording_paused',
    'leaving',
  ] as const)('is not taken while the bot may or shall not record: %s', async (state) => {
    const { clock, hear, live, shown, taken } = showing({ watched: 60 });
    await clock.pause(2_000);
    expect(shown()).toBeDefined();
    hear({ state });
    await clock.pause(1_000);
    const before = taken.length;
    expect(shown()).toBeUndefined();
    await clock.pause(5_000);
    expect(taken).toHaveLength(before);
    await live[Symbol.asyncDispose]();
  });

  it('that was being taken when recording was paused is stored nowhere', async () => {
    const { clock, hear, live, shown } = showing({
      watched: 60,
      async takes() {
        hear({ state: 'joined_recording_paused' });
        return Buffer.from('too late');
      },
    });
    await clock.pause(2_000);
    expect(shown()).toBeUndefined();
    await live[Symbol.asyncDispose]();
  });

  it('is tried again where a page gives none, at length', async () => {
    const { clock, live, logged, shown, taken } = showing({
      watched: 60,
      async takes(number) {
        if (number === 1) throw new Error('the page is busy');
        return Buffer.from('a picture');
      },
    });
    await clock.pause(5_500);
    expect(taken.slice(0, 2)).toEqual([0, 5_000]);
    expect(shown()).toBeDefined();
    expect(logged).toHaveLength(1);
    await live[Symbol.asyncDispose]();
  });

  it('is none of a meeting that is lost', async () => {
    const { clock, live, logged, meeting, shown } = showing({ watched: 60 });
    await clock.pause(1_000);
    meeting.isLost = true;
    await clock.pause(1_000);
    expect([shown(), logged]).toEqual([undefined, []]);
    await live[Symbol.asyncDispose]();
  });
});

describe('the picture of a meeting whose store answers nothing', () => {
  it('keeps nobody waiting for long who closes the meeting, to open it anew', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { clock, live, taken } = showing({ watched: 60, hangs: true });
      await clock.pause(1_000);
      expect(taken).toHaveLength(1);
      let isClosed = false;
      const closed = Promise.resolve(live[Symbol.asyncDispose]()).then(() => {
        isClosed = true;
      });
      await vi.advanceTimersByTimeAsync(10_000);
      expect(isClosed).toBe(true);
      await closed;
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the picture of a meeting whose store is slow', () => {
  it('is gone with the visit also where it comes into the store only after it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { promise, resolve } = Promise.withResolvers<void>();
      const { clock, live, shown, taken } = showing({ watched: 60, storesAfter: promise });
      await clock.pause(1_000);
      expect(taken).toHaveLength(1);
      const closed = live[Symbol.asyncDispose]();
      await vi.advanceTimersByTimeAsync(10_000);
      await closed;
      resolve();
      await vi.advanceTimersByTimeAsync(0);
      expect(shown()).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});
