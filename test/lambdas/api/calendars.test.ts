/** Calendars over the API as it is deployed, looked at by the work behind it: whose they are, and where their secrets are found. */
import { Socket } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RouteName } from '../../../lib/api/routes.ts';
import { type CalendarPlatform, calendarPlatforms } from '../../../lib/domain/calendar/calendar-platforms.ts';
import { accessTokens } from '../../../lib/oauth/access-tokens.ts';
import { channelRepository } from '../../../lib/storage/calendars/calendar-channels.ts';
import { dueNameOf, farewellNameOf } from '../../../lib/storage/calendars/due-calendars.ts';
import { envelopeSecretBox } from '../../../lib/storage/secrets/secret-box.ts';
import { createHearPlatform } from '../../../lib/usecases/calendars/hear-platform.ts';
import { createCalendarWork } from '../../../lib/usecases/calendars/sync/calendar-work.ts';
import { newsOf } from '../../../lib/usecases/webhooks/webhook-news.ts';
import { json } from '../../facsimiles/host/exchange.ts';
import { answering, cut } from '../../facsimiles/host/faults.ts';
import type { Call } from '../../lab/api/requests.ts';
import { newService } from '../../lab/api/service.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { openMasterKey } from '../../lab/doubles/in-process/adapters.ts';
import { memoryQueue } from '../../lab/doubles/memory-queue.ts';
import { aHook, aPlatform } from '../../lab/worlds/calendars/calendar-platforms.ts';

const logged: string[] = [];
beforeEach(() => {
  logged.splice(0);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
});

const app = { client_id: 'app.example.com', client_secret: 's3cret', refresh_token: 't0ken' };
const idIn = ({ body }: { readonly body: unknown }): string => (body as { id: string }).id;

describe('a calendar', () => {
  it.each(calendarPlatforms)(
    'of %s is connected before anybody was asked, and its secrets are not answered',
    async (platform) => {
      const { call } = await newService();
      using connect = vi.spyOn(Socket.prototype, 'connect');
      const { status, text, body } = await call('createCalendar', 0, { body: { platform, ...app } });
      expect([status, connect.mock.calls]).toEqual([201, []]);
      expect(body).toMatchObject({
        ...{ platform, client_id: app.client_id, state: 'connected', connection_failure_data: null },
        ...{ platform_uuid: null, deduplication_key: null, metadata: {} },
        ...{ last_attempted_sync_at: null, last_successful_sync_at: null },
      });
      for (const secret of [app.client_secret, app.refresh_token]) expect(text).not.toContain(secret);
    },
  );

  it('holds its deduplication key in its project, against those of the other platform too, until it is deleted', async () => {
    const { call } = await newService();
    const create = (platform: CalendarPlatform, project: 0 | 1 = 0) =>
      call('createCalendar', project, { body: { platform, ...app, deduplication_key: 'ada' } });
    const id = idIn(await create('calendar_provider_a'));
    for (const platform of calendarPlatforms) {
      expect(await create(platform)).toMatchObject({ status: 400, body: { code: 'duplicate_deduplication_key' } });
    }
    expect((await create('calendar_provider_b', 1)).status).toBe(201);
    expect((await call('deleteCalendar', 0, { id })).status).toBe(200);
    expect((await create('calendar_provider_b')).status).toBe(201);
  });
});

