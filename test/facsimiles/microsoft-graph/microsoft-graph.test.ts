/** The facsimile in the hands of Microsoft's own client, as documented and with each quirk. */
import type { Subscription } from '@microsoft/microsoft-graph-types';
import { describe, expect, it } from 'vitest';
import { aClock } from '../../lab/doubles/clock.ts';
import { aWebhookReceiver } from '../../lab/hosts/webhook-receiver.ts';
import { eachQuirk } from '../quirks.ts';
import { march } from './asking.ts';
import { aMicrosoftGraph, type MicrosoftGraph } from './microsoft-graph.ts';
import { graphQuirks } from './quirks.ts';
import { aVendorUser, graphOrigin, type VendorUser, viewWithVendor } from './vendor-client.ts';

/** The view, asked for again where the service took too long once. */
const view = async (user: VendorUser) => {
  const events = await viewWithVendor(user, march).catch((error: { statusCode: number }) => {
    expect(error.statusCode).toBe(504);
    return viewWithVendor(user, march);
  });
  return events.map(({ subject, start, type }) => `${subject} ${start?.dateTime} ${type}`);
};

/** Receives messages and sends validation tokens back, as Graph wants it. */
const aSubscriber = () =>
  aWebhookReceiver((response, { path = '' }) => {
    const token = new URL(path, 'http://localhost').searchParams.get('validationToken');
    if (token === null) response.writeHead(202).end();
    else response.setHeader('content-type', 'text/plain').end(token);
  });

const changesOf = ({ received }: Awaited<ReturnType<typeof aSubscriber>>) =>
  received.filter(({ body }) => body !== '').map(({ body }) => JSON.parse(body).value[0].changeType);

eachQuirk(graphQuirks, (quirks) => {
  const aStage = async () => {
    const clock = aClock('2026-03-02T08:00:00Z');
    const graph: MicrosoftGraph = await aMicrosoftGraph({ clock, quirks, origin: graphOrigin });
    const { calendar } = graph.world.account('ada@example.com');
    return { clock, graph, calendar, user: aVendorUser(graph, 'ada@example.com') };
  };

  describe('a client that follows the links', () => {
    it('sees what is in the calendar, as it is by then', async () => {
      const { clock, graph, calendar, user } = await aStage();
      await using _ = graph;
      const moved = calendar.add({ title: 'Review', start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
      const gone = calendar.add({ title: 'Lunch', start: '2026-03-04T12:00', end: '2026-03-04T13:00' });
      const weekly = calendar.add({
        title: 'Stand-up',
        start: '2026-03-02T09:30',
        end: '2026-03-02T09:45',
        recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO'],
      });
      clock.advance(60);
      expect(await view(user)).toEqual([
        'Stand-up 2026-03-02T08:30:00.0000000 occurrence',
        'Review 2026-03-03T09:00:00.0000000 singleInstance',
        'Lunch 2026-03-04T11:00:00.0000000 singleInstance',
        ...['09', '16', '23'].map((day) => `Stand-up 2026-03-${day}T08:30:00.0000000 occurrence`),
      ]);

      calendar.change(moved, { start: '2026-03-05T15:00', title: 'Review, later' });
      calendar.cancel(gone);
      calendar.change(calendar.occurrenceId(weekly, '2026-03-09T09:30'), { start: '2026-03-11T08:00' });
      calendar.split(calendar.occurrenceId(weekly, '2026-03-23T09:30'), { start: '2026-03-23T14:00', title: 'New' });
      clock.advance(60);
      expect(await view(user)).toEqual([
        'Stand-up 2026-03-02T08:30:00.0000000 occurrence',
        'Review, later 2026-03-05T14:00:00.0000000 singleInstance',
        'Stand-up 2026-03-11T07:00:00.0000000 exception',
        'Stand-up 2026-03-16T08:30:00.0000000 occurrence',
        'New 2026-03-23T13:00:00.0000000 occurrence',
      ]);
    });

    it('subscribes, is told of changes, renews and ends it', async () => {
      const { clock, graph, calendar, user } = await aStage();
      await using _ = graph;
      await using receiver = await aSubscriber();
      const in6Days = new Date(clock.now().getTime() + 6 * 86_400_000).toISOString();
      const wanted: Subscription = {
        changeType: 'created,updated,deleted',
        notificationUrl: `${receiver.url}/hook`,
        resource: '/me/events',
        expirationDateTime: in6Days,
        clientState: 'secret',
      };
      const subscribing: Promise<Subscription> = user.client.api('/subscriptions').post(wanted);
      if (quirks.subscribingRefused) {
        await expect(subscribing).rejects.toMatchObject({ statusCode: 403, code: 'ErrorAccessDenied' });
        return;
      }
      const { id, expirationDateTime } = await subscribing;
      const days = quirks.subscriptionsOfADay ? 1 : 6;
      expect(expirationDateTime).toBe(new Date(clock.now().getTime() + days * 86_400_000).toISOString());
      const series = calendar.add({
        start: '2026-03-03T10:00',
        end: '2026-03-03T11:00',
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'],
      });
      calendar.cancel(calendar.occurrenceId(series, '2026-03-10T10:00'));
      clock.advance(60);
      await graph.pushes.settled();
      const copies = { prompt: 1, late: 1, doubled: 2, lost: 0 }[quirks.pushes ?? 'prompt'];
      const told = quirks.deletedOccurrenceSilent ? ['created'] : ['created', 'deleted'];
      expect(changesOf(receiver).sort()).toEqual(told.flatMap((kind) => Array(copies).fill(kind)).sort());

      const renewed: Subscription = await user.client
        .api(`/subscriptions/${id}`)
        .patch({ expirationDateTime: in6Days } satisfies Subscription);
      expect(Date.parse(renewed.expirationDateTime ?? '')).toBeGreaterThan(clock.now().getTime());
      const ending = user.client.api(`/subscriptions/${id}`).delete();
      if (quirks.deletingNotFound) {
        await expect(ending).rejects.toMatchObject({ statusCode: 404 });
        expect(graph.subscriptions('ada@example.com')).toEqual([id]);
      } else {
        await ending;
        expect(graph.subscriptions('ada@example.com')).toEqual([]);
      }
    });
  });
});
