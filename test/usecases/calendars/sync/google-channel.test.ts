import { describe, expect, it, vi } from 'vitest';
import { cut, holding } from '../../../facsimiles/host/faults.ts';
import { until } from '../../../lab/until.ts';
import { aCalendarWorld } from '../../../lab/worlds/calendars/calendar-world.ts';
import { add } from './added-events.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

describe('a channel of Google', () => {
  it('that was granted, and by which nothing comes, as its address cannot be reached, does not keep the calendar from being polled', async () => {
    await using world = await aCalendarWorld('calendar_provider_a', { hears: true, google: { pushes: 'lost' } });
    await world.settle();
    for (const name of ['Review', 'Retro']) {
      add(world, name, 300);
      await world.pass(18);
      expect(await world.events()).toHaveProperty(name);
    }
    expect(world.channels()).toHaveLength(1);
  });

  it.each(['prompt', 'late', 'doubled'] as const)('is relied on once something has come by it: %s', async (pushes) => {
    await using world = await aCalendarWorld('calendar_provider_a', { hears: true, google: { pushes } });
    await world.settle();
    await world.pass(3);
    const asked = world.asked();
    await world.pass(40);
    expect(world.asked()).toBe(asked);
  });

  it('is relied on also where the run is overtaken that something has come by it for', async () => {
    await using world = await aCalendarWorld('calendar_provider_a', { hears: true, google: { pushes: 'lost' } });
    await world.settle();
    const [{ id = '', is_silent = false } = {}] = (await world.sync())?.channels ?? [];
    expect(is_silent).toBe(true);
    const held = holding('answer');
    world.service.faults.plan({ kind: world.listing, fault: held });
    world.clock.advance(60);
    const run = world.work({ told_at: world.clock.now().toISOString(), heard_by: id });
    await until(
      () => world.service.faults.waiting,
      (waiting) => waiting === 0,
    );
    await world.update({ refresh_token: world.consent() });
    held.release();
    expect(await run).toBe('overtaken');
    const channels = (await world.sync())?.channels.map(({ id, is_silent = false }) => ({ id, is_silent }));
    expect(channels).toEqual([{ id, is_silent: false }]);
  });

  it('is asked for again by the next run where the answer was lost, and not taken for refused', async () => {
    await using world = await aCalendarWorld('calendar_provider_a', { hears: true });
    world.service.faults.plan({ kind: 'events.watch', fault: cut('after') });
    await world.settle();
    expect(await world.sync()).toMatchObject({ channels: [], watch_again_at: null });
    await world.pass(20);
    expect(await world.sync()).toMatchObject({ channels: [{ id: expect.any(String) }], watch_again_at: null });
    expect(world.service.requests.counts()['events.watch']).toBe(2);
  });
});
