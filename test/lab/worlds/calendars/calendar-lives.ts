/** Lives of calendars: whatever their people, their platform, their client and fate do to them, in any order. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bot } from '../../../../lib/domain/bot/bot.ts';
import type { CalendarEvent } from '../../../../lib/domain/calendar/calendar-event.ts';
import type { CalendarPlatform } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import { NotFoundError } from '../../../../lib/domain/errors.ts';
import { refOf } from '../../../../lib/storage/keys.ts';
import { createDeleteBot } from '../../../../lib/usecases/bots/delete-bot.ts';
import { createUpdateBot } from '../../../../lib/usecases/bots/update-bot.ts';
import { windowAt } from '../../../../lib/usecases/calendars/sync/list-told-events.ts';
import { answering, cut } from '../../../facsimiles/host/faults.ts';
import { type Death, deadlyPorts, Killed } from '../../doubles/deadly-ports.ts';
import { memoryMediaStore } from '../../doubles/memory-media-store.ts';
import { operatedPlaces } from './calendar-platforms.ts';
import { aCalendarWorld } from './calendar-world.ts';

/** What happens. `event` and `bot` mean one of those that there are; hours are counted from the beginning. */
export type CalendarCommand =
  | { readonly do: 'add' | 'move'; readonly event: number; readonly hours: number }
  | { readonly do: 'cancel' | 'erase' | 'rename' | 'relink' | 'unlink' | 'book'; readonly event: number }
  | { readonly do: 'pin'; readonly bot: number; readonly hours: number }
  | { readonly do: 'dismiss'; readonly bot: number }
  | { readonly do: 'pass'; readonly minutes: number }
  | { readonly do: 'fail'; readonly with: 'busy' | 'cut'; readonly times: number }
  | { readonly do: 'kill'; readonly call: number; readonly after: boolean; readonly how: Death }
  | { readonly do: 'revoke' | 'reconnect' | 'restart' | 'delete' };

const event = fc.nat(9);
const bot = fc.nat(4);
const how = fc.constantFrom<Death[]>('dead', 'cut off');
// No bot joins while the life goes on.
const hours = fc.integer({ min: 80, max: 300 });
const often = (...all: fc.Arbitrary<CalendarCommand>[]) => all.map((arbitrary) => ({ arbitrary, weight: 4 }));
const seldom = (...all: fc.Arbitrary<CalendarCommand>[]) => all.map((arbitrary) => ({ arbitrary, weight: 1 }));
const is = <K extends string>(...names: K[]) => fc.constantFrom(...names);

export const calendarCommands: fc.Arbitrary<readonly CalendarCommand[]> = fc.array(
  fc.oneof(
    ...often(
      fc.record({ do: is('add', 'move'), event, hours }),
      fc.record({ do: is('book', 'cancel', 'relink'), event }),
      fc.record({ do: is('pass'), minutes: fc.integer({ min: 1, max: 240 }) }),
      fc.record({ do: is('kill'), call: fc.integer({ min: 1, max: 30 }), after: fc.boolean(), how }),
    ),
    ...seldom(
      fc.record({ do: is('erase', 'rename', 'unlink'), event }),
      fc.record({ do: is('pin'), bot, hours }),
      fc.record({ do: is('dismiss'), bot }),
      fc.record({ do: is('fail'), with: is('busy', 'cut'), times: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ do: is('revoke') }),
      fc.record({ do: is('reconnect', 'restart', 'delete') }),
    ),
  ),
  { minLength: 8, maxLength: 24 },
);

export interface CalendarLife {
  readonly platform: CalendarPlatform;
  /** The platform tells of changes. */
  readonly hears: boolean;
  readonly commands: readonly CalendarCommand[];
}

interface Booked {
  readonly bot: Bot;
  isPinned: boolean;
  isDismissed: boolean;
}

const hourMs = 3_600_000;
const stepMinutes = 30;
/** At the end everything is listed anew, and that is all that still happens. */
const quietStepMinutes = 120;
const links = ['daily', 'weekly', 'monthly'].map((room) => `https://meet.example.com/room/${room}`);

