/** Rule 1: both sides against Microsoft's own description. An unknown field or parameter, on either side, is an error. */
import { describe, expect, it } from 'vitest';
import { json } from '../../host/exchange.ts';
import { answering } from '../../host/faults.ts';
import { askingAs, march, type Request } from '../asking.ts';
import { aMicrosoftGraph } from '../microsoft-graph.ts';

const aStage = async () => {
  const graph = await aMicrosoftGraph();
  const { calendar } = graph.world.account('ada@example.com');
  return { graph, calendar, ask: await askingAs(graph, 'ada@example.com') };
};

const subscription = {
  changeType: 'created',
  resource: 'me/events',
  notificationUrl: 'https://example.com/hook',
  expirationDateTime: new Date(Date.now() + 3_600_000).toISOString(),
};

describe('a request', () => {
  it.each<[string, string, Request, string]>([
    ['an unknown parameter', 'me/calendarView', { query: { ...march, limit: '5' } }, 'there is no parameter limit'],
    ['a parameter of another resource', 'me/events/x', { query: { $top: '5' } }, 'there is no parameter $top'],
    ['half a window', 'me/calendarView', { query: { endDateTime: march.endDateTime } }, 'startDateTime is no time'],
    ['too large a page', 'me/calendarView', { query: { ...march, $top: '1001' } }, '$top is 1001'],
    ['no page', 'me/calendarView', { query: { ...march, $top: '0' } }, '$top is 0'],
    [
      'a property that there is not',
      'me/calendarView',
      { query: { ...march, $select: 'subject,summary' } },
      'there is no property summary to select',
    ],
    [
      'an unknown preference',
      'me/calendarView',
      { query: march, prefer: 'odata.track-changes' },
      'the preference odata.track-changes is not known',
    ],
    [
      'an unknown zone',
      'me/calendarView',
      { query: march, prefer: 'outlook.timezone="Mars"' },
      'the preference outlook.timezone=Mars is not known',
    ],
    ['an unknown path', 'me/meetings', {}, 'Microsoft describes no such request'],
    ['another method', 'me/calendarView', { method: 'POST', body: {} }, 'Microsoft describes no such request'],
    [
      'an unknown field',
      'subscriptions',
      { method: 'POST', body: { ...subscription, token: 's' } },
      'the body has no property token',
    ],
    [
      'a field of another type',
      'subscriptions',
      { method: 'POST', body: { ...subscription, clientState: 5 } },
      'the body.clientState is not a string',
    ],
  ])('is an error with %s', async (_what, path, request, expected) => {
    const { graph, ask } = await aStage();
    await ask(path, request);
    expect(graph.takeViolations()[0]).toContain(expected);
    await graph[Symbol.asyncDispose]();
  });

  it('for a token is an error with a field that is not described', async () => {
    await using graph = await aMicrosoftGraph();
    await fetch(graph.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', user: 'ada' }),
    });
    expect(graph.takeViolations()[0]).toContain('the form has a field user that is not described');
  });
});

describe('an answer', () => {
  it('is an error with a field that is not described, or of another type', async () => {
    const { graph, calendar, ask } = await aStage();
    await using _ = graph;
    calendar.add({
      start: '2026-03-03T10:00',
      end: '2026-03-03T11:00',
      fields: { summary: 'Hi', isAllDay: 'no', type: 'meeting', location: { displayName: 5 } } as never,
    });
    await ask('me/calendarView', { query: march });
    expect(graph.takeViolations()).toEqual([
      expect.stringContaining('the answer.value[0].isAllDay is not a boolean'),
      expect.stringContaining(
        'the answer.value[0].type is none of singleInstance, occurrence, exception, seriesMaster: meeting',
      ),
      expect.stringContaining('the answer.value[0].location.displayName is not a string'),
      expect.stringContaining('the answer.value[0] has no property summary'),
    ]);
  });

  it('that a test plants is not looked at: a broken server is its purpose', async () => {
    const { graph, ask } = await aStage();
    await using _ = graph;
    graph.faults.plan({ kind: 'calendarView', fault: answering(json(200, { value: 'none' })) });
    expect(await ask('me/calendarView', { query: march })).toMatchObject({ status: 200, body: { value: 'none' } });
  });
});
