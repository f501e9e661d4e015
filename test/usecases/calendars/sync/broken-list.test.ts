import { describe, expect, it, vi } from 'vitest';
import type { CalendarEvent } from '../../../../lib/domain/calendar/calendar-event.ts';
import { googleErrors } from '../../../facsimiles/google-calendar/errors.ts';
import { answering } from '../../../facsimiles/host/faults.ts';
import { aCalendarWorld } from '../../../lab/worlds/calendars/calendar-world.ts';
import { add, inMinutes, link } from './added-events.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

describe('a list of changes that its platform breaks off, since it has forgotten where it began', () => {
  const unknown = {
    'forgotten since': googleErrors.fullSyncRequired(),
    'never known': googleErrors.invalidSyncToken(),
  };
  it.each(Object.entries(unknown))(
    'is followed by one list of everything, and all is as if nothing was: %s',
    async (_, answer) => {
      await using world = await aCalendarWorld('calendar_provider_a', { google: { emptyPage: true } });
      const [moved = '', cancelled = ''] = ['Moved', 'Cancelled', 'Other'].map((title) => add(world, title, 300));
      const later = inMinutes(world, 500);
      for (let i = 0; i < 20; i += 1) add(world, `Event ${i}`, 400 + i);
      await world.settle();
      const bots = [await world.botFor('Moved'), await world.botFor('Cancelled'), await world.botFor('Other')];
      world.calendar.change(moved, later);
      world.calendar.cancel(cancelled);
      add(world, 'New', 600);
      world.service.requests.clear();
      world.service.faults.plan({
        kind: world.listing,
        when: ({ url }) => url.searchParams.has('syncToken') && url.searchParams.has('pageToken'),
        fault: answering(answer),
      });
      world.clock.advance(3);
      expect(await world.work()).toBe('synced');
      expect(world.service.faults.waiting).toBe(0);
      const lists = world.service.requests.all(world.listing).map(({ asked }) => asked.url.searchParams);
      expect(lists.map((query) => query.has('syncToken'))).toEqual([true, true, false, false]);

      await using fresh = await aCalendarWorld('calendar_provider_a', { clock: world.clock });
      for (const { name, start_time: start, end_time: end } of await world.eventList()) {
        if (name !== 'Cancelled') fresh.calendar.add({ title: name ?? '', start, end, fields: world.linkField(link) });
      }
      await fresh.settle();
      const live = (events: CalendarEvent[]) =>
        events
          .filter(({ is_deleted }) => !is_deleted)
          .map(({ name, start_time, end_time, meeting_url }) => ({ name, start_time, end_time, meeting_url }));
      expect(live(await world.eventList())).toEqual(live(await fresh.eventList()));
      expect(live(await world.eventList())).toHaveLength(23);
      const joins = await Promise.all(bots.map(async (bot) => (await world.bot(bot))?.join_at));
      expect(joins).toEqual([later.start, undefined, bots[2]?.join_at]);
      expect(world.table.items().filter(({ kind }) => kind === 'bot')).toHaveLength(2);
    },
  );
});
