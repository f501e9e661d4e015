import { describe, expect, it, vi } from 'vitest';
import { dayBegins, momentOf } from '../../lib/calendars/wall-time.ts';
import { instantOf } from '../facsimiles/world/times.ts';

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'UTC'];
const two = (n: number): string => String(n).padStart(2, '0');

/** Walls of days on which clocks change, and of others: every half an hour of them. */
const walls = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-25', '2026-11-01', '2028-02-29'].flatMap((day) =>
  Array.from({ length: 48 }, (_, i) => `${day}T${two(Math.floor(i / 2))}:${two((i % 2) * 30)}`),
);

/** Whether a zone's clocks show this at exactly one moment. */
const isPlain = (wall: string, zone: string): boolean => {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const moments = new Set<number>();
  for (let hours = -14; hours <= 14; hours += 0.5) {
    const at = Date.parse(`${wall}Z`) + hours * 3_600_000;
    if (shown.format(at).replace(' ', 'T') === wall) moments.add(at);
  }
  return moments.size === 1;
};

describe('the moment of a time on the wall', () => {
  it.each(zones)('is that of clocks in %s, also on days on which they change', (zone) => {
    const plain = walls.filter((wall) => isPlain(wall, zone));
    expect(plain.length).toBeGreaterThan(270);
    expect(plain.map((wall) => momentOf(wall, zone))).toEqual(
      plain.map((wall) => new Date(instantOf(wall, zone)).toISOString()),
    );
  });

  it.each([
    ['2026-03-02T09:00:00Z', undefined, '2026-03-02T09:00:00.000Z'],
    ['2026-03-02T09:00:00+05:30', 'Europe/Berlin', '2026-03-02T03:30:00.000Z'],
    ['2026-03-02T09:00:00.1234567', 'UTC', '2026-03-02T09:00:00.123Z'],
    ['2026-07-01T09:00:00.0000000', 'Pacific Standard Time', '2026-07-01T16:00:00.000Z'],
    ['2026-07-01T09:00:00', 'W. Europe Standard Time', '2026-07-01T07:00:00.000Z'],
    // Not there: clocks were put forward from two to three. As those show it that were not.
    ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    // There twice: the first time.
    ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ])('of %s in %s is %s', (text, zone, moment) => {
    expect(momentOf(text, zone)).toBe(moment);
  });

  it.each([
    ['2026-03-02T09:00:00', undefined],
    ['2026-03-02T09:00:00', 'Nowhere Standard Time'],
    ['2026-13-02T09:00:00', 'UTC'],
    ['tomorrow', 'UTC'],
    ['', 'UTC'],
  ])('is not known of %s in %s', (text, zone) => {
    expect(momentOf(text, zone)).toBeUndefined();
  });
});

describe('zones that strangers name', () => {
  it('are remembered, but not each there ever was', () => {
    const formats = vi.spyOn(Intl, 'DateTimeFormat');
    const lookUp = (zone: string): number => {
      formats.mockClear();
      momentOf('2026-03-02T09:00:00', zone);
      return formats.mock.calls.length;
    };
    const zones = Array.from({ length: 1_000 }, (_, i) => `Made/Up_${i}`);
    expect(zones.map(lookUp)).toEqual(zones.map(() => 1));
    expect([lookUp('Made/Up_999'), lookUp('Made/Up_0')]).toEqual([0, 1]);
    formats.mockRestore();
  });
});

describe('a whole day', () => {
  it.each([
    ['2026-03-02', 'Europe/Berlin', '2026-03-01T23:00:00.000Z'],
    ['2026-07-01', 'Pacific Standard Time', '2026-07-01T07:00:00.000Z'],
    ['2028-02-29', 'UTC', '2028-02-29T00:00:00.000Z'],
    // A zone whose clocks are put forward at midnight has no midnight that day.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, moment) => {
    expect(dayBegins(day, zone)).toBe(moment);
  });

  it('is not known for what is no day', () => {
    expect(dayBegins('2026-03-02T09:00:00', 'UTC')).toBeUndefined();
  });
});
