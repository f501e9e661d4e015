import { describe, expect, it } from 'vitest';
import { aClock } from './clock.ts';
import { memoryTable } from './memory-table.ts';

describe('the changes of a table in memory', () => {
  it('tell each item before and after, and nothing of writes without effect', async () => {
    const table = memoryTable();
    const key = { pk: 'p', sk: 's' };
    await table.write({ put: { ...key, n: 1 } });
    await table.write({ update: key, set: { n: 2 } });
    await table.write({ update: key, set: { n: 2 } }, { delete: { pk: 'p', sk: 'none' } });
    await table.write({ delete: key });
    expect(table.changes).toEqual([
      { old: undefined, new: { ...key, n: 1 } },
      { old: { ...key, n: 1 }, new: { ...key, n: 2 } },
      { old: { ...key, n: 2 }, new: undefined },
    ]);
  });

  it('expire by the clock that they were given', async () => {
    const clock = aClock();
    const table = memoryTable(clock);
    const item = { pk: 'p', sk: 's', expires_at: clock.now().getTime() / 1000 + 60 };
    await table.write({ put: item });
    clock.advance(59);
    expect(await table.get(item)).toEqual(item);
    clock.advance(1);
    expect(await table.get(item)).toBeUndefined();
  });
});
