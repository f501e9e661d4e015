import { describe, expect, it } from 'vitest';
import type { Write } from '../../lib/ports/table.ts';
import { removeAll } from '../../lib/storage/remove-all.ts';
import { memoryTable } from '../lab/doubles/memory-table.ts';

describe('removing all of a partition', () => {
  it('writes no more at once than DynamoDB takes, were it to count what is removed', async () => {
    const table = memoryTable();
    const entries = 'x'.repeat(350 * 1024);
    for (let n = 0; n < 30; n += 1)
      await table.write({ put: { pk: 'p', sk: `a#${String(n).padStart(3, '0')}`, entries } });
    for (let n = 0; n < 230; n += 1) await table.write({ put: { pk: 'p', sk: `a#small#${n}` } });
    await table.write({ put: { pk: 'p', sk: 'b' } });
    const sizes: number[] = [];
    const write = async (...writes: readonly Write[]): Promise<void> => {
      const items = await table.getMany(writes.flatMap((one) => ('delete' in one ? [one.delete] : [])));
      sizes.push(JSON.stringify(items).length);
      return table.write(...writes);
    };
    await removeAll({ ...table, write }, 'p', 'a#');
    expect(Math.max(...sizes)).toBeLessThan(4 * 1024 * 1024);
    expect(table.items().map(({ sk }) => sk)).toEqual(['b']);
  });

  it('leaves what is not meant, however many they are', async () => {
    const table = memoryTable();
    for (let n = 0; n < 450; n += 1)
      await table.write({ put: { pk: 'p', sk: `a#${String(n).padStart(3, '0')}`, stays: n < 150 || n % 2 === 0 } });
    await removeAll(table, 'p', 'a#', ({ stays }) => stays !== true);
    expect(table.items().every(({ stays }) => stays)).toBe(true);
    expect(table.items()).toHaveLength(300);
  });
});
