import { describe, expect, it, vi } from 'vitest';
import { calendarPlatforms } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import { aCountedCalendar } from '../../../lab/worlds/calendars/counted-calendar.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

/** Here it has few; `npm run bench -- 27` takes 200. */
const events = 40;
/** Two for each event, and for what else is stored with them. */
const mostWritten = 2 * events + 20;
/** In minutes, each of which has a sweep. */
const aDay = 24 * 60;
/** A sweep reads four shards, for all calendars together. */
const unitsOfSweep = 2;

describe.each(calendarPlatforms)('a calendar of %s that tells of changes', (platform) => {
  it('costs a look an hour on a day on which nothing happens, and little of the table', async () => {
    const { world, first, consumed } = await aCountedCalendar(platform, { events, hears: true });
    await using _ = world;
    expect(first.requests).toBeLessThanOrEqual(3);
    expect(first.write_units).toBeLessThanOrEqual(mostWritten);
    const [before, known] = [world.asked(), await world.events()];
    await world.pass(aDay);
    const { read_units, write_units } = consumed();
    expect(world.asked() - before).toBeLessThanOrEqual(52);
    expect(write_units).toBeLessThanOrEqual(190);
    expect(read_units - aDay * unitsOfSweep).toBeLessThanOrEqual(110);
    expect(await world.events()).toEqual(known);
    expect(world.told()).toHaveLength(1);
  });
});

describe.each(calendarPlatforms)('a calendar of %s that tells nothing', (platform) => {
  it('costs a hundred requests a day, and two for each bot', async () => {
    const { world } = await aCountedCalendar(platform, { events: 10, hears: false });
    await using _ = world;
    const [name = ''] = Object.keys(await world.events());
    await world.botFor(name);
    // The day is counted from midnight.
    await world.pass(16 * 60);
    const before = world.asked();
    await world.pass(aDay);
    expect(world.asked() - before).toBeGreaterThan(80);
    expect(world.asked() - before).toBeLessThanOrEqual(100 + 2);
  });
});
