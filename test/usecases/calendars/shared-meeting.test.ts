import { describe, expect, it, vi } from 'vitest';
import { calendarPlatforms } from '../../../lib/domain/calendar/calendar-platforms.ts';
import { DuplicateKeyError } from '../../../lib/domain/errors.ts';
import { aCalendarWorld, type CalendarWorld } from '../../lab/worlds/calendars/calendar-world.ts';
import { add, inMinutes, link } from './sync/added-events.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

/** A bot for an event by the recipe of docs/calendars.md. */
const oneBotFor = (world: CalendarWorld, name: string, start_time?: string) =>
  world.botFor(name, start_time, ({ occurrence_uid }) => ({ deduplication_key: occurrence_uid }));

const uidField = { calendar_provider_a: 'iCalUID', calendar_provider_b: 'iCalUId' } as const;

describe.each(calendarPlatforms)('a meeting that several calendars of %s have', (platform) => {
  it('has one bot by the key that its events share, also once they are moved', async () => {
    await using world = await aCalendarWorld(platform, { hears: true });
    const fields = { ...world.linkField(link), [uidField[platform]]: '7kukuqrfedlm@example.com' };
    const copies = ['Daily of Ada', 'Daily of Bob'].map((title) => add(world, title, 60, { fields }));
    await world.settle();
    const bot = await oneBotFor(world, 'Daily of Ada');
    await expect(oneBotFor(world, 'Daily of Bob')).rejects.toThrow(DuplicateKeyError);
    const later = inMinutes(world, 120);
    for (const copy of copies) world.calendar.change(copy, later);
    await world.pass(2);
    expect(await world.bot(bot)).toMatchObject({ join_at: later.start });
    await expect(oneBotFor(world, 'Daily of Bob')).rejects.toThrow(DuplicateKeyError);
    // Another meeting at the time, and in the room, that the first one had.
    add(world, 'Retro', 58);
    await world.pass(2);
    expect(await oneBotFor(world, 'Retro')).toMatchObject({ state: 'scheduled' });
  });

  it.each([false, true])(
    'has a key for each occurrence, which stays when one is moved to where another was',
    async (uidsOfSeries) => {
      await using world = await aCalendarWorld(platform, { hears: true, microsoft: { uidsOfSeries } });
      const fields = world.linkField(link);
      const recurrence = ['RRULE:FREQ=DAILY;COUNT=3'];
      const id = world.calendar.add({
        title: 'Daily',
        start: '2026-03-04T10:00',
        end: '2026-03-04T10:30',
        recurrence,
        fields,
      });
      await world.settle();
      const uids = async () =>
        (await world.eventList()).map(({ id, occurrence_uid }) => `${id} ${occurrence_uid}`).sort();
      const before = await uids();
      expect(new Set(before.map((one) => one.split(' ')[1])).size).toBe(3);
      const second = world.calendar.occurrenceId(id, '2026-03-05T10:00');
      world.calendar.change(second, { start: '2026-03-06T10:00', end: '2026-03-06T10:30' });
      await world.pass(2);
      expect((await world.eventList()).map(({ start_time }) => start_time)).toEqual([
        '2026-03-04T09:00:00.000Z',
        '2026-03-06T09:00:00.000Z',
        '2026-03-06T09:00:00.000Z',
      ]);
      expect(await uids()).toEqual(before);
    },
  );
});
