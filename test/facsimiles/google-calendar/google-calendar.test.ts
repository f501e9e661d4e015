/** The facsimile in the hands of Google's own client, as documented and with each quirk. */
import { describe, expect, it } from 'vitest';
import { aClock } from '../../lab/doubles/clock.ts';
import { aWebhookReceiver } from '../../lab/hosts/webhook-receiver.ts';
import { eachQuirk } from '../quirks.ts';
import { aGoogleCalendar } from './google-calendar.ts';
import { googleQuirks } from './quirks.ts';
import { aVendorUser, type Kept, syncWithVendor } from './vendor-client.ts';

const window = { timeMin: '2026-03-01T00:00:00Z', timeMax: '2026-03-30T00:00:00Z' };

const titles = (kept: Kept): (string | null | undefined)[] =>
  [...kept.values()]
    .filter(({ start }) => String(start?.dateTime) < window.timeMax)
    .map(({ summary, start }) => `${summary} ${start?.dateTime}`)
    .sort();

eachQuirk(googleQuirks, (quirks, name) => {
  describe('a client that follows the sync guide', () => {
    it('keeps what is in the calendar, over a full list and incremental ones', async () => {
      const clock = aClock('2026-03-02T08:00:00Z');
      await using google = await aGoogleCalendar({ clock, quirks });
      const { calendar } = google.world.account('ada@example.com');
      const user = aVendorUser(google, 'ada@example.com');
      const kept: Kept = new Map();
      const moved = calendar.add({ title: 'Review', start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
      const gone = calendar.add({ title: 'Lunch', start: '2026-03-04T12:00', end: '2026-03-04T13:00' });
      const weekly = calendar.add({
        title: 'Stand-up',
        start: '2026-03-02T09:30',
        end: '2026-03-02T09:45',
        recurrence: [`RRULE:FREQ=WEEKLY;BYDAY=MO,TU${quirks.longSeries ? '' : ';COUNT=30'}`],
      });
      clock.advance(60);
      const first = await syncWithVendor(user, kept, window);
      expect(titles(kept)).toHaveLength(2 + 8);

      calendar.change(moved, { start: '2026-03-05T15:00', title: 'Review, later' });
      calendar.cancel(gone);
      calendar.change(calendar.occurrenceId(weekly, '2026-03-10T09:30'), { start: '2026-03-11T08:00' });
      calendar.cancel(calendar.occurrenceId(weekly, '2026-03-16T09:30'));
      clock.advance(60);
      const second = await syncWithVendor(user, kept, { syncToken: first });
      expect(titles(kept)).toEqual([
        'Review, later 2026-03-05T15:00:00+01:00',
        'Stand-up 2026-03-02T09:30:00+01:00',
        'Stand-up 2026-03-03T09:30:00+01:00',
        'Stand-up 2026-03-09T09:30:00+01:00',
        'Stand-up 2026-03-11T08:00:00+01:00',
        'Stand-up 2026-03-17T09:30:00+01:00',
        'Stand-up 2026-03-23T09:30:00+01:00',
        'Stand-up 2026-03-24T09:30:00+01:00',
      ]);

      calendar.split(calendar.occurrenceId(weekly, '2026-03-17T09:30'), {
        start: '2026-03-17T14:00',
        title: 'Stand-up, new',
      });
      clock.advance(60);
      await syncWithVendor(user, kept, { syncToken: second });
      expect(titles(kept)).toEqual([
        'Review, later 2026-03-05T15:00:00+01:00',
        'Stand-up 2026-03-02T09:30:00+01:00',
        'Stand-up 2026-03-03T09:30:00+01:00',
        'Stand-up 2026-03-09T09:30:00+01:00',
        'Stand-up 2026-03-11T08:00:00+01:00',
        ...['17', '23', '24'].map((day) => `Stand-up, new 2026-03-${day}T14:00:00+01:00`),
      ]);
      if (name === 'a series comes with 700 instances') expect(kept.size).toBeGreaterThan(700);
    });

    it('is told of changes by channels that it opened, and stops them', async () => {
      const clock = aClock('2026-03-02T08:00:00Z');
      await using google = await aGoogleCalendar({ clock, quirks });
      await using receiver = await aWebhookReceiver();
      const { calendar } = google.world.account('ada@example.com');
      const { api } = aVendorUser(google, 'ada@example.com');
      const channel = { id: 'c0ffee', type: 'web_hook', address: `${receiver.url}/hooks`, token: 'secret' };
      const watching = api.events.watch({ calendarId: 'primary', requestBody: channel });
      if (quirks.watchRefused) {
        const [status, reason] =
          quirks.watchRefused === 'address'
            ? [401, 'push.webhookUrlUnauthorized']
            : [400, 'pushNotSupportedForRequestedResource'];
        await expect(watching).rejects.toMatchObject({
          status,
          response: { data: { error: { errors: [{ reason }] } } },
        });
        return;
      }
      const { data } = await watching;
      expect(data).toMatchObject({
        kind: 'api#channel',
        id: 'c0ffee',
        expiration: `${Date.parse('2026-03-09T08:00:00Z')}`,
      });
      calendar.add({ start: '2026-03-03T10:00', end: '2026-03-03T11:00' });
      clock.advance(60);
      await google.pushes.settled();
      const copies = { prompt: 1, late: 1, doubled: 2, lost: 0 }[quirks.pushes ?? 'prompt'];
      const expected = ['sync', 'exists'].flatMap((state) => Array<string>(copies).fill(state));
      expect(receiver.received.map(({ headers }) => headers['x-goog-resource-state']).sort()).toEqual(expected.sort());

      const stopping = api.channels.stop({ requestBody: { id: 'c0ffee', resourceId: data.resourceId ?? '' } });
      if (quirks.stopNotFound) {
        await expect(stopping).rejects.toMatchObject({ status: 404 });
        expect(google.channels(calendar.id)).toEqual(['c0ffee']);
      } else {
        expect((await stopping).status).toBe(204);
        expect(google.channels(calendar.id)).toEqual([]);
      }
    });
  });
});
