/** Events that are changed and changed back: their bots are where they were, whoever has seen the change in between. */
import { describe, expect, it, vi } from 'vitest';
import type { Bot } from '../../../../lib/domain/bot/bot.ts';
import { calendarPlatforms } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import type { Item, Table } from '../../../../lib/ports/table.ts';
import { calendarEventRepository } from '../../../../lib/storage/calendars/calendar-events.ts';
import { dueNameOf } from '../../../../lib/storage/calendars/due-calendars.ts';
import { holding } from '../../../facsimiles/host/faults.ts';
import { deadlyPorts, Killed } from '../../../lab/doubles/deadly-ports.ts';
import type { MemoryTable } from '../../../lab/doubles/memory-table.ts';
import {
  aCalendarWorld,
  type CalendarWorld,
  type CalendarWorldOptions,
} from '../../../lab/worlds/calendars/calendar-world.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const inMinutes = (world: CalendarWorld, minutes: number) => {
  const at = (more: number) => new Date(world.clock.now().getTime() + (minutes + more) * 60_000).toISOString();
  return { start: at(0), end: at(30) };
};

describe.each(calendarPlatforms)('an event of %s', (platform) => {
  const following = async (minutes: number, options: CalendarWorldOptions = {}) => {
    const world = await aCalendarWorld(platform, options);
    const times = inMinutes(world, minutes);
    const fields = world.linkField('https://meet.example.com/room/daily');
    const id = world.calendar.add({ title: 'Review', ...times, fields });
    await world.settle();
    return { world, id, times, bot: await world.botFor('Review') };
  };
  /** What is done shortly before a bot joins. */
  const look = (world: CalendarWorld, { id, follows }: Bot) =>
    world.work({ id: `${dueNameOf(world.ref)}/${follows?.calendar_event_id}/${id}` });
  const botsIn = (world: CalendarWorld) => world.table.items().filter(({ kind }) => kind === 'bot');

  it('that is moved and moved back between two looks leaves its bot alone, and is told of to nobody', async () => {
    const { world, id, times, bot } = await following(300);
    await using _ = world;
    const told = world.told().length;
    world.calendar.change(id, inMinutes(world, 600));
    world.calendar.change(id, times);
    await world.pass(20);
    expect(await world.bot(bot)).toMatchObject({ join_at: bot.join_at, version: bot.version });
    expect(world.told()).toHaveLength(told);
  });

  it('that is moved and moved back, each told of, has its one bot where it was', async () => {
    const { world, id, times, bot } = await following(300, { hears: true });
    await using _ = world;
    world.calendar.change(id, inMinutes(world, 600));
    await world.pass(2);
    expect((await world.bot(bot))?.join_at).not.toBe(bot.join_at);
    world.calendar.change(id, times);
    await world.pass(2);
    expect(await world.bot(bot)).toMatchObject({ join_at: bot.join_at, state: 'scheduled' });
    expect(botsIn(world)).toHaveLength(1);
  });

  it('whose move was seen shortly before its bot joins, and that is moved back, has its bot where it was', async () => {
    const { world, id, times, bot } = await following(20);
    await using _ = world;
    await world.pass(15);
    world.calendar.change(id, inMinutes(world, 300));
    // Nothing but the look that comes now sees it.
    await look(world, bot);
    expect((await world.bot(bot))?.join_at).not.toBe(bot.join_at);
    world.calendar.change(id, times);
    await world.pass(1, 6);
    expect(await world.bot(bot)).toMatchObject({ join_at: bot.join_at });
    expect(botsIn(world)).toHaveLength(1);
  });

  it.each([
    ['as it was before', (items: readonly Item[]) => items],
    ['without the event', () => []],
  ])(
    'whose move was seen so, and that is moved back, has its bot where it was where the list is late, %s',
    async (_, late) => {
      let isLate = false;
      let before: readonly Item[] = [];
      const through = (table: MemoryTable): Table => ({
        ...table,
        async query(asked) {
          if (!asked.partition.endsWith('#events')) return table.query(asked);
          if (isLate) return [...late(before)];
          before = await table.query(asked);
          return [...before];
        },
      });
      const { world, id, times, bot } = await following(20, { through });
      await using __ = world;
      await world.pass(15);
      await calendarEventRepository(through(world.table)).ids(world.ref);
      isLate = true;
      world.calendar.change(id, inMinutes(world, 300));
      await look(world, bot);
      expect((await world.bot(bot))?.join_at).not.toBe(bot.join_at);
      world.calendar.change(id, times);
      await world.pass(1, 6);
      expect(await world.bot(bot)).toMatchObject({ join_at: bot.join_at });
    },
  );

  it('whose move was seen while its calendar is looked at has that looked at anew once that look is over', async () => {
    const { world, id, bot } = await following(20);
    await using _ = world;
    await world.pass(14);
    world.calendar.change(id, inMinutes(world, 300));
    const held = holding('answer');
    world.service.faults.plan({ kind: world.listing, fault: held });
    const run = world.work();
    await expect.poll(() => world.service.faults.waiting).toBe(0);
    await look(world, bot);
    held.release();
    expect(await run).toBe('overtaken');
    const before = world.outcomes.length;
    await world.pass(1, 6);
    expect(world.outcomes.slice(before)).toEqual(['synced']);
  });

  it('whose end was seen shortly before its bot joins, and that is there again, is told of', async () => {
    const { world, id, bot } = await following(20);
    await using _ = world;
    await world.pass(15);
    const told = world.told().length;
    world.calendar.cancel(id);
    await look(world, bot);
    expect(await world.bot(bot)).toBeUndefined();
    world.calendar.restore(id);
    await world.pass(1, 6);
    expect(world.told().slice(told)).toMatchObject([
      { trigger: 'calendar.events_update', data: { calendar_event_ids: [bot.follows?.calendar_event_id] } },
    ]);
    expect((await world.events()).Review).toMatchObject({ is_deleted: false });
  });

  it('whose move a run has stored that was killed, and that is moved back, has its bot where it was', async () => {
    let moved = 0;
    for (let call = 1; ; call += 1) {
      const ports = deadlyPorts();
      const { world, id, times, bot } = await following(300, { each: ports.each });
      await using _ = world;
      world.clock.advance(60);
      world.calendar.change(id, inMinutes(world, 600));
      ports.arm(call, true, 'dead');
      const isKilled = await world.work().then(
        () => false,
        (error: unknown) => {
          if (error instanceof Killed) return true;
          throw error;
        },
      );
      ports.disarm();
      world.restart();
      if (!isKilled) break;
      if ((await world.bot(bot))?.join_at !== bot.join_at) moved += 1;
      world.calendar.change(id, times);
      world.clock.advance(360);
      await world.work();
      expect(await world.bot(bot)).toMatchObject({ join_at: bot.join_at });
    }
    expect(moved).toBeGreaterThan(0);
  });
});
