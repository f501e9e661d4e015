import { describe, expect, it, vi } from 'vitest';
import type { Bot } from '../../../../lib/domain/bot/bot.ts';
import { calendarPlatforms } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import { aCalendarWorld, type CalendarWorldOptions } from '../../../lab/worlds/calendars/calendar-world.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const mondays = ['2026-03-09', '2026-03-16', '2026-03-23'] as const;

describe.each(calendarPlatforms)('a weekly series of %s', (platform) => {
  /** Three weeks of it are known beside today's, and each has a bot. */
  const weekly = async (options: CalendarWorldOptions = {}) => {
    const world = await aCalendarWorld(platform, options);
    const fields = world.linkField('https://meet.example.com/room/weekly');
    const id = world.calendar.add({
      title: 'Weekly',
      start: '2026-03-02T10:00',
      end: '2026-03-02T10:30',
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=40'],
      fields,
    });
    world.clock.advance(3);
    await world.settle();
    // On a machine that is too busy to answer in time the first look is made again, a minute later.
    for (let looks = 0; looks < 10 && (await world.eventList()).length === 0; looks += 1) await world.pass(1);
    const bots: Bot[] = [];
    for (const monday of mondays) bots.push(await world.botFor('Weekly', `${monday}T09:00:00.000Z`));
    return {
      ...{ world, id },
      occurrence: (day: string) => world.calendar.occurrenceId(id, `${day}T10:00`),
      /** When the bot of each monday joins, after what changed was seen; undefined for one that does not. */
      joins: async (): Promise<(string | undefined)[]> => {
        world.clock.advance(3);
        await world.pass(20);
        return Promise.all(bots.map(async (bot) => (await world.bot(bot))?.join_at));
      },
    };
  };
  const [first, second, third] = mondays.map((day) => `${day}T09:00:00.000Z`);

  it('has a bot of its own for each occurrence that wants one, which follows that one only', async () => {
    const { world, occurrence, joins } = await weekly();
    await using _ = world;
    world.calendar.change(occurrence(mondays[0]), { start: '2026-03-10T15:00', end: '2026-03-10T15:30' });
    world.calendar.cancel(occurrence(mondays[1]));
    expect(await joins()).toEqual(['2026-03-10T14:00:00.000Z', undefined, third]);
  });

  it('is followed where an occurrence is moved beyond the end of the series, and beyond what is known', async () => {
    const { world, occurrence, joins } = await weekly();
    await using _ = world;
    world.calendar.change(occurrence(mondays[2]), { start: '2026-03-29T10:00', end: '2026-03-29T10:30' });
    expect(await joins()).toEqual([first, second, '2026-03-29T08:00:00.000Z']);
    world.calendar.change(occurrence(mondays[2]), { start: '2027-02-01T10:00', end: '2027-02-01T10:30' });
    expect(await joins()).toEqual([first, second, '2027-02-01T09:00:00.000Z']);
    // Also when everything is listed anew.
    world.clock.advance(86_400);
    expect(await joins()).toEqual([first, second, '2027-02-01T09:00:00.000Z']);
  });

  it('that is split loses the bots from there on: what follows is another series, whose events are named', async () => {
    const { world, occurrence, joins } = await weekly();
    await using _ = world;
    world.calendar.split(occurrence(mondays[1]), {
      title: 'Later',
      start: '2026-03-16T12:00',
      end: '2026-03-16T12:30',
    });
    expect(await joins()).toEqual([first, undefined, undefined]);
    const later = (await world.eventList()).filter(({ name, is_deleted }) => name === 'Later' && !is_deleted);
    expect(later.map(({ start_time }) => start_time).sort()).toContain('2026-03-16T11:00:00.000Z');
    const named = world.told().flatMap(({ data }) => data.calendar_event_ids as string[]);
    expect(named).toEqual(expect.arrayContaining(later.map(({ id }) => id)));
  });

  it('that is moved as a whole has other occurrences: its bots are gone, and the new events are named', async () => {
    const { world, id, joins } = await weekly();
    await using _ = world;
    world.calendar.change(id, { start: '2026-03-02T11:00', end: '2026-03-02T11:30' });
    expect(await joins()).toEqual([undefined, undefined, undefined]);
    const coming = (await world.eventList()).filter(({ is_deleted }) => !is_deleted);
    expect(coming.map(({ start_time }) => start_time)).toEqual(
      ['2026-03-02', ...mondays].map((day) => `${day}T10:00:00.000Z`),
    );
    expect(world.told().at(-1)?.data.calendar_event_ids).toEqual(expect.arrayContaining(coming.map((one) => one.id)));
  });

  it('that is without end is known for four weeks', async () => {
    const options = { google: { longSeries: true } };
    await using world = await aCalendarWorld(platform, options);
    await world.settle();
    world.calendar.add({
      title: 'Daily',
      start: '2026-03-02T18:00',
      end: '2026-03-02T18:15',
      recurrence: ['RRULE:FREQ=DAILY'],
    });
    await world.pass(20);
    const known = (await world.eventList()).map(({ start_time }) => start_time).sort();
    expect(known).toHaveLength(28);
    expect(known.at(-1)?.slice(0, 10)).toBe('2026-03-29');
  });
});