const begin = async ({ platform, hears }: CalendarLife) => {
  const deadly = deadlyPorts();
  const isKilled = (error: unknown): boolean => {
    if (!(error instanceof Killed)) return false;
    deadly.disarm();
    return true;
  };
  const world = await aCalendarWorld(platform, { hears, each: deadly.each, survives: isKilled });
  const { bots, clock } = world;
  const began = clock.now().getTime();
  const openMedia = async () => memoryMediaStore();
  return {
    world,
    deadly,
    updateBot: createUpdateBot({ bots, clock, ...operatedPlaces, openMedia }),
    deleteBot: createDeleteBot({ bots }),
    at: (after: number) => new Date(began + after * hourMs).toISOString(),
    /** Ids of events on the platform, of those that may still be changed. */
    events: [] as string[],
    booked: [] as Booked[],
    changes: 0,
    kills: 0,
    revocations: 0,
    isRevoked: false,
    isDeleted: false,
  };
};
type Life = Awaited<ReturnType<typeof begin>>;

const oneOf = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];
const times = (life: Life, after: number) => ({ start: life.at(after), end: life.at(after + 1) });

const book = async (life: Life, n: number): Promise<void> => {
  const known = (await life.world.eventList()).filter((one) => !one.is_deleted && one.meeting_url !== null);
  const found = oneOf(known, n);
  if (!found || life.isDeleted) return;
  const made = await life.world.botFor(found.name ?? '', found.start_time);
  life.booked.push({ bot: made, isPinned: false, isDismissed: false });
};

/** The client changes a bot, if it is still there. */
const byClient = async (booked: Booked | undefined, change: (booked: Booked) => Promise<void>): Promise<void> => {
  if (!booked) return;
  await change(booked).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
};

const passing = ({ world }: Life, minutes: number, step = stepMinutes): Promise<void> =>
  world.pass(Math.ceil(minutes / step), step * 60);

const unavailable = answering({ status: 503, headers: {}, body: '' });

const carryOut = async (life: Life, command: CalendarCommand): Promise<void> => {
  const { world, events, booked } = life;
  const { calendar } = world;
  const chosen = 'event' in command ? oneOf(events, command.event) : undefined;
  life.changes += 1;
  const linked = (fields: object) => chosen !== undefined && calendar.change(chosen, { fields });
  switch (command.do) {
    case 'add': {
      const fields = world.linkField(oneOf(links, command.event) ?? '');
      events.push(calendar.add({ title: `Event ${life.changes}`, ...times(life, command.hours), fields }));
      return;
    }
    case 'move':
      if (chosen !== undefined) calendar.change(chosen, times(life, command.hours));
      return;
    case 'cancel':
    case 'erase':
      if (chosen === undefined) return;
      calendar[command.do](chosen);
      events.splice(events.indexOf(chosen), 1);
      return;
    case 'rename':
      if (chosen !== undefined) calendar.change(chosen, { title: `Renamed ${life.changes}` });
      return;
    case 'relink':
      return void linked(world.linkField(oneOf(links, life.changes) ?? ''));
    case 'unlink':
      return void linked(world.linkField('Room 4'));
    case 'book':
      return book(life, command.event);
    case 'pin':
      return byClient(oneOf(booked, command.bot), async (one) => {
        await life.updateBot(refOf(one.bot), { join_at: life.at(command.hours) });
        one.isPinned = true;
      });
    case 'dismiss':
      return byClient(oneOf(booked, command.bot), async (one) => {
        one.isDismissed = true;
        await life.deleteBot(refOf(one.bot));
      });
    case 'pass':
      return passing(life, command.minutes);
    case 'fail':
      return world.service.faults.plan({
        times: command.times,
        fault: command.with === 'busy' ? unavailable : cut('within'),
      });
    case 'kill':
      life.kills += 1;
      return life.deadly.arm(command.call, command.after, command.how);
    case 'revoke':
      life.revocations += 1;
      life.isRevoked = true;
      return world.grants.revoke(world.app, 'ada@example.com');
    case 'reconnect':
      if (life.isDeleted) return;
      life.isRevoked = false;
      await world.update({ refresh_token: world.consent() });
      return;
    case 'restart':
      return world.restart();
    case 'delete':
      if (life.isDeleted) return;
      life.isDeleted = true;
      return world.delete();
  }
};

const detailsOf = ({
  start_time,
  end_time,
  meeting_url,
  name,
}: Pick<CalendarEvent, 'start_time' | 'end_time' | 'meeting_url' | 'name'>) => ({
  ...{ start_time, end_time, meeting_url, name },
});

