/** How much earlier bots are staged when many join at once. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stagingLeadSeconds } from '../../../lib/domain/bot/deadlines.ts';
import { mostStagingLeadSeconds, roomOfWindow, windowMs } from '../../../lib/domain/bot/staging.ts';
import { launchCountRepository } from '../../../lib/storage/launch-counts.ts';
import { createPlanStaging } from '../../../lib/usecases/lifecycle/plan-staging.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { runs } from '../../lab/properties.ts';

const hour_ms = Date.parse('2026-03-02T10:00:00.000Z');
const setUp = (launches_per_second: number | undefined = 20) => {
  const clock = aClock('2026-03-02T09:00:00.000Z');
  const table = memoryTable(clock);
  let writes = 0;
  const counts = launchCountRepository({
    get: table.get,
    update: (update) => {
      writes += 1;
      return table.update(update);
    },
  });
  const plan = createPlanStaging({ counts, clock, launches_per_second });
  /** The leads of so many bots that are to join at a moment, made one after the other. */
  const leads = async (count: number, join_at_ms = hour_ms): Promise<(number | undefined)[]> => {
    const found: (number | undefined)[] = [];
    for (let i = 0; i < count; i += 1) found.push(await plan({ join_at: new Date(join_at_ms).toISOString() }));
    return found;
  };
  return { clock, leads, writes: () => writes };
};

describe('a scheduled bot', () => {
  it('is staged as always where it is alone, for one write', async () => {
    const { leads, writes } = setUp();
    expect(await leads(1)).toEqual([stagingLeadSeconds]);
    expect(writes()).toBe(1);
  });

  it('is staged earlier the more others join with it, for two writes at most where no other crowd is near', async () => {
    const { leads, writes } = setUp();
    const found = await leads(2000);
    expect(found[1999]).toBeCloseTo(stagingLeadSeconds + 1999 / 15, 1);
    expect(writes()).toBeLessThanOrEqual(2 * 2000);
    expect(Math.max(...found.map((lead) => lead ?? 0))).toBeLessThan(stagingLeadSeconds + 2000 / 15 + 10);
  });

  it('does not wait for longer than it may: who finds no room takes the usual turn', async () => {
    const { leads } = setUp(1);
    const found = await leads(700);
    const planned = found.filter((lead) => lead !== undefined);
    expect(planned.length).toBeGreaterThan(500);
    expect(Math.max(...planned)).toBeLessThanOrEqual(mostStagingLeadSeconds);
    expect(found.at(-1)).toBeUndefined();
  });

  it('that is made shortly before is not staged in the past', async () => {
    const { clock, leads } = setUp();
    clock.set(new Date(hour_ms - 200_000));
    const found = await leads(1500);
    expect(Math.max(...found.map((lead) => lead ?? 0))).toBeLessThanOrEqual(200);
    clock.set(new Date(hour_ms - 60_000));
    expect(await leads(1)).toEqual([undefined]);
  });

  it('is staged as always, and nothing is counted, where the platform has no limit', async () => {
    const counts = { addPlanned: () => Promise.reject(new Error('nothing is counted')) };
    const plan = createPlanStaging({ counts, clock: aClock() });
    await expect(plan({ join_at: new Date(hour_ms).toISOString() })).resolves.toBeUndefined();
  });
});

it('crowds of any moments never fill a window over, and no bot is staged late', async () => {
  const crowds = fc.array(
    fc.record({ minute: fc.integer({ min: 0, max: 10 }), second: fc.constantFrom(0, 0, 0, 17), count: fc.nat(120) }),
    { maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(crowds, fc.integer({ min: 1, max: 4 }), async (some, perSecond) => {
      const { leads } = setUp(perSecond);
      const staged: number[] = [];
      for (const { minute, second, count } of some) {
        const join_at_ms = hour_ms + (minute * 60 + second) * 1000;
        for (const lead of await leads(count, join_at_ms)) {
          if (lead === undefined) continue;
          expect(lead).toBeGreaterThanOrEqual(stagingLeadSeconds);
          expect(lead).toBeLessThanOrEqual(mostStagingLeadSeconds + 1);
          staged.push(join_at_ms - lead * 1000);
        }
      }
      const windows = Map.groupBy(staged, (at_ms) => Math.ceil(Math.round(at_ms) / windowMs));
      for (const bots of windows.values()) expect(bots.length).toBeLessThanOrEqual(roomOfWindow(perSecond));
    }),
    { numRuns: runs(30) },
  );
});
