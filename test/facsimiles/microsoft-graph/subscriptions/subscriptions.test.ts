/** Subscriptions: the handshake, the messages, and what is told of their own life. */

import type { ServerResponse } from 'node:http';
import type { Subscription } from '@microsoft/microsoft-graph-types';
import { describe, expect, it } from 'vitest';
import { aClock } from '../../../lab/doubles/clock.ts';
import { aWebhookReceiver } from '../../../lab/hosts/webhook-receiver.ts';
import { asking, askingAs, codeOf, immutable } from '../asking.ts';
import { aMicrosoftGraph, type MicrosoftGraphOptions } from '../microsoft-graph.ts';
import { aVendorUser } from '../vendor-client.ts';

type Echo = (response: ServerResponse, token: string) => void;

const honest: Echo = (response, token) => response.setHeader('content-type', 'text/plain').end(token);

const aStage = async (options: MicrosoftGraphOptions & { echo?: Echo; statuses?: number[] } = {}) => {
  const { echo = honest, statuses = [], ...rest } = options;
  const clock = aClock('2026-03-02T08:00:00Z');
  const graph = await aMicrosoftGraph({ clock, ...rest });
  const receiver = await aWebhookReceiver((response, { path = '' }) => {
    const token = new URL(path, 'http://localhost').searchParams.get('validationToken');
    if (token === null) response.writeHead(statuses.shift() ?? 202).end();
    else echo(response, token);
  });
  const { calendar } = graph.world.account('ada@example.com');
  const ask = await askingAs(graph, 'ada@example.com');
  const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString();
  const subscribe = (more: Subscription = {}, prefer?: string) =>
    ask('subscriptions', {
      method: 'POST',
      ...(prefer && { prefer }),
      body: {
        changeType: 'created,updated,deleted',
        notificationUrl: `${receiver.url}/hook?from=graph`,
        lifecycleNotificationUrl: `${receiver.url}/life`,
        resource: 'me/events',
        expirationDateTime: inMinutes(10_000),
        clientState: 'secret',
        ...more,
      } satisfies Subscription,
    });
  /** The messages that came to a path, validations apart. */
  const messages = (path: string) =>
    receiver.received
      .filter((each) => each.path?.startsWith(path) && each.body !== '')
      .map(({ body }) => JSON.parse(body).value[0]);
  return {
    clock,
    graph,
    receiver,
    calendar,
    ask,
    inMinutes,
    subscribe,
    messages,
    [Symbol.asyncDispose]: async () => {
      await receiver[Symbol.asyncDispose]();
      await graph[Symbol.asyncDispose]();
    },
  };
};

const meeting = { start: '2026-03-03T10:00', end: '2026-03-03T11:00' };
const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;

