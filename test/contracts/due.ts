/** What every home does with what is due: the same over each table. */
import { describe, expect, it } from 'vitest';
import { type Due, dueAt, dueRepository, dueShards } from '../../lib/storage/due.ts';
import { listedIn } from '../../lib/storage/listings.ts';
import type { TableUnderTest } from './table.ts';

let sorts = 0;

const at = (time: string): Date => new Date(`2026-03-02T${time}.000Z`);

/** Runs the suite. Each test has a sort of its own, so that one table serves all of them. */
export const describeDue = (name: string, open: () => Promise<TableUnderTest>): void => {
  describe(`what is due, ${name}`, () => {
    const withDue = (test: (world: Awaited<ReturnType<typeof setUp>>) => Promise<void>) => async () => {
      const world = await setUp();
      try {
        await test(world);
      } finally {
        await world.close();
      }
    };
    const setUp = async () => {
      const { table, close } = await open();
      sorts += 1;
      const what = `contract-${process.pid}-${Date.now()}-${sorts}`;
      const due = dueRepository(table, what);
      const put = (id: string, moment: Date) =>
        table.write({ put: { pk: `${what}#${id}`, sk: 'sync', ...listedIn(dueAt(what, id, moment)) } });
      const all = async (now: Date): Promise<Due[]> =>
        (await Promise.all(dueShards.map((shard) => due.list(shard, now, { limit: 100 })))).flat();
      /** Until what an index says is what was written. */
      const ids = (now: Date) => expect.poll(async () => (await all(now)).map(({ id }) => id).sort());
      return { table, close, due, put, all, ids, what };
    };

    it(
      'is what has come to its moment, and nothing that has not',
      withDue(async ({ put, ids }) => {
        await put('early-01', at('09:00:00'));
        await put('now-02', at('09:05:00'));
        await put('late-03', at('09:05:01'));
        await ids(at('09:05:00')).toEqual(['early-01', 'now-02']);
        await ids(at('09:05:01')).toEqual(['early-01', 'late-03', 'now-02']);
      }),
    );

    it(
      'comes the longest due first, so many at a time',
      withDue(async ({ put, due, ids }) => {
        // Ids that end alike are in one shard.
        for (const [i, time] of ['09:03:00', '09:01:00', '09:02:00'].entries()) await put(`${i}-zz`, at(time));
        await ids(at('09:10:00')).toHaveLength(3);
        const pages = await Promise.all(
          dueShards.map(async (shard) => {
            const first = await due.list(shard, at('09:10:00'), { limit: 2 });
            const [, second] = first;
            return [first, second ? await due.list(shard, at('09:10:00'), { limit: 2, after: second }) : []];
          }),
        );
        const [page] = pages.filter(([first]) => first?.length);
        expect(page?.map((found) => found.map(({ id }) => id))).toEqual([['1-zz', '2-zz'], ['0-zz']]);
      }),
    );

    it(
      'is moved by one of those who try at once, and is then due at the other moment only',
      withDue(async ({ put, due, all, ids }) => {
        await put('one-01', at('09:00:00'));
        await ids(at('09:00:00')).toEqual(['one-01']);
        const [found] = await all(at('09:00:00'));
        if (!found) throw new Error('nothing is due');
        const moved = await Promise.all([1, 2, 3].map(() => due.move(found, at('09:05:00'))));
        expect(moved.filter(Boolean)).toHaveLength(1);
        await ids(at('09:04:59')).toEqual([]);
        await ids(at('09:05:00')).toEqual(['one-01']);
      }),
    );

    it(
      'is moved together with others, each by one of those who try at once, and without those that are over',
      withDue(async ({ table, put, due, all, ids }) => {
        const names = Array.from({ length: 130 }, (_, n) => `many-${String(n).padStart(3, '0')}`);
        for (const name of names) await put(name, at('09:00:00'));
        await ids(at('09:00:00')).toEqual(names);
        const found = await all(at('09:00:00'));
        const [over] = found;
        if (!over) throw new Error('nothing is due');
        await table.write({ delete: over.key });
        const [one = [], other = []] = await Promise.all([1, 2].map(() => due.moveMany(found, at('09:05:00'))));
        expect(found.map((_, n) => Number(one[n]) + Number(other[n]))).toEqual([0, ...found.slice(1).map(() => 1)]);
        await ids(at('09:05:00')).toEqual(names.filter((name) => name !== over.id));
      }),
    );

    it(
      'is not brought back by moving it once it is over',
      withDue(async ({ table, put, due, all, ids }) => {
        await put('gone-01', at('09:00:00'));
        await ids(at('09:00:00')).toEqual(['gone-01']);
        const [found] = await all(at('09:00:00'));
        if (!found) throw new Error('nothing is due');
        await table.write({ delete: found.key });
        expect(await due.move(found, at('09:05:00'))).toBe(false);
        expect(await table.get(found.key)).toBeUndefined();
      }),
    );
  });
};
