/** Recurrence rules (RFC 5545, 3.3.10), as far as people's calendars use them. Starts are times on the wall, so that 10:00 stays 10:00. */
import { instantOf } from './times.ts';

interface WeekDay {
  /** 2 is the second of the month, -1 the last. */
  readonly nth?: number;
  /** 0 is Sunday. */
  readonly day: number;
}

interface Rule {
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval: number;
  readonly count: number;
  readonly until?: string;
  readonly byDay: readonly WeekDay[];
}

const dayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const dayMs = 86_400_000;
const supported = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST']);

const weekDayOf = (text: string): WeekDay => {
  const [, nth, name = ''] = /^([+-]?\d+)?([A-Z]{2})$/.exec(text) ?? [];
  const day = dayNames.indexOf(name);
  if (day < 0) throw new Error(`not a day of the week: ${text}`);
  return nth ? { nth: Number(nth), day } : { day };
};

const parse = (line: string): Rule => {
  const parts = new Map(
    line
      .replace(/^RRULE:/, '')
      .split(';')
      .map((part) => part.split('=') as [string, string]),
  );
  for (const name of parts.keys()) if (!supported.has(name)) throw new Error(`${name} is not played: ${line}`);
  const frequency = parts.get('FREQ');
  if (frequency !== 'DAILY' && frequency !== 'WEEKLY' && frequency !== 'MONTHLY' && frequency !== 'YEARLY') {
    throw new Error(`FREQ is not played: ${line}`);
  }
  const until = parts.get('UNTIL');
  return {
    frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY),
    ...(until && { until }),
    byDay: (parts.get('BYDAY')?.split(',') ?? []).map(weekDayOf),
  };
};

const monthDays = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

const daysOfMonth = (year: number, month: number, { nth, day }: WeekDay): number[] => {
  const length = monthDays(year, month);
  const first = 1 + ((day - new Date(Date.UTC(year, month, 1)).getUTCDay() + 7) % 7);
  const all = Array.from({ length: 5 }, (_, week) => first + week * 7).filter((date) => date <= length);
  if (nth === undefined) return all;
  return all.slice(nth < 0 ? nth : nth - 1).slice(0, 1);
};

/** The days of one period, in order; a date that the month has not, such as a 30 February, is left out (RFC 5545, 3.3.10). */
function* daysOf(rule: Rule, start: Date, period: number): Generator<number> {
  const [year, month, date] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()];
  const step = period * rule.interval;
  switch (rule.frequency) {
    case 'DAILY':
      yield start.getTime() + step * dayMs;
      return;
    case 'WEEKLY': {
      const monday = start.getTime() - ((start.getUTCDay() + 6) % 7) * dayMs + step * 7 * dayMs;
      const days = rule.byDay.length > 0 ? rule.byDay.map(({ day }) => day) : [start.getUTCDay()];
      for (const day of days.map((day) => (day + 6) % 7).sort()) yield monday + day * dayMs;
      return;
    }
    case 'MONTHLY': {
      const [inYear, inMonth] = [year + Math.floor((month + step) / 12), (month + step) % 12];
      const dates = rule.byDay.length > 0 ? rule.byDay.flatMap((day) => daysOfMonth(inYear, inMonth, day)) : [date];
      for (const each of dates.sort((a, b) => a - b)) {
        if (each <= monthDays(inYear, inMonth)) yield Date.UTC(inYear, inMonth, each);
      }
      return;
    }
    case 'YEARLY':
      if (date <= monthDays(year + step, month)) yield Date.UTC(year + step, month, date);
  }
}

const mostPeriods = 20_000;

/**
 * The starts of a series, in order, as times on the wall (`2026-03-02T10:00:00`) or days. A series without an end is
 * generated until nobody asks for more.
 */
export function* startsOf(recurrence: readonly string[], start: string, zone: string): Generator<string> {
  const rule = parse(recurrence.find((line) => line.startsWith('RRULE:')) ?? '');
  const [day = '', time] = start.split('T');
  // UNTIL is a day for whole days, and otherwise in UTC (RFC 5545, 3.3.10).
  const isOver = (wall: string): boolean => {
    if (!rule.until) return false;
    if (!time) return wall.replaceAll('-', '') > rule.until.slice(0, 8);
    const until = rule.until.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
    return instantOf(wall, zone) > Date.parse(until);
  };
  let given = 0;
  for (let period = 0; period < mostPeriods; period += 1) {
    for (const at of daysOf(rule, new Date(`${day}T00:00:00Z`), period)) {
      const on = new Date(at).toISOString().slice(0, 10);
      if (on < day) continue;
      const wall = time ? `${on}T${time}` : on;
      if (given === rule.count || isOver(wall)) return;
      given += 1;
      yield wall;
    }
  }
}

/** The rule with an end: nothing starts at or after this instant. */
export const endedBefore = (recurrence: readonly string[], at: number): string[] =>
  recurrence.map((line) => {
    if (!line.startsWith('RRULE:')) return line;
    const kept = line.split(';').filter((part) => !/^(UNTIL|COUNT)=/.test(part));
    const until = new Date(at - 1000).toISOString().replace(/[-:]|\.\d+/g, '');
    return [...kept, `UNTIL=${until}`].join(';');
  });
