/** calendarView and single events, rule by rule. */
import type { Event } from '@microsoft/microsoft-graph-types';
import { describe, expect, it } from 'vitest';
import { aClock } from '../../../lab/doubles/clock.ts';
import { type Answered, askingAs, codeOf, immutable, march } from '../asking.ts';
import { aMicrosoftGraph, linkLoop, type MicrosoftGraphOptions, missing } from '../microsoft-graph.ts';

const aStage = async (options: MicrosoftGraphOptions = {}) => {
  const clock = aClock('2026-03-02T08:00:00Z');
  const graph = await aMicrosoftGraph({ clock, ...options });
  const { calendar } = graph.world.account('ada@example.com');
  return { clock, graph, calendar, ask: await askingAs(graph, 'ada@example.com') };
};

const view = 'me/calendarView';

const pageOf = ({ status, body }: Answered) => {
  expect(status).toBe(200);
  const { value, '@odata.nextLink': next = '' } = body as { value: Event[]; '@odata.nextLink'?: string };
  return { value, next, subjects: value.map(({ subject }) => subject) };
};

const hours = ['08', '09', '10', '11', '12'];
const five = hours.map((hour) => ({ title: hour, start: `2026-03-03T${hour}:00`, end: `2026-03-03T${hour}:30` }));

