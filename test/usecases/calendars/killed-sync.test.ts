import { describe, expect, it, vi } from 'vitest';
import { type CalendarPlatform, calendarPlatforms } from '../../../lib/domain/calendar/calendar-platforms.ts';
import type { Table } from '../../../lib/ports/table.ts';
import { aCalendarWorld } from '../../lab/worlds/calendar-world.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

/** Here every so many-th point is tried. */
const every = 3;

class Killed extends Error {}

/** A table whose n-th call from now on kills whoever makes it, before or after it had its effect: after that no call has any. */
const deadly = () => {
  let deadlyCall = Number.POSITIVE_INFINITY;
  let isAfter = false;
  let calls = 0;
  const killing = async <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1;
    const own = calls;
    if (own > deadlyCall || (own === deadlyCall && !isAfter)) throw new Killed();
    const value = await call();
    if (own === deadlyCall) throw new Killed();
    return value;
  };
  const through = (table: Table): Table => ({
    get: (...given) => killing(() => table.get(...given)),
    getMany: (...given) => killing(() => table.getMany(...given)),
    query: (...given) => killing(() => table.query(...given)),
    write: (...given) => killing(() => table.write(...given)),
    update: (...given) => killing(() => table.update(...given)),
  });
  return {
    through,
    calls: () => calls,
    arm: (n: number, after: boolean) => {
      [deadlyCall, isAfter, calls] = [n, after, 0];
    },
    /** Another process begins. */
    disarm: () => {
      deadlyCall = Number.POSITIVE_INFINITY;
    },
  };
};

/** A calendar in which much has changed is looked at, by a run that is killed at a call, and then by another one. */
const look = async (platform: CalendarPlatform, at: number, after: boolean) => {
  const table = deadly();
  await using world = await aCalendarWorld(platform, { through: table.through });
  const fields = world.linkField('https://meet.example.com/room/daily');
  const days = ['03', '04', '05'].map((day) => `2026-03-${day}T10:00`);
  const [moved = '', cancelled = ''] = days.map((start, i) =>
    world.calendar.add({ title: `Event ${i}`, start, end: start.replace('T10', 'T11'), fields }),
  );
  await world.settle();
  const bots = [await world.botFor('Event 0'), await world.botFor('Event 1'), await world.botFor('Event 2')];
  world.calendar.change(moved, { start: '2026-03-03T15:00', end: '2026-03-03T16:00' });
  world.calendar.cancel(cancelled);
  world.calendar.add({ title: 'New', start: '2026-03-06T10:00', end: '2026-03-06T11:00', fields });
  world.clock.advance(3);
  table.arm(at, after);
  const isKilled = await world.work().then(
    () => false,
    (error: unknown) => {
      if (!(error instanceof Killed)) throw error;
      return true;
    },
  );
  const calls = table.calls();
  table.disarm();
  world.restart();
  // The queue hands it out again.
  world.clock.advance(360);
  await world.work();
  await world.settle();
  const events = Object.values(await world.events()).map(({ name, start_time, is_deleted }) => ({
    ...{ name, start_time, is_deleted },
  }));
  const ends = await Promise.all(bots.map((bot) => world.bot(bot)));
  return {
    isKilled,
    calls,
    end: {
      events: events.sort((a, b) => String(a.name).localeCompare(String(b.name))),
      bots: ends.map((bot) => bot && { state: bot.state, join_at: bot.join_at, events: bot.events.length }),
      told: world.told().map(({ trigger }) => trigger),
      named: new Set(world.told().flatMap(({ data }) => data.calendar_event_ids as string[])).size,
    },
  };
};

describe.each(calendarPlatforms)('a run of %s that is killed', (platform) => {
  it('before or after any of its calls is simply run again: nothing is lost, nothing doubled', async () => {
    const unbroken = await look(platform, Number.POSITIVE_INFINITY, false);
    expect(unbroken.end).toMatchObject({
      bots: [{ join_at: '2026-03-03T14:00:00.000Z' }, undefined, { join_at: '2026-03-05T09:00:00.000Z' }],
      told: ['calendar.events_update', 'calendar.events_update'],
      named: 4,
    });
    expect(unbroken.calls).toBeGreaterThan(10);
    for (let at = 1; at <= unbroken.calls; at += every) {
      for (const after of [false, true]) {
        const killed = await look(platform, at, after);
        expect({ at, after, isKilled: killed.isKilled, calls: killed.calls }).toMatchObject({ isKilled: true });
        expect({ at, after, ...killed.end }).toEqual({ at, after, ...unbroken.end });
      }
    }
  });
});
