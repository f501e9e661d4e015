/** events.list and events.get, rule by rule. */
import type { calendar_v3 } from '@googleapis/calendar';
import { describe, expect, it } from 'vitest';
import { aClock } from '../../lab/doubles/clock.ts';
import { type Answered, type Ask, asking, events, fullList, incrementalList } from './asking.ts';
import {
  aGoogleCalendar,
  type GoogleCalendar,
  type GoogleCalendarOptions,
  missing,
  pageLoop,
} from './google-calendar.ts';

const aStage = async (options: GoogleCalendarOptions = {}) => {
  const clock = aClock('2026-03-02T08:00:00Z');
  const google = await aGoogleCalendar({ clock, ...options });
  const { calendar } = google.world.account('ada@example.com');
  return { clock, google, calendar, ask: await asking(google, 'ada@example.com') };
};

const pageOf = ({ status, body }: Answered): calendar_v3.Schema$Events => {
  expect(status).toBe(200);
  return body as calendar_v3.Schema$Events;
};

const ids = ({ items = [] }: calendar_v3.Schema$Events) => items.map(({ id, status }) => `${id} ${status}`);

const tokenOf = async (ask: Ask, query: Record<string, string> = fullList): Promise<string> =>
  pageOf(await ask(events, query)).nextSyncToken ?? '';

const reasonOf = ({ status, body }: Answered) => {
  const { error } = body as { error: { errors: { reason: string }[] } };
  return [status, error.errors[0]?.reason];
};

const meeting = { start: '2026-03-03T10:00', end: '2026-03-03T11:00' };

describe('a full list', () => {
  it('gives what overlaps the window, both ends exclusive, with the sync token on the last page only', async () => {
    const { google, calendar, ask } = await aStage();
    await using _ = google;
    calendar.add({ start: '2026-03-01T00:30Z', end: '2026-03-01T01:00Z', title: 'ends as it begins' });
    const inside = calendar.add({ start: '2026-03-01T00:30Z', end: '2026-03-01T01:01Z' });
    const late = calendar.add({ start: '2026-03-01T01:59Z', end: '2026-03-01T05:00Z' });
    calendar.add({ start: '2026-03-01T02:00Z', end: '2026-03-01T05:00Z', title: 'begins as it ends' });
    const query = { ...fullList, timeMin: '2026-03-01T01:00:00Z', timeMax: '2026-03-01T02:00:00Z', maxResults: '1' };
    const first = pageOf(await ask(events, query));
    expect([ids(first), first.nextSyncToken]).toEqual([[`${inside} confirmed`], undefined]);
    const second = pageOf(await ask(events, { ...query, pageToken: first.nextPageToken ?? '' }));
    expect([ids(second), second.nextPageToken]).toEqual([[`${late} confirmed`], undefined]);
    expect(second.nextSyncToken).toEqual(expect.any(String));
  });

  it('gives deleted events only when they are asked for', async () => {
    const { google, calendar, ask } = await aStage();
    await using _ = google;
    const id = calendar.add(meeting);
    calendar.cancel(id);
    expect(ids(pageOf(await ask(events, fullList)))).toEqual([`${id} cancelled`]);
    expect(ids(pageOf(await ask(events, { ...fullList, showDeleted: 'false' })))).toEqual([]);
  });

  it('gives only the types, attendees and fields that were asked for, in the zone that was asked for', async () => {
    const { google, calendar, ask } = await aStage();
    await using _ = google;
    calendar.add({ ...meeting, title: 'Focus', fields: { eventType: 'focusTime' } });
    calendar.add({
      ...meeting,
      title: 'Review',
      attendees: [{ email: 'ada@example.com', response: 'declined' }, { email: 'bob@example.com' }],
    });
    const fields = 'items(summary,start/dateTime,attendees(email,responseStatus),attendeesOmitted)';
    const query = { ...fullList, eventTypes: 'default', maxAttendees: '1', timeZone: 'America/New_York', fields };
    expect((await ask(events, query)).body).toEqual({
      items: [
        {
          summary: 'Review',
          start: { dateTime: '2026-03-03T04:00:00-05:00' },
          attendees: [{ email: 'ada@example.com', responseStatus: 'declined' }],
          attendeesOmitted: true,
        },
      ],
    });
  });

  it('gives whole days as days, and the instances of a series across a change to summer time', async () => {
    const { google, calendar, ask } = await aStage();
    await using _ = google;
    calendar.add({ start: '2026-03-28', end: '2026-03-30' });
    const weekly = calendar.add({
      start: '2026-03-22T09:30',
      end: '2026-03-22T10:00',
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'],
    });
    const { items = [] } = pageOf(await ask(events, fullList));
    expect(items.map(({ id, start, end }) => [id, start, end])).toEqual([
      [expect.any(String), { date: '2026-03-28' }, { date: '2026-03-30' }],
      ...[
        ['20260322T083000Z', '2026-03-22T09:30:00+01:00', '2026-03-22T10:00:00+01:00'],
        ['20260329T073000Z', '2026-03-29T09:30:00+02:00', '2026-03-29T10:00:00+02:00'],
      ].map(([stamp, start, end]) => [
        `${weekly}_${stamp}`,
        { dateTime: start, timeZone: 'Europe/Berlin' },
        { dateTime: end, timeZone: 'Europe/Berlin' },
      ]),
    ]);
  });

  it('is refused with an empty window, and for a calendar that the user does not see', async () => {
    const { google, ask } = await aStage();
    await using _ = google;
    const bob = google.world.account('bob@example.com');
    expect(reasonOf(await ask(events, { ...fullList, timeMax: fullList.timeMin }))).toEqual([400, 'timeRangeEmpty']);
    expect(reasonOf(await ask('calendars/bob%40example.com/events', fullList))).toEqual([404, 'notFound']);
    google.world.accountOf('ada@example.com')?.share(bob.calendar);
    expect((await ask('calendars/bob%40example.com/events', fullList)).status).toBe(200);
    google.world.accountOf('ada@example.com')?.removeCalendar('bob@example.com');
    expect((await ask('calendars/bob%40example.com', {})).status).toBe(404);
  });

  it('goes in a circle when a test wants it to', async () => {
    const { google, calendar, ask } = await aStage();
    await using _ = google;
    for (const _each of [1, 2, 3]) calendar.add(meeting);
    google.faults.plan({ kind: 'events.list', fault: pageLoop, times: Number.POSITIVE_INFINITY });
    const query = { ...fullList, maxResults: '1' };
    const { nextPageToken: first = '' } = pageOf(await ask(events, query));
    const { nextPageToken: second } = pageOf(await ask(events, { ...query, pageToken: first ?? '' }));
    expect(second).toBe(first);
  });
});

