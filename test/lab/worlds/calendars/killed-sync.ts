/** Runs in which much has changed, killed or cut off at each call of a port, and run again: the end must be the same. */
import { isDeepStrictEqual } from 'node:util';
import type { CalendarPlatform } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import { type Death, deadlyPorts, Killed } from '../../doubles/deadly-ports.ts';
import { aCalendarWorld } from './calendar-world.ts';

export interface KilledSize {
  readonly events: number;
  /** How many of the first ones are moved, and as many cancelled and new. */
  readonly changes: number;
  /** For the first so many events of those that change. */
  readonly bots: number;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** A page takes so long that the run has to say that it is still at work. */
const pageSeconds = 25;

/** What a run reads has three pages: of a list of changes the first one is empty, a whole list has two that are full. */
const pagesOf = (platform: CalendarPlatform, { events, changes }: KilledSize) =>
  platform === 'calendar_provider_a'
    ? { emptyPage: true, shortPages: Math.ceil(changes / 2) }
    : { shortPages: Math.ceil((2 * events) / 5) };

/** A calendar in which much has changed is looked at, by a run that is killed at a call, and then by another one. */
const look = async (platform: CalendarPlatform, size: KilledSize, at: number, after: boolean, how: Death) => {
  const ports = deadlyPorts();
  const pages = pagesOf(platform, size);
  await using world = await aCalendarWorld(platform, { each: ports.each, google: pages, microsoft: pages });
  const began = world.clock.now().getTime();
  const times = (day: number, hour: number) => ({
    start: new Date(began + day * dayMs + hour * hourMs).toISOString(),
    end: new Date(began + day * dayMs + (hour + 1) * hourMs).toISOString(),
  });
  const fields = world.linkField('https://meet.example.com/room/daily');
  const ids = Array.from({ length: size.events }, (_, n) =>
    world.calendar.add({ title: `Event ${n}`, ...times(1 + (n % 20), 1), fields }),
  );
  await world.settle();
  const bots = await Promise.all(Array.from({ length: size.bots }, (_, n) => world.botFor(`Event ${n}`)));
  const third = Math.ceil(size.changes / 3);
  for (const [n, id] of ids.slice(0, 2 * third).entries()) {
    if (n % 2 === 0) world.calendar.change(id, times(2 + (n % 20), 5));
    else world.calendar.cancel(id);
  }
  for (let n = 0; n < size.changes - 2 * third; n += 1) {
    world.calendar.add({ title: `New ${n}`, ...times(3, 9), fields });
  }
  world.clock.advance(3);
  world.service.faults.plan({
    kind: world.listing,
    times: 10,
    fault: {
      kind: 'alter',
      alter: (honest) => {
        world.clock.advance(pageSeconds);
        return honest;
      },
    },
  });
  const before = world.service.requests.counts()[world.listing] ?? 0;
  ports.arm(at, after, how);
  const isKilled = await world.work().then(
    () => false,
    (error: unknown) => {
      if (!(error instanceof Killed)) throw error;
      return true;
    },
  );
  const calls = ports.calls();
  const pagesRead = (world.service.requests.counts()[world.listing] ?? 0) - before;
  ports.disarm();
  world.service.faults.clear();
  world.restart();
  // The queue hands it out again.
  world.clock.advance(360);
  await world.work();
  await world.settle();
  const events = (await world.eventList()).map(({ name, start_time, is_deleted }) => ({
    name,
    start_time,
    is_deleted,
  }));
  const ends = await Promise.all(bots.map((bot) => world.bot(bot)));
  const told = world.told();
  return {
    isKilled,
    calls,
    pages: pagesRead,
    end: {
      events: events.sort((a, b) => String(a.name).localeCompare(String(b.name))),
      bots: ends.map((bot) => bot && { state: bot.state, join_at: bot.join_at, events: bot.events.length }),
      told: told.map(({ trigger }) => trigger),
      named: told.map(({ data }) => new Set(data.calendar_event_ids as string[]).size),
    },
  };
};

const ways: readonly (readonly [after: boolean, how: Death])[] = [
  [false, 'dead'],
  [true, 'dead'],
  [false, 'cut off'],
  [true, 'cut off'],
];

/** Kills runs, or cuts them off, at every so many-th call, before and after it. Answers what an unbroken one leads to, and which others differ. */
export const killEachCall = async (platform: CalendarPlatform, size: KilledSize, every: number) => {
  const unbroken = await look(platform, size, Number.POSITIVE_INFINITY, false, 'dead');
  const broken: string[] = [];
  let points = 0;
  for (let at = 1; at <= unbroken.calls; at += every) {
    for (const [after, how] of ways) {
      points += 1;
      const { isKilled, end } = await look(platform, size, at, after, how);
      if (!isKilled || !isDeepStrictEqual(end, unbroken.end))
        broken.push(`${how} ${after ? 'after' : 'before'} call ${at}`);
    }
  }
  return { unbroken: unbroken.end, calls: unbroken.calls, pages: unbroken.pages, points, broken };
};
