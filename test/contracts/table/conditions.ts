/** What is written to a table only if it holds what it should. */
import { describe, expect } from 'vitest';
import { type Condition, ConditionFailedError, type Key, type Write } from '../../../lib/ports/table.ts';
import type { ItInPartition } from './partition.ts';

const failureOf = async (writing: Promise<unknown>): Promise<ConditionFailedError> => {
  const error = await writing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConditionFailedError);
  return error as ConditionFailedError;
};

export const describeConditions = (it: ItInPartition): void => {
  describe('conditions', () => {
    /** What the item is. */
    const itemAt = (place: Key) => ({ ...place, version: 1, state: 'joining', held: null, open: true });
    const fitting: [string, Condition][] = [
      ['exists', { exists: true }],
      ['equals a number', { equals: { version: 1 } }],
      ['equals a text', { equals: { state: 'joining' } }],
      ['equals null', { equals: { held: null } }],
      ['equals true', { equals: { open: true } }],
      ['equals all of several', { equals: { version: 1, state: 'joining' } }],
      ['is one of a list', { in: { state: ['leaving', 'joining'] } }],
      ['is one of each list', { in: { state: ['joining'], version: [3, 1], held: [null] } }],
    ];
    const unfitting: [string, Condition][] = [
      ['does not exist', { exists: false }],
      ['equals another number', { equals: { version: 2 } }],
      ['equals a number written as text', { equals: { version: '1' } }],
      ['equals null where something is', { equals: { version: null } }],
      ['equals null where there is no attribute', { equals: { absent: null } }],
      ['equals one of two', { equals: { version: 1, state: 'leaving' } }],
      ['is none of a list', { in: { state: ['leaving', 'ended'] } }],
      ['is one of one list alone', { in: { state: ['joining'], version: [2, '1'] } }],
      ['is one of a list, and has no such attribute', { in: { absent: [null, 1] } }],
    ];
    const writesTo = (place: Key, when: Condition): [string, Write][] => [
      ['put', { put: { ...place, replaced: true }, when }],
      ['update', { update: place, set: { touched: true }, when }],
      ['delete', { delete: place, when }],
      ['check', { check: place, when }],
    ];

    it.for(fitting)('lets every kind of write through when the item %s', async ([, when], { table, key }) => {
      for (const [kind, write] of writesTo(key('a'), when)) {
        await table.write({ put: itemAt(key('a')) });
        await table.write(write, { put: { ...key('other'), kind } });
        expect(await table.get(key('other'))).toEqual({ ...key('other'), kind });
      }
    });

    it.for(unfitting)('stops every kind of write unless the item %s', async ([, when], { table, pk, key }) => {
      const stored = itemAt(key('a'));
      await table.write({ put: stored });
      const update = { update: key('a'), set: { touched: true }, when };
      expect((await failureOf(table.update(update))).item).toEqual(stored);
      for (const [, write] of writesTo(key('a'), when)) {
        const alone = await failureOf(table.write(write));
        expect([alone.index, alone.item]).toEqual([0, stored]);
        const together = await failureOf(table.write({ put: key('other') }, write));
        expect([together.index, together.item]).toEqual([1, stored]);
      }
      expect(await table.query({ partition: pk })).toEqual([stored]);
    });

    it('tells that there was no item', async ({ table, pk, key }) => {
      const conditions: readonly Condition[] = [{ exists: true }, { equals: { version: 1 } }];
      for (const [, write] of conditions.flatMap((when) => writesTo(key('a'), when))) {
        const { index, item } = await failureOf(table.write(write));
        expect([index, item]).toEqual([0, undefined]);
      }
      expect(await table.query({ partition: pk })).toEqual([]);
    });

    it('creates what must not exist yet, once', async ({ table, pk, key }) => {
      await table.write({ put: { ...key('a'), first: true }, when: { exists: false } });
      await table.write({ update: key('b'), set: { first: true }, when: { exists: false } });
      expect((await failureOf(table.write({ put: key('a'), when: { exists: false } }))).item).toEqual({
        ...key('a'),
        first: true,
      });
      expect(await table.query({ partition: pk })).toEqual([
        { ...key('a'), first: true },
        { ...key('b'), first: true },
      ]);
    });

    it('names the first of several conditions that do not hold', async ({ table, key, sortKeys }) => {
      await table.write({ put: { ...key('b'), n: 1 } }, { put: { ...key('c'), n: 2 } });
      const { index, item } = await failureOf(
        table.write(
          { put: key('a'), when: { exists: false } },
          { update: key('b'), set: { n: 9 }, when: { equals: { n: 7 } } },
          { check: key('c'), when: { exists: false } },
        ),
      );
      expect([index, item]).toEqual([1, { ...key('b'), n: 1 }]);
      expect(await sortKeys({})).toEqual(['b', 'c']);
    });

    it('takes an item that has expired for one that is not there', async ({ table, pk, key, putAll }) => {
      const expires_at = Math.floor(Date.now() / 1000) - 60;
      await putAll({ ...key('a'), n: 1, expires_at }, { ...key('b'), expires_at });
      expect((await failureOf(table.write({ check: key('a'), when: { exists: true } }))).item).toBeUndefined();
      expect((await failureOf(table.write({ check: key('a'), when: { equals: { n: 1 } } }))).item).toBeUndefined();
      await table.write({ put: { ...key('b'), n: 2 }, when: { exists: false } });
      expect(await table.query({ partition: pk })).toEqual([{ ...key('b'), n: 2 }]);
    });

    it('lets exactly one of many writers win', async ({ table, key, sortKeys }) => {
      await table.write({ put: { ...key('a'), version: 1 } });
      const attempts = await Promise.allSettled(
        Array.from({ length: 10 }, (_, writer) =>
          table.write(
            { update: key('a'), set: { version: 2, writer }, when: { equals: { version: 1 } } },
            { put: { ...key(`log#${writer}`) } },
          ),
        ),
      );
      const winners = attempts.flatMap(({ status }, writer) => (status === 'fulfilled' ? [writer] : []));
      expect(winners).toHaveLength(1);
      expect(await table.get(key('a'))).toEqual({ ...key('a'), version: 2, writer: winners[0] });
      expect(await sortKeys({ prefix: 'log#' })).toEqual([`log#${winners[0]}`]);
    });
  });
};
