import { describe, expect, it, vi } from 'vitest';
import { calendarPlatforms } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import { botsNameOf } from '../../../../lib/storage/calendars/due-calendars.ts';
import { googleQuirks } from '../../../facsimiles/google-calendar/quirks.ts';
import type { Answer } from '../../../facsimiles/host/exchange.ts';
import { answering, holding } from '../../../facsimiles/host/faults.ts';
import { graphQuirks } from '../../../facsimiles/microsoft-graph/quirks.ts';
import { deadlyPorts, Killed } from '../../../lab/doubles/deadly-ports.ts';
import { aCalendarWorld } from '../../../lab/worlds/calendars/calendar-world.ts';
import { add, inMinutes, link } from './added-events.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const other = 'https://meet.example.com/room/other';
const unavailable = answering({ status: 503, headers: {}, body: '' });

describe.each(calendarPlatforms)('%s', (platform) => {
  it('is looked at as soon as it is created, in two requests, and its events are known', async () => {
    await using world = await aCalendarWorld(platform);
    add(world, 'Review', 60);
    add(world, 'In June', 100 * 24 * 60);
    await world.settle();
    expect(world.outcomes).toEqual(['synced']);
    expect(world.asked()).toBe(2);
    expect(Object.keys(await world.events())).toEqual(['Review']);
    expect((await world.events()).Review).toMatchObject({ meeting_url: link, is_deleted: false });
    expect(await world.calendars.get(world.ref)).toMatchObject({
      calendar: { state: 'connected' },
      times: { last_successful_sync_at: world.clock.now().toISOString() },
    });
    expect(world.told()).toMatchObject([{ trigger: 'calendar.events_update', data: { more: false } }]);
  });

  it('is looked at each quarter of an hour where no platform can tell, and told of only when something changed', async () => {
    await using world = await aCalendarWorld(platform);
    const id = add(world, 'Review', 300);
    await world.settle();
    await world.pass(60);
    expect(world.outcomes.length).toBeGreaterThanOrEqual(4);
    expect(world.outcomes.length).toBeLessThanOrEqual(6);
    expect(world.told()).toHaveLength(1);
    world.calendar.change(id, inMinutes(world, 400));
    await world.pass(20);
    expect(world.told()).toHaveLength(2);
    const { created_at, updated_at } = (await world.events()).Review ?? {};
    expect(updated_at).not.toBe(created_at);
    const quiet = world.table.changes.length;
    await world.work();
    // One write takes the lease, one ends the run.
    expect(world.table.changes.length - quiet).toBe(2);
  });

  it('keeps what it knows of events however its lists come', async () => {
    const quirks = platform === 'calendar_provider_a' ? googleQuirks : graphQuirks;
    for (const changes of Object.values(quirks)) {
      await using world = await aCalendarWorld(
        platform,
        platform === 'calendar_provider_a' ? { google: changes } : { microsoft: changes },
      );
      const moved = add(world, 'Moved', 300);
      const cancelled = add(world, 'Cancelled', 300);
      const series = world.calendar.add({
        title: 'Weekly',
        start: '2026-03-03T10:00',
        end: '2026-03-03T10:30',
        recurrence: ['RRULE:FREQ=WEEKLY'],
        fields: world.linkField(link),
      });
      world.clock.advance(3);
      await world.settle();
      const weekly = Object.values(await world.events()).filter(({ name }) => name === 'Weekly');
      expect(weekly.length).toBeGreaterThan(0);
      const before = world.clock.now().getTime();
      world.calendar.change(moved, inMinutes(world, 500));
      world.calendar.cancel(cancelled);
      world.calendar.cancel(world.calendar.occurrenceId(series, '2026-03-10T10:00'));
      world.clock.advance(3);
      await world.pass(20);
      const events = await world.events();
      expect(events.Moved?.start_time).toBe(new Date(before + 500 * 60_000).toISOString());
      expect(events.Cancelled?.is_deleted).toBe(true);
      const all = (await world.table.items()).filter(
        ({ kind, name }) => kind === 'calendar_event' && name === 'Weekly',
      );
      expect(all.map(({ is_deleted }) => is_deleted)).toContain(true);
      expect(all).toHaveLength(4);
    }
  });

  it('finds out by its id whether an event is gone before the bot that follows it is sent home', async () => {
    await using world = await aCalendarWorld(platform);
    const id = add(world, 'Review', 300);
    add(world, 'Other', 300);
    await world.settle();
    const bot = await world.botFor('Review');
    const list = (times: number) => world.service.faults.plan({ kind: world.listing, times, fault: world.missing(id) });
    // Everything is listed again after a day, and on one of the platforms each time.
    world.clock.advance(86_400);
    list(1);
    await world.work();
    expect(world.service.faults.waiting).toBe(0);
    expect((await world.events()).Review?.is_deleted).toBe(false);
    expect(await world.bot(bot)).toMatchObject({ state: 'scheduled' });
  });

  it('leaves an event as it is while it cannot be understood, and its bot', async () => {
    await using world = await aCalendarWorld(platform);
    const [soon, later] = [add(world, 'Soon', 60), add(world, 'Later', 2 * 24 * 60)];
    await world.settle();
    const bots = [await world.botFor('Soon'), await world.botFor('Later')] as const;
    const garbled = (honest: Answer) => ({ ...honest, body: honest.body.replaceAll('"start":{', '"start":7,"was":{') });
    world.service.faults.plan({ times: 1_000, fault: { kind: 'alter', alter: garbled } });
    for (const id of [soon, later]) world.calendar.change(id, { title: 'Changed' });
    // Its bot is about to join, and everything is listed again.
    await world.pass(59);
    expect(await world.bot(bots[0])).toMatchObject({ state: 'scheduled' });
    world.clock.advance(86_400);
    await world.work();
    expect(await world.bot(bots[1])).toMatchObject({ state: 'scheduled' });
    expect((await world.events()).Later).toMatchObject({ is_deleted: false });
    world.service.faults.clear();
    world.calendar.change(later, inMinutes(world, 2 * 24 * 60));
    world.clock.advance(3);
    await world.work();
    const { start } = inMinutes(world, 2 * 24 * 60);
    expect(Date.parse((await world.bot(bots[1]))?.join_at ?? '')).toBeCloseTo(Date.parse(start) - 3_000, -3);
  });

  it('runs once at a time, twice at most for a storm of messages, and again when it was told of something meanwhile', async () => {
    await using world = await aCalendarWorld(platform);
    await world.settle();
    const before = world.outcomes.length;
    world.clock.advance(60);
    for (let i = 0; i < 100; i += 1) {
      const told_at = new Date(world.clock.now().getTime() + i * 10).toISOString();
      await world.queue.send([
        { body: { id: `${world.ref.project_id}/${world.ref.calendar_id}`, told_at }, delay_seconds: 2 },
      ]);
    }
    for (let i = 0; i < 20; i += 1) {
      world.clock.advance(1);
      await world.settle();
    }
    expect(world.outcomes.slice(before).filter((outcome) => outcome === 'synced').length).toBeLessThanOrEqual(2);
    expect(world.queue.nextDueSeconds()).toBeUndefined();
  });

  it('is run by another process when one is silent for so long that its lease has run out, and that one writes no more', async () => {
    await using world = await aCalendarWorld(platform);
    add(world, 'Review', 300);
    await world.settle();
    const moved = add(world, 'Moved', 300);
    world.clock.advance(3);
    const held = holding('answer');
    world.service.faults.plan({ kind: world.listing, fault: held });
    const silent = world.work();
    await expect.poll(() => world.service.faults.waiting).toBe(0);
    // Long after two runs would be apart, and well within the lease.
    world.clock.advance(60);
    const asked = world.asked();
    expect(await world.work()).toBe('later');
    expect(world.queue.groups.at(-1)).toBe('prj_1');
    expect(world.asked()).toBe(asked);
    world.clock.advance(40);
    expect(await world.work()).toBe('synced');
    world.calendar.change(moved, inMinutes(world, 400));
    world.clock.advance(3);
    expect(await world.work()).toBe('synced');
    const [known, told] = [await world.events(), world.told()];
    held.release();
    expect(await silent).toBe('overtaken');
    expect([await world.events(), world.told()]).toEqual([known, told]);
  });

  it('is looked at each hour although it tells of changes: what it told and was lost is known then', async () => {
    const quirks = { google: { pushes: 'lost' }, microsoft: { pushes: 'lost' } } as const;
    await using world = await aCalendarWorld(platform, { hears: true, ...quirks });
    await world.settle();
    add(world, 'Review', 300);
    await world.pass(72);
    expect(Object.keys(await world.events())).toEqual(['Review']);
  });

  it('leaves nothing behind when it is deleted, even while it is looked at', async () => {
    await using world = await aCalendarWorld(platform);
    add(world, 'Review', 300);
    await world.settle();
    const bot = await world.botFor('Review');
    add(world, 'Late', 310);
    world.clock.advance(3);
    const running = world.work();
    await world.delete();
    expect(await world.calendars.credentials(world.ref)).toBeUndefined();
    await running;
    await world.settle();
    expect(await world.bot(bot)).toBeUndefined();
    expect(world.table.items()).toEqual([]);
    const asked = world.asked();
    expect(await world.work()).toBe('gone');
    expect(world.asked()).toBe(asked);
  });

  it('is disconnected within a minute and a half when its user takes back the consent, and asks nothing more', async () => {
    await using world = await aCalendarWorld(platform);
    add(world, 'Review', 300);
    await world.settle();
    const [bot, events] = [await world.botFor('Review'), await world.events()];
    world.grants.revoke(world.app, 'ada@example.com');
    world.restart();
    world.clock.advance(3);
    expect(await world.work()).toBe('invalid_grant');
    expect(await world.known()).toMatchObject({ state: 'connected' });
    // The sweep comes at any moment of a minute.
    world.clock.advance(30);
    await world.pass(1);
    expect(await world.known()).toMatchObject({
      state: 'disconnected',
      connection_failure_data: { error: 'invalid_grant', timestamp: expect.any(String) },
    });
    expect(await world.bot(bot)).toBeUndefined();
    const told = world.told().filter(({ trigger }) => trigger === 'calendar.state_change');
    expect(told).toMatchObject([
      { data: { state: 'disconnected', connection_failure_data: { error: 'invalid_grant' } } },
    ]);
    const asked = world.asked();
    await world.pass(180);
    expect(world.asked()).toBe(asked);
    await world.update({ refresh_token: world.consent() });
    await world.settle();
    expect(await world.known()).toMatchObject({ state: 'connected', connection_failure_data: null });
    expect(await world.events()).toEqual(events);
    // That its bots are to be called off may be worked on late.
    const another = await world.botFor('Review');
    expect(await world.work({ id: botsNameOf(world.ref) })).toBe('kept');
    expect(await world.bot(another)).toBeDefined();
  });

  it.each([
    ['without its platform', ['token', 'listing'], 40],
    // Beside the lists an access token each hour.
    ['on which its platform answers nothing but with access', ['listing'], 30 + 24],
  ])(
    'stays connected through a day %s, of which it asks little, and is there again within the hour',
    async (_, kinds, most) => {
      await using world = await aCalendarWorld(platform);
      await world.settle();
      const before = world.asked();
      for (const kind of kinds)
        world.service.faults.plan({
          kind: kind === 'listing' ? world.listing : kind,
          times: 1_000,
          fault: unavailable,
        });
      await world.pass(24 * 60);
      expect(await world.known()).toMatchObject({ state: 'connected' });
      expect(world.asked() - before).toBeLessThanOrEqual(most);
      world.service.faults.clear();
      await world.pass(61);
      expect(world.outcomes.at(-1)).toBe('synced');
    },
  );

  it('keeps its bots when the app is at fault', async () => {
    await using world = await aCalendarWorld(platform);
    add(world, 'Review', 48 * 60);
    await world.settle();
    const bot = await world.botFor('Review');
    world.grants.changeSecret(world.app);
    world.restart();
    await world.pass(120);
    expect(await world.known()).toMatchObject({
      state: 'disconnected',
      connection_failure_data: { error: 'invalid_client' },
    });
    expect(await world.bot(bot)).toMatchObject({ state: 'scheduled' });
  });

  describe('a bot that follows an event', () => {
    const following = async (minutes = 300) => {
      const world = await aCalendarWorld(platform);
      const id = add(world, 'Review', minutes);
      await world.settle();
      const bot = await world.botFor('Review');
      return { world, id, bot };
    };

    it('moves with it, also into a link that was changed, and ends with it', async () => {
      const { world, id, bot } = await following();
      await using _ = world;
      const times = inMinutes(world, 400);
      world.calendar.change(id, { ...times, fields: world.linkField(other) });
      await world.pass(20);
      expect(await world.bot(bot)).toMatchObject({ join_at: times.start, meeting_url: other, state: 'scheduled' });
      world.calendar.cancel(id);
      await world.pass(20);
      expect(await world.bot(bot)).toBeUndefined();
    });

    it('is not touched by a new title, nor by what its client has set itself', async () => {
      const { world, id, bot } = await following();
      await using _ = world;
      world.calendar.change(id, { title: 'Renamed' });
      await world.pass(20);
      expect((await world.bot(bot))?.version).toBe(bot.version);
      const stored = await world.bot(bot);
      if (!stored?.follows) expect.unreachable();
      const pinned = { ...stored, version: 2, follows: { ...stored.follows, pinned: ['join_at'] as const } };
      await world.bots.save(pinned, stored);
      world.calendar.change(id, inMinutes(world, 400));
      await world.pass(20);
      expect(await world.bot(bot)).toMatchObject({ join_at: bot.join_at });
    });

    it('learns shortly before it joins what no message told, on the platforms that lose messages', async () => {
      const quirks = { google: { pushes: 'lost' }, microsoft: { pushes: 'lost' } } as const;
      await using world = await aCalendarWorld(platform, { hears: true, ...quirks });
      const id = add(world, 'Review', 60);
      await world.settle();
      const bot = await world.botFor('Review');
      // Up to five minutes before. Its calendar is not due for an hour, so that nothing but the look can tell.
      await world.pass(55);
      const later = inMinutes(world, 35);
      world.calendar.change(id, later);
      await world.pass(1);
      expect(await world.bot(bot)).toMatchObject({ join_at: later.start });
    });
    it.each([8, 10, 12, 14])('learns it with a second look where the first one is cut off at call %i', async (call) => {
      const ports = deadlyPorts();
      const isCutOff = (error: unknown) => error instanceof Killed;
      await using world = await aCalendarWorld(platform, { each: ports.each, survives: isCutOff });
      const id = add(world, 'Review', 60);
      await world.settle();
      const bot = await world.botFor('Review');
      await world.pass(55);
      const later = inMinutes(world, 35);
      world.calendar.change(id, later);
      // The sweep comes first: it reads four shards, claims the look and sends it on.
      ports.arm(call, false, 'cut off');
      await world.pass(1);
      ports.disarm();
      expect(await world.bot(bot)).toMatchObject({ join_at: bot.join_at });
      await world.pass(1);
      expect(await world.bot(bot)).toMatchObject({ join_at: later.start });
    });
  });
});

describe('an event of Microsoft', () => {
  it('is of a whole day also where its zone is a name that an old program left', async () => {
    await using world = await aCalendarWorld('calendar_provider_b');
    const id = add(world, 'Review', 24 * 60);
    await world.settle();
    const bot = await world.botFor('Review');
    const fields = { ...world.linkField(link), originalStartTimeZone: 'tzone://Microsoft/Custom' };
    world.calendar.change(id, { start: '2026-03-04', end: '2026-03-05', fields });
    await world.pass(20);
    const { Review } = await world.events();
    expect(Review).toMatchObject({
      ...{ is_all_day: true, first_day: '2026-03-04', is_deleted: false },
      start_time: '2026-03-04T00:00:00.000Z',
    });
    expect(await world.bot(bot)).toMatchObject({ state: 'scheduled' });
  });
});
