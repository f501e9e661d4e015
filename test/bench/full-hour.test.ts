/** The simulation of a full hour keeps to the limits that it is given. */
import { describe, expect, it } from 'vitest';
import { createAgenda } from '../../bench/full-hour/agenda.ts';
import { createBucket, type Limits, standardLimits } from '../../bench/full-hour/limits.ts';
import { shareWithin, simulate } from '../../bench/full-hour/simulate.ts';

const ample: Limits = {
  run_task: { capacity: 1e6, per_second: 1e6 },
  launches: { capacity: 1e6, per_second: 1e6 },
  tasks: 1e6,
};

describe('an agenda', () => {
  it('is worked on in the order of time, whatever the order in which it was made', () => {
    const agenda = createAgenda<string>();
    for (const [at_ms, value] of [
      [5, 'e'],
      [1, 'a'],
      [3, 'c'],
      [2, 'b'],
      [4, 'd'],
    ] as const)
      agenda.add(at_ms, value);
    expect(Array.from({ length: 6 }, () => agenda.next()?.value)).toEqual(['a', 'b', 'c', 'd', 'e', undefined]);
  });
});

describe('a bucket', () => {
  it('gives what it holds, then what it gets back', () => {
    const take = createBucket({ capacity: 3, per_second: 2 });
    expect([0, 0, 0, 0].map(take)).toEqual([true, true, true, false]);
    expect([499, 500, 500].map(take)).toEqual([false, true, false]);
    expect(Array.from({ length: 5 }, () => take(60_000))).toEqual([true, true, true, false, false]);
  });
});

describe('everybody who starts at :00', () => {
  it('is in time where nothing refuses a task', () => {
    const outcome = simulate({ scheduled: 500, immediate: 10, limits: ample });
    expect(outcome).toMatchObject({ failed: 0, most_waiting: 0, bottleneck: undefined, refusals: {} });
    expect(shareWithin(outcome, 500, 5000)).toBe(100);
    // Who is made at :00 waits for a task to start.
    expect(outcome.immediate_ms[0]).toBeGreaterThan(25_000);
  });

  it('joins, or fails, once, and no faster than the account launches tasks', () => {
    const outcome = simulate({ scheduled: 3000, immediate: 50, limits: standardLimits });
    expect(outcome.scheduled_ms.length + outcome.immediate_ms.length + outcome.failed).toBe(3050);
    expect(outcome.bottleneck).toBe('RunTask');
    const begin_ms = -120_000;
    outcome.scheduled_ms.forEach((late_ms, i) => {
      if (late_ms <= 1000) return;
      // So many were launched by then: 20 at once and 20 a second, and 60 s is the longest that a task takes to start.
      const most = 20 + ((late_ms - begin_ms) / 1000) * 20;
      expect(i + 1).toBeLessThanOrEqual(most);
    });
  });

  it('is refused by the quota where that is the narrowest', () => {
    const outcome = simulate({ scheduled: 100, immediate: 0, limits: { ...ample, tasks: 40 } });
    expect(outcome).toMatchObject({ failed: 60, bottleneck: 'vCPUs' });
    expect(outcome.scheduled_ms).toHaveLength(40);
  });
});