describe('a view', () => {
  it('comes in pages of ten where nothing is said, with links that hold the whole query', async () => {
    const { graph, calendar, ask } = await aStage();
    await using _ = graph;
    for (const draft of [...five, ...five, ...five]) calendar.add(draft);
    const first = pageOf(await ask(view, { query: { ...march, $select: 'subject' } }));
    expect(first.value).toHaveLength(10);
    expect(Object.fromEntries(new URL(first.next).searchParams)).toEqual({ ...march, $select: 'subject', $skip: '10' });
    const second = pageOf(await ask(first.next));
    expect([second.value.length, second.next]).toEqual([5, '']);
  });

  it('gives only the properties that are selected, and the id and the etag', async () => {
    const { graph, calendar, ask } = await aStage();
    await using _ = graph;
    calendar.add({ ...five[0], title: 'Review', start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
    const { value } = pageOf(await ask(view, { query: { ...march, $select: 'subject,isCancelled' } }));
    expect(value).toEqual([
      { '@odata.etag': expect.stringMatching(/^W\/"/), id: expect.any(String), subject: 'Review', isCancelled: false },
    ]);
  });

  it('gives immutable ids, a zone and plain bodies only to the request that prefers them', async () => {
    const { graph, calendar, ask } = await aStage();
    await using _ = graph;
    calendar.add({
      start: '2026-03-03T10:00',
      end: '2026-03-03T11:00',
      fields: { body: { contentType: 'html', content: '<p>Hi</p>' } },
    });
    const plain = pageOf(await ask(view, { query: march })).value[0];
    const prefer = `${immutable}, outlook.timezone="Pacific Standard Time", outlook.body-content-type="text"`;
    const answer = await ask(view, { query: march, prefer });
    const preferred = pageOf(answer).value[0];
    expect(answer.headers.get('preference-applied')).toBe(prefer);
    expect(plain).toMatchObject({
      id: expect.stringMatching(/^AAMkAGI2.*=$/),
      start: { dateTime: '2026-03-03T09:00:00.0000000', timeZone: 'UTC' },
      body: { contentType: 'html', content: '<p>Hi</p>' },
      originalStartTimeZone: 'Europe/Berlin',
    });
    expect(preferred).toMatchObject({
      id: expect.stringMatching(/^AAkALgAA.*=$/),
      start: { dateTime: '2026-03-03T01:00:00.0000000', timeZone: 'Pacific Standard Time' },
      body: { contentType: 'text', content: 'Hi' },
    });
  });

  it('gives whole days as their midnights, and says of what series and by whom', async () => {
    const { graph, calendar, ask } = await aStage();
    await using _ = graph;
    calendar.add({ start: '2026-03-02', end: '2026-03-03', title: 'Holiday' });
    calendar.add({
      start: '2026-03-03T10:00',
      end: '2026-03-03T11:00',
      recurrence: ['RRULE:FREQ=DAILY;COUNT=2'],
      organizer: { email: 'bob@example.com', name: 'Bob' },
      attendees: [{ email: 'ada@example.com', response: 'declined' }],
    });
    const { value } = pageOf(await ask(view, { query: march }));
    expect(value).toMatchObject([
      {
        isAllDay: true,
        start: { dateTime: '2026-03-02T00:00:00.0000000' },
        type: 'singleInstance',
        seriesMasterId: null,
        responseStatus: { response: 'organizer' },
      },
      {
        isAllDay: false,
        type: 'occurrence',
        isOrganizer: false,
        organizer: { emailAddress: { name: 'Bob' } },
        responseStatus: { response: 'declined' },
      },
      { isAllDay: false, type: 'occurrence', originalStart: '2026-03-04T09:00:00.000Z' },
    ]);
    expect(value[1]?.seriesMasterId).toBe(value[2]?.seriesMasterId);
    expect(value[1]?.iCalUId).not.toBe(value[2]?.iCalUId);
  });

  it('reads times without an offset as UTC', async () => {
    const { graph, calendar, ask } = await aStage();
    await using _ = graph;
    for (const draft of five) calendar.add(draft);
    const query = { startDateTime: '2026-03-03T08:30:00', endDateTime: '2026-03-03T09:00:00+00:00' };
    expect(pageOf(await ask(view, { query })).subjects).toEqual([]);
    expect(pageOf(await ask(view, { query: { ...query, endDateTime: '2026-03-03T09:01:00' } })).subjects).toEqual([
      '10',
    ]);
  });

  it('keeps meetings that their organizer cancelled, and not what was deleted', async () => {
    const { graph, calendar, ask } = await aStage();
    await using _ = graph;
    const [kept, gone] = five.slice(0, 2).map((draft) => calendar.add(draft));
    calendar.change(String(kept), { title: 'Canceled: 08', fields: { isCancelled: true } });
    calendar.cancel(String(gone));
    expect(pageOf(await ask(view, { query: march })).value).toMatchObject([
      { subject: 'Canceled: 08', isCancelled: true },
    ]);
  });

  it('lets an event slip through when one before it is deleted between pages, if pages shift', async () => {
    const subjects = async (pagesShift: boolean) => {
      const { graph, calendar, ask } = await aStage({ quirks: { pagesShift } });
      await using _ = graph;
      const [first] = five.map((draft) => calendar.add(draft));
      const page = pageOf(await ask(view, { query: { ...march, $top: '2' } }));
      calendar.cancel(String(first));
      const next = pageOf(await ask(page.next));
      return [...page.subjects, ...next.subjects];
    };
    expect(await subjects(false)).toEqual(['08', '09', '10', '11']);
    expect(await subjects(true)).toEqual(['08', '09', '11', '12']);
  });

  it('is a mistake to page through by other links than were given out', async () => {
    const { graph, calendar, ask } = await aStage();
    await using _ = graph;
    for (const draft of five) calendar.add(draft);
    await ask(view, { query: { ...march, $top: '2', $skip: '2' } });
    expect(graph.takeViolations()).toEqual([expect.stringContaining('follow @odata.nextLink as it is')]);
  });

  it('goes in a circle when a test wants it to', async () => {
    const { graph, calendar, ask } = await aStage();
    await using _ = graph;
    for (const draft of five) calendar.add(draft);
    graph.faults.plan({ kind: 'calendarView', fault: linkLoop, times: Number.POSITIVE_INFINITY });
    const { next } = pageOf(await ask(view, { query: { ...march, $top: '2' } }));
    expect(pageOf(await ask(next)).next).toBe(next);
  });
});

describe('a view with events missing', () => {
  it('does not mean that they are gone: they are found by their id', async () => {
    const { graph, calendar, ask } = await aStage();
    await using _ = graph;
    const drafts = five.map((draft) => calendar.add(draft));
    const whole = pageOf(await ask(view, { query: march })).value;
    graph.faults.plan({ kind: 'calendarView', fault: missing(String(drafts[1]), String(drafts[2])) });
    expect(pageOf(await ask(view, { query: march })).subjects).toEqual(['08', '11', '12']);
    expect((await ask(`me/events/${encodeURIComponent(String(whole[1]?.id))}`)).status).toBe(200);
  });
});

describe('calendars', () => {
  it('are the default one and named ones, each with its own view', async () => {
    const { graph, calendar, ask } = await aStage();
    await using _ = graph;
    const team = graph.world.accountOf('ada@example.com')?.addCalendar('Team');
    team?.add({ ...five[0], title: 'Planning', start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
    calendar.add({ title: 'Mine', start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
    const { body } = await ask('me/calendars');
    expect((body as { value: unknown[] }).value).toMatchObject([
      { name: 'Calendar', isDefaultCalendar: true, owner: { address: 'ada@example.com' } },
      { name: 'Team', isDefaultCalendar: false },
    ]);
    const [mine, other] = (body as { value: { id: string }[] }).value.map(({ id }) => encodeURIComponent(id));
    expect((await ask('me/calendar')).body).toMatchObject({ name: 'Calendar' });
    expect((await ask(`me/calendars/${other}`)).body).toMatchObject({ name: 'Team' });
    const titles = async (path: string) => pageOf(await ask(path, { query: march })).subjects;
    expect(await titles(`me/calendars/${other}/calendarView`)).toEqual(['Planning']);
    expect(await titles(`users/ada@example.com/calendars/${mine}/calendarview`)).toEqual(['Mine']);
    expect(await titles('me/calendar/calendarView')).toEqual(['Mine']);
    graph.world.accountOf('ada@example.com')?.removeCalendar(team?.id ?? '');
    expect(codeOf(await ask(`me/calendars/${other}`))).toEqual([404, 'ErrorItemNotFound']);
  });
});

describe('getting one event', () => {
  it('takes either id, through either calendar, and finds nothing once it is deleted', async () => {
    const { graph, calendar, ask } = await aStage();
    await using _ = graph;
    const id = calendar.add({ title: 'Review', start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
    const ids: string[] = [];
    for (const prefer of ['', immutable]) {
      ids.push(encodeURIComponent(String(pageOf(await ask(view, { query: march, prefer })).value[0]?.id)));
    }
    const { body } = await ask('me/calendar');
    const own = encodeURIComponent((body as { id: string }).id);
    const paths = ids.flatMap((each) => [
      `me/events/${each}`,
      `me/calendar/events/${each}`,
      `me/calendars/${own}/events/${each}`,
    ]);
    for (const path of paths) {
      expect((await ask(path, { query: { $select: 'subject' } })).body).toMatchObject({ subject: 'Review' });
    }
    calendar.cancel(id);
    for (const path of paths) expect(codeOf(await ask(path))).toEqual([404, 'ErrorItemNotFound']);
    expect(codeOf(await ask('me/events/nonsense'))).toEqual([404, 'ErrorItemNotFound']);
  });
});