/** What is known is what there is. */
const expectKnown = async ({ world }: Life, events: readonly CalendarEvent[]): Promise<void> => {
  const { access_token } = await world.client.refresh(world.app, world.consent());
  const place = { access_token, platform_uuid: null, zone: null };
  const { events: told, next } = await world.client.events(place, { window: windowAt(world.clock.now()) }, undefined);
  assert.equal(next, undefined);
  const there = told.flatMap(({ platform_uuid, details }) => (details ? [[platform_uuid, detailsOf(details)]] : []));
  const known = events.filter(({ is_deleted }) => !is_deleted).map((one) => [one.platform_uuid, detailsOf(one)]);
  assert.deepEqual(Object.fromEntries(known), Object.fromEntries(there));
};

/** Who changed after an event was last told of never heard of it. */
const expectNamed = ({ world }: Life, events: readonly CalendarEvent[]): void => {
  const told = world.told().filter(({ trigger }) => trigger === 'calendar.events_update');
  assert.equal(new Set(told.map(({ identity }) => identity)).size, told.length);
  const named = new Set(told.flatMap(({ data }) => data.calendar_event_ids as string[]));
  for (const { id, name } of events) assert.ok(named.has(id), `nobody was told of ${name}`);
};

const expectBots = async (life: Life, events: readonly CalendarEvent[]): Promise<void> => {
  const { world, booked } = life;
  const byId = new Map(events.map((one) => [one.id, one]));
  const living: string[] = [];
  for (const { bot: made, isPinned, isDismissed } of booked) {
    const found = await world.bot(made);
    const followed = byId.get(made.follows?.calendar_event_id ?? '');
    const isOver = life.isDeleted || followed === undefined || followed.is_deleted;
    // Whoever takes back a consent, even for a while, may have lost them.
    if (!found) assert.ok(isDismissed || isOver || life.revocations > 0, 'a bot is gone for no reason');
    if (!found) continue;
    living.push(found.id);
    assert.ok(!isDismissed && !isOver, 'a bot has nothing to join');
    if (!isPinned) assert.equal(Date.parse(found.join_at), Date.parse(followed.start_time));
    if (followed.meeting_url !== null) assert.equal(found.meeting_url, followed.meeting_url);
  }
  const followers = world.table.items().filter(({ kind }) => kind === 'calendar_follower');
  assert.deepEqual(followers.map(({ bot_id }) => bot_id).sort(), living.sort());
};

const expectChannels = (life: Life, hears: boolean): void => {
  const { world, isDeleted, isRevoked, kills, revocations } = life;
  const count = world.channels().length;
  // A channel of a run that was killed, or whose calendar was disconnected, ends by itself.
  const orphans = kills + revocations;
  if (isDeleted) assert.ok(count <= orphans, `${count} channels of a calendar that was deleted`);
  else if (hears && !isRevoked) assert.ok(count >= 1 && count <= 1 + orphans, `${count} channels`);
};

/** Lives a life to its end, a quiet day. @throws AssertionError where something does not hold that must hold in any life */
export const liveCalendar = async (given: CalendarLife): Promise<void> => {
  const life = await begin(given);
  const { world, deadly } = life;
  await using _ = world;
  await world.settle();
  for (const command of given.commands) {
    const [before, asked] = [await world.known(), world.asked()];
    await carryOut(life, command);
    await world.settle();
    const isLost = before?.state === 'disconnected' && (await world.known())?.state === 'disconnected';
    if (isLost) assert.equal(world.asked(), asked, 'a platform is asked in vain');
  }
  deadly.disarm();
  world.service.faults.clear();
  if (life.isRevoked && !life.isDeleted) await carryOut(life, { do: 'reconnect' });
  await passing(life, 26 * 60, quietStepMinutes);

  if (life.isDeleted) {
    const left = world.table.items().filter(({ kind }) => String(kind).startsWith('calendar'));
    assert.deepEqual(
      left.filter(({ kind }) => kind !== 'calendar_channel'),
      [],
    );
  }
  const events = await world.eventList();
  await expectBots(life, events);
  expectChannels(life, given.hears);
  if (life.isDeleted) return;
  assert.equal((await world.known())?.state, 'connected');
  await expectKnown(life, events);
  expectNamed(life, events);
};

export const calendarLives: fc.Arbitrary<CalendarLife> = fc.record({
  platform: fc.constantFrom('calendar_provider_a', 'calendar_provider_b'),
  hears: fc.boolean(),
  commands: calendarCommands,
});
