import { describe, expect, it } from 'vitest';
import { type FailedTry, pauseAfter, type RetryOptions, retry } from '../../lib/process/retry.ts';
import { aClock } from '../lab/doubles/clock.ts';

/** Work that fails so many times, and what the loop does about it. Time passes only in pauses and while it works. */
const setUp = (
  options: Partial<RetryOptions> = {},
  { fails = Number.POSITIVE_INFINITY, takes_ms = [] as number[] } = {},
) => {
  const clock = aClock();
  const pauses: number[] = [];
  const told: FailedTry[] = [];
  let tries = 0;
  const work = async (): Promise<string> => {
    clock.advance((takes_ms[tries] ?? 0) / 1000);
    tries += 1;
    if (tries <= fails) throw new Error(`fault ${tries}`);
    return `try ${tries}`;
  };
  const run = () =>
    retry(work, {
      first_ms: 100,
      clock,
      pause: async (duration_ms) => {
        pauses.push(duration_ms);
        clock.advance(duration_ms / 1000);
      },
      onRetry: (failed) => told.push(failed),
      ...options,
    });
  return { run, pauses, told, clock, tries: () => tries };
};

describe('trying again', () => {
  it('ends with the first success, without a pause where nothing failed', async () => {
    const { run, pauses } = setUp({}, { fails: 0 });
    expect(await run()).toBe('try 1');
    expect(pauses).toEqual([]);
  });

  it('waits twice as long each time, up to the longest pause', async () => {
    const { run, pauses } = setUp({ longest_ms: 500 }, { fails: 5 });
    expect(await run()).toBe('try 6');
    expect(pauses).toEqual([100, 200, 400, 500, 500]);
  });

  it('leaves as much of each pause to chance as it is told to', async () => {
    const { run, pauses } = setUp({ jitter: 0.5, chance: () => 0.8 }, { fails: 2 });
    await run();
    expect(pauses.map(Math.round)).toEqual([60, 120]);
  });

  it('does not wait at all where no pause is wanted', async () => {
    const { run, pauses } = setUp({ first_ms: 0 }, { fails: 3 });
    expect(await run()).toBe('try 4');
    expect(pauses).toEqual([]);
  });

  it('tells of each try that is followed by another, and throws the error of the last', async () => {
    const { run, told } = setUp({ most_tries: 3 });
    await expect(run()).rejects.toThrow('fault 3');
    expect(told.map(({ tries, pause_ms, error }) => [tries, pause_ms, String(error)])).toEqual([
      [1, 100, 'Error: fault 1'],
      [2, 200, 'Error: fault 2'],
    ]);
  });

  it('throws at once what cannot pass', async () => {
    const { run, tries } = setUp({ isPassing: (error) => String(error).includes('fault 1') });
    await expect(run()).rejects.toThrow('fault 2');
    expect(tries()).toBe(2);
  });

  it('waits as long as what failed asks for, and by its own measure where that asks for nothing', async () => {
    const asked = new Map([
      ['fault 2', 7_000],
      ['fault 3', 0],
    ]);
    const pauseOf = (error: unknown) => asked.get((error as Error).message);
    const { run, pauses, told } = setUp({ pauseOf, jitter: 0.5, chance: () => 1 }, { fails: 4 });
    await run();
    expect(told.map(({ pause_ms }) => pause_ms)).toEqual([50, 7_000, 0, 400]);
    expect(pauses).toEqual([50, 7_000, 400]);
  });

  it('ends when an error may pass no more after so many tries', async () => {
    const { run, tries } = setUp({ isPassing: (_, tries) => tries < 3 });
    await expect(run()).rejects.toThrow('fault 3');
    expect(tries()).toBe(3);
  });

  it('begins no try after its time, and waits for none', async () => {
    const { run, pauses } = setUp({ for_ms: 1000 });
    await expect(run()).rejects.toThrow('fault 4');
    expect(pauses).toEqual([100, 200, 400]);
  });

  it('begins the pauses anew after a try that went well for a while', async () => {
    const { run, pauses } = setUp({ well_after_ms: 60_000 }, { fails: 5, takes_ms: [0, 0, 0, 60_000, 0] });
    await run();
    expect(pauses).toEqual([100, 200, 400, 100, 200]);
  });

  it('makes one try also when it is told to stop before, and then none', async () => {
    const { run, tries } = setUp({ signal: AbortSignal.abort() });
    await expect(run()).rejects.toThrow('fault 1');
    expect(tries()).toBe(1);
  });

  it('ends a pause when it is told to stop, with the error that it waited for', async () => {
    const stop = new AbortController();
    const failed = retry(() => Promise.reject(new Error('refused')), {
      first_ms: 3_600_000,
      signal: stop.signal,
      onRetry: () => setImmediate(() => stop.abort()),
    });
    await expect(failed).rejects.toThrow('refused');
  });

  it.each([
    [1, 500],
    [2, 1000],
    [5, 8000],
    [60, 30_000],
  ])('after %i failures the pause is %i ms', (failures, expected) => {
    expect(pauseAfter(failures, { first_ms: 500, longest_ms: 30_000 })).toBe(expected);
  });
});
