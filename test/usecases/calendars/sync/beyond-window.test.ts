/** Events that were known, and are moved to where no list reaches yet. */
import { describe, expect, it, vi } from 'vitest';
import { calendarPlatforms } from '../../../../lib/domain/calendar/calendar-platforms.ts';
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