describe('the secrets of a calendar', () => {
  it.each(calendarPlatforms)('of %s are found nowhere but where they belong, whatever goes wrong', async (platform) => {
    const clock = aClock(new Date().toISOString());
    const { call, table, projects } = await newService();
    await using at = await aPlatform(platform, { clock });
    const queue = memoryQueue(clock);
    const hear = createHearPlatform({ channels: channelRepository(table), queue, clock });
    await using hook = await aHook((request) => hear(platform, request));
    const newWork = () =>
      createCalendarWork({
        ...{ table, queue, clock, chance: () => 0.5 },
        secretBox: envelopeSecretBox({ masterKey: openMasterKey(), table }),
        tokens: accessTokens(clock),
        clientOf: (_, asking) => at.clientAsking(asking),
        hookOf: (_, channel) => `${hook.url}?channel=${channel}`,
      });
    const said: string[] = [];
    const say = async (name: RouteName, given: Call = {}) => {
      const answer = await call(name, 0, given);
      said.push(answer.text);
      return answer;
    };
    const refresh_token = at.consent();
    const secrets = { client_secret: at.app.client_secret, refresh_token };
    const body = { platform, client_id: at.app.client_id, ...secrets, deduplication_key: 'ada' };

    // Refused, each for another reason.
    const many = 'm'.repeat(5_000);
    for (const wrong of [
      { ...body, platform: 'other' },
      { ...body, more: refresh_token },
      { ...body, client_secret: `${secrets.client_secret}\u0007` },
      { ...body, refresh_token: refresh_token + many },
      JSON.stringify(body).slice(0, -1),
    ])
      expect((await say('createCalendar', { body: wrong })).status).toBe(400);

    const calendar_id = idIn(await say('createCalendar', { body }));
    expect((await say('createCalendar', { body })).status).toBe(400);
    const ref = { project_id: projects[0].project_id, calendar_id };
    const outcomes: unknown[] = [];
    const work = async (id = dueNameOf(ref)): Promise<void> => {
      clock.advance(3_600);
      outcomes.push(await newWork()({ id }).catch((error: unknown) => said.push(String(error))));
    };

    // Looked at with success, then with services that say everything back, or nothing.
    at.calendar.add({
      title: 'Review',
      start: clock.now().toISOString(),
      end: new Date(clock.now().getTime() + 3_600_000).toISOString(),
    });
    await work();
    const echo = { error: { code: secrets.client_secret, message: refresh_token } };
    for (const kind of ['token', at.listing]) {
      for (const fault of [
        cut('within'),
        answering(json(400, { error: 'invalid_request', error_description: refresh_token })),
        answering(json(400, echo)),
        answering(json(400, { error: refresh_token })),
        answering({ status: 302, headers: { location: `https://example.com/${refresh_token}` }, body: '' }),
        answering({ status: 200, headers: {}, body: `${secrets.client_secret}<` }),
      ]) {
        at.service.faults.plan({ kind, times: 3, fault });
        await work();
        at.service.faults.clear();
      }
    }
    await say('updateCalendar', { id: calendar_id, body: { refresh_token: `${refresh_token}\n` } });
    await say('updateCalendar', { id: calendar_id, body: { ...secrets, metadata: { user: 'ada' } } });
    await work();
    expect(outcomes).toContain('synced');
    for (const name of ['listCalendars', 'listCalendarEvents'] as const)
      await say(name, { query: name === 'listCalendars' ? '' : `calendar_id=${calendar_id}` });
    await say('getCalendar', { id: calendar_id });
    await say('deleteCalendar', { id: calendar_id });
    at.service.faults.plan({ kind: 'token', fault: answering(json(400, echo)) });
    await work(farewellNameOf(ref));

    const asked = at.service.requests.all().map((one) => one.asked);
    const told = asked.flatMap(({ headers, body: sent }) => {
      const { token, clientState } = (sent.startsWith('{') ? JSON.parse(sent) : {}) as Record<string, string>;
      return [
        headers.authorization?.replace('Bearer ', ''),
        new URLSearchParams(sent).get('refresh_token'),
        token,
        clientState,
      ];
    });
    const canaries = new Set([...Object.values(secrets), ...told].filter((one) => typeof one === 'string'));
    // Two of the client's, some access tokens, and what each channel was given.
    expect(canaries.size).toBeGreaterThan(5);
    const places = {
      answers: said.join('\n'),
      logs: logged.join(''),
      queue: JSON.stringify(queue.sent),
      table: JSON.stringify(table.changes),
      webhooks: JSON.stringify(table.changes.flatMap((change) => newsOf(change)?.events ?? [])),
    };
    expect(places.logs).toContain('calendar run failed');
    for (const [place, text] of Object.entries(places)) {
      const found = [...canaries].filter(
        (canary) => text.includes(canary) || text.includes(Buffer.from(canary).toString('base64').replace(/=+$/, '')),
      );
      expect({ place, found }).toEqual({ place, found: [] });
    }
  });
});
