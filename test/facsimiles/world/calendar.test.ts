/** What becomes of events, apart from how a maker shows it. */
import { describe, expect, it } from 'vitest';
import { aClock } from '../../lab/doubles/clock.ts';
import type { Changed } from './calendar.ts';
import { startsAt } from './times.ts';
import { createWorld, type WorldOptions } from './world.ts';

const aWorld = (options: Partial<WorldOptions> = {}) => {
  const clock = aClock('2026-03-02T08:00:00Z');
  const world = createWorld<object>({
    clock,
    calendarId: (n) => `calendar ${n}`,
    firstCalendarId: (email) => email,
    ...options,
  });
  const told: Changed[] = [];
  world.onChange((changed) => told.push(changed));
  return { clock, world, calendar: world.account('ada@example.com', 'Europe/Berlin').calendar, told };
};

const march = [Date.parse('2026-03-01T00:00:00Z'), Date.parse('2026-04-01T00:00:00Z')] as const;
const weekly = { start: '2026-03-02T10:00', end: '2026-03-02T11:00', recurrence: ['RRULE:FREQ=WEEKLY'] };

const seen = (calendar: ReturnType<typeof aWorld>['calendar']) =>
  calendar
    .view(...march)
    .map(
      ({ start, isCancelled }) =>
        `${new Date(startsAt(start, calendar.zone)).toISOString().slice(5, 16)}${isCancelled ? ' cancelled' : ''}`,
    );

describe('an occurrence of a series', () => {
  it('can be moved out of the window, into it, and beyond the end of its series', () => {
    const { calendar } = aWorld();
    const series = calendar.add({ ...weekly, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=7'] });
    calendar.change(calendar.occurrenceId(series, '2026-03-09T10:00'), { start: '2026-05-20T10:00' });
    calendar.change(calendar.occurrenceId(series, '2026-04-13T10:00'), { start: '2026-03-04T16:00' });
    expect(seen(calendar)).toEqual(['03-02T09:00', '03-16T09:00', '03-23T09:00', '03-30T08:00', '03-04T15:00']);
    const moved = calendar.find(calendar.occurrenceId(series, '2026-03-09T10:00'));
    expect([moved?.start, moved?.original_start]).toEqual([
      { at: Date.parse('2026-05-20T08:00:00Z'), zone: 'Europe/Berlin' },
      { at: Date.parse('2026-03-09T09:00:00Z'), zone: 'Europe/Berlin' },
    ]);
  });

  it('stays cancelled, and all are when their series is', () => {
    const { calendar } = aWorld();
    const series = calendar.add({ ...weekly, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] });
    calendar.cancel(calendar.occurrenceId(series, '2026-03-09T10:00'));
    calendar.change(series, { title: 'New title' });
    expect(seen(calendar)).toEqual(['03-02T09:00', '03-09T09:00 cancelled', '03-16T09:00']);
    calendar.cancel(series);
    expect(seen(calendar).every((each) => each.endsWith(' cancelled'))).toBe(true);
  });

  it('keeps its length where only its start is changed', () => {
    const { calendar } = aWorld();
    const id = calendar.add({ start: '2026-03-02', end: '2026-03-04' });
    calendar.change(id, { start: '2026-03-10' });
    expect(calendar.find(id)).toMatchObject({ start: { day: '2026-03-10' }, end: { day: '2026-03-12' }, sequence: 1 });
  });

  it('that there is not cannot be changed', () => {
    const { calendar } = aWorld();
    const series = calendar.add(weekly);
    expect(() => calendar.occurrenceId(series, '2026-03-10T10:00')).toThrow('has no occurrence at 2026-03-10T10:00');
    expect(() => calendar.cancel(`${series}_20260310T090000Z`)).toThrow('no such occurrence');
    expect(() => calendar.change('nothing', {})).toThrow('no such event');
    expect(() => calendar.split(calendar.add({ start: '2026-03-02', end: '2026-03-03' }), {})).toThrow(
      'not an occurrence of a series',
    );
  });
});

describe('whoever watches', () => {
  it('is told of each change, and of the series rather than of its occurrences', () => {
    const { calendar, told } = aWorld();
    const series = calendar.add(weekly);
    const instance = calendar.occurrenceId(series, '2026-03-09T10:00');
    calendar.cancel(instance);
    const next = calendar.split(calendar.occurrenceId(series, '2026-03-16T10:00'), {});
    calendar.erase(next);
    expect(told.map(({ id, kind }) => [id, kind])).toEqual([
      [series, 'created'],
      [instance, 'deleted'],
      [series, 'updated'],
      [next, 'created'],
      [next, 'deleted'],
    ]);
  });

  it('finds by version which occurrences changed, as far ahead as a service looks', () => {
    const { calendar } = aWorld({ horizonMs: 21 * 86_400_000 });
    const version = calendar.version();
    const series = calendar.add(weekly);
    expect(calendar.changedSince(version)).toEqual(['02', '09', '16'].map((day) => `${series}_202603${day}T090000Z`));
    expect(calendar.changedSince(calendar.version())).toEqual([]);
  });

  it('may be told of a change that cannot be read yet', () => {
    const { calendar, clock, told } = aWorld({ readableAfterMs: 2_000 });
    const id = calendar.add({ start: '2026-03-02', end: '2026-03-03', title: 'One' });
    clock.advance(1);
    calendar.change(id, { title: 'Two' });
    expect([told.length, calendar.find(id), calendar.version()]).toEqual([2, undefined, 0]);
    clock.advance(1);
    expect(calendar.find(id)?.title).toBe('One');
    clock.advance(1);
    expect([calendar.find(id)?.title, calendar.changedSince(0)]).toEqual(['Two', [id]]);
  });
});

describe('an account', () => {
  it('has calendars of its own and such as others share', () => {
    const { world } = aWorld();
    const [ada, bob] = [world.accountOf('ada@example.com'), world.account('bob@example.com')];
    const team = bob.addCalendar('Team');
    ada?.share(team);
    expect(ada?.calendars().map(({ name }) => name)).toEqual(['ada@example.com', 'Team']);
    bob.removeCalendar(team.id);
    expect([bob.calendarOf(team.id), ada?.calendarOf(team.id)?.name]).toEqual([undefined, 'Team']);
    expect(() => world.account('ada@example.com')).toThrow('there is an account ada@example.com already');
  });
});
