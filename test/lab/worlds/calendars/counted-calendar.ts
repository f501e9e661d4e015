/** A calendar of many events, and what looking at it costs. */
import type { CalendarPlatform } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import { meteredMemory } from '../../doubles/metered-table.ts';
import { aCalendarWorld } from './calendar-world.ts';

/** A calendar with so many events in four weeks that was looked at once, what that has cost, and what was consumed since. */
export const aCountedCalendar = async (
  platform: CalendarPlatform,
  { events, hears }: { readonly events: number; readonly hears: boolean },
) => {
  let consumed = (): ReturnType<ReturnType<typeof meteredMemory>['consumed']> => ({
    calls: 0,
    read_units: 0,
    write_units: 0,
  });
  const world = await aCalendarWorld(platform, {
    hears,
    through: (table) => {
      const metered = meteredMemory(table);
      consumed = metered.consumed;
      return metered.table;
    },
  });
  const fields = world.linkField('https://meet.example.com/room/daily');
  for (let i = 0; i < events; i += 1) {
    const day = String(3 + (i % 25)).padStart(2, '0');
    const hour = String(8 + Math.floor(i / 25)).padStart(2, '0');
    const start = `2026-03-${day}T${hour}:00`;
    world.calendar.add({ title: `Event ${i}`, start, end: start.replace(':00', ':30'), fields });
  }
  await world.settle();
  return { world, first: { requests: world.asked(), ...consumed() }, consumed };
};
