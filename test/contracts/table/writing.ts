/** What is written to a table: puts, updates and deletions, alone or many at once. */
import { describe, expect } from 'vitest';
import { ConditionFailedError, type Item } from '../../../lib/ports/table.ts';
import type { ItInPartition } from './partition.ts';

export const describeWriting = (it: ItInPartition): void => {
  describe('writing', () => {
    it('updates some attributes and keeps the others', async ({ table, key }) => {
      await table.write({ put: { ...key('a'), kept: 1, changed: { old: true } } });
      await table.write({ update: key('a'), set: { changed: { new: true }, added: null } });
      expect(await table.get(key('a'))).toEqual({ ...key('a'), kept: 1, changed: { new: true }, added: null });
    });

    it('creates the item that an update does not find', async ({ table, key }) => {
      await table.write({ update: key('a'), set: { n: 1 } });
      expect(await table.get(key('a'))).toEqual({ ...key('a'), n: 1 });
    });

    it('adds to lists and numbers, in the same update, and answers the item afterwards', async ({ table, key }) => {
      await table.write({ put: { ...key('a'), kept: true, list: [1], n: 40 } });
      const update = { update: key('a'), set: { at: 'now' }, append: { list: [{ two: 2 }] }, increment: { n: 2 } };
      const expected = { ...key('a'), kept: true, list: [1, { two: 2 }], n: 42, at: 'now' };
      expect(await table.update(update)).toEqual(expected);
      expect(await table.get(key('a'))).toEqual(expected);
    });

    it('takes a list or a number that is not there for an empty one', async ({ table, key }) => {
      await table.write({ update: key('a'), append: { list: ['x', 'y'] }, increment: { n: -3 } });
      expect(await table.get(key('a'))).toEqual({ ...key('a'), list: ['x', 'y'], n: -3 });
      expect(await table.update({ update: key('b') })).toEqual(key('b'));
    });

    it('loses nothing that many add at once', async ({ table, key }) => {
      const places = Array.from({ length: 20 }, (_, i) => i);
      await Promise.all(
        places.map((i) => table.update({ update: key('a'), append: { list: [i] }, increment: { n: 1 } })),
      );
      const { list, n } = (await table.get(key('a'))) as Item & { list: number[] };
      expect([list.sort((a, b) => a - b), n]).toEqual([places, 20]);
    });

    it('updates attributes of any name', async ({ table, key }) => {
      await table.write({ update: key('a'), set: { name: 1, 'with-dash': 2, 'with.dot': 3, size: 4, _5: 5 } });
      expect(await table.get(key('a'))).toEqual({
        ...key('a'),
        name: 1,
        'with-dash': 2,
        'with.dot': 3,
        size: 4,
        _5: 5,
      });
    });

    it('deletes, also what is not there', async ({ table, pk, key }) => {
      await table.write({ put: key('a') });
      await table.write({ delete: key('a') }, { delete: key('b') });
      expect(await table.query({ partition: pk })).toEqual([]);
    });

    it('does nothing when there is nothing to write', async ({ table }) => {
      await expect(table.write()).resolves.toBeUndefined();
    });

    it('carries out 100 writes at once', async ({ key, putAll, sortKeys }) => {
      await putAll(...Array.from({ length: 100 }, (_, i) => ({ ...key(String(i).padStart(3, '0')), i })));
      expect(await sortKeys({})).toHaveLength(100);
    });

    it('refuses to write one item twice at once, and writes nothing', async ({ table, pk, key }) => {
      const writing = table.write({ put: key('a') }, { put: key('b') }, { update: key('a'), set: { n: 1 } });
      await expect(writing).rejects.toThrow();
      await expect(writing).rejects.not.toBeInstanceOf(ConditionFailedError);
      expect(await table.query({ partition: pk })).toEqual([]);
    });

    it('refuses more than 100 writes at once, and writes nothing', async ({ table, pk, key, putAll }) => {
      await expect(putAll(...Array.from({ length: 101 }, (_, i) => key(`${i}`)))).rejects.toThrow();
      expect(await table.query({ partition: pk })).toEqual([]);
    });
  });
};
