import { describe, expect, it } from 'vitest';
import { heartbeatEverySeconds } from '../../../lib/domain/bot/capture-task.ts';
import { type BotState, botStates, mostEvents } from '../../../lib/domain/bot/lifecycle.ts';
import type { CalendarEvent } from '../../../lib/domain/calendar/calendar-event.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { calendarEventRepository } from '../../../lib/storage/calendars/calendar-events.ts';
import { followerRepository, following } from '../../../lib/storage/calendars/calendar-followers.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createCreateBot } from '../../../lib/usecases/bots/create-bot.ts';
import { createFollowEvent } from '../../../lib/usecases/calendars/sync/follow-event.ts';
import { anEventOf, storeCalendar, storeEvent } from '../../lab/builders/calendars.ts';
import { aBot, aBotInput } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { countingTable } from '../../lab/doubles/counting-table.ts';
import { memoryMediaStore } from '../../lab/doubles/memory-media-store.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { expectInvariants, settle } from '../../lab/worlds/lifecycle/lifecycle-driver.ts';
import { botIn, lifeOf, passTimeUntil, work } from '../../lab/worlds/lifecycle/lifecycle-steps.ts';
import { lifecycleWorld } from '../../lab/worlds/lifecycle/lifecycle-world.ts';

const start_time = '2026-03-02T10:00:00.000Z';
const at = (start: string, end: string): Partial<CalendarEvent> => ({ start_time: start, end_time: end });

/** A bot with its whole life ahead, which follows an event that begins at ten and lasts an hour. */
const following10 = async () => {
  const world = lifecycleWorld();
  const { clock, ports } = world;
  const calendar = await storeCalendar(world.table, { project_id: 'prj_1' }, clock.now());
  const events = calendarEventRepository(world.table);
  let event = await storeEvent(world.table, calendar, {}, clock.now());
  const { meeting_url: _, ...input } = aBotInput();
  const create = createCreateBot({
    ...{ bots: ports.bots, events, clock, hosts: {}, platforms_off: [], hasCustomTranscription: false },
    checkAddress: () => undefined,
    openMedia: async () => memoryMediaStore(),
  });
  const bot = await create('prj_1', { ...input, calendar_event_id: event.id });
  await settle(world);
  const followEvent = createFollowEvent({ bots: ports.bots, followers: followerRepository(world.table), clock });
  return {
    world,
    bot,
    event,
    /** The event becomes another, and its bots hear of it. */
    becomes: async (changes: Partial<CalendarEvent>): Promise<void> => {
      event = { ...event, ...changes, version: event.version + 1 };
      await events.save(event);
      await followEvent(event);
      await settle(world);
    },
    until: async (moment: string): Promise<void> => {
      await passTimeUntil(world, () => world.clock.now().getTime() >= Date.parse(moment) - 120_000);
      world.clock.set(moment);
    },
  };
};

const cancelled = { is_deleted: true };
const moved = at('2026-03-02T10:10:00.000Z', '2026-03-02T11:10:00.000Z');
const otherLink = { meeting_url: 'https://meet.google.com/xyz-wxyz-xyz' };

describe('a bot whose event is cancelled', () => {
  it.each([
    ['an hour', '2026-03-02T09:00:00.000Z'],
    ['ten minutes', '2026-03-02T09:50:00.000Z'],
  ])('%s before is gone, and no worker was started', async (_, moment) => {
    const { world, becomes } = await following10();
    world.clock.set(moment);
    await becomes(cancelled);
    expect(world.storedBots()).toEqual([]);
    expect(world.workers).toEqual([]);
    expect(world.executions.map(({ status }) => status)).toEqual(['aborted']);
  });

  it('a minute and a half before leaves without having asked to be let in', async () => {
    const { world, becomes, until } = await following10();
    await until('2026-03-02T09:58:30.000Z');
    await work(world, 'stay');
    await becomes(cancelled);
    await work(world, 'stay', 'stay');
    expect(lifeOf(world)).toEqual(['scheduled', 'staged', 'leaving (event_cancelled)', 'post_processing', 'ended']);
    expect(world.workers.map(({ isAlive }) => isAlive)).toEqual([false]);
    expectInvariants(world);
  });
});

describe('a staged bot whose event is moved', () => {
  it('by ten minutes waits where it is, and joins at the new time', async () => {
    const { world, becomes, until } = await following10();
    await until('2026-03-02T09:59:00.000Z');
    await work(world, 'stay');
    await becomes(moved);
    for (let waited = 0; waited < 11 * 60 && botIn(world).state === 'staged'; waited += heartbeatEverySeconds) {
      world.passTime(heartbeatEverySeconds);
      await work(world, 'stay');
    }
    const joined = botIn(world).events.find(({ type }) => type === 'join_requested');
    const late_s = (Date.parse(joined?.created_at ?? '') - Date.parse(moved.start_time ?? '')) / 1000;
    expect(late_s).toBeGreaterThanOrEqual(0);
    expect(late_s).toBeLessThan(heartbeatEverySeconds);
    expect(world.workers.map(({ isAlive }) => isAlive)).toEqual([true]);
    await work(world, 'enter', 'end', 'stay');
    expect(lifeOf(world)).toEqual([
      ...['scheduled', 'staged', 'joining', 'joined_recording'],
      ...['post_processing (ended_by_host)', 'ended'],
    ]);
    expectInvariants(world);
  });

  it('by three hours is scheduled again: its task is gone with its next beat, and another one comes in time', async () => {
    const { world, becomes, until } = await following10();
    await until('2026-03-02T09:59:00.000Z');
    await work(world, 'stay');
    await becomes(at('2026-03-02T13:00:00.000Z', '2026-03-02T14:00:00.000Z'));
    expect(botIn(world)).toMatchObject({ state: 'scheduled', join_at: '2026-03-02T13:00:00.000Z' });
    world.passTime(heartbeatEverySeconds);
    await work(world, 'stay');
    expect(heartbeatEverySeconds).toBeLessThanOrEqual(30);
    expect(world.workers.map(({ isAlive }) => isAlive)).toEqual([false]);
    await passTimeUntil(world, () => world.workers.length === 2);
    expect(world.clock.now().toISOString()).toBe('2026-03-02T12:58:00.000Z');
    world.clock.set('2026-03-02T13:00:00.000Z');
    await work(world, 'stay', 'enter', 'end', 'stay');
    expect(botIn(world).state).toBe('ended');
    expectInvariants(world);
  });

  it('to a time that has begun joins at once, and leaves when that is over', async () => {
    const { world, becomes, until } = await following10();
    await until('2026-03-02T09:59:00.000Z');
    await work(world, 'stay');
    await becomes(at('2026-03-02T09:30:00.000Z', '2026-03-02T10:30:00.000Z'));
    await work(world, 'stay');
    expect(botIn(world).state).toBe('joining');
    const over = await following10();
    await over.until('2026-03-02T09:59:00.000Z');
    await over.becomes(at('2026-03-02T08:30:00.000Z', '2026-03-02T09:30:00.000Z'));
    expect(lifeOf(over.world)).toContain('leaving (event_cancelled)');
  });
});

