import { describe, expect, it } from 'vitest';
import { calendarEventRepository } from '../../../lib/storage/calendars/calendar-events.ts';
import { calendarRepository } from '../../../lib/storage/calendars/calendars.ts';
import { createListCalendarEvents } from '../../../lib/usecases/calendars/list-calendar-events.ts';
import { storeCalendar, storeEvent } from '../../lab/builders/calendars.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

describe('the events of a calendar', () => {
  it('asked for again with the moment of the last answer miss nothing that was being stored then', async () => {
    const clock = aClock();
    const table = memoryTable(clock);
    const calendar = await storeCalendar(table, {}, clock.now());
    const list = createListCalendarEvents({
      calendars: calendarRepository(table),
      events: calendarEventRepository(table),
    });
    const changedAfter = async (updated_after: Date) =>
      (await list(calendar.project_id, { page_size: 10, updated_after })).results.map(({ id }) => id);
    const stamped = clock.now();
    clock.advance(0.2);
    const polled = clock.now();
    expect(await changedAfter(polled)).toEqual([]);
    clock.advance(0.2);
    const event = await storeEvent(table, calendar, {}, stamped);
    expect(await changedAfter(polled)).toEqual([event.id]);
    clock.advance(60);
    expect(await changedAfter(clock.now())).toEqual([]);
  });
});
