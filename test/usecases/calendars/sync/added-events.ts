/** Events that people add to the calendar of a world. */
import type { CalendarWorld } from '../../../lab/worlds/calendars/calendar-world.ts';

/** To a room of the world's service. */
export const link = 'https://meet.example.com/room/daily';

/** An event of an hour that begins in so many minutes. */
export const inMinutes = ({ clock }: CalendarWorld, minutes: number, lasts = 60) => {
  const at = (after: number) => new Date(clock.now().getTime() + after * 60_000).toISOString();
  return { start: at(minutes), end: at(minutes + lasts) };
};
export const add = (world: CalendarWorld, title: string, minutes: number, more: object = {}) =>
  world.calendar.add({ title, ...inMinutes(world, minutes), fields: world.linkField(link), ...more });
