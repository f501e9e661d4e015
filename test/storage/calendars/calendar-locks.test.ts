import { describe, expect, it } from 'vitest';
import { StaleError } from '../../../lib/domain/errors.ts';
import { refOfCalendar } from '../../../lib/storage/calendars/calendar-item.ts';
import { calendarRepository } from '../../../lib/storage/calendars/calendars.ts';
import { calendarDeduplicationKey } from '../../../lib/storage/keys.ts';
import { storeCalendar } from '../../lab/builders/calendars.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const deduplication_key = 'maya';

/** A calendar that was copied back from a restored table, with what became of its lock meanwhile. */
const aRestoredCalendar = async (lock: 'its own' | 'gone' | 'held by another') => {
  const table = memoryTable(aClock());
  const calendars = calendarRepository(table);
  const calendar = await storeCalendar(table, { deduplication_key });
  if (lock !== 'its own')
    await table.write({ delete: calendarDeduplicationKey(calendar.project_id, deduplication_key) });
  const other = lock === 'held by another' ? await storeCalendar(table, { deduplication_key }) : undefined;
  const ref = refOfCalendar(calendar);
  const connection = await calendars.connection(ref);
  if (!connection) throw new Error('the calendar is not there');
  const holder = () => calendars.holderOf(calendar.project_id, deduplication_key);
  return { table, calendars, ref, connection, held: other?.id, holder };
};

describe.each(['its own', 'gone', 'held by another'] as const)('a calendar whose deduplication key is %s', (lock) => {
  it('can be removed with what belongs together with that, and leaves to another one what is its', async () => {
    const { table, calendars, ref, connection, held, holder } = await aRestoredCalendar(lock);
    const beside = { pk: 'beside', sk: 'it' };
    await calendars.remove(connection, [{ put: beside }]);
    expect(await calendars.get(ref)).toBeUndefined();
    expect(await table.get(beside)).toEqual(beside);
    expect(await holder()).toBe(held);
  });

  it('that has changed meanwhile is not removed', async () => {
    const { calendars, ref, connection } = await aRestoredCalendar(lock);
    const { calendar } = connection;
    await calendars.save({ ...calendar, version: calendar.version + 1 }, calendar);
    await expect(calendars.remove(connection)).rejects.toThrow(StaleError);
    expect(await calendars.get(ref)).toBeDefined();
  });
});
