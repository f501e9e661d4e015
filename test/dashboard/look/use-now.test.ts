import { describe, expect, it, vi } from 'vitest';
import { serviceNow } from '../../../dashboard/api/service-time.ts';
import { ticksOf } from '../../../dashboard/look/use-now.ts';

describe('what is told by the time of day', () => {
  it('goes on by itself, for all that listen, and no longer than they do', () => {
    vi.useFakeTimers({ now: 10_000 });
    const clock = ticksOf(1000);
    // The service's clock, which may be another one than that of whoever looks.
    const from = serviceNow();
    const told: string[] = [];
    const forget = ['one', 'other'].map((name) => clock.subscribe(() => told.push(`${name} ${clock.now()}`)));
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(2000);
    expect(told).toEqual([1000, 2000].flatMap((ms) => [`one ${from + ms}`, `other ${from + ms}`]));
    // The same in one drawing, whenever it is asked.
    vi.advanceTimersByTime(999);
    expect(clock.now()).toBe(from + 2000);
    for (const stop of forget) stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.setSystemTime(60_000);
    expect(clock.now()).toBe(from + 50_000);
    vi.useRealTimers();
  });
});
