/** The simulation of a full hour keeps to the limits that it is given. */
import { describe, expect, it } from 'vitest';
import { createAgenda } from '../../bench/full-hour/agenda.ts';
import { createBucket, type Limits, standardLimits } from '../../bench/full-hour/limits.ts';
import { type Fate, type Group, type Outcome, shareWithin, simulate } from '../../bench/full-hour/simulate.ts';

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
  const scheduled = (count: number, project = 'prj_1'): Group => ({ project, urgency: 'scheduled', count });
  const immediate = (count: number, project = 'prj_1'): Group => ({ project, urgency: 'immediate', count });
  const fatesOf = async (options: Parameters<typeof simulate>[0]): Promise<[Outcome, ...Fate[]]> => {
    const outcome = await simulate(options);
    return [outcome, ...outcome.fates];
  };

  it('is in time where nothing refuses a task', async () => {
    const [outcome, early, atOnce] = await fatesOf({ groups: [scheduled(500), immediate(10)], limits: ample });
    expect(outcome).toMatchObject({ most_waiting: 0, bottleneck: undefined, refusals: {} });
    expect([early?.failed, atOnce?.failed]).toEqual([0, 0]);
    expect(early && shareWithin(early, 5000)).toBe(100);
    // Who is made at :00 waits for a task to start.
    expect(atOnce?.late_ms[0]).toBeGreaterThan(25_000);
  });

  it('joins, or fails, once, and no faster than the account launches tasks', async () => {
    const groups = [scheduled(3000), immediate(50)];
    const [outcome, ...fates] = await fatesOf({ groups, limits: standardLimits });
    for (const { count, failed, late_ms } of fates) expect(late_ms.length + failed).toBe(count);
    expect(outcome.bottleneck).toBe('RunTask');
    const begin_ms = -120_000;
    fates[0]?.launched_ms.forEach((at_ms, i) => {
      // So many were launched by then: 20 at once and 20 a second.
      expect(i + 1).toBeLessThanOrEqual(20 + ((at_ms - begin_ms) / 1000) * 20);
    });
  });

  it('is refused by the quota where that is the narrowest', async () => {
    const [outcome, fate] = await fatesOf({ groups: [scheduled(100)], limits: { ...ample, tasks: 40 } });
    expect(outcome.bottleneck).toBe('vCPUs');
    expect([fate?.failed, fate?.late_ms.length]).toEqual([60, 40]);
  });

  it('is in time when it was made long before, for a task that is up somewhat longer', async () => {
    const [outcome, early, atOnce] = await fatesOf({
      groups: [scheduled(600), immediate(20)],
      limits: { ...standardLimits, run_task: { capacity: 4, per_second: 4 } },
      launches_per_second: 4,
    });
    expect(outcome.refusals.RunTask ?? 0).toBeLessThan(20);
    expect(early && shareWithin(early, 5000)).toBe(100);
    // Three a second: on average 100 s earlier than if it were alone.
    expect(early?.ready_before_s).toBeGreaterThan(150);
    expect(early?.ready_before_s).toBeLessThan(200);
    expect(atOnce?.failed).toBe(0);
  });

  it('takes its turns before the account refuses anything, and neither who is waited for nor a small project waits for it', async () => {
    const late = { made_before_s: 120 };
    const [outcome, large, atOnce, small] = await fatesOf({
      groups: [{ ...scheduled(2500), ...late }, immediate(30), { ...scheduled(10, 'prj_2'), ...late }],
      limits: standardLimits,
      launches_per_second: 20,
    });
    expect(outcome.bottleneck).toBe('turns');
    expect(outcome.refusals.RunTask ?? 0).toBeLessThan(100);
    expect(atOnce?.launched_ms.at(-1)).toBeLessThan(10_000);
    expect(small?.launched_ms.at(-1)).toBeLessThan(-100_000);
    expect(large?.launched_ms.at(-1)).toBeGreaterThan(0);
  });
});
