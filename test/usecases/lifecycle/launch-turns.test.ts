/** Whose turn it is, whichever functions ask: the pacing that AWS's limits make necessary. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Urgency } from '../../../lib/domain/bot/launch-shares.ts';
import { CaptureNotLaunchedError } from '../../../lib/domain/errors.ts';
import { launchCountRepository } from '../../../lib/storage/launch-counts.ts';
import { createLaunchTurns } from '../../../lib/usecases/lifecycle/launch-turns.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { runs } from '../../lab/properties.ts';

const rate = 20;

const setUp = (functions = 4) => {
  const clock = aClock();
  const table = memoryTable(clock);
  let writes = 0;
  const counts = launchCountRepository({
    get: table.get,
    update: (update) => {
      writes += 1;
      return table.update(update);
    },
  });
  const turns = Array.from({ length: functions }, () =>
    createLaunchTurns({ counts, clock, launches_per_second: rate }),
  );
  let asked = 0;
  const ask = async (project: string, urgency: Urgency = 'scheduled'): Promise<boolean> => {
    asked += 1;
    try {
      await turns[asked % functions]?.take(project, urgency);
      return true;
    } catch (error) {
      if (error instanceof CaptureNotLaunchedError) return false;
      throw error;
    }
  };
  return { clock, ask, writes: () => writes };
};

interface Crowd {
  readonly project: string;
  readonly urgency: Urgency;
  readonly waiting: number;
}

/** Lets all of some crowds ask once in each second, one crowd after the other; answers how many had their turn in each. */
const inSeconds = async (seconds: number, crowds: readonly Crowd[], { clock, ask } = setUp()) => {
  const left = crowds.map(({ waiting }) => waiting);
  const had: number[][] = [];
  for (let second = 0; second < seconds; second += 1) {
    const now: number[] = [];
    for (const [i, { project, urgency }] of crowds.entries()) {
      const answers = await Promise.all(Array.from({ length: left[i] ?? 0 }, () => ask(project, urgency)));
      now[i] = answers.filter(Boolean).length;
      left[i] = (left[i] ?? 0) - now[i];
    }
    had.push(now);
    clock.advance(1);
  }
  return had;
};

describe('the turns of a second', () => {
  it('are three quarters of the rate for scheduled bots, so that there is room for whoever comes', async () => {
    const crowd: Crowd = { project: 'prj_1', urgency: 'scheduled', waiting: 500 };
    expect(await inSeconds(3, [crowd])).toEqual([[15], [15], [15]]);
  });

  it('go to bots that somebody waits for, in the very second in which they come and however many are scheduled', async () => {
    const had = await inSeconds(3, [
      { project: 'prj_1', urgency: 'scheduled', waiting: 500 },
      { project: 'prj_1', urgency: 'immediate', waiting: 12 },
    ]);
    expect(had[0]).toEqual([15, 12]);
  });

  it('are shared with scheduled bots when very many are wanted at once', async () => {
    const had = await inSeconds(4, [
      { project: 'prj_1', urgency: 'immediate', waiting: 500 },
      { project: 'prj_1', urgency: 'scheduled', waiting: 500 },
    ]);
    expect(had.at(-1)).toEqual([15, 5]);
  });

  it('are the same for two projects, of which one has ten times as many bots', async () => {
    const had = await inSeconds(4, [
      { project: 'prj_large', urgency: 'scheduled', waiting: 500 },
      { project: 'prj_other', urgency: 'scheduled', waiting: 50 },
    ]);
    expect(had.slice(1)).toEqual([
      [7, 7],
      [7, 7],
      [7, 7],
    ]);
  });

  it('never leave out a project that has one bot, also behind all those of another one', async () => {
    const had = await inSeconds(2, [
      { project: 'prj_large', urgency: 'scheduled', waiting: 500 },
      { project: 'prj_small', urgency: 'scheduled', waiting: 1 },
    ]);
    expect(had[0]).toEqual([15, 1]);
  });

  it('are had by every project within seconds, whoever else asks', async () => {
    const crowds = fc.uniqueArray(
      fc.record({
        project: fc.integer({ min: 1, max: 8 }).map((n) => `prj_${n}`),
        urgency: fc.constantFrom<Urgency>('immediate', 'scheduled'),
        waiting: fc.integer({ min: 1, max: 80 }),
      }),
      { selector: ({ project, urgency }) => `${project} ${urgency}`, minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(crowds, fc.integer({ min: 1, max: 5 }), async (some, functions) => {
        const had = await inSeconds(5, some, setUp(functions));
        for (const [i] of some.entries()) expect(had.some((second) => (second[i] ?? 0) > 0)).toBe(true);
        // What was not known of the second before is made good by the next one.
        for (const second of had.slice(2)) {
          expect(second.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(2 * rate);
        }
      }),
      { numRuns: runs(40) },
    );
  });

  it('cost two writes each, and a function that knows of no more none', async () => {
    const { ask, writes } = setUp(1);
    for (let i = 0; i < 200; i += 1) await ask('prj_1');
    expect(writes()).toBe(2 * 15 + 1);
  });

  it('are nobody’s while they cannot be counted: who asked asks again', async () => {
    const fault = new Error('throttled');
    const counts = launchCountRepository({ get: async () => undefined, update: () => Promise.reject(fault) });
    const turns = createLaunchTurns({ counts, clock: aClock(), launches_per_second: rate });
    await expect(turns.take('prj_1', 'immediate')).rejects.toThrow(CaptureNotLaunchedError);
    await expect(turns.take('prj_1', 'immediate')).rejects.toMatchObject({ cause: fault });
  });

  it('are everybody’s, uncounted, where the platform has no such limit', async () => {
    const fault = () => Promise.reject(new Error('nothing is counted'));
    const turns = createLaunchTurns({ counts: launchCountRepository({ get: fault, update: fault }), clock: aClock() });
    await expect(turns.take('prj_1', 'scheduled')).resolves.toBeUndefined();
  });
});
