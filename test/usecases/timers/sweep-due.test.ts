import { describe, expect, it } from 'vitest';
import type { Table } from '../../../lib/ports/table.ts';
import { dueAt, dueRepository, dueShards } from '../../../lib/storage/due.ts';
import { listedIn } from '../../../lib/storage/listings.ts';
import { createSweepDue } from '../../../lib/usecases/timers/sweep-due.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryQueue } from '../../lab/doubles/memory-queue.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const setUp = () => {
  const clock = aClock('2026-03-02T09:00:00.000Z');
  const table = memoryTable(clock);
  const queue = memoryQueue(clock);
  const due = dueRepository(table, 'sync');
  const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
  const put = (id: string, at: Date) =>
    table.write({ put: { pk: `calendar#${id}`, sk: 'sync', ...listedIn(dueAt('sync', id, at)) } });
  const sent = () => queue.sent.map((body) => (body as { id: string }).id).sort();
  return { clock, table, queue, due, later, put, sent, sweep: createSweepDue({ due, queue, clock }) };
};

describe('sweeping what is due', () => {
  it('sends what has come to its moment, and leaves the rest', async () => {
    const { put, later, clock, sweep, sent } = setUp();
    await put('cal_1', clock.now());
    await put('cal_2', later(60));
    expect(await sweep()).toBe(1);
    expect(sent()).toEqual(['cal_1']);
    clock.advance(60);
    expect(await sweep()).toBe(1);
    expect(sent()).toEqual(['cal_1', 'cal_2']);
  });

  it('sends all of it, however much there is', async () => {
    const { put, later, sweep, sent } = setUp();
    const ids = Array.from({ length: 2500 }, (_, n) => `cal_${String(n).padStart(4, '0')}`);
    for (const [n, id] of ids.entries()) await put(id, later(-n));
    expect(await sweep()).toBe(ids.length);
    expect(sent()).toEqual(ids);
  });

  it('reads what is due, and no more, however much is not; and leaves none of it for later', async () => {
    const { put, later, clock, table, due, queue } = setUp();
    for (let n = 0; n < 60; n += 1) await put(`cal_${n}`, later(-n));
    for (let n = 60; n < 600; n += 1) await put(`cal_${n}`, later(n));
    let read = 0;
    const query: Table['query'] = async (asked) => {
      const items = await table.query(asked);
      read += items.length;
      return items;
    };
    const counting = dueRepository({ ...table, query }, 'sync');
    const sweepCounted = createSweepDue({ due: counting, queue, clock });
    expect([await sweepCounted(), read]).toEqual([60, 60]);
    expect([await sweepCounted(), read]).toEqual([0, 60]);
    expect((await Promise.all(dueShards.map((shard) => due.list(shard, clock.now(), { limit: 9 })))).flat()).toEqual(
      [],
    );
  });

  it.each([40, 900])('sends each thing once, however many sweep at a time: %i', async (length) => {
    const { put, clock, sweep, sent } = setUp();
    const ids = Array.from({ length }, (_, n) => `cal_${String(n).padStart(3, '0')}`);
    for (const id of ids) await put(id, clock.now());
    const counts = await Promise.all([sweep(), sweep(), sweep()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(ids.length);
    expect(sent()).toEqual(ids);
  });

  it('sends again, after five minutes, what was claimed and lost on its way', async () => {
    const { put, clock, due, sweep, sent } = setUp();
    await put('cal_1', clock.now());
    const broken = createSweepDue({ due, queue: { send: () => Promise.reject(new Error('no queue')) }, clock });
    await expect(broken()).rejects.toThrow('no queue');
    expect(await sweep()).toBe(0);
    clock.advance(5 * 60);
    expect(await sweep()).toBe(1);
    expect(sent()).toEqual(['cal_1']);
  });
});
