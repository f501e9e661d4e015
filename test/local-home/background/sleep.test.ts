import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchForSleep } from '../../../lib/local-home/background/sleep.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Wall time goes on, and timers do not. */
const sleep = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1000);

describe('the sleep of a machine', () => {
  it('is none while time goes by', () => {
    using watch = watchForSleep();
    vi.advanceTimersByTime(3_600_000);
    expect(watch.take()).toBe(0);
  });

  it('is told once, though the first look after it comes before the timer', () => {
    using watch = watchForSleep();
    vi.advanceTimersByTime(60_000);
    sleep(90);
    expect(watch.take()).toBe(85_000);
    vi.advanceTimersByTime(60_000);
    expect(watch.take()).toBe(0);
  });

  it('is kept until somebody asks, and added to what came before', () => {
    using watch = watchForSleep();
    sleep(100);
    vi.advanceTimersByTime(60_000);
    sleep(200);
    vi.advanceTimersByTime(60_000);
    expect(watch.take()).toBe(300_000);
  });

  it.each([
    ['a timer is late on a busy machine', 9],
    ['the clock is set back', -3_600],
  ])('is none where %s', (_, seconds) => {
    using watch = watchForSleep();
    sleep(seconds);
    vi.advanceTimersByTime(60_000);
    expect(watch.take()).toBe(0);
  });
});