describe('subscribing', () => {
  it('asks both addresses for their token before it answers', async () => {
    await using stage = await aStage();
    const answer = await stage.subscribe();
    expect(answer).toMatchObject({
      status: 201,
      body: {
        resource: 'me/events',
        clientState: 'secret',
        expirationDateTime: stage.inMinutes(10_000),
        latestSupportedTlsVersion: 'v1_2',
      },
    });
    const tokens = stage.receiver.received.map(({ method, path = '', headers, body }) => {
      const { pathname, searchParams } = new URL(path, 'http://localhost');
      expect([method, headers['content-type'], body]).toEqual(['POST', 'text/plain; charset=utf-8', '']);
      return [pathname, searchParams.get('from'), searchParams.get('validationToken')];
    });
    const token = expect.stringMatching(
      /^Validation: Testing client application reachability for subscription Request-Id: /,
    );
    expect(tokens).toEqual([
      ['/hook', 'graph', token],
      ['/life', null, token],
    ]);
  });

  it.each<[string, Echo]>([
    ['another text', (response) => response.setHeader('content-type', 'text/plain').end('hello')],
    [
      'an encoded token',
      (response, token) => response.setHeader('content-type', 'text/plain').end(encodeURIComponent(token)),
    ],
    ['another type', (response, token) => response.setHeader('content-type', 'application/json').end(token)],
    ['another status', (response, token) => response.writeHead(202, { 'content-type': 'text/plain' }).end(token)],
    ['nothing', (response) => response.destroy()],
  ])('fails where the receiver answers the token with %s', async (_what, echo) => {
    await using stage = await aStage({ echo });
    expect(codeOf(await stage.subscribe())).toEqual([400, 'ValidationError']);
    expect(stage.graph.subscriptions()).toEqual([]);
  });

  it.each<[string, Subscription]>([
    ['no kind of change', { changeType: '' }],
    ['an unknown kind of change', { changeType: 'created,moved' }],
    ['a resource that cannot be watched', { resource: 'me/calendars/1/events' }],
    ['the mailbox of somebody else', { resource: 'users/bob@example.com/events' }],
    ['plain HTTP elsewhere', { notificationUrl: 'http://example.com/hook' }],
    ['a state of more than 128 characters', { clientState: 'x'.repeat(129) }],
    ['no end', { expirationDateTime: '' }],
  ])('is refused with %s', async (_what, wanted) => {
    await using stage = await aStage();
    expect(codeOf(await stage.subscribe(wanted))).toEqual([400, 'InvalidRequest']);
    expect(stage.receiver.received).toEqual([]);
  });

  it('is refused for longer than a service allows, and lasts 45 minutes at least', async () => {
    await using stage = await aStage();
    const until = async (minutes: number) =>
      (await stage.subscribe({ expirationDateTime: stage.inMinutes(minutes) })).body;
    expect(await until(10_080)).toMatchObject({ expirationDateTime: stage.inMinutes(10_080) });
    expect(await until(5)).toMatchObject({ expirationDateTime: stage.inMinutes(45) });
    expect(await until(10_081)).toMatchObject({
      error: { code: 'ExtensionError', message: 'Subscription expiration can only be 10080 minutes in the future.' },
    });
    await using strict = await aStage({ quirks: { subscriptionMinutes: 10_070 } });
    expect((await strict.subscribe({ expirationDateTime: strict.inMinutes(10_080) })).status).toBe(400);
  });
});

describe('a message', () => {
  it('names the event, with the kind of id that was asked for, and never says what changed', async () => {
    await using stage = await aStage();
    await stage.subscribe({}, immutable);
    const id = stage.calendar.add(meeting);
    await stage.graph.pushes.settled();
    stage.calendar.change(id, { title: 'Later' });
    await stage.graph.pushes.settled();
    const eventId = `AAkALgAA${Buffer.from(id).toString('base64url')}AAA=`;
    const resource = `Users/ada@example.com/Events/${eventId}`;
    expect(stage.messages('/hook')).toEqual(
      ['created', 'updated'].map((changeType) => ({
        subscriptionId: stage.graph.subscriptions()[0],
        subscriptionExpirationDateTime: stage.inMinutes(10_000),
        tenantId: expect.any(String),
        clientState: 'secret',
        changeType,
        resource,
        resourceData: {
          '@odata.type': '#Microsoft.Graph.Event',
          '@odata.id': resource,
          '@odata.etag': expect.any(String),
          id: eventId,
        },
      })),
    );
    expect((await stage.ask(`me/events/${encodeURIComponent(eventId)}`)).status).toBe(200);
  });

  it('comes for every calendar of the mailbox, for the kinds that were asked for only', async () => {
    await using stage = await aStage();
    await stage.subscribe({ changeType: 'deleted' });
    const team = stage.graph.world.accountOf('ada@example.com')?.addCalendar('Team');
    const id = team?.add(meeting) ?? '';
    team?.cancel(id);
    stage.graph.world.account('bob@example.com').calendar.add(meeting);
    await stage.graph.pushes.settled();
    expect(stage.messages('/hook').map(({ changeType }) => changeType)).toEqual(['deleted']);
  });

  it('comes again, ever later, until it is answered with a 2xx', async () => {
    await using stage = await aStage({ statuses: [500, 404] });
    await stage.subscribe();
    stage.calendar.add(meeting);
    await stage.graph.pushes.settled();
    stage.clock.advance(4);
    await stage.graph.pushes.settled();
    stage.clock.advance(16);
    await stage.graph.pushes.settled();
    expect(stage.graph.pushes.deliveries.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 500],
      [2, 404],
      [3, 202],
    ]);
    expect(stage.graph.pushes.waiting).toBe(0);
  });

  it('is given up after four hours at most', async () => {
    await using stage = await aStage({ statuses: Array(100).fill(503) });
    await stage.subscribe();
    stage.calendar.add(meeting);
    const began = stage.clock.now().getTime();
    for (await stage.graph.pushes.settled(); stage.graph.pushes.waiting > 0; await stage.graph.pushes.settled())
      stage.clock.advance(60);
    expect(stage.clock.now().getTime() - began).toBeLessThanOrEqual(4 * 3_600_000);
  });
});

