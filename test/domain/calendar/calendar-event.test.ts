import { describe, expect, it } from 'vitest';
import { eventAfter, newEvent, type SeenEvent } from '../../../lib/domain/calendar/calendar-event.ts';
import { aCalendar, eventDetails } from '../../lab/builders/calendars.ts';

const at = new Date('2026-03-02T09:00:00.000Z');
const details = eventDetails({}, at);
const seen = { id: 'cev_1', platform_uuid: 'e1', platform_updated_at: '2026-03-02T08:00:00.000Z', details };
const known = newEvent(aCalendar(), seen, at);
const moved = (platform_updated_at: string | null): SeenEvent => ({
  ...seen,
  platform_updated_at,
  details: { ...details, start_time: '2026-03-02T10:30:00.000Z' },
});
const cancelled = (platform_updated_at: string | null): SeenEvent => ({
  ...moved(platform_updated_at),
  details: undefined,
});

describe('an event of a calendar', () => {
  it.each([
    ['later', '2026-03-02T08:00:01.000Z'],
    ['at the same moment', '2026-03-02T08:00:00.000Z'],
    ['nobody knows when', null],
  ])('is as it was changed %s', (_, updated_at) => {
    expect(eventAfter(known, moved(updated_at), at)).toMatchObject({
      start_time: '2026-03-02T10:30:00.000Z',
      version: 2,
    });
    expect(eventAfter(known, cancelled(updated_at), at)).toMatchObject({ is_deleted: true, version: 2 });
  });

  it('has a first day for as long as it lasts whole days, also once it is cancelled', () => {
    const wholeDay = { ...details, is_all_day: true, first_day: '2026-03-05' };
    const ofDay = eventAfter(known, { ...seen, details: wholeDay }, at) ?? expect.unreachable();
    expect(ofDay.first_day).toBe('2026-03-05');
    expect(eventAfter(ofDay, { ...seen, details: wholeDay }, at)).toBeUndefined();
    expect(eventAfter(ofDay, cancelled(null), at)).toMatchObject({ first_day: '2026-03-05', is_deleted: true });
    const { version, ...ofHours } = eventAfter(ofDay, moved(null), at) ?? expect.unreachable();
    expect(ofHours).not.toHaveProperty('first_day');
    expect(eventAfter({ ...ofHours, version }, moved(null), at)).toBeUndefined();
  });

  it('stays as it is known when what is told of it is older, or the same', () => {
    expect(eventAfter(known, moved('2026-03-02T07:59:59.999Z'), at)).toBeUndefined();
    expect(eventAfter(known, cancelled('2026-03-02T07:59:59.999Z'), at)).toBeUndefined();
    expect(eventAfter(known, { ...seen, platform_updated_at: '2026-03-02T08:30:00.000Z' }, at)).toBeUndefined();
  });
});
