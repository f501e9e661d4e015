import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  asked,
  createAllowance,
  createTap,
  type TappedMessage,
  tapLimits,
} from '../../../../../lib/capture/programs/page/taps/tap.ts';

const { mostBytes, mostPerSecond, mostBytesPerSecond, mostWaiting } = tapLimits;

const aTap = () => {
  let now_ms = 0;
  const heard: TappedMessage[] = [];
  const tap = createTap((message) => heard.push(message), createAllowance({ now: () => now_ms }));
  return {
    tap,
    /** As texts, with how many were left out before each. */
    heard: async () => {
      await turn();
      return heard.map(({ from, bytes, left_out }) => [from, new TextDecoder().decode(bytes), left_out]);
    },
    pass(seconds: number) {
      now_ms += seconds * 1_000;
    },
  };
};

describe('a tap', () => {
  it('hears texts, bytes and files as bytes, in order and from both sides', async () => {
    const { tap, heard } = aTap();
    tap('page', new Blob(['one']));
    tap('other', 'two ü');
    tap('other', new TextEncoder().encode('three').buffer);
    tap('page', new TextEncoder().encode('not four').subarray(4));
    // A file has to be read first.
    await expect.poll(heard).toEqual([
      ['page', 'one', 0],
      ['other', 'two ü', 0],
      ['other', 'three', 0],
      ['page', 'four', 0],
    ]);
  });

  it('hears a copy, which nobody else can change or see changed', async () => {
    const { tap, heard } = aTap();
    const bytes = new TextEncoder().encode('as it was');
    tap('page', bytes);
    bytes.fill(33);
    expect(await heard()).toEqual([['page', 'as it was', 0]]);
  });

  it('leaves out what is too large or no message, and says how many that were', async () => {
    const { tap, heard } = aTap();
    tap('other', 'x'.repeat(mostBytes + 1));
    tap('other', { a: 'document' });
    tap('other', undefined);
    tap('other', 'small');
    expect(await heard()).toEqual([['other', 'small', 3]]);
  });

  it('hears so many in a second, and goes on in the next', async () => {
    const { tap, heard, pass } = aTap();
    for (let sent = 0; sent < mostPerSecond + 20; sent += 1) {
      tap('other', 'a');
      // Whoever listens keeps up.
      if (sent % 100 === 0) await heard();
    }
    pass(1);
    tap('other', 'b');
    const told = await heard();
    expect([told.length, told.at(-1)]).toEqual([mostPerSecond + 1, ['other', 'b', 20]]);
  });

  it('hears so many bytes in a second', async () => {
    const { tap, heard } = aTap();
    for (let sent = 0; sent <= mostBytesPerSecond / mostBytes; sent += 1) tap('other', 'x'.repeat(mostBytes));
    expect((await heard()).length).toBe(mostBytesPerSecond / mostBytes);
  });

  it('hears as much at once as it is allowed to', async () => {
    const heard: number[] = [];
    const allowance = createAllowance({ mostBytes: mostBytesPerSecond });
    const tap = createTap(({ bytes }) => heard.push(bytes.length), allowance);
    tap('other', 'x'.repeat(mostBytesPerSecond));
    tap('other', 'x');
    await turn();
    expect(heard).toEqual([mostBytesPerSecond]);
  });

  it('holds so many that wait to be read', async () => {
    const { tap, heard } = aTap();
    for (let sent = 0; sent < mostWaiting + 5; sent += 1) tap('other', 'a');
    expect((await heard()).length).toBe(mostWaiting);
    tap('other', 'b');
    expect((await heard()).at(-1)).toEqual(['other', 'b', 5]);
  });

  it('outlives the mistakes of whoever listens', async () => {
    const heard: string[] = [];
    const tap = createTap(({ bytes }) => {
      heard.push(new TextDecoder().decode(bytes));
      throw new Error('not what was expected');
    });
    tap('other', 'one');
    tap('other', 'two');
    await turn();
    expect(heard).toEqual(['one', 'two']);
    const broken = () => {
      throw new Error('not what was expected');
    };
    expect(asked(broken, 'wss://example.com')).toBeUndefined();
  });
});
