import { expect, it } from 'vitest';
import { presentCalendarEvent } from '../../../lib/api/present/calendar.ts';
import { CalendarEventBody } from '../../../lib/api/schemas/calendars.ts';
import { aCalendar, anEventOf } from '../../lab/builders/calendars.ts';

it('an event that lasts whole days is told with the name of the first of them, which others have not', () => {
  const wholeDay = anEventOf(aCalendar(), { is_all_day: true, first_day: '2026-03-05' });
  expect(CalendarEventBody.parse(presentCalendarEvent(wholeDay))).toMatchObject({ first_day: '2026-03-05' });
  expect(presentCalendarEvent(anEventOf(aCalendar()))).not.toHaveProperty('first_day');
});
