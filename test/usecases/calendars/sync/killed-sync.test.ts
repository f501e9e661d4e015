import { describe, expect, it, vi } from 'vitest';
import { calendarPlatforms } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import { deadlyPorts } from '../../../lab/doubles/deadly-ports.ts';
import { aCalendarWorld, type CalendarWorld } from '../../../lab/worlds/calendars/calendar-world.ts';
import { killEachCall } from '../../../lab/worlds/calendars/killed-sync.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

/** Here every so many-th call is tried, in a small calendar; `npm run bench -- 27` tries them all, in a large one. */
const every = 7;

describe.each(calendarPlatforms)('a run of %s that is killed, or cut off', (platform) => {
  it('before or after any of its calls is simply run again: nothing is lost, nothing doubled', async () => {
    const size = { events: 3, changes: 3, bots: 3 };
    const { unbroken, calls, pages, points, broken } = await killEachCall(platform, size, every);
    expect(unbroken).toMatchObject({
      bots: [{ join_at: '2026-03-04T13:00:00.000Z' }, undefined, { join_at: '2026-03-05T09:00:00.000Z' }],
      told: ['calendar.events_update', 'calendar.events_update'],
      named: [3, 3],
    });
    expect(pages).toBe(platform === 'calendar_provider_a' ? 3 : 2);
    expect(calls).toBeGreaterThan(10);
    expect(points).toBeGreaterThan(5);
    expect(broken).toEqual([]);
  });

  it('goes on with what it knew, also beside events that are over: nothing is told of twice', async () => {
    const ports = deadlyPorts();
    await using world = await aCalendarWorld(platform, { each: ports.each });
    const fields = world.linkField('https://meet.example.com/room/daily');
    const add = (title: string, afterHours: number): string => {
      const at = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString();
      return world.calendar.add({ title, start: at(afterHours), end: at(afterHours + 1), fields });
    };
    // Stored for a while, and known in short no longer than a day.
    for (const title of ['Over', 'Over too']) add(title, 1);
    for (const title of ['Weekly', 'Monthly', 'Review']) add(title, 200);
    await world.settle();
    await world.pass(3 * 24 * 4, 900);
    world.clock.advance(60);
    ports.arm(3, true, 'dead');
    await expect(world.work()).rejects.toThrow();
    ports.disarm();
    world.restart();
    add('New', 100);
    world.clock.advance(360);
    await world.work();
    await world.settle();
    const told = world.told().length;
    await world.pass(2 * 24 * 4, 900);
    expect(world.told()).toHaveLength(told);
  });

  it('sees what it was told of when the message comes again', async () => {
    const ports = deadlyPorts();
    await using world = await aCalendarWorld(platform, { each: ports.each });
    await world.settle();
    world.clock.advance(60);
    world.calendar.add({ title: 'Review', start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
    const told_at = world.clock.now().toISOString();
    world.clock.advance(3);
    ports.arm(3, true, 'dead');
    await expect(world.work({ told_at })).rejects.toThrow();
    ports.disarm();
    world.restart();
    world.clock.advance(10);
    expect(await world.work({ told_at })).toBe('later');
    world.clock.advance(350);
    expect(await world.work({ told_at })).toBe('synced');
    expect(Object.keys(await world.events())).toEqual(['Review']);
    expect(await world.work({ told_at })).toBe('seen');
  });

  it.each([
    ['before the next run', async () => undefined],
    ['before everything is listed anew', (world: CalendarWorld) => world.update({ refresh_token: world.consent() })],
  ])('keeps no event that it stored and that is gone %s', async (_, first) => {
    let isOver = false;
    for (let call = 1; !isOver; call += 1) {
      const ports = deadlyPorts();
      await using world = await aCalendarWorld(platform, { each: ports.each });
      await world.settle();
      const begin = new Date(world.clock.now().getTime() + 5 * 3_600_000).toISOString();
      const end = new Date(world.clock.now().getTime() + 6 * 3_600_000).toISOString();
      const fields = world.linkField('https://meet.example.com/room/daily');
      const id = world.calendar.add({ title: 'Review', start: begin, end, fields });
      world.clock.advance(3);
      ports.arm(call, true, 'dead');
      isOver = await world.work().then(
        () => true,
        () => false,
      );
      ports.disarm();
      world.restart();
      world.calendar.cancel(id);
      await first(world);
      world.clock.advance(360);
      await world.work();
      await world.settle();
      expect((await world.eventList()).filter(({ is_deleted }) => !is_deleted)).toEqual([]);
    }
  });
});
