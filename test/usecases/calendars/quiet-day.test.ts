import { describe, expect, it, vi } from 'vitest';
import { calendarPlatforms } from '../../../lib/domain/calendar/calendar-platforms.ts';
import { meteredMemory } from '../../lab/doubles/metered-table.ts';
import { aCalendarWorld } from '../../lab/worlds/calendar-world.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const link = 'https://meet.example.com/room/daily';
/** In minutes, each of which has a sweep. */
const aDay = 24 * 60;
/** A sweep reads four shards, for all calendars together. */
const unitsOfSweep = 2;

/** A calendar of so many events in four weeks, looked at for the first time, and what that has cost. */
const met = async (platform: (typeof calendarPlatforms)[number], events: number, hears: boolean) => {
  let consumed = () => ({ calls: 0, read_units: 0, write_units: 0 });
  const world = await aCalendarWorld(platform, {
    hears,
    through: (table) => {
      const metered = meteredMemory(table);
      consumed = metered.consumed;
      return metered.table;
    },
  });
  for (let i = 0; i < events; i += 1) {
    const day = String(3 + (i % 25)).padStart(2, '0');
    const hour = String(8 + Math.floor(i / 25)).padStart(2, '0');
    const start = `2026-03-${day}T${hour}:00`;
    const end = start.replace(':00', ':30');
    world.calendar.add({ title: `Event ${i}`, start, end, fields: world.linkField(link) });
  }
  await world.settle();
  const first = { requests: world.asked(), ...consumed() };
  return { world, first, consumed };
};

describe.each(calendarPlatforms)('a calendar of %s that tells of changes', (platform) => {
  it('costs a look an hour on a day on which nothing happens, and little of the table', async () => {
    const { world, consumed } = await met(platform, 200, true);
    await using _ = world;
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
    const { world } = await met(platform, 10, false);
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
