/** Rule 1: both sides against Google's own description. An unknown field or parameter, on either side, is an error. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { json } from '../host/exchange.ts';
import { answering } from '../host/faults.ts';
import { asking, events, fullList } from './asking.ts';
import { aGoogleCalendar } from './google-calendar.ts';

describe('the description', () => {
  it('is the file that Google ships, unchanged', async () => {
    const file = await readFile(new URL('./description/calendar.v3.json', import.meta.url));
    const readme = await readFile(new URL('./description/README.md', import.meta.url), 'utf8');
    expect(readme).toContain(createHash('sha256').update(file).digest('hex'));
  });
});

describe('a request', () => {
  it.each([
    ['an unknown parameter', events, { ...fullList, limit: '5' }, 'calendar.events.list has no parameter limit'],
    [
      'a parameter of the wrong type',
      events,
      { ...fullList, showDeleted: 'yes' },
      'parameter showDeleted is not true or false',
    ],
    [
      'a value that is none of the enumerated',
      events,
      { ...fullList, eventTypes: 'party' },
      'parameter eventTypes is none of',
    ],
    ['a number below its minimum', events, { ...fullList, maxResults: '0' }, 'parameter maxResults is too small'],
    [
      'a time without an offset',
      events,
      { ...fullList, timeMin: '2026-03-01T00:00:00' },
      'parameter timeMin is not a date-time',
    ],
    [
      'a field that the answer has not',
      events,
      { ...fullList, fields: 'items(id,subject)' },
      'the answer has no field items/subject',
    ],
    ['a selection that is none', events, { ...fullList, fields: 'items(id' }, 'the answer has no field items(id'],
    ['an unknown path', 'calendars/primary/meetings', {}, 'Google describes no such method'],
  ])('is an error with %s', async (_what, path, query, expected) => {
    await using google = await aGoogleCalendar();
    google.world.account('ada@example.com');
    const ask = await asking(google, 'ada@example.com');
    await ask(path, query);
    expect(google.takeViolations()[0]).toContain(expected);
  });

  it('is an error with a field in its body that is not described, or of another type', async () => {
    await using google = await aGoogleCalendar();
    google.world.account('ada@example.com');
    const ask = await asking(google, 'ada@example.com');
    await ask(
      `${events}/watch`,
      {},
      { id: 'c1', type: 'web_hook', address: 'https://example.com/', secret: 's', payload: 'yes' },
    );
    expect(google.takeViolations()).toEqual([
      expect.stringContaining('the body has no field secret'),
      expect.stringContaining('the body.payload is not true or false'),
    ]);
  });

  it('for a token is an error with a field that OAuth does not name', async () => {
    await using google = await aGoogleCalendar();
    await fetch(google.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', user: 'ada' }),
    });
    expect(google.takeViolations()[0]).toContain('the form has a field user that is not described');
  });

  it('is an error where the facsimile does not play what Google describes', async () => {
    await using google = await aGoogleCalendar();
    google.world.account('ada@example.com');
    const ask = await asking(google, 'ada@example.com', ['https://www.googleapis.com/auth/calendar']);
    await ask('colors');
    expect(google.takeViolations()).toEqual([expect.stringContaining('the facsimile does not play this method')]);
  });
});

describe('an answer', () => {
  it('is an error with a field that is not described, or of another type', async () => {
    await using google = await aGoogleCalendar();
    const { calendar } = google.world.account('ada@example.com');
    calendar.add({
      start: '2026-03-03T10:00',
      end: '2026-03-03T11:00',
      fields: { sequence: 'one', subject: 'Hi' } as never,
    });
    const ask = await asking(google, 'ada@example.com');
    await ask(events, fullList);
    expect(google.takeViolations()).toEqual([
      expect.stringContaining('the answer.items[0].sequence is not a whole number'),
      expect.stringContaining('the answer.items[0] has no field subject'),
    ]);
  });

  it('that a test plants is not looked at: a broken server is its purpose', async () => {
    await using google = await aGoogleCalendar();
    google.world.account('ada@example.com');
    google.faults.plan({ kind: 'events.list', fault: answering(json(200, { items: 'none' })) });
    const ask = await asking(google, 'ada@example.com');
    expect(await ask(events, fullList)).toMatchObject({ status: 200, body: { items: 'none' } });
  });
});

describe('a test that leaves violations behind', () => {
  it('fails when the facsimile ends', async () => {
    const google = await aGoogleCalendar();
    google.world.account('ada@example.com');
    const ask = await asking(google, 'ada@example.com');
    await ask(events, { ...fullList, limit: '5' });
    await expect(google[Symbol.asyncDispose]()).rejects.toThrow('request of GET /calendar/v3/calendars/primary/events');
  });
});
