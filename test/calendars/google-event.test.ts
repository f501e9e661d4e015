import { describe, expect, it } from 'vitest';
import { readGoogleEvent } from '../../lib/calendars/google-event.ts';
import { operatedPlaces } from '../lab/worlds/calendars/calendar-platforms.ts';

const uidOf = (original: object | undefined, zone = 'Europe/Berlin') => {
  const told = {
    ...{ id: 'e1_20260310T090000Z', iCalUID: 'e1@google.com', recurringEventId: 'e1', originalStartTime: original },
    start: { dateTime: '2026-03-11T10:00:00Z' },
    end: { dateTime: '2026-03-11T11:00:00Z' },
  };
  return readGoogleEvent(told, zone, operatedPlaces)?.details?.occurrence_uid;
};

describe('an occurrence of a series at Google', () => {
  it('is known by the same in calendars of other zones, in which its times are written otherwise', () => {
    const uid = uidOf({ dateTime: '2026-03-10T10:00:00+01:00', timeZone: 'Europe/Berlin' });
    expect(uid).toMatch(/^[0-9a-f]{32}$/);
    expect(uidOf({ dateTime: '2026-03-10T18:00:00+09:00', timeZone: 'Asia/Tokyo' }, 'Asia/Tokyo')).toBe(uid);
    expect(uidOf({ dateTime: '2026-03-11T10:00:00+01:00', timeZone: 'Europe/Berlin' })).not.toBe(uid);
    expect(uidOf({ date: '2026-03-10' })).toBe(uidOf({ date: '2026-03-10' }, 'Asia/Tokyo'));
  });

  it('is known by nothing where it is not said which one it is: all of them would be taken for one', () => {
    expect(uidOf(undefined)).toBeNull();
  });
});
