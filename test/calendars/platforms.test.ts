import { describe, expect, it } from 'vitest';
import { calendarPlatforms } from '../../lib/domain/calendar/calendar-platforms.ts';
import type { CalendarPlace, EventPage, ToldEvent } from '../../lib/ports/calendar-platform.ts';
import { PlatformError } from '../../lib/ports/calendar-platform.ts';
import { answering, cut, padded } from '../facsimiles/host/faults.ts';
import { aSite } from '../lab/hosts/site.ts';
import {
  aPlatform,
  aSecret,
  type PlatformOptions,
  type PlatformWorld,
} from '../lab/worlds/calendars/calendar-platforms.ts';

const window = { from: new Date('2026-03-01T08:00:00Z'), until: new Date('2026-03-30T08:00:00Z') };

const placeIn = async ({ client, app, consent }: PlatformWorld): Promise<CalendarPlace> => {
  const { access_token } = await client.refresh(app, consent());
  return { access_token, platform_uuid: null, zone: null };
};

/** All pages of the list of the window. */
const everything = async ({ client }: PlatformWorld, place: CalendarPlace): Promise<EventPage[]> => {
  const pages: EventPage[] = [];
  for (let page: string | undefined; ; ) {
    const read = await client.events(place, { window }, page);
    pages.push(read);
    page = read.next;
    if (page === undefined) return pages;
  }
};

const eventsOf = (pages: readonly EventPage[]): ToldEvent[] => pages.flatMap(({ events }) => events);
const startsOf = (events: readonly ToldEvent[]) => events.map(({ details }) => details?.start_time).sort();
const troubleOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'none',
    (error: unknown) => (error instanceof PlatformError ? error.trouble : error),
  );