describe('a list with events missing', () => {
  it('does not mean that they are gone: they are found by their id', async () => {
    const { google, calendar, ask } = await aStage();
    await using _ = google;
    const [there, lost] = [calendar.add(meeting), calendar.add(meeting)];
    google.faults.plan({ kind: 'events.list', fault: missing(lost) });
    expect(ids(pageOf(await ask(events, fullList)))).toEqual([`${there} confirmed`]);
    expect((await ask(`${events}/${lost}`)).status).toBe(200);
  });
});

describe('an incremental list', () => {
  it('gives what changed since the first page of the list from which its token came, deleted events always', async () => {
    const { google, calendar, ask } = await aStage();
    await using _ = google;
    const [kept, gone, more] = [calendar.add(meeting), calendar.add(meeting), calendar.add(meeting)];
    const query = { ...fullList, maxResults: '2' };
    const first = pageOf(await ask(events, query));
    calendar.cancel(gone);
    const second = pageOf(await ask(events, { ...query, pageToken: first.nextPageToken ?? '' }));
    expect([...ids(first), ...ids(second)]).toEqual([kept, gone, more].map((id) => `${id} confirmed`));
    const then = { ...incrementalList, maxResults: '2', syncToken: second.nextSyncToken ?? '' };
    const changes = pageOf(await ask(events, then));
    expect(ids(changes)).toEqual([`${gone} cancelled`]);
    expect(ids(pageOf(await ask(events, { ...then, syncToken: changes.nextSyncToken ?? '' })))).toEqual([]);
    expect(ids(pageOf(await ask(events, then)))).toEqual([`${gone} cancelled`]);
  });

  it('tells of instances that a split or an end took from their series', async () => {
    const { google, calendar, ask } = await aStage();
    await using _ = google;
    const series = calendar.add({ ...meeting, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] });
    const token = await tokenOf(ask);
    const next = calendar.split(calendar.occurrenceId(series, '2026-03-10T10:00'), { start: '2026-03-11T10:00' });
    const { items = [] } = pageOf(await ask(events, { ...incrementalList, syncToken: token }));
    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [`${series}_20260303T090000Z`, 'confirmed'],
      [`${series}_20260310T090000Z`, 'cancelled'],
      [`${series}_20260317T090000Z`, 'cancelled'],
      [`${next}_20260311T090000Z`, 'confirmed'],
      [`${next}_20260318T090000Z`, 'confirmed'],
      [`${next}_20260325T090000Z`, 'confirmed'],
    ]);
    expect(items[1]).toEqual({
      kind: 'calendar#event',
      etag: expect.any(String),
      id: `${series}_20260310T090000Z`,
      status: 'cancelled',
      recurringEventId: series,
      originalStartTime: { dateTime: '2026-03-10T10:00:00+01:00', timeZone: 'Europe/Berlin' },
    });
  });

  it('is answered with 410 once its token expired', async () => {
    const { google, ask } = await aStage();
    await using _ = google;
    const token = await tokenOf(ask);
    google.expireSyncTokens();
    expect(reasonOf(await ask(events, { ...incrementalList, syncToken: token }))).toEqual([410, 'fullSyncRequired']);
    expect((await ask(events, { ...incrementalList, syncToken: await tokenOf(ask) })).status).toBe(200);
  });

  it.each([
    ['a token that never was one', { syncToken: 'nonsense' }],
    ['a window', { timeMin: '2026-03-01T00:00:00Z' }],
    ['an order', { orderBy: 'startTime' }],
    ['deleted events left out', { showDeleted: 'false' }],
  ])('is refused with %s', async (_what, query) => {
    const { google, ask } = await aStage();
    await using _ = google;
    const token = await tokenOf(ask);
    expect(reasonOf(await ask(events, { ...incrementalList, syncToken: token, ...query }))).toEqual([400, 'invalid']);
  });

  it('is a mistake with other parameters than the full list had, and so is a page', async () => {
    const { google, calendar, ask } = await aStage();
    await using _ = google;
    for (const _each of [1, 2]) calendar.add(meeting);
    const token = await tokenOf(ask);
    await ask(events, { ...incrementalList, maxResults: '50', syncToken: token });
    const { nextPageToken } = pageOf(await ask(events, { ...fullList, maxResults: '1' }));
    await ask(events, { ...fullList, pageToken: nextPageToken ?? '' });
    expect(google.takeViolations()).toEqual([
      expect.stringContaining('an incremental list has other parameters than the full one'),
      expect.stringContaining('a page was asked for with other parameters than the first one'),
    ]);
  });

  const moved = async (google: GoogleCalendar, ask: Ask) => {
    const calendar = google.world.accountOf('ada@example.com')?.calendar;
    const id = calendar?.add(meeting) ?? '';
    const token = await tokenOf(ask);
    calendar?.change(id, { start: '2026-06-01T10:00' });
    return ids(pageOf(await ask(events, { ...incrementalList, syncToken: token })));
  };

  it('tells of an event that left the window, or withholds it', async () => {
    const telling = await aStage();
    await using _ = telling.google;
    expect(await moved(telling.google, telling.ask)).toHaveLength(1);
    const silent = await aStage({ quirks: { outsideWindow: 'withheld' } });
    await using _too = silent.google;
    expect(await moved(silent.google, silent.ask)).toEqual([]);
  });
});

