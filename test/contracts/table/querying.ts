/** What is read of a table by partitions: in which order, from where to where, and by its indices. */
import { describe, expect } from 'vitest';
import { type Item, tableIndexes, tableIndexNames } from '../../../lib/ports/table.ts';
import type { ItInPartition } from './partition.ts';

export const describeQuerying = (it: ItInPartition): void => {
  describe('querying', () => {
    it.beforeEach(async ({ pk, putAll }) => {
      await putAll(...['b#2', 'a', 'b#1', 'b#10', 'c', 'B', 'b#3'].map((sk) => ({ pk, sk })), {
        pk: `${pk}#other`,
        sk: 'b#2',
      });
    });

    it('answers a partition in the order of its sort keys, either way', async ({ sortKeys }) => {
      const sorted = ['B', 'a', 'b#1', 'b#10', 'b#2', 'b#3', 'c'];
      expect(await sortKeys({})).toEqual(sorted);
      expect(await sortKeys({ order: 'descending' })).toEqual([...sorted].reverse());
    });

    it('answers only what begins with the prefix', async ({ sortKeys }) => {
      expect(await sortKeys({ prefix: 'b#' })).toEqual(['b#1', 'b#10', 'b#2', 'b#3']);
      expect(await sortKeys({ prefix: 'b#', order: 'descending' })).toEqual(['b#3', 'b#2', 'b#10', 'b#1']);
      expect(await sortKeys({ prefix: 'zz' })).toEqual([]);
    });

    it('goes on after a key, which need not be there, without it', async ({ sortKeys }) => {
      expect(await sortKeys({ after: 'b#10' })).toEqual(['b#2', 'b#3', 'c']);
      expect(await sortKeys({ after: 'b#10', order: 'descending' })).toEqual(['b#1', 'a', 'B']);
      expect(await sortKeys({ after: 'b#15' })).toEqual(['b#2', 'b#3', 'c']);
      expect(await sortKeys({ after: 'c' })).toEqual([]);
    });

    it('combines prefix, after and limit, both ways', async ({ sortKeys }) => {
      expect(await sortKeys({ prefix: 'b#', after: 'b#1', limit: 2 })).toEqual(['b#10', 'b#2']);
      expect(await sortKeys({ prefix: 'b#', after: 'b#2', limit: 2, order: 'descending' })).toEqual(['b#10', 'b#1']);
      expect(await sortKeys({ prefix: 'b#', after: 'a', limit: 1 })).toEqual(['b#1']);
      expect(await sortKeys({ prefix: 'b#', after: 'c', limit: 1, order: 'descending' })).toEqual(['b#3']);
      expect(await sortKeys({ prefix: 'b#', after: 'c' })).toEqual([]);
      expect(await sortKeys({ prefix: 'b#', after: 'a', order: 'descending' })).toEqual([]);
    });

    it('stays between two bounds, without them, both ways', async ({ sortKeys }) => {
      expect(await sortKeys({ above: 'a', below: 'b#3' })).toEqual(['b#1', 'b#10', 'b#2']);
      expect(await sortKeys({ above: 'a', below: 'b#3', order: 'descending' })).toEqual(['b#2', 'b#10', 'b#1']);
      expect(await sortKeys({ above: 'b#1', after: 'b#10', below: 'c' })).toEqual(['b#2', 'b#3']);
      expect(await sortKeys({ above: 'b#2', after: 'b#10', limit: 1 })).toEqual(['b#3']);
      expect(await sortKeys({ above: 'b#1', after: 'b#3', order: 'descending' })).toEqual(['b#2', 'b#10']);
      expect(await sortKeys({ below: 'b#2', after: 'b#3', order: 'descending', limit: 1 })).toEqual(['b#10']);
      expect(await sortKeys({ above: 'b#3', below: 'b#3' })).toEqual([]);
      expect(await sortKeys({ above: 'c', below: 'a' })).toEqual([]);
    });

    it.for(tableIndexNames)(
      'finds items by the index %s while they have both of its attributes',
      async (index, { table, pk, putAll }) => {
        const names = tableIndexes[index];
        const inIndex = (sk: string): Item => ({ pk: `${pk}#${sk}`, sk, [names.pk]: `${pk}#list`, [names.sk]: sk });
        const { [names.pk]: _, ...outside } = inIndex('z');
        await putAll(inIndex('x'), inIndex('y'), outside as Item);
        const list = async () => (await table.query({ index, partition: `${pk}#list` })).map(({ sk }) => sk);
        await expect.poll(list).toEqual(['x', 'y']);
        await table.update({ update: { pk: `${pk}#x`, sk: 'x' }, set: { [names.pk]: `${pk}#other` } });
        await expect.poll(list).toEqual(['y']);
      },
    );

    it('answers all of a partition that is larger than what one request can carry', async ({ table, pk, putAll }) => {
      const filler = 'x'.repeat(100_000);
      for (let batch = 0; batch < 3; batch += 1) {
        await putAll(...Array.from({ length: 10 }, (_, i) => ({ pk: `${pk}#big`, sk: `${batch}${i}`, filler })));
      }
      expect(await table.query({ partition: `${pk}#big` })).toHaveLength(30);
    });

    it('has an item in all indices at once, at a place of its own in each, until it has expired', async ({
      table,
      pk,
      putAll,
    }) => {
      const places = Object.entries(tableIndexes).flatMap(([index, names]) => [
        [names.pk, `${pk}#${index}`],
        [names.sk, `at ${index}`],
      ]);
      const item = { pk, sk: 'x', ...Object.fromEntries(places) };
      const expires_at = Math.floor(Date.now() / 1000) - 60;
      await putAll(item, { ...item, sk: 'gone', expires_at });
      for (const index of tableIndexNames) {
        const names = tableIndexes[index];
        const place = { [names.pk]: `${pk}#${index}`, [names.sk]: `at ${index}` };
        await expect
          .poll(() => table.query({ index, partition: `${pk}#${index}` }))
          .toEqual([{ pk, sk: 'x', ...place }]);
      }
    });

    it('lists items by the index, with nothing but their keys', async ({ table, pk, putAll }) => {
      const listed = (sk: string, gsi1_sk: string): Item => ({
        pk: `${pk}#${sk}`,
        sk,
        gsi1_pk: `${pk}#list`,
        gsi1_sk,
        secret: 'not answered',
      });
      await putAll(listed('x', '3'), listed('y', '1'), listed('z', '2'), {
        pk: `${pk}#w`,
        sk: 'w',
        gsi1_pk: `${pk}#list`,
      });
      const list = (query: object): Promise<Item[]> =>
        table.query({ index: 'gsi1', partition: `${pk}#list`, ...query });
      await expect.poll(async () => (await list({})).length).toBe(3);
      expect((await list({})).map(({ sk }) => sk)).toEqual(['y', 'z', 'x']);
      expect(await list({ order: 'descending', after: '3', limit: 1 })).toEqual([
        { pk: `${pk}#z`, sk: 'z', gsi1_pk: `${pk}#list`, gsi1_sk: '2' },
      ]);
      await table.write({ delete: { pk: `${pk}#y`, sk: 'y' } });
      await expect.poll(async () => (await list({})).map(({ sk }) => sk)).toEqual(['z', 'x']);
    });
  });
};