describe('what changes of an event', () => {
  it.each<[string, Partial<CalendarEvent>, object]>([
    ['its start alone', { start_time: '2026-03-02T10:15:00.000Z' }, { join_at: '2026-03-02T10:15:00.000Z' }],
    ['its link alone', otherLink, otherLink],
    ['its start and its link', { ...moved, ...otherLink }, { join_at: moved.start_time, ...otherLink }],
  ])('is all that changes of its bot: %s', async (_, changes, expected) => {
    const { world, bot, becomes } = await following10();
    await becomes(changes);
    const { version, schedule_version, ...now } = botIn(world);
    const { version: before, schedule_version: __, ...then } = bot;
    expect(now).toEqual({ ...then, ...expected });
    expect(version).toBe(before + 1);
  });

  it.each<[string, Partial<CalendarEvent>]>([
    ['its end, while it is not over', { end_time: '2026-03-02T12:00:00.000Z' }],
    ['its title', { name: 'Other' }],
    ['who is invited', { attendees: [] }],
    ['that it has no link any more', { meeting_url: null, meeting_platform: null }],
    ['that its owner has declined', { self_response: 'declined' }],
  ])('is nothing to its bot: %s', async (_, changes) => {
    const { world, bot, becomes } = await following10();
    const written = world.stored.changes.length;
    await becomes(changes);
    expect(botIn(world)).toEqual(bot);
    // The event itself.
    expect(world.stored.changes.length - written).toBe(1);
  });

  it('ends its bot when that is its end, which has passed', async () => {
    const { world, becomes } = await following10();
    world.clock.set('2026-03-02T09:45:00.000Z');
    await becomes({ start_time: '2026-03-02T09:10:00.000Z', end_time: '2026-03-02T09:40:00.000Z' });
    expect(world.storedBots()).toEqual([]);
  });
});

describe('a bot whose event is put off again and again', () => {
  it('goes home rather than to the time that the event had before, once very much has happened to it', async () => {
    const { world, bot, becomes, until } = await following10();
    await until('2026-03-02T09:58:30.000Z');
    await work(world, 'stay');
    const staged = botIn(world);
    const events = [...Array.from({ length: mostEvents }, () => staged.events[0] as never), ...staged.events];
    await world.ports.bots.save({ ...staged, events, version: staged.version + 1 }, staged);
    await becomes(at('2026-03-02T12:00:00.000Z', '2026-03-02T13:00:00.000Z'));
    expect((await world.ports.bots.get(refOf(bot)))?.events.map(({ sub_type }) => sub_type)).toContain(
      'event_cancelled',
    );
  });
});

describe('a bot whose event is put off beyond what bots wait for', () => {
  const nextYear = at('2027-03-02T10:00:00.000Z', '2027-03-02T11:00:00.000Z');

  it('is gone while it is scheduled', async () => {
    const { world, becomes } = await following10();
    await becomes(nextYear);
    expect(world.storedBots()).toEqual([]);
    expect(world.executions.map(({ status }) => status)).toEqual(['aborted']);
  });

  it('leaves when it is staged', async () => {
    const { world, becomes, until } = await following10();
    await until('2026-03-02T09:59:00.000Z');
    await becomes(nextYear);
    expect(lifeOf(world)).toContain('leaving (event_cancelled)');
  });
});

const followed = new Set<BotState>(['scheduled', 'staged']);

describe('a bot that is on its way, or further', () => {
  it.each(botStates.filter((state) => !followed.has(state)))('is not touched by its event while %s', async (state) => {
    const clock = aClock();
    const { table, calls } = countingTable(memoryTable(clock));
    const calendar = await storeCalendar(table, {}, clock.now());
    const event = anEventOf(calendar, {}, clock.now());
    const { id: calendar_event_id, calendar_id } = event;
    const follows = { calendar_event_id, calendar_id, pinned: [] };
    const bot = aBot({ state, join_at: start_time, project_id: calendar.project_id, follows });
    const bots = botRepository(table);
    await bots.create(bot, following(bot, clock.now()));
    const followEvent = createFollowEvent({ bots, followers: followerRepository(table), clock });
    calls();
    for (const changes of [moved, cancelled, otherLink]) await followEvent({ ...event, ...changes });
    expect(new Set(calls())).toEqual(new Set(['query', 'get']));
    expect(await bots.get(refOf(bot))).toEqual(bot);
  });
});