describe('the life of a subscription', () => {
  it('ends when it expires, and then it cannot be renewed', async () => {
    await using stage = await aStage();
    const id = idOf(await stage.subscribe());
    stage.clock.advance(10_000 * 60);
    stage.calendar.add(meeting);
    await stage.graph.pushes.settled();
    expect([stage.messages('/hook'), stage.graph.subscriptions()]).toEqual([[], []]);
    const ask = await askingAs(stage.graph, 'ada@example.com');
    const body = { expirationDateTime: stage.inMinutes(60) };
    expect(codeOf(await ask(`subscriptions/${id}`, { method: 'PATCH', body }))).toEqual([404, 'ResourceNotFound']);
  });

  it('pauses when it must be authorised again, until it is renewed or reauthorised', async () => {
    await using stage = await aStage();
    const id = idOf(await stage.subscribe());
    const heard = async () => {
      const before = stage.messages('/hook').length;
      stage.calendar.add(meeting);
      await stage.graph.pushes.settled();
      return stage.messages('/hook').length - before;
    };
    stage.graph.tellLifecycle(id, 'reauthorizationRequired');
    expect(await heard()).toBe(0);
    expect((await stage.ask(`subscriptions/${id}/reauthorize`, { method: 'POST' })).status).toBe(204);
    expect(await heard()).toBe(1);
    stage.graph.tellLifecycle(id, 'reauthorizationRequired');
    const body = { expirationDateTime: stage.inMinutes(60) };
    expect((await stage.ask(`subscriptions/${id}`, { method: 'PATCH', body })).body).toMatchObject(body);
    expect(await heard()).toBe(1);
    expect(stage.messages('/life')).toEqual(
      Array(2).fill({
        subscriptionId: id,
        subscriptionExpirationDateTime: stage.inMinutes(10_000),
        tenantId: expect.any(String),
        clientState: 'secret',
        lifecycleEvent: 'reauthorizationRequired',
      }),
    );
  });

  it('may end from the service’s side, or lose messages; only who asked for it is told', async () => {
    await using stage = await aStage();
    const told = idOf(await stage.subscribe());
    const silent = idOf(await stage.subscribe({ lifecycleNotificationUrl: null }));
    stage.graph.tellLifecycle(told, 'missed');
    for (const id of [told, silent]) stage.graph.tellLifecycle(id, 'subscriptionRemoved');
    await stage.graph.pushes.settled();
    expect(
      stage
        .messages('/life')
        .map(({ lifecycleEvent }) => lifecycleEvent)
        .sort(),
    ).toEqual(['missed', 'subscriptionRemoved']);
    expect(stage.graph.subscriptions()).toEqual([]);
    expect(() => stage.graph.tellLifecycle(told, 'missed')).toThrow('no such subscription');
  });

  it('is seen and ended only by the app that began it', async () => {
    await using stage = await aStage();
    const id = idOf(await stage.subscribe());
    const user = aVendorUser(stage.graph, 'ada@example.com');
    const other = await asking(stage.graph, user);
    expect((await other('subscriptions')).body).toMatchObject({ value: [] });
    for (const method of ['GET', 'DELETE']) expect((await other(`subscriptions/${id}`, { method })).status).toBe(404);
    expect((await stage.ask('subscriptions')).body).toMatchObject({ value: [{ id }] });
    expect((await stage.ask(`subscriptions/${id}`)).body).toMatchObject({ id });
    expect((await stage.ask(`subscriptions/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(codeOf(await stage.ask(`subscriptions/${id}`))).toEqual([404, 'ResourceNotFound']);
  });
});
