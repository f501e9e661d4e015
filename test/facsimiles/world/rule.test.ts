/** Recurrence rules against what RFC 5545 itself lists, and times across the changes of clocks. */
import { describe, expect, it } from 'vitest';
import { endedBefore, startsOf } from './rule.ts';
import { instantOf, momentOf, ofStamp, stampOf, wallOf } from './times.ts';

const newYork = 'America/New_York';

const first = (count: number, rule: string, start: string): string[] => {
  const found: string[] = [];
  for (const wall of startsOf([`RRULE:${rule}`], start, newYork)) {
    if (found.push(wall) === count) break;
  }
  return found;
};

const days = (...dates: string[]) => dates.map((date) => `${date}T09:00:00`);

describe('a rule', () => {
  // The examples of RFC 5545, 3.8.5.3, which all start at 9:00 in New York.
  it.each([
    ['FREQ=DAILY;COUNT=3', '1997-09-02', ['1997-09-02', '1997-09-03', '1997-09-04']],
    ['FREQ=DAILY;INTERVAL=10;COUNT=3', '1997-09-02', ['1997-09-02', '1997-09-12', '1997-09-22']],
    ['FREQ=WEEKLY;UNTIL=19970923T130000Z', '1997-09-02', ['1997-09-02', '1997-09-09', '1997-09-16', '1997-09-23']],
    ['FREQ=WEEKLY;COUNT=4;WKST=SU;BYDAY=TU,TH', '1997-09-02', ['1997-09-02', '1997-09-04', '1997-09-09', '1997-09-11']],
    [
      'FREQ=WEEKLY;INTERVAL=2;UNTIL=19970925T000000Z;BYDAY=MO,WE,FR',
      '1997-09-01',
      ['1997-09-01', '1997-09-03', '1997-09-05', '1997-09-15', '1997-09-17', '1997-09-19'],
    ],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=1FR', '1997-09-05', ['1997-09-05', '1997-10-03', '1997-11-07']],
    [
      'FREQ=MONTHLY;INTERVAL=2;COUNT=4;BYDAY=1SU,-1SU',
      '1997-09-07',
      ['1997-09-07', '1997-09-28', '1997-11-02', '1997-11-30'],
    ],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=-2MO', '1997-09-22', ['1997-09-22', '1997-10-20', '1997-11-17']],
  ])('%s from %s', (rule, start, expected) => {
    expect(first(10, rule, `${start}T09:00:00`)).toEqual(days(...expected));
  });

  it('leaves out dates that a month or year has not', () => {
    expect(first(3, 'FREQ=MONTHLY', '2026-01-31T09:00:00')).toEqual(days('2026-01-31', '2026-03-31', '2026-05-31'));
    expect(first(3, 'FREQ=YEARLY', '2024-02-29T09:00:00')).toEqual(days('2024-02-29', '2028-02-29', '2032-02-29'));
  });

  it('of whole days ends with a day', () => {
    expect(first(9, 'FREQ=DAILY;UNTIL=20260304', '2026-03-02')).toEqual(['2026-03-02', '2026-03-03', '2026-03-04']);
  });

  it('that ends before an occurrence has all that were before', () => {
    const rule = endedBefore(['RRULE:FREQ=WEEKLY;COUNT=9;BYDAY=MO'], instantOf('2026-03-16T09:00', newYork));
    expect(rule).toEqual(['RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20260316T125959Z']);
    expect([...startsOf(rule, '2026-03-02T09:00:00', newYork)]).toEqual(days('2026-03-02', '2026-03-09'));
  });

  it.each(['FREQ=HOURLY', 'FREQ=DAILY;BYSETPOS=1', 'FREQ=WEEKLY;BYDAY=XX'])(
    'is refused where it is not played: %s',
    (rule) => {
      expect(() => first(1, rule, '2026-03-02T09:00:00')).toThrow();
    },
  );
});

describe('a time on the wall', () => {
  it.each([
    ['in winter', '2026-03-07T09:00', newYork, '2026-03-07T14:00:00.000Z'],
    ['in summer', '2026-03-08T09:00', newYork, '2026-03-08T13:00:00.000Z'],
    ['that is left out, with the offset before the gap', '2026-03-08T02:30', newYork, '2026-03-08T07:30:00.000Z'],
    ['that comes twice, at its first coming', '2026-11-01T01:30', newYork, '2026-11-01T05:30:00.000Z'],
    ['a quarter of an hour off', '2026-03-02T10:00', 'Asia/Kathmandu', '2026-03-02T04:15:00.000Z'],
  ])('%s', (_what, wall, zone, instant) => {
    expect(new Date(instantOf(wall, zone)).toISOString()).toBe(instant);
  });

  it('is read back', () => {
    expect(wallOf(Date.parse('2026-03-08T13:00:00Z'), newYork)).toBe('2026-03-08T09:00:00');
  });

  it('is told from an instant, a day, and what is neither', () => {
    expect(momentOf('2026-03-02T09:00:00+01:00', newYork)).toEqual({
      at: Date.parse('2026-03-02T08:00:00Z'),
      zone: newYork,
    });
    expect(momentOf('2026-03-02', newYork)).toEqual({ day: '2026-03-02' });
    expect(() => momentOf('tomorrow', newYork)).toThrow('not a time of an event: tomorrow');
  });

  it.each(['20260302T090000Z', '20260302'])('has a stamp that leads back to it: %s', (stamp) => {
    expect(stampOf(ofStamp(stamp, newYork))).toBe(stamp);
  });
});
