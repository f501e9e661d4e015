/** Events that were known, and are moved to where no list reaches yet. */
import { describe, expect, it, vi } from 'vitest';
import { calendarPlatforms } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import { dueNameOf } from '../../../../lib/storage/calendars/due-calendars.ts';
import { aCalendarWorld } from '../../../lab/worlds/calendars/calendar-world.ts';
import { add, inMinutes } from './added-events.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const dayMinutes = 24 * 60;
const daySeconds = 86_400;

describe.each(calendarPlatforms)('an event of %s that is moved by weeks', (platform) => {
  const movedOut = async () => {
    const world = await aCalendarWorld(platform, { hears: true });
    const id = add(world, 'Review', 3 * dayMinutes);
    await world.settle();
    const bot = await world.botFor('Review');
    world.calendar.change(id, inMinutes(world, 40 * dayMinutes));
    await world.pass(2);
    // Everything is listed anew meanwhile.
    await world.pass(3, daySeconds / 2);
    return { world, id, bot };
  };

  it('is known to be cancelled, with its bot, at the latest when lists reach it', async () => {
    const { world, id, bot } = await movedOut();
    await using _ = world;
    expect((await world.bot(bot))?.state).toBe('scheduled');
    world.calendar.cancel(id);
    await world.pass(15, daySeconds);
    expect(await world.eventList()).toMatchObject([{ is_deleted: true }]);
    expect(await world.bot(bot)).toBeUndefined();
    const told = world.told().filter(({ trigger }) => trigger === 'calendar.events_update');
    expect(told).toHaveLength(3);
  });

  it('is told of at once where a look before a bot joins has found it', async () => {
    await using world = await aCalendarWorld(platform);
    const id = add(world, 'Review', 300);
    await world.settle();
    const bot = await world.botFor('Review');
    const told = () => world.told().filter(({ trigger }) => trigger === 'calendar.events_update');
    const before = told().length;
    const later = inMinutes(world, 40 * dayMinutes);
    world.calendar.change(id, later);
    world.clock.advance(3);
    await world.work({ id: `${dueNameOf(world.ref)}/${bot.follows?.calendar_event_id}/${bot.id}` });
    await world.pass(2);
    expect(await world.bot(bot)).toMatchObject({ join_at: later.start });
    expect(told()).toHaveLength(before + 1);
    await world.pass(3, daySeconds);
    expect(told()).toHaveLength(before + 1);
    expect(await world.eventList()).toMatchObject([{ is_deleted: false, start_time: later.start }]);
  });

  it('is told of once only where nothing more becomes of it', async () => {
    const { world, bot } = await movedOut();
    await using _ = world;
    await world.pass(20, daySeconds);
    expect(await world.eventList()).toMatchObject([{ is_deleted: false }]);
    expect((await world.bot(bot))?.state).toBe('scheduled');
    const told = world.told().filter(({ trigger }) => trigger === 'calendar.events_update');
    expect(told).toHaveLength(2);
  });
});
