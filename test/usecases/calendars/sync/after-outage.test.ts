import { describe, expect, it, vi } from 'vitest';
import { calendarPlatforms } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import { dueNameOf } from '../../../../lib/storage/calendars/due-calendars.ts';
import { googleErrors } from '../../../facsimiles/google-calendar/errors.ts';
import { answering } from '../../../facsimiles/host/faults.ts';
import { graphErrors } from '../../../facsimiles/microsoft-graph/errors.ts';
import {
  aCalendarWorld,
  type CalendarWorld,
  type CalendarWorldOptions,
} from '../../../lab/worlds/calendars/calendar-world.ts';
import { add, inMinutes } from './added-events.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const unavailable = answering({ status: 503, headers: {}, body: '' });
const throttled = answering({ status: 429, headers: {}, body: '' });
const patience = answering({ status: 503, headers: { 'retry-after': '5400' }, body: '' });

/** The platform answers nothing else for so many minutes, and is asked each time that it may be. */
const isOut = async (world: CalendarWorld, fault: typeof unavailable, minutes: number): Promise<void> => {
  world.service.faults.plan({ times: 10_000, fault });
  await world.work();
  await world.pass(minutes);
  world.service.faults.clear();
};

/** With a bot that joins in so many minutes. */
const withBot = async (world: CalendarWorld, minutes: number) => {
  const id = add(world, 'Review', minutes);
  await world.settle();
  return { id, bot: await world.botFor('Review') };
};

describe.each(calendarPlatforms)('after an outage of 25 minutes, a calendar of %s', (platform) => {
  const at = (options: CalendarWorldOptions = {}) => aCalendarWorld(platform, options);

  it('is looked at as soon as its platform tells of a change', async () => {
    await using world = await at({ hears: true });
    const { id, bot } = await withBot(world, 60);
    await isOut(world, unavailable, 25);
    expect(await world.sync()).toMatchObject({ failure: { error: 'unavailable', runs: 4 } });
    const later = inMinutes(world, 200);
    world.calendar.change(id, later);
    await world.pass(2);
    expect(await world.bot(bot)).toMatchObject({ join_at: later.start });
    expect(await world.sync()).toMatchObject({ failure: null });
  });

  it('is asked once a minute, however much its platform tells while it is at fault', async () => {
    await using world = await at({ hears: true });
    const { id } = await withBot(world, 300);
    await isOut(world, unavailable, 25);
    world.service.faults.plan({ times: 10_000, fault: unavailable });
    const asked = world.asked();
    for (let i = 0; i < 12; i += 1) {
      world.calendar.change(id, inMinutes(world, 200 + i));
      await world.pass(1, 10);
    }
    expect(world.asked() - asked).toBe(2);
    await world.pass(5);
    // One more for what was told after the last of them, and none for what was told before.
    expect(world.asked() - asked).toBe(3);
  });

  it.each([
    ['that does not answer', unavailable],
    ['whose lists cannot be read', answering({ status: 200, headers: {}, body: '<html>' })],
  ])('of a platform %s has its event looked at before a bot joins all the same', async (_, fault) => {
    await using world = await at();
    const { id, bot } = await withBot(world, 40);
    await isOut(world, fault, 25);
    world.calendar.cancel(id);
    await world.pass(12);
    expect(await world.bot(bot)).toBeUndefined();
  });

  it('of a platform that says that it is not there keeps its bot until it has said so again', async () => {
    await using world = await at();
    const { bot } = await withBot(world, 40);
    await world.pass(34);
    const answer = platform === 'calendar_provider_a' ? googleErrors.notFound() : graphErrors.notFound();
    // Whatever is asked of it, for a minute.
    world.service.faults.plan({
      times: 3,
      fault: answering(answer),
      when: ({ url }) => !url.pathname.includes('token'),
    });
    expect(await world.work()).toBe('calendar_not_found');
    const look = { id: `${dueNameOf(world.ref)}/${bot.follows?.calendar_event_id}/${bot.id}` };
    // Also once the minute is over, while the second run is still to come.
    for (let i = 0; i < 2; i += 1) {
      world.clock.advance(30);
      expect(await world.work(look)).toBe('not now');
    }
    world.service.faults.clear();
    await world.pass(3);
    expect(await world.bot(bot)).toMatchObject({ state: 'scheduled' });
    expect(await world.sync()).toMatchObject({ is_connected: true, failure: null });
  });

  it.each([
    ['that is asked too much', throttled],
    ['that says when to come again', patience],
  ])('of a platform %s asks nothing before a bot joins', async (_, fault) => {
    await using world = await at();
    const { bot } = await withBot(world, 40);
    await isOut(world, fault, 25);
    const asked = world.asked();
    await world.pass(14);
    expect(world.asked()).toBe(asked);
    expect(await world.bot(bot)).toMatchObject({ state: 'scheduled' });
  });
});
