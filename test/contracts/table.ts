/** What every home of the table does. An adapter is a table if this suite says so. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ConditionFailedError,
  type Item,
  type Table,
  tableIndexes,
  tableIndexNames,
  type Write,
} from '../../lib/ports/table.ts';

export interface TableUnderTest {
  readonly table: Table;
  close(): Promise<void>;
}

let partitions = 0;
const aPartition = (): string => {
  partitions += 1;
  return `contract#${process.pid}#${Date.now()}#${partitions}`;
};

const failureOf = async (writing: Promise<unknown>): Promise<ConditionFailedError> => {
  const error = await writing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConditionFailedError);
  return error as ConditionFailedError;
};

/** Runs the suite. Each test uses partitions of its own, so that one table serves all of them. */
export const describeTable = (name: string, open: () => Promise<TableUnderTest>): void => {
  describe(`the table, ${name}`, () => {
    let opened: TableUnderTest;
    let table: Table;
    let pk: string;
    beforeAll(async () => {
      opened = await open();
      table = opened.table;
    });
    afterAll(async () => opened?.close());
    beforeEach(() => {
      pk = aPartition();
    });
    const putAll = async (...items: Item[]): Promise<void> => {
      await table.write(...items.map((put): Write => ({ put })));
    };
    const sortKeys = async (query: Omit<Parameters<Table['query']>[0], 'partition'>): Promise<string[]> =>
      (await table.query({ partition: pk, ...query })).map(({ sk }) => sk);

    describe('reading', () => {
      it('answers an item as it was last written', async () => {
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

      it('answers nothing for a key that is not there', async () => {
        expect(await table.get({ pk, sk: 'a' })).toBeUndefined();
        expect(await table.query({ partition: pk })).toEqual([]);
        expect(await table.getMany([])).toEqual([]);
      });

      it('gives copies away: changing one changes nothing stored', async () => {
        const list = [1];
        await table.write({ put: { pk, sk: 'a', list } });
        list.push(2);
        const [read] = await table.query({ partition: pk });
        Object.assign(read ?? {}, { list: [3] });
        expect(await table.get({ pk, sk: 'a' })).toEqual({ pk, sk: 'a', list: [1] });
      });

      it('answers 100 items in the order of the keys, missing ones left out', async () => {
        const items = Array.from(
          { length: 100 },
          (_, i): Item => ({ pk, sk: `item-${i}`, i, filler: 'x'.repeat(20_000) }),
        );
        await putAll(...items.slice(0, 50));
        await putAll(...items.slice(50, 99));
        const keys = items.map(({ sk }) => ({ pk, sk })).reverse();
        expect((await table.getMany(keys)).map(({ i }) => i)).toEqual(Array.from({ length: 99 }, (_, i) => 98 - i));
      });

      it('never answers items that have expired', async () => {
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

    describe('querying', () => {
      beforeEach(async () => {
        await putAll(...['b#2', 'a', 'b#1', 'b#10', 'c', 'B', 'b#3'].map((sk) => ({ pk, sk })), {
          pk: `${pk}#other`,
          sk: 'b#2',
        });
      });

      it('answers a partition in the order of its sort keys, either way', async () => {
        const sorted = ['B', 'a', 'b#1', 'b#10', 'b#2', 'b#3', 'c'];
        expect(await sortKeys({})).toEqual(sorted);
        expect(await sortKeys({ order: 'descending' })).toEqual([...sorted].reverse());
      });

      it('answers only what begins with the prefix', async () => {
        expect(await sortKeys({ prefix: 'b#' })).toEqual(['b#1', 'b#10', 'b#2', 'b#3']);
        expect(await sortKeys({ prefix: 'b#', order: 'descending' })).toEqual(['b#3', 'b#2', 'b#10', 'b#1']);
        expect(await sortKeys({ prefix: 'zz' })).toEqual([]);
      });

      it('goes on after a key, which need not be there, without it', async () => {
        expect(await sortKeys({ after: 'b#10' })).toEqual(['b#2', 'b#3', 'c']);
        expect(await sortKeys({ after: 'b#10', order: 'descending' })).toEqual(['b#1', 'a', 'B']);
        expect(await sortKeys({ after: 'b#15' })).toEqual(['b#2', 'b#3', 'c']);
        expect(await sortKeys({ after: 'c' })).toEqual([]);
      });

      it('combines prefix, after and limit, both ways', async () => {
        expect(await sortKeys({ prefix: 'b#', after: 'b#1', limit: 2 })).toEqual(['b#10', 'b#2']);
        expect(await sortKeys({ prefix: 'b#', after: 'b#2', limit: 2, order: 'descending' })).toEqual(['b#10', 'b#1']);
        expect(await sortKeys({ prefix: 'b#', after: 'a', limit: 1 })).toEqual(['b#1']);
        expect(await sortKeys({ prefix: 'b#', after: 'c', limit: 1, order: 'descending' })).toEqual(['b#3']);
        expect(await sortKeys({ prefix: 'b#', after: 'c' })).toEqual([]);
        expect(await sortKeys({ prefix: 'b#', after: 'a', order: 'descending' })).toEqual([]);
      });

      it('stays between two bounds, without them, both ways', async () => {
        expect(await sortKeys({ above: 'a', below: 'b#3' })).toEqual(['b#1', 'b#10', 'b#2']);
        expect(await sortKeys({ above: 'a', below: 'b#3', order: 'descending' })).toEqual(['b#2', 'b#10', 'b#1']);
        expect(await sortKeys({ above: 'b#1', after: 'b#10', below: 'c' })).toEqual(['b#2', 'b#3']);
        expect(await sortKeys({ above: 'b#2', after: 'b#10', limit: 1 })).toEqual(['b#3']);
        expect(await sortKeys({ above: 'b#1', after: 'b#3', order: 'descending' })).toEqual(['b#2', 'b#10']);
        expect(await sortKeys({ below: 'b#2', after: 'b#3', order: 'descending', limit: 1 })).toEqual(['b#10']);
        expect(await sortKeys({ above: 'b#3', below: 'b#3' })).toEqual([]);
        expect(await sortKeys({ above: 'c', below: 'a' })).toEqual([]);
      });

      it.each(tableIndexNames)('finds items by the index %s while they have both of its attributes', async (index) => {
        const names = tableIndexes[index];
        const inIndex = (sk: string): Item => ({ pk: `${pk}#${sk}`, sk, [names.pk]: `${pk}#list`, [names.sk]: sk });
        const { [names.pk]: _, ...outside } = inIndex('z');
        await putAll(inIndex('x'), inIndex('y'), outside as Item);
        const list = async () => (await table.query({ index, partition: `${pk}#list` })).map(({ sk }) => sk);
        await expect.poll(list).toEqual(['x', 'y']);
        await table.update({ update: { pk: `${pk}#x`, sk: 'x' }, set: { [names.pk]: `${pk}#other` } });
        await expect.poll(list).toEqual(['y']);
      });

      it('answers all of a partition that is larger than what one request can carry', async () => {
        const filler = 'x'.repeat(100_000);
        for (let batch = 0; batch < 3; batch += 1) {
          await putAll(...Array.from({ length: 10 }, (_, i) => ({ pk: `${pk}#big`, sk: `${batch}${i}`, filler })));
        }
        expect(await table.query({ partition: `${pk}#big` })).toHaveLength(30);
      });

      it('has an item in all indices at once, at a place of its own in each, until it has expired', async () => {
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

      it('lists items by the index, with nothing but their keys', async () => {
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

    describe('writing', () => {
      const key = (sk: string) => ({ pk, sk });

      it('updates some attributes and keeps the others', async () => {
        await table.write({ put: { ...key('a'), kept: 1, changed: { old: true } } });
        await table.write({ update: key('a'), set: { changed: { new: true }, added: null } });
        expect(await table.get(key('a'))).toEqual({ ...key('a'), kept: 1, changed: { new: true }, added: null });
      });

      it('creates the item that an update does not find', async () => {
        await table.write({ update: key('a'), set: { n: 1 } });
        expect(await table.get(key('a'))).toEqual({ ...key('a'), n: 1 });
      });

      it('adds to lists and numbers, in the same update, and answers the item afterwards', async () => {
        await table.write({ put: { ...key('a'), kept: true, list: [1], n: 40 } });
        const update = { update: key('a'), set: { at: 'now' }, append: { list: [{ two: 2 }] }, increment: { n: 2 } };
        const expected = { ...key('a'), kept: true, list: [1, { two: 2 }], n: 42, at: 'now' };
        expect(await table.update(update)).toEqual(expected);
        expect(await table.get(key('a'))).toEqual(expected);
      });

      it('takes a list or a number that is not there for an empty one', async () => {
        await table.write({ update: key('a'), append: { list: ['x', 'y'] }, increment: { n: -3 } });
        expect(await table.get(key('a'))).toEqual({ ...key('a'), list: ['x', 'y'], n: -3 });
        expect(await table.update({ update: key('b') })).toEqual(key('b'));
      });

      it('loses nothing that many add at once', async () => {
        const places = Array.from({ length: 20 }, (_, i) => i);
        await Promise.all(
          places.map((i) => table.update({ update: key('a'), append: { list: [i] }, increment: { n: 1 } })),
        );
        const { list, n } = (await table.get(key('a'))) as Item & { list: number[] };
        expect([list.sort((a, b) => a - b), n]).toEqual([places, 20]);
      });

      it('updates attributes of any name', async () => {
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

      it('deletes, also what is not there', async () => {
        await table.write({ put: key('a') });
        await table.write({ delete: key('a') }, { delete: key('b') });
        expect(await table.query({ partition: pk })).toEqual([]);
      });

      it('does nothing when there is nothing to write', async () => {
        await expect(table.write()).resolves.toBeUndefined();
      });

      it('carries out 100 writes at once', async () => {
        await putAll(...Array.from({ length: 100 }, (_, i) => ({ ...key(String(i).padStart(3, '0')), i })));
        expect(await sortKeys({})).toHaveLength(100);
      });

      it('refuses to write one item twice at once, and writes nothing', async () => {
        const writing = table.write({ put: key('a') }, { put: key('b') }, { update: key('a'), set: { n: 1 } });
        await expect(writing).rejects.toThrow();
        await expect(writing).rejects.not.toBeInstanceOf(ConditionFailedError);
        expect(await table.query({ partition: pk })).toEqual([]);
      });

      it('refuses more than 100 writes at once, and writes nothing', async () => {
        await expect(putAll(...Array.from({ length: 101 }, (_, i) => key(`${i}`)))).rejects.toThrow();
        expect(await table.query({ partition: pk })).toEqual([]);
      });
    });

    describe('conditions', () => {
      const key = (sk: string) => ({ pk, sk });
      const fitting: [string, Write['when']][] = [
        ['exists', { exists: true }],
        ['equals a number', { equals: { version: 1 } }],
        ['equals a text', { equals: { state: 'joining' } }],
        ['equals null', { equals: { held: null } }],
        ['equals true', { equals: { open: true } }],
        ['equals all of several', { equals: { version: 1, state: 'joining' } }],
        ['is one of a list', { in: { state: ['leaving', 'joining'] } }],
        ['is one of each list', { in: { state: ['joining'], version: [3, 1], held: [null] } }],
      ];
      const unfitting: [string, Write['when']][] = [
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
      const stored = () => ({ ...key('a'), version: 1, state: 'joining', held: null, open: true });
      const writes = (when: Write['when']): [string, Write][] => {
        const condition = when ?? { exists: true };
        return [
          ['put', { put: { ...key('a'), replaced: true }, when: condition }],
          ['update', { update: key('a'), set: { touched: true }, when: condition }],
          ['delete', { delete: key('a'), when: condition }],
          ['check', { check: key('a'), when: condition }],
        ];
      };

      it.each(fitting)('lets every kind of write through when the item %s', async (_, when) => {
        for (const [kind, write] of writes(when)) {
          await table.write({ put: stored() });
          await table.write(write, { put: { ...key('other'), kind } });
          expect(await table.get(key('other'))).toEqual({ ...key('other'), kind });
        }
      });

      it.each(unfitting)('stops every kind of write unless the item %s', async (_, when) => {
        await table.write({ put: stored() });
        const update = { update: key('a'), set: { touched: true }, ...(when && { when }) };
        expect((await failureOf(table.update(update))).item).toEqual(stored());
        for (const [, write] of writes(when)) {
          const alone = await failureOf(table.write(write));
          expect([alone.index, alone.item]).toEqual([0, stored()]);
          const together = await failureOf(table.write({ put: key('other') }, write));
          expect([together.index, together.item]).toEqual([1, stored()]);
        }
        expect(await table.query({ partition: pk })).toEqual([stored()]);
      });

      it('tells that there was no item', async () => {
        for (const [, write] of [...writes({ exists: true }), ...writes({ equals: { version: 1 } })]) {
          const { index, item } = await failureOf(table.write(write));
          expect([index, item]).toEqual([0, undefined]);
        }
        expect(await table.query({ partition: pk })).toEqual([]);
      });

      it('creates what must not exist yet, once', async () => {
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

      it('names the first of several conditions that do not hold', async () => {
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

      it('takes an item that has expired for one that is not there', async () => {
        const expires_at = Math.floor(Date.now() / 1000) - 60;
        await putAll({ ...key('a'), n: 1, expires_at }, { ...key('b'), expires_at });
        expect((await failureOf(table.write({ check: key('a'), when: { exists: true } }))).item).toBeUndefined();
        expect((await failureOf(table.write({ check: key('a'), when: { equals: { n: 1 } } }))).item).toBeUndefined();
        await table.write({ put: { ...key('b'), n: 2 }, when: { exists: false } });
        expect(await table.query({ partition: pk })).toEqual([{ ...key('b'), n: 2 }]);
      });

      it('lets exactly one of many writers win', async () => {
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
  });
};