describe('getting one event', () => {
  it('gives it also when it is cancelled, and a series with its recurrence', async () => {
    const { google, calendar, ask } = await aStage();
    await using _ = google;
    const id = calendar.add(meeting);
    calendar.cancel(id);
    expect((await ask(`${events}/${id}`)).body).toMatchObject({ id, status: 'cancelled' });
    const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=3'];
    const series = calendar.add({ ...meeting, recurrence });
    expect((await ask(`${events}/${series}`)).body).toMatchObject({ id: series, recurrence });
  });

  it('finds no event that was erased, nor an instance that its series no longer has', async () => {
    const { google, calendar, ask } = await aStage();
    await using _ = google;
    const id = calendar.add(meeting);
    calendar.erase(id);
    expect(reasonOf(await ask(`${events}/${id}`))).toEqual([404, 'notFound']);
    const series = calendar.add({ ...meeting, recurrence: ['RRULE:FREQ=WEEKLY'] });
    const instance = calendar.occurrenceId(series, '2026-03-10T10:00');
    calendar.split(instance, { title: 'New' });
    expect(reasonOf(await ask(`${events}/${instance}`))).toEqual([404, 'notFound']);
  });
});

describe('a change', () => {
  it('can be read only after a while, when it is told before', async () => {
    const { google, calendar, ask, clock } = await aStage({ quirks: { readableAfterMs: 2_000 } });
    await using _ = google;
    const token = await tokenOf(ask);
    const id = calendar.add(meeting);
    expect((await ask(`${events}/${id}`)).status).toBe(404);
    const early = pageOf(await ask(events, { ...incrementalList, syncToken: token }));
    expect(ids(early)).toEqual([]);
    clock.advance(2);
    expect((await ask(`${events}/${id}`)).status).toBe(200);
    const later = pageOf(await ask(events, { ...incrementalList, syncToken: early.nextSyncToken ?? '' }));
    expect(ids(later)).toEqual([`${id} confirmed`]);
  });
});
