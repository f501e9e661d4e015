import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LocalDatabase, openDatabase } from '../../../lib/adapters/local/database.ts';
import { startPump } from '../../../lib/adapters/local/pump.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

const withDatabase = (test: (database: LocalDatabase) => Promise<void>) => async (): Promise<void> => {
  await using folder = await aDataFolder();
  const database = openDatabase(folder.path);
  await test(database);
  database.close();
};
const never = (): undefined => undefined;
/** The pump has done its work, and waits until something is due. */
const resting = () => expect.poll(() => vi.getTimerCount()).toBe(1);

describe('a pump', () => {
  // Time stands still unless a test moves it on.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  it(
    'works at its start, on, as long as there is more, and again when something changed',
    withDatabase(async (database) => {
      const results = [true, true, false];
      let rounds = 0;
      const work = (): boolean => {
        rounds += 1;
        return results.shift() ?? false;
      };
      const pump = startPump({ database, work, nextDue: never, onFault: never });
      await expect.poll(() => rounds).toBe(3);
      database.run(`INSERT INTO items (pk, sk, item) VALUES ('a', 'b', '{}')`);
      await expect.poll(() => rounds).toBe(4);
      pump.wake();
      await expect.poll(() => rounds).toBe(5);
      await pump.close();
      pump.wake();
      expect(rounds).toBe(5);
    }),
  );

  it(
    'works when something falls due',
    withDatabase(async (database) => {
      const due = [new Date(Date.now() + 100)];
      let rounds = 0;
      const pump = startPump({
        database,
        work: () => {
          rounds += 1;
          return false;
        },
        nextDue: () => due.pop(),
        onFault: never,
      });
      await resting();
      vi.advanceTimersByTime(99);
      await turn();
      expect(rounds).toBe(1);
      vi.advanceTimersByTime(1);
      await expect.poll(() => rounds).toBe(2);
      await pump.close();
    }),
  );

  it(
    'works soon after the machine has slept past what falls due, though no timer counts its sleep',
    withDatabase(async (database) => {
      const due = [new Date(Date.now() + 3_600_000)];
      let rounds = 0;
      const pump = startPump({
        database,
        work: () => {
          rounds += 1;
          return false;
        },
        nextDue: () => due[0],
        onFault: never,
      });
      await resting();
      vi.setSystemTime(Date.now() + 2 * 3_600_000);
      due.pop();
      vi.advanceTimersByTime(5_000);
      await expect.poll(() => rounds).toBe(2);
      await pump.close();
    }),
  );

  it(
    'tells of faults and goes on after a pause, not sooner',
    withDatabase(async (database) => {
      const faults: unknown[] = [];
      let rounds = 0;
      const pump = startPump({
        database,
        work: () => {
          rounds += 1;
          if (rounds > 1) return false;
          database.run(`INSERT INTO items (pk, sk, item) VALUES ('a', 'b', '{}')`);
          throw new Error('broken');
        },
        nextDue: never,
        onFault: (error) => faults.push(error),
      });
      await resting();
      vi.advanceTimersByTime(999);
      pump.wake();
      await turn();
      expect(rounds).toBe(1);
      vi.advanceTimersByTime(1);
      await expect.poll(() => rounds).toBe(2);
      expect(faults).toHaveLength(1);
      await pump.close();
    }),
  );

  it(
    'waits for its work when it closes',
    withDatabase(async (database) => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      let isDone = false;
      const pump = startPump({ database, work: () => promise, nextDue: never, onFault: never });
      const closing = pump.close().then(() => {
        isDone = true;
      });
      await Promise.resolve();
      expect(isDone).toBe(false);
      resolve(true);
      await closing;
    }),
  );
});
