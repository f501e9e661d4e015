/** What is read of a table by keys. */
import { describe, expect } from 'vitest';
import type { Item } from '../../../lib/ports/table.ts';
import type { ItInPartition } from './partition.ts';

export const describeReading = (it: ItInPartition): void => {
  describe('reading', () => {
    it('answers an item as it was last written', async ({ table, pk }) => {
      const item = {
        pk,
        sk: 'a',
        text: 'ä 🎉 "quoted"',
        number: -1.5,
        large: 1_790_000_000_123,
        yes: true,
        no: false,
        nothing: null,
        empty: '',
        list: [1, 'two', { three: [] }],
        nested: { deep: { deeper: {} } },
      };
      await table.write({ put: item });
      expect(await table.get({ pk, sk: 'a' })).toEqual(item);
      await table.write({ put: { pk, sk: 'a', other: 1 } });
      expect(await table.get({ pk, sk: 'a' })).toEqual({ pk, sk: 'a', other: 1 });
    });

    it('answers nothing for a key that is not there', async ({ table, pk }) => {
      expect(await table.get({ pk, sk: 'a' })).toBeUndefined();
      expect(await table.query({ partition: pk })).toEqual([]);
      expect(await table.getMany([])).toEqual([]);
    });

    it('gives copies away: changing one changes nothing stored', async ({ table, pk }) => {
      const list = [1];
      await table.write({ put: { pk, sk: 'a', list } });
      list.push(2);
      const [read] = await table.query({ partition: pk });
      Object.assign(read ?? {}, { list: [3] });
      expect(await table.get({ pk, sk: 'a' })).toEqual({ pk, sk: 'a', list: [1] });
    });

    it('answers 100 items in the order of the keys, missing ones left out', async ({ table, pk, putAll }) => {
      const items = Array.from(
        { length: 100 },
        (_, i): Item => ({ pk, sk: `item-${i}`, i, filler: 'x'.repeat(20_000) }),
      );
      await putAll(...items.slice(0, 50));
      await putAll(...items.slice(50, 99));
      const keys = items.map(({ sk }) => ({ pk, sk })).reverse();
      expect((await table.getMany(keys)).map(({ i }) => i)).toEqual(Array.from({ length: 99 }, (_, i) => 98 - i));
    });

    it('never answers items that have expired', async ({ table, pk, putAll, sortKeys }) => {
      const now = Math.floor(Date.now() / 1000);
      await putAll({ pk, sk: 'gone', expires_at: now - 60 }, { pk, sk: 'here', expires_at: now + 3600 });
      expect(await table.get({ pk, sk: 'gone' })).toBeUndefined();
      expect(
        (
          await table.getMany([
            { pk, sk: 'gone' },
            { pk, sk: 'here' },
          ])
        ).map(({ sk }) => sk),
      ).toEqual(['here']);
      expect(await sortKeys({})).toEqual(['here']);
      expect(await sortKeys({ limit: 1 })).toEqual(['here']);
    });
  });
};
