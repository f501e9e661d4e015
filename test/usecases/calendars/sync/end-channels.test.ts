import { describe, expect, it, vi } from 'vitest';
import { calendarPlatforms } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import { answering, holding } from '../../../facsimiles/host/faults.ts';
import { aCalendarWorld, type CalendarWorld } from '../../../lab/worlds/calendars/calendar-world.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const unavailable = answering({ status: 503, headers: {}, body: '' });
const event = { title: 'Review', start: '2026-03-03T10:00', end: '2026-03-03T11:00' };

/** A calendar whose platform tells of changes. */
const watched = async (platform: (typeof calendarPlatforms)[number]): Promise<CalendarWorld> => {
  const world = await aCalendarWorld(platform, { hears: true });
  await world.settle();
  // That the channel can be heard is told a moment later.
  await world.pass(1);
  expect(world.channels()).toHaveLength(1);
  return world;
};
const outcomesOf = async (world: CalendarWorld, act: () => Promise<unknown>): Promise<string[]> => {
  const before = world.outcomes.length;
  await act();
  return world.outcomes.slice(before);
};

describe.each(calendarPlatforms)('a deleted calendar of %s', (platform) => {
  it('has its platform tell of no more changes, and nothing is left of its secrets', async () => {
    await using world = await watched(platform);
    await world.delete();
    expect(await world.calendars.credentials(world.ref)).toBeUndefined();
    expect(await outcomesOf(world, world.settle)).toEqual(['ended', 'gone']);
    expect(world.channels()).toEqual([]);
    expect(world.table.items()).toEqual([]);
  });

  it('starts nothing by what is still told of it', async () => {
    await using world = await watched(platform);
    await world.delete();
    world.calendar.add(event);
    await world.pushes.settled();
    world.clock.advance(3);
    expect(await outcomesOf(world, world.settle)).toEqual(['ended', 'gone']);
  });

  it('is deleted while its platform is at fault, which is told as soon as it can hear', async () => {
    await using world = await watched(platform);
    const ending = platform === 'calendar_provider_a' ? 'channels.stop' : 'DELETE subscription';
    const kinds = ['token', ending];
    for (const kind of kinds) world.service.faults.plan({ kind, times: 2, fault: unavailable });
    world.restart();
    await world.delete();
    expect(await outcomesOf(world, () => world.pass(5))).toEqual(['failed', 'gone', 'failed']);
    expect(world.channels()).toHaveLength(1);
    expect(await outcomesOf(world, () => world.pass(80))).toEqual(['failed', 'failed', 'ended']);
    expect(world.channels()).toEqual([]);
    expect(world.table.items()).toEqual([]);
  });

  it('is left alone by whoever gets no access any more, and its secrets are gone all the same', async () => {
    await using world = await watched(platform);
    world.grants.revoke(world.app, 'ada@example.com');
    world.restart();
    await world.delete();
    expect(await outcomesOf(world, () => world.pass(1))).toEqual(['failed', 'gone']);
    expect(world.table.items()).toEqual([]);
  });

  it('leaves no channel behind that was made while it was deleted', async () => {
    await using world = await aCalendarWorld(platform, { hears: true });
    const held = holding('answer');
    world.service.faults.plan({ kind: world.listing, fault: held });
    const settled = world.settle();
    await expect.poll(() => world.service.requests.counts()[world.listing] ?? 0).toBe(1);
    await world.delete();
    held.release();
    await settled;
    await world.settle();
    expect(world.outcomes).toContain('overtaken');
    expect(world.channels()).toEqual([]);
    expect(world.table.items()).toEqual([]);
  });
});
