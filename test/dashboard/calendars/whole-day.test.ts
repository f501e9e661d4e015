import { describe, expect, it, vi } from 'vitest';
import { wholeDayOf } from '../../../dashboard/calendars/whole-day.ts';

describe('a whole day', () => {
  // It begins at midnight in Tokyo, and at that in Los Angeles.
  it.each([
    ['2027-03-01T15:00:00.000Z', 'Europe/Berlin'],
    ['2027-03-01T15:00:00.000Z', 'Asia/Tokyo'],
    ['2027-03-02T08:00:00.000Z', 'Europe/Berlin'],
    ['2027-03-02T08:00:00.000Z', 'America/Los_Angeles'],
    ['2027-03-02T08:00:00.000Z', 'Pacific/Pago_Pago'],
  ])('that an event lasts is the one of its calendar, also from half a day away: of %s in %s', (start, zone) => {
    vi.stubEnv('TZ', zone);
    expect(wholeDayOf({ start_time: start }, new Date('2027-03-01T12:00').getTime())).toBe('Tomorrow');
  });

  // From Honolulu to Kiritimati a whole day lies between them.
  it.each([
    ['2027-03-01T10:00:00.000Z', 'Pacific/Honolulu'],
    ['2027-03-01T11:00:00.000Z', 'America/Los_Angeles'],
    ['2027-03-01T15:00:00.000Z', 'America/Los_Angeles'],
    ['2027-03-02T10:00:00.000Z', 'Pacific/Kiritimati'],
    ['2027-03-02T11:00:00.000Z', 'Pacific/Auckland'],
  ])('that is told by its name has it everywhere: of %s in %s', (start_time, zone) => {
    vi.stubEnv('TZ', zone);
    expect(wholeDayOf({ start_time, first_day: '2027-03-02' }, new Date('2027-03-01T12:00').getTime())).toBe(
      'Tomorrow',
    );
  });
});
