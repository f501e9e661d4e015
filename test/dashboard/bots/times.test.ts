import { describe, expect, it, vi } from 'vitest';
import { dayOf, lengthOf, momentOf } from '../../../dashboard/bots/times.ts';

it.each([
  [59_600, '0:59'],
  [60_000, '1:00'],
  [3_723_999, '1:02:03'],
  [-1, '0:00'],
])('a length of %i ms is told as players tell it: %s', (ms, said) => expect(lengthOf(ms)).toBe(said));

describe('a day', () => {
  /** As it is called where clocks are set on the last Sunday of March and of October. */
  const called = (day: string, now: string): string => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    return dayOf(new Date(`${day}T10:00`).toISOString(), new Date(now).getTime());
  };

  it.each([
    ['2027-03-28', 'Tomorrow', '2027-03-27T23:30'],
    ['2027-03-27', 'Yesterday', '2027-03-28T23:30'],
    ['2027-03-28', 'Yesterday', '2027-03-29T00:30'],
    ['2027-11-01', 'Tomorrow', '2027-10-31T00:30'],
    ['2027-10-30', 'Yesterday', '2027-10-31T23:30'],
    ['2027-10-31', 'Today', '2027-10-31T23:30'],
  ])('of 23 hours or 25 is one day, and so are those beside it: %s is %s at %s', (day, name, now) => {
    expect(called(day, now)).toBe(name);
  });

  it('that is two days away is neither yesterday nor tomorrow', () => {
    const names = /^(?:Yesterday|Today|Tomorrow)$/;
    expect(called('2027-03-29', '2027-03-27T23:30')).not.toMatch(names);
    expect(called('2027-03-27', '2027-03-29T00:30')).not.toMatch(names);
  });

  it('is told with its year where that is not this one', () => {
    const at = '2027-02-01T12:00:00Z';
    const lengths = (now: string) => [momentOf, dayOf].map((say) => say(at, Date.parse(now)).length);
    const within = lengths('2027-06-01T12:00:00Z');
    for (const [index, length] of lengths('2028-06-01T12:00:00Z').entries())
      expect(length).toBeGreaterThan(within[index] ?? 0);
  });
});
