import { describe, expect, it } from 'vitest';
import { type FeedConsumer, feedConsumer, inheritChanges } from '../../../../lib/adapters/local/changes/change-feed.ts';
import { type LocalDatabase, openDatabase } from '../../../../lib/adapters/local/database.ts';
import { sqliteTable } from '../../../../lib/adapters/local/table.ts';
import type { Table } from '../../../../lib/ports/table.ts';
import { aClock, type TestClock } from '../../../lab/doubles/clock.ts';
import { aDataFolder } from '../../../lab/hosts/data-folder.ts';

interface Scene {
  readonly database: LocalDatabase;
  readonly clock: TestClock;
  readonly table: Table;
  /** Writes n to an item. */
  put(pk: string, n: number): Promise<void>;
  /** Takes what is due, fails what is named, and answers `pk:n` of all that was taken. */
  work(consumer: FeedConsumer, fails?: (pk: string, n: number) => boolean): string[];
}

const scene = (test: (scene: Scene) => Promise<void>) => async (): Promise<void> => {
  await using folder = await aDataFolder();
  const database = openDatabase(folder.path);
  const clock = aClock();
  const table = sqliteTable(database, clock);
  await test({
    database,
    clock,
    table,
    put: (pk, n) => table.write({ put: { pk, sk: 's', n } }),
    work: (consumer, fails = () => false) => {
      const batch = consumer.take(100, clock.now());
      const failed = batch.filter(({ key, new: item }) => fails(key.pk, item?.n as number));
      consumer.settle(batch, new Set(failed.map(({ sequence }) => sequence)), clock.now());
      return batch.map(({ key, new: item }) => `${key.pk}:${item?.n}`);
    },
  });
  database.close();
};

describe('the change feed', () => {
  it(
    'tells each item before and after, in the order of the writes',
    scene(async ({ database, table, clock }) => {
      const consumer = feedConsumer(database, 'a');
      const key = { pk: 'p', sk: 's' };
      await table.write({ put: { ...key, n: 1 } });
      await table.write({ update: key, set: { n: 2 } }, { put: { pk: 'q', sk: 's' } });
      await table.write({ delete: key });
      const told = consumer.take(100, clock.now());
      expect(told.map(({ old, new: after }) => [old, after])).toEqual([
        [undefined, { ...key, n: 1 }],
        [
          { ...key, n: 1 },
          { ...key, n: 2 },
        ],
        [undefined, { pk: 'q', sk: 's' }],
        [{ ...key, n: 2 }, undefined],
      ]);
    }),
  );

  it(
    'says nothing of writes that failed or changed nothing',
    scene(async ({ database, table, clock, put }) => {
      const consumer = feedConsumer(database, 'a');
      await put('p', 1);
      await put('p', 1);
      await expect(
        table.write({ put: { pk: 'q', sk: 's' } }, { check: { pk: 'r', sk: 's' }, when: { exists: true } }),
      ).rejects.toThrow();
      expect(consumer.take(100, clock.now())).toHaveLength(1);
    }),
  );

  it(
    'keeps a place for each consumer, and a change until all have been told',
    scene(async ({ database, put, work }) => {
      const [a, b] = [feedConsumer(database, 'a'), feedConsumer(database, 'b')];
      await put('p', 1);
      expect(work(a)).toEqual(['p:1']);
      expect(work(a)).toEqual([]);
      expect(database.all('SELECT * FROM changes')).toHaveLength(1);
      await put('p', 2);
      expect(work(b)).toEqual(['p:1', 'p:2']);
      expect(work(feedConsumer(database, 'a'))).toEqual(['p:2']);
      expect(database.all('SELECT * FROM changes')).toEqual([]);
    }),
  );

  it(
    'tells again what was not dealt with',
    scene(async ({ database, put, clock }) => {
      await put('p', 0);
      const consumer = feedConsumer(database, 'a');
      await put('p', 1);
      consumer.take(100, clock.now());
      expect(feedConsumer(database, 'a').take(100, clock.now())).toHaveLength(1);
    }),
  );

  it(
    'holds back one item whose change fails, in order, and goes on with the others',
    scene(async ({ database, put, work, clock }) => {
      const consumer = feedConsumer(database, 'a');
      await put('bad', 1);
      await put('good', 1);
      await put('bad', 2);
      const failing = (pk: string): boolean => pk === 'bad';
      expect(work(consumer, failing)).toEqual(['bad:1', 'good:1', 'bad:2']);
      expect(work(consumer)).toEqual(['good:1']);
      await put('good', 2);
      expect(work(consumer)).toEqual(['good:2']);
      expect(consumer.nextDue(clock.now())).toEqual(new Date(clock.now().getTime() + 200));
      clock.advance(1);
      expect(work(consumer)).toEqual(['bad:1', 'bad:2']);
      expect(consumer.nextDue(clock.now())).toBeUndefined();
      expect(database.all('SELECT * FROM changes')).toEqual([]);
    }),
  );

  it(
    'waits longer after each failure, at most a minute, and gives up after a day',
    scene(async ({ database, put, clock }) => {
      const consumer = feedConsumer(database, 'a');
      await put('bad', 1);
      const waits: number[] = [];
      let givenUp = 0;
      while (givenUp === 0) {
        const batch = consumer.take(100, clock.now());
        givenUp = consumer.settle(batch, new Set(batch.map(({ sequence }) => sequence)), clock.now()).length;
        const seconds = ((consumer.nextDue(clock.now())?.getTime() ?? 0) - clock.now().getTime()) / 1000;
        if (givenUp === 0) waits.push(seconds);
        clock.advance(Math.max(0, seconds));
      }
      expect(waits.slice(0, 11)).toEqual([0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 60, 60]);
      expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(24 * 3600);
      expect(consumer.take(100, clock.now())).toEqual([]);
    }),
  );
});

describe('a local database', () => {
  it(
    'tells of changes by this process and by others',
    scene(async ({ database, put }) => {
      let told = 0;
      const stop = database.onChange(() => {
        told += 1;
      });
      await put('p', 1);
      await expect.poll(() => told).toBe(1);
      const { DatabaseSync } = await import('node:sqlite');
      using other = new DatabaseSync(`${database.folder}/service.sqlite`);
      other.exec(`INSERT INTO items (pk, sk, item) VALUES ('x', 'y', '{}')`);
      await expect.poll(() => told).toBe(2);
      stop();
    }),
  );

  it(
    'has a consumer deal, once, with what an earlier one has left of a kind, whose name is told nothing more',
    scene(async ({ database, table, work, clock }) => {
      const [former, heir] = [feedConsumer(database, 'former'), feedConsumer(database, 'heir')];
      const put = (pk: string, kind: string, n: number) => table.write({ put: { pk, sk: 's', kind, n } });
      await put('p', 'bot', 1);
      await put('q', 'calendar', 2);
      await put('r', 'calendar', 3);
      heir.settle(heir.take(2, clock.now()), new Set(), clock.now());
      for (let times = 0; times < 2; times += 1) inheritChanges(database, 'heir', 'former', 'calendar');
      await put('s', 'calendar', 4);
      expect(work(former)).toEqual([]);
      expect(work(heir)).toEqual(['q:2', 'r:3', 's:4']);
      expect(database.all('SELECT * FROM changes')).toEqual([]);
    }),
  );
});