describe.each(calendarPlatforms)('%s', (platform) => {
  const at = (options: PlatformOptions = {}) => aPlatform(platform, options);

  it('tells of events and of each occurrence of a series, in UTC, with who is invited and where it is', async () => {
    await using world = await at();
    world.calendar.add({
      title: 'Review',
      start: '2026-03-03T10:00',
      end: '2026-03-03T11:00',
      attendees: [
        { email: 'ada@example.com', response: 'accepted' },
        { email: 'ben@example.com', name: 'Ben' },
      ],
    });
    world.calendar.add({
      start: '2026-03-27T09:30',
      end: '2026-03-27T09:45',
      recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
    });
    const events = eventsOf(await everything(world, await placeIn(world)));
    expect(startsOf(events)).toEqual([
      '2026-03-03T09:00:00.000Z',
      '2026-03-27T08:30:00.000Z',
      '2026-03-28T08:30:00.000Z',
      // Clocks were put forward that night.
      '2026-03-29T07:30:00.000Z',
    ]);
    const review = events.find(({ details }) => details?.name === 'Review');
    expect(review?.details).toMatchObject({
      end_time: '2026-03-03T10:00:00.000Z',
      is_all_day: false,
      self_response: 'accepted',
      attendees: [{ email: 'ada@example.com' }, { email: 'ben@example.com', name: 'Ben' }],
      organizer_email: 'ada@example.com',
      recurring_platform_uuid: null,
    });
    const [first, second] = events.filter(({ details }) => details?.recurring_platform_uuid);
    expect(first?.details?.recurring_platform_uuid).toBe(second?.details?.recurring_platform_uuid);
    expect(events.filter(({ details }) => details && 'first_day' in details)).toEqual([]);
    expect(new Set(events.map(({ platform_uuid }) => platform_uuid)).size).toBe(4);
  });

  it('tells of whole days as they begin in the zone of the calendar', async () => {
    await using world = await at();
    world.calendar.add({ start: '2026-03-05', end: '2026-03-06' });
    const [event] = eventsOf(await everything(world, await placeIn(world)));
    expect(event?.details).toMatchObject({
      ...{ is_all_day: true, first_day: '2026-03-05' },
      start_time: '2026-03-04T23:00:00.000Z',
    });
  });

  it.each<[string, PlatformOptions]>([
    ['short', { google: { shortPages: true }, microsoft: { shortPages: true } }],
    ['empty', { google: { emptyPage: true }, microsoft: { emptyPage: true } }],
  ])('is read to the end where pages are %s', async (_, quirks) => {
    await using world = await at(quirks);
    for (let i = 0; i < 300; i += 1) world.calendar.add({ start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
    const pages = await everything(world, await placeIn(world));
    expect(eventsOf(pages)).toHaveLength(300);
  });

  it('leaves out what cannot be understood, and says so', async () => {
    await using world = await at();
    world.calendar.add({ start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
    const fields = { start: { dateTime: '2026-03-03T10:00:00', timeZone: 'Nowhere Standard Time' } };
    world.calendar.add({ start: '2026-03-03T10:00', end: '2026-03-03T11:00', fields });
    const pages = await everything(world, await placeIn(world));
    world.service.takeViolations();
    expect(eventsOf(pages)).toHaveLength(1);
    expect(pages.flatMap(({ unread }) => unread)).toHaveLength(1);
  });

  it('finds one event, moved or not, and none that is gone', async () => {
    await using world = await at();
    const place = await placeIn(world);
    const id = world.calendar.add({ start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
    const [event] = eventsOf(await everything(world, place));
    const uuid = event?.platform_uuid ?? '';
    world.calendar.change(id, { start: '2026-03-03T15:00', end: '2026-03-03T16:00' });
    expect(await world.client.event(place, uuid)).toMatchObject({
      details: { start_time: '2026-03-03T14:00:00.000Z' },
    });
    world.calendar.cancel(id);
    expect((await world.client.event(place, uuid)) ?? {}).not.toHaveProperty('details.start_time');
  });

  it('lists other calendars of the account, and says that one is not there', async () => {
    await using world = await at();
    const place = await placeIn(world);
    const other = world.world.accountOf('ada@example.com')?.addCalendar('Team');
    other?.add({ title: 'Retro', start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
    expect(eventsOf(await everything(world, place))).toEqual([]);
    const asked = world.client.events({ ...place, platform_uuid: 'no such calendar' }, { window }, undefined);
    expect(await troubleOf(asked)).toBe('not_found');
  });

  it('tells a channel of changes, as long as it grants, until it is ended', async () => {
    await using world = await at();
    const place = await placeIn(world);
    await using receiver = await aSite((request, response) => {
      const token = new URL(request.url ?? '', 'http://localhost').searchParams.get('validationToken');
      response.setHeader('content-type', 'text/plain').end(token ?? '');
    });
    const request = { id: 'channel-1', secret: aSecret(), address: receiver.url };
    const granted = await world.client.watch(place, request);
    const days = (granted.expires_at.getTime() - world.clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    world.clock.advance(3 * 86_400);
    const renewed = await world.client.renew(await placeIn(world), granted);
    if (platform === 'calendar_provider_b')
      expect(renewed?.expires_at.getTime()).toBeGreaterThan(granted.expires_at.getTime());
    else expect(renewed).toBeUndefined();
    expect(world.channels()).toHaveLength(1);
    const channel = { id: request.id, platform_uuid: granted.platform_uuid };
    await world.client.unwatch(await placeIn(world), channel);
    expect(world.channels()).toEqual([]);
    await world.client.unwatch(await placeIn(world), channel);
  });

  it('is asked three times when it is at fault, with growing pauses, and no longer than it says itself', async () => {
    await using world = await at();
    const place = await placeIn(world);
    const list = () => everything(world, place);
    // A smaller page of Microsoft is asked for before, at once.
    const smaller = platform === 'calendar_provider_b' ? 1 : 0;
    world.service.faults.plan({
      kind: world.listing,
      times: 2 + smaller,
      fault: answering({ status: 503, headers: {}, body: '' }),
    });
    await list();
    expect(world.pauses).toEqual([1000, 2000]);
    world.service.faults.plan({ kind: world.listing, times: 3, fault: cut('within') });
    expect(await troubleOf(list())).toBe('unavailable');
    const patience = (seconds: string) => answering({ status: 429, headers: { 'retry-after': seconds }, body: '{}' });
    world.service.faults.plan({ kind: world.listing, fault: patience('7') });
    await list();
    expect(world.pauses.at(-1)).toBe(7000);
    world.service.faults.plan({ kind: world.listing, fault: patience('Mon, 02 Mar 2026 09:00:00 GMT') });
    await expect(list()).rejects.toMatchObject({ trouble: 'throttled', retry_after_seconds: 3600 });
    expect(world.asked()).toBe(1 + smaller + 3 + 3 + 2 + 1);
  });

  it('is not believed when it answers too much, no JSON, or leads elsewhere', async () => {
    await using world = await at();
    const place = await placeIn(world);
    const list = () => troubleOf(everything(world, place));
    const planned = [
      padded(17_000_000),
      answering({ status: 200, headers: {}, body: '<html>' }),
      answering({ status: 302, headers: { location: 'https://example.com' }, body: '' }),
    ];
    for (const fault of planned) {
      // Of Microsoft smaller pages are asked for.
      world.service.faults.plan({ kind: world.listing, fault, times: platform === 'calendar_provider_b' ? 2 : 1 });
      expect(await list()).toBe('broken_answer');
      world.service.faults.clear();
    }
    if (platform === 'calendar_provider_a') return;
    const asked = world.client.events(place, { window }, 'https://example.com/v1.0/me/calendarView');
    expect(await troubleOf(asked)).toBe('broken_answer');
  });

  it('refuses an access token that has expired, and a refresh token that was revoked', async () => {
    await using world = await at();
    const token = world.consent();
    const { access_token } = await world.client.refresh(world.app, token);
    world.grants.expireAccessTokens();
    const asked = world.client.events({ access_token, platform_uuid: null, zone: null }, { window }, undefined);
    expect(await troubleOf(asked)).toBe('access_refused');
    world.grants.revoke(world.app, 'ada@example.com');
    await expect(world.client.refresh(world.app, token)).rejects.toMatchObject({ error: 'invalid_grant' });
    const wrong = { ...world.app, client_secret: 'other' };
    await expect(world.client.refresh(wrong, token)).rejects.toMatchObject({ error: 'invalid_client' });
  });
});
