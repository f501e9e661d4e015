/** Push messages: what a watcher gets, and what becomes of those that it does not take. */
import { describe, expect, it } from 'vitest';
import { aClock } from '../../lab/doubles/clock.ts';
import { aWebhookReceiver } from '../../lab/hosts/webhook-receiver.ts';
import { type Answered, asking, events } from './asking.ts';
import { aGoogleCalendar } from './google-calendar.ts';

const aStage = async (answers: readonly number[] = []) => {
  const clock = aClock('2026-03-02T08:00:00Z');
  const google = await aGoogleCalendar({ clock });
  const receiver = await aWebhookReceiver((response, _received, count) => {
    response.writeHead(answers[count - 1] ?? 200).end();
  });
  const { calendar } = google.world.account('ada@example.com');
  const ask = await asking(google, 'ada@example.com');
  const watch = (more: object = {}) =>
    ask(`${events}/watch`, {}, { id: 'c1', type: 'web_hook', address: `${receiver.url}/hook`, ...more });
  return {
    clock,
    google,
    receiver,
    calendar,
    ask,
    watch,
    [Symbol.asyncDispose]: async () => {
      await receiver[Symbol.asyncDispose]();
      await google[Symbol.asyncDispose]();
    },
  };
};

const meeting = { start: '2026-03-03T10:00', end: '2026-03-03T11:00' };
const reasonOf = ({ body }: Answered) => (body as { error: { errors: { reason: string }[] } }).error.errors[0]?.reason;

describe('a channel', () => {
  it('says with headers alone which channel, which calendar and what happened', async () => {
    await using stage = await aStage();
    const { body } = await stage.watch({ token: 'secret', expiration: `${Date.parse('2026-03-04T08:00:00Z')}` });
    stage.calendar.add(meeting);
    await stage.google.pushes.settled();
    const resourceId = (body as { resourceId: string }).resourceId;
    expect(body).toEqual({
      kind: 'api#channel',
      id: 'c1',
      token: 'secret',
      resourceId,
      resourceUri: 'https://www.googleapis.com/calendar/v3/calendars/ada%40example.com/events?alt=json',
      expiration: `${Date.parse('2026-03-04T08:00:00Z')}`,
    });
    const numbered = stage.receiver.received.toSorted((a, b) =>
      String(a.headers['x-goog-message-number']).localeCompare(String(b.headers['x-goog-message-number'])),
    );
    expect(numbered.map(({ method, path, body: text }) => [method, path, text])).toEqual([
      ['POST', '/hook', ''],
      ['POST', '/hook', ''],
    ]);
    expect(numbered[1]?.headers).toMatchObject({
      'x-goog-channel-id': 'c1',
      'x-goog-channel-token': 'secret',
      'x-goog-channel-expiration': 'Wed, 04 Mar 2026 08:00:00 GMT',
      'x-goog-message-number': '2',
      'x-goog-resource-id': resourceId,
      'x-goog-resource-state': 'exists',
      'x-goog-resource-uri': 'https://www.googleapis.com/calendar/v3/calendars/ada%40example.com/events?alt=json',
    });
    expect(numbered[0]?.headers['x-goog-resource-state']).toBe('sync');
  });

  it('is silent once it expired, and cannot be stopped by then', async () => {
    await using stage = await aStage();
    const { body } = await stage.watch();
    stage.clock.advance(7 * 86_400);
    stage.calendar.add(meeting);
    await stage.google.pushes.settled();
    expect(stage.receiver.received).toHaveLength(1);
    const again = await asking(stage.google, 'ada@example.com');
    const { resourceId } = body as { resourceId: string };
    expect((await again('channels/stop', {}, { id: 'c1', resourceId })).status).toBe(404);
  });

  it('is not of a calendar of somebody else', async () => {
    await using stage = await aStage();
    await stage.watch();
    stage.google.world.account('bob@example.com').calendar.add(meeting);
    await stage.google.pushes.settled();
    expect(stage.receiver.received).toHaveLength(1);
  });

  it('can be stopped only by the app that opened it', async () => {
    await using stage = await aStage();
    const { body } = await stage.watch();
    const other = await asking(stage.google, 'ada@example.com');
    const { resourceId } = body as { resourceId: string };
    expect((await other('channels/stop', {}, { id: 'c1', resourceId })).status).toBe(404);
    expect((await stage.ask('channels/stop', {}, { id: 'c1', resourceId: 'another' })).status).toBe(404);
    expect((await stage.ask('channels/stop', {}, { id: 'c1', resourceId })).status).toBe(204);
  });

  it.each([
    ['no id', { id: '' }, 'required'],
    ['an id of more than 64 characters', { id: 'x'.repeat(65) }, 'invalid'],
    ['a token of more than 256 characters', { token: 'x'.repeat(257) }, 'invalid'],
    ['another type', { type: 'email' }, 'invalid'],
    ['plain HTTP elsewhere', { address: 'http://example.com/hook' }, 'push.webhookUrlNotHttps'],
  ])('is refused with %s', async (_what, wanted, reason) => {
    await using stage = await aStage();
    const answer = await stage.watch(wanted);
    expect([answer.status, reasonOf(answer)]).toEqual([400, reason]);
    expect(stage.google.channels()).toEqual([]);
  });

  it('is refused with the id of another one', async () => {
    await using stage = await aStage();
    await stage.watch();
    expect(reasonOf(await stage.watch())).toBe('channelIdNotUnique');
  });
});

describe('a message', () => {
  it('comes again, ever later, where the watcher answers with 500, 502, 503 or 504', async () => {
    await using stage = await aStage([500, 503, 200]);
    await stage.watch();
    await stage.google.pushes.settled();
    expect(stage.receiver.received).toHaveLength(1);
    stage.clock.advance(2);
    await stage.google.pushes.settled();
    expect(stage.receiver.received).toHaveLength(2);
    stage.clock.advance(4);
    await stage.google.pushes.settled();
    expect(stage.google.pushes.deliveries.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 500],
      [2, 503],
      [3, 200],
    ]);
    expect(stage.google.pushes.waiting).toBe(0);
  });

  it.each([400, 404, 429, 301])('is lost where the watcher answers with %i', async (status) => {
    await using stage = await aStage([status]);
    await stage.watch();
    await stage.google.pushes.settled();
    expect([stage.receiver.received.length, stage.google.pushes.waiting]).toEqual([1, 0]);
  });
});
