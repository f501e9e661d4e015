import type { Context } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTimedJob, startTimer } from '../../../lib/local-home/background/timer.ts';
import { createFunctions } from '../../../lib/local-home/functions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Nothing goes wrong here. */
const never = (fault: unknown): void => {
  throw fault;
};

describe('a timer of one machine', () => {
  it('works at once, again so long after each time, and no more once it is disposed of', async () => {
    let works = 0;
    const work = async (): Promise<void> => {
      works += 1;
    };
    const timer = startTimer(5, work, never);
    await vi.advanceTimersByTimeAsync(0);
    expect(works).toBe(1);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(works).toBe(1);
    await vi.advanceTimersByTimeAsync(5_001);
    expect(works).toBe(3);
    timer[Symbol.dispose]();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(works).toBe(3);
  });

  it('never works twice at a time', async () => {
    const underWay: (() => void)[] = [];
    using _ = startTimer(5, () => new Promise<void>((done) => underWay.push(done)), never);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(underWay).toHaveLength(1);
    underWay[0]?.();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(underWay).toHaveLength(2);
  });

  it('goes on after a fault', async () => {
    const faults: unknown[] = [];
    using _ = startTimer(
      5,
      () => Promise.reject(new Error('broken')),
      (fault) => faults.push(fault),
    );
    await vi.advanceTimersByTimeAsync(10_000);
    expect(faults).toHaveLength(3);
  });

  it('is told how much of its time is left', async () => {
    const left: number[] = [];
    const looking = async (_: unknown, context: unknown): Promise<void> => {
      const { getRemainingTimeInMillis } = context as Context;
      left.push(getRemainingTimeInMillis());
      await vi.advanceTimersByTimeAsync(700);
      left.push(getRemainingTimeInMillis());
    };
    await createFunctions(new Map([['lifecycle/forget-old', looking]]), { 'lifecycle/forget-old': 1_000 }).invoke(
      'lifecycle/forget-old',
      {},
    );
    expect(left).toEqual([1_000, 300]);
  });

  it("calls a job's function", async () => {
    const events: unknown[] = [];
    const functions = createFunctions(new Map([['calendars/sweep', async (event) => void events.push(event)]]));
    using _ = startTimedJob({ function_name: 'calendars/sweep', every_seconds: 5 }, functions, never);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(events).toEqual([{}, {}]);
  });
});
