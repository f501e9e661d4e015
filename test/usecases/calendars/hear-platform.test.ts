import { describe, expect, it, vi } from 'vitest';
import { calendarPlatforms } from '../../../lib/domain/calendar/calendar-platforms.ts';
import { hashOfSecret } from '../../../lib/process/secrets.ts';
import { channelRepository } from '../../../lib/storage/calendars/calendar-channels.ts';
import { createHearPlatform } from '../../../lib/usecases/calendars/hear-platform.ts';
import { answering } from '../../facsimiles/host/faults.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryQueue } from '../../lab/doubles/memory-queue.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { aCalendarWorld } from '../../lab/worlds/calendars/calendar-world.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const owner = { project_id: 'prj_1', calendar_id: 'cal_1', channel_id: 'c1', secret_hash: hashOfSecret('s3cret') };

/** Both platforms have a channel of the same name and secret. */
const setUp = async (platform: (typeof calendarPlatforms)[number] = 'calendar_provider_a') => {
  const clock = aClock();
  const queue = memoryQueue(clock);
  const channels = channelRepository(memoryTable(clock));
  await channels.keep({ ...owner, platform }, clock.now());
  const hear = createHearPlatform({ channels, queue, clock });
  const fromGoogle = (headers: Record<string, string>) =>
    hear('calendar_provider_a', {
      query: new URLSearchParams(),
      header: (name) => ({ 'x-goog-channel-id': 'c1', 'x-goog-channel-token': 's3cret', ...headers })[name],
      body: '',
    });
  const fromMicrosoft = (body: unknown, query = 'channel=c1') =>
    hear('calendar_provider_b', {
      query: new URLSearchParams(query),
      header: () => undefined,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { clock, queue, fromGoogle, fromMicrosoft };
};

describe('what a platform tells', () => {
  it('has the calendar looked at once the change can be read', async () => {
    const { queue, fromGoogle } = await setUp();
    expect(await fromGoogle({ 'x-goog-resource-state': 'exists' })).toEqual({ status: 200, text: '' });
    expect(queue.sent).toEqual([{ id: 'prj_1/cal_1', told_at: '2026-03-02T09:00:00.000Z', heard_by: 'c1' }]);
    expect(queue.nextDueSeconds()).toBe(2);
  });

  it('says that it may not go on', async () => {
    const { queue, fromMicrosoft } = await setUp('calendar_provider_b');
    await fromMicrosoft({ value: [{ clientState: 's3cret', lifecycleEvent: 'missed' }] });
    await fromMicrosoft({ value: [{ clientState: 's3cret', lifecycleEvent: 'reauthorizationRequired' }] });
    expect(queue.sent).toMatchObject([{ id: 'prj_1/cal_1' }, { is_doubted: true }]);
    expect(queue.sent[0]).not.toHaveProperty('is_doubted');
  });

  it.each<[string, Record<string, string>]>([
    ['a secret that is not the channel’s', { 'x-goog-channel-token': 'other' }],
    ['no secret', { 'x-goog-channel-token': '' }],
    ['a channel that there is not', { 'x-goog-channel-id': 'c2' }],
  ])('starts nothing with %s, and is answered alike', async (_, headers) => {
    const { queue, fromGoogle } = await setUp();
    expect(await fromGoogle(headers)).toEqual({ status: 200, text: '' });
    expect(queue.sent).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['one secret of several that is wrong', { value: [{ clientState: 's3cret' }, { clientState: 'other' }] }],
    ['no secret', { value: [{}] }],
    ['nothing', { value: [] }],
    ['no JSON', 'x'],
    ['too much', `{"value":[{"clientState":"s3cret"}]${' '.repeat(300_000)}}`],
  ])('starts nothing with %s from the other platform either', async (_, body) => {
    const { queue, fromMicrosoft } = await setUp('calendar_provider_b');
    expect(await fromMicrosoft(body)).toEqual({ status: 202, text: '' });
    expect(queue.sent).toEqual([]);
  });

  it('is looked up nowhere where it is for what can be no channel', async () => {
    const clock = aClock();
    const get = vi.fn();
    const hear = createHearPlatform({ channels: { get }, queue: memoryQueue(clock), clock });
    const channel = 'c'.repeat(3_000);
    const header = (name: string) => ({ 'x-goog-channel-id': channel, 'x-goog-channel-token': 's3cret' })[name];
    const body = JSON.stringify({ value: [{ clientState: 's3cret' }] });
    for (const platform of calendarPlatforms)
      expect((await hear(platform, { query: new URLSearchParams({ channel }), header, body })).text).toBe('');
    expect(get).not.toHaveBeenCalled();
  });

  it('starts nothing by the address of another platform', async () => {
    const { queue, fromMicrosoft } = await setUp('calendar_provider_a');
    await fromMicrosoft({ value: [{ clientState: 's3cret' }] });
    expect(queue.sent).toEqual([]);
  });

  it('is sent back where it is the question whether anybody is there, as plain text, and only as much', async () => {
    const { fromMicrosoft } = await setUp();
    const asked = (token: string) => fromMicrosoft('', `validationToken=${encodeURIComponent(token)}`);
    expect(await asked('Validation: is it you? 100 %')).toEqual({ status: 200, text: 'Validation: is it you? 100 %' });
    expect(await asked('<script>"x"</script>')).toEqual({
      status: 200,
      text: '&lt;script&gt;&quot;x&quot;&lt;/script&gt;',
    });
    expect(await asked('x'.repeat(1_025))).toEqual({ status: 400, text: '' });
  });
});

describe('the secret of one channel', () => {
  it('is good for no other', async () => {
    const clock = aClock();
    const queue = memoryQueue(clock);
    const channels = channelRepository(memoryTable(clock));
    const hear = createHearPlatform({ channels, queue, clock });
    for (const platform of calendarPlatforms) {
      for (const name of ['ada', 'ben']) {
        const [channel_id, secret_hash] = [`${platform} ${name}`, hashOfSecret(`${name}'s`)];
        await channels.keep({ ...owner, calendar_id: `cal_${name}`, channel_id, secret_hash, platform }, clock.now());
      }
    }
    const told = (channel: string, secret: string) =>
      calendarPlatforms.map((platform) =>
        hear(platform, {
          query: new URLSearchParams({ channel: `${platform} ${channel}` }),
          header: (name) => ({ 'x-goog-channel-id': `${platform} ${channel}`, 'x-goog-channel-token': secret })[name],
          body: JSON.stringify({ value: [{ clientState: secret }] }),
        }),
      );
    await Promise.all([...told('ada', "ben's"), ...told('ben', "ada's")]);
    expect(queue.sent).toEqual([]);
    await Promise.all(told('ada', "ada's"));
    expect(queue.sent).toMatchObject([{ id: 'prj_1/cal_ada' }, { id: 'prj_1/cal_ada' }]);
  });
});

/** How many channels more or fewer there are after a request. */
const countedAs: ReadonlyMap<string, 1 | -1> = new Map([
  ['events.watch', 1],
  ['channels.stop', -1],
  ['POST subscription', 1],
  ['DELETE subscription', -1],
]);

describe('a channel that the platform wants renewed', () => {
  const setUpChannel = async () => {
    const world = await aCalendarWorld('calendar_provider_b', { hears: true });
    await world.settle();
    world.clock.advance(60);
    const renewals = () => world.service.requests.all().filter(({ kind }) => kind === 'PATCH subscription').length;
    return { world, renewals, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  };
  const unavailable = answering({ status: 503, headers: {}, body: '' });

  it('is renewed by the next run where the platform was at fault, and is not relied on until then', async () => {
    await using set = await setUpChannel();
    const { world, renewals } = set;
    world.service.faults.plan({ kind: 'PATCH subscription', times: 3, fault: unavailable });
    expect(await world.work({ is_doubted: true })).toBe('synced');
    expect(renewals()).toBe(3);
    await world.pass(20);
    expect(renewals()).toBe(4);
    world.clock.advance(3);
    await world.work();
    expect(renewals()).toBe(4);
  });

  it('is renewed by the next run also where one failed, or nothing may be asked yet', async () => {
    await using set = await setUpChannel();
    const { world, renewals } = set;
    world.service.faults.plan({ kind: world.listing, times: 4, fault: unavailable });
    expect(await world.work({ is_doubted: true })).toBe('unavailable');
    world.clock.advance(60);
    expect(await world.work()).toBe('synced');
    expect(renewals()).toBe(1);
    world.clock.advance(60);
    world.service.faults.plan({ kind: world.listing, times: 4, fault: unavailable });
    expect(await world.work()).toBe('unavailable');
    expect(await world.work({ is_doubted: true })).toBe('later');
    await world.pass(16);
    expect(renewals()).toBe(2);
  });
});

describe.each(calendarPlatforms)('the channel of %s', (platform) => {
  it('brings what somebody overheard and says again to one more look at most', async () => {
    await using world = await aCalendarWorld(platform, { hears: true });
    await world.settle();
    world.calendar.add({ title: 'Review', start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
    await world.pushes.settled();
    const overheard = world.pushes.deliveries.at(-1);
    if (!overheard) expect.unreachable();
    world.clock.advance(3);
    await world.settle();
    const before = world.outcomes.length;
    world.clock.advance(60);
    const { url, headers, body } = overheard;
    for (let i = 0; i < 20; i += 1) await (await fetch(url, { method: 'POST', headers, body })).body?.cancel();
    for (let seconds = 0; seconds < 30; seconds += 1) {
      world.clock.advance(1);
      await world.settle();
    }
    expect(world.outcomes.slice(before).filter((outcome) => outcome === 'synced')).toHaveLength(1);
  });

  it('brings a change within seconds', async () => {
    await using world = await aCalendarWorld(platform, { hears: true });
    const id = world.calendar.add({ title: 'Review', start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
    await world.settle();
    expect(world.channels()).toHaveLength(1);
    world.clock.advance(60);
    world.calendar.change(id, { start: '2026-03-03T15:00', end: '2026-03-03T16:00' });
    await world.settle();
    world.clock.advance(2);
    await world.settle();
    expect((await world.events()).Review?.start_time).toBe('2026-03-03T14:00:00.000Z');
  });

  it('is there at every hour of eight days, hardly ever twice, and is looked after once an hour', async () => {
    await using world = await aCalendarWorld(platform, { hears: true });
    await world.settle();
    const before = world.asked();
    for (let hour = 0; hour < 8 * 24; hour += 1) {
      world.clock.advance(3_600);
      await world.sweep();
      await world.settle();
      expect(world.channels()).toHaveLength(1);
    }
    // The next one is there before the one before is ended.
    const changes = world.service.requests.all().flatMap(({ kind }) => countedAs.get(kind) ?? []);
    const live = changes.map((_, i) => changes.slice(0, i + 1).reduce<number>((sum, change) => sum + change, 0));
    expect(live.length).toBeGreaterThan(0);
    for (const count of live) expect([1, 2]).toContain(count);
    // A look an hour at most, half of its requests for an access token.
    expect(world.asked() - before).toBeLessThanOrEqual(8 * 52);
  });

  it.each([true, 'address'] as const)(
    'is done without where the platform does not want to tell: %s',
    async (watchRefused) => {
      const quirks = { google: { watchRefused }, microsoft: { subscribingRefused: true } };
      await using world = await aCalendarWorld(platform, { hears: true, ...quirks });
      await world.settle();
      await world.pass(40);
      expect(world.outcomes.every((outcome) => outcome === 'synced')).toBe(true);
      expect(world.outcomes.length).toBeGreaterThanOrEqual(3);
      expect((await world.sync())?.watch_again_at).not.toBeNull();
    },
  );
});
