import { describe, expect, it } from 'vitest';
import { every, heldTime, passingTime } from './time.ts';

describe('held time', () => {
  it('does what is due in its order, at its moment', () => {
    const time = heldTime('2026-03-02T09:00:00.000Z');
    const seen: [string, string][] = [];
    const note = (what: string) => () => void seen.push([what, time.now().toISOString().slice(17, 23)]);
    time.after(2_000, note('later'));
    time.after(1_000, () => {
      note('sooner')();
      time.after(500, note('on the way'));
    });
    using _ = time.after(1_500, note('never'));
    _[Symbol.dispose]();
    time.advance(1_999);
    time.advance(1);
    expect(seen).toEqual([
      ['sooner', '01.000'],
      ['on the way', '01.500'],
      ['later', '02.000'],
    ]);
  });

  it('lets a thing be done again and again, until it is stopped', () => {
    const time = heldTime();
    const start = time.now().getTime();
    const seen: number[] = [];
    const stop = every(time, 20, (at) => {
      seen.push(at - start);
      if (at - start === 60) stop[Symbol.dispose]();
    });
    time.advance(1_000);
    expect(seen).toEqual([20, 40, 60]);
  });
});

describe('passing time', () => {
  it('passes faster than outside, and leaves no step out', async () => {
    const time = passingTime(100, new Date(0));
    const seen: number[] = [];
    await new Promise<void>((resolve) => {
      const stop = every(time, 100, (at) => {
        seen.push(at);
        if (seen.length < 50) return;
        stop[Symbol.dispose]();
        resolve();
      });
    });
    expect(new Set(seen.slice(1).map((at, i) => Math.round(at - (seen[i] ?? 0))))).toEqual(new Set([100]));
    // Five seconds of this time are at least 50 ms of the other.
    expect(time.now().getTime()).toBeGreaterThanOrEqual(5_000);
  });
});
