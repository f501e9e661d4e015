import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CalendarPlatform } from '../../../../lib/domain/calendar/calendar-platforms.ts';
import { type SyncFailure, syncFailures } from '../../../../lib/domain/calendar/sync-failures.ts';
import { googleErrors } from '../../../facsimiles/google-calendar/errors.ts';
import { pageLoop } from '../../../facsimiles/google-calendar/google-calendar.ts';
import { type Answer, json } from '../../../facsimiles/host/exchange.ts';
import { answering, cut, type Fault, padded } from '../../../facsimiles/host/faults.ts';
import { graphErrors } from '../../../facsimiles/microsoft-graph/errors.ts';
import { linkLoop } from '../../../facsimiles/microsoft-graph/microsoft-graph.ts';
import { thinBox } from '../../../lab/doubles/thin-box.ts';
import { aCalendarWorld } from '../../../lab/worlds/calendars/calendar-world.ts';

const logged: string[] = [];
vi.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
beforeEach(() => void logged.splice(0));

interface Row {
  readonly says: string;
  readonly fault: Fault;
  readonly means: SyncFailure;
  /** Requests of this kind in the first run. */
  readonly tries: number;
  /** Until the next look. */
  readonly minutes: number;
  /** So many runs disconnect the calendar, none at once. */
  readonly runs?: 2;
}

const status = (code: number, headers = {}): Fault => answering({ status: code, headers, body: '' });
const row = (
  says: string,
  fault: Fault | Answer,
  means: SyncFailure,
  [tries, minutes, runs]: readonly [tries: number, minutes: number, runs?: 2],
): Row => ({ says, fault: 'kind' in fault ? fault : answering(fault), means, tries, minutes, ...(runs && { runs }) });

/** What both platforms answer alike. */
const common: readonly Row[] = [
  row('503', status(503), 'unavailable', [3, 1]),
  row('408', status(408), 'unavailable', [3, 1]),
  row('a reset', cut('before'), 'unavailable', [3, 1]),
  row('a reset within the answer', cut('within'), 'unavailable', [3, 1]),
  row('429', status(429), 'throttled', [3, 1]),
  row('429 with 20 seconds', status(429, { 'retry-after': '20' }), 'throttled', [3, 1]),
  row('429 with an hour and a half', status(429, { 'retry-after': '5400' }), 'throttled', [1, 90]),
  row('too much', padded(17_000_000), 'broken_answer', [1, 60]),
  row('a page that is no JSON', answering({ status: 200, headers: {}, body: '<html>' }), 'broken_answer', [1, 60]),
];

const lists: Readonly<Record<CalendarPlatform, readonly Row[]>> = {
  calendar_provider_a: [
    ...common,
    row('403 rateLimitExceeded', googleErrors.rateLimitExceeded(403), 'throttled', [3, 1]),
    row('403 userRateLimitExceeded', googleErrors.userRateLimitExceeded(), 'throttled', [3, 1]),
    row('403 quotaExceeded', googleErrors.quotaExceeded(), 'throttled', [3, 1]),
    row('500 backendError', googleErrors.backendError(), 'unavailable', [3, 1]),
    row('400', googleErrors.timeRangeEmpty(), 'refused', [1, 60]),
    row('pages in a circle', pageLoop, 'broken_answer', [2, 60]),
    row('401, also with a new token', googleErrors.unauthorized(), 'invalid_grant', [2, 1, 2]),
    row('403 insufficientPermissions', googleErrors.insufficientPermissions(), 'missing_scope', [1, 1, 2]),
    row('404', googleErrors.notFound(), 'calendar_not_found', [1, 1, 2]),
    row('403 notACalendarUser', googleErrors.notACalendarUser(), 'mailbox_unavailable', [1, 60, 2]),
    row('403 accessNotConfigured', googleErrors.accessNotConfigured(), 'api_not_enabled', [1, 1, 2]),
  ],
  calendar_provider_b: [
    // A large page is asked for once: it may have been too much.
    ...common.map((one) =>
      one.means === 'unavailable' || one.says === 'too much' ? { ...one, tries: one.tries + 1 } : one,
    ),
    row('429 with its code', graphErrors.throttled(), 'throttled', [3, 1]),
    row('503 with its code', graphErrors.unavailable(), 'unavailable', [4, 1]),
    row('400', graphErrors.badRequest('What?'), 'refused', [1, 60]),
    row('pages in a circle', linkLoop, 'broken_answer', [2, 60]),
    row('401, also with a new token', graphErrors.unauthorized(), 'invalid_grant', [2, 1, 2]),
    row('403 ErrorAccessDenied', graphErrors.accessDenied(), 'missing_scope', [1, 1, 2]),
    row('404', graphErrors.notFound(), 'calendar_not_found', [1, 1, 2]),
    row('404 MailboxNotEnabledForRESTAPI', graphErrors.mailboxNotEnabled(), 'mailbox_unavailable', [1, 60, 2]),
  ],
};

const refused = (error: string, code = 400) => json(code, { error });
const tokens: readonly Row[] = [
  row('503', status(503), 'unavailable', [1, 1]),
  row('429 with five minutes', status(429, { 'retry-after': '300' }), 'throttled', [1, 5]),
  row('a reset', cut('before'), 'unavailable', [1, 1]),
  row('invalid_grant', refused('invalid_grant'), 'invalid_grant', [1, 1, 2]),
  row('invalid_client', refused('invalid_client', 401), 'invalid_client', [1, 1, 2]),
  row('unauthorized_client', refused('unauthorized_client'), 'invalid_client', [1, 1, 2]),
  row('deleted_client', refused('deleted_client', 401), 'invalid_client', [1, 1, 2]),
  row('consent_required', refused('consent_required'), 'invalid_grant', [1, 1, 2]),
  row('admin_policy_enforced', refused('admin_policy_enforced'), 'invalid_grant', [1, 1, 2]),
  row('server_error', refused('server_error'), 'unavailable', [1, 1]),
  row('a word that nobody knows', refused('so_what'), 'grant_refused', [1, 60]),
  row('401 without a word', status(401), 'grant_refused', [1, 60]),
  row(
    '400 for an app of one organization',
    json(400, { error: 'invalid_request', error_codes: [50194] }),
    'invalid_client',
    [1, 1, 2],
  ),
  row('403 of a firewall', status(403), 'unavailable', [1, 1]),
  row('404 of a wrong address', status(404), 'unavailable', [1, 1]),
  row('425', status(425), 'unavailable', [1, 1]),
];

const cases = (Object.keys(lists) as CalendarPlatform[]).flatMap((platform) => [
  ...lists[platform].map((one) => ({ platform, asked: 'its events', ...one })),
  ...tokens.map((one) => ({ platform, asked: 'a token', ...one })),
]);

/** A calendar with a bot, of whose platform nothing is known by heart. */
const withBot = async (platform: CalendarPlatform, quirks = {}) => {
  const world = await aCalendarWorld(platform, { google: quirks, microsoft: quirks });
  for (const title of ['Review', 'Retro']) {
    const fields = world.linkField('https://meet.example.com/room/daily');
    world.calendar.add({ title, start: '2026-03-04T10:00', end: '2026-03-04T11:00', fields });
  }
  await world.settle();
  const bot = await world.botFor('Review');
  world.restart();
  world.clock.advance(60);
  return { world, bot };
};

describe('a platform that is asked', () => {
  it.each(cases)('for $asked and answers $says is $means: $platform', async (one) => {
    const { platform, asked, fault, means, tries, minutes, runs } = one;
    // Circles take more than one page, and something on them.
    const isCircle = fault === pageLoop || fault === linkLoop;
    const { world, bot } = await withBot(platform, { emptyPage: isCircle });
    await using _ = world;
    if (isCircle) world.calendar.add({ title: 'New', start: '2026-03-05T10:00', end: '2026-03-05T11:00' });
    const kind = asked === 'a token' ? 'token' : world.listing;
    const count = () => world.service.requests.counts()[kind] ?? 0;
    const before = { count: count(), sync: await world.sync(), events: await world.events() };
    world.service.faults.plan({ kind, times: 1_000, fault });

    expect(await world.work()).toBe(means);
    expect(count() - before.count).toBe(tries);
    const sync = await world.sync();
    expect(await world.known()).toMatchObject({ state: 'connected', connection_failure_data: null });
    expect(Date.parse(sync?.not_before ?? '') - world.clock.now().getTime()).toBe(minutes * 60_000);
    // Nothing is asked before, whoever tells of something.
    expect(await world.work()).toBe('not now');
    world.clock.advance(minutes * 60);
    world.restart();
    expect(await world.work()).toBe(means);
    expect(sync).toMatchObject({
      ...{ cursor: before.sync?.cursor, last_successful_sync_at: before.sync?.last_successful_sync_at },
      failure: { error: means, runs: 1 },
    });
    await world.settle();

    const changes = world.told().filter(({ trigger }) => trigger === 'calendar.state_change');
    const isLost = runs !== undefined && syncFailures.row(means).disconnects?.bots === 'deleted';
    expect((await world.bot(bot))?.state).toBe(isLost ? undefined : 'scheduled');
    expect(changes).toHaveLength(runs ? 1 : 0);
    expect((await world.known())?.state).toBe(runs ? 'disconnected' : 'connected');
    expect(await world.events()).toEqual(before.events);
    if (!runs) return;

    // Nothing more is asked of it, until the client has changed something.
    expect(await world.known()).toMatchObject({ connection_failure_data: { error: means } });
    const isAboutAccounts = (await world.known())?.connection_failure_data?.message.includes('personal ones');
    expect(isAboutAccounts).toBe(means === 'invalid_client' && platform === 'calendar_provider_b');
    const known = count();
    await world.pass(60);
    expect(await world.work({ told_at: world.clock.now().toISOString() })).toBe('not now');
    expect(count()).toBe(known);
    world.service.faults.clear();
    await world.update({ refresh_token: world.consent() });
    await world.settle();
    expect(await world.known()).toMatchObject({ state: 'connected', connection_failure_data: null });
    expect(world.outcomes.at(-1)).toBe('synced');
    expect(await world.events()).toEqual(before.events);
  });

  it.each([
    ['whose word nobody knows', answering(refused('so_what')), 'so_what'],
    ['that refuses without a word', status(400), '400 without a word'],
    ['that has a number for it', answering(json(400, { error: 'so_what', error_codes: [90094] })), 'so_what 90094'],
  ])(
    '%s is asked each hour for a day; then the calendar is disconnected, and its bots still go',
    async (_, fault, says) => {
      const { world, bot } = await withBot('calendar_provider_a');
      await using _world = world;
      world.service.faults.plan({ kind: 'token', times: 1_000, fault });
      for (let hour = 0; hour < 24; hour += 1) {
        expect((await world.known())?.state).toBe('connected');
        expect(await world.work()).toBe('grant_refused');
        world.clock.advance(3_600);
      }
      await world.settle();
      expect(await world.known()).toMatchObject({
        state: 'disconnected',
        connection_failure_data: { error: 'grant_refused', message: expect.stringContaining('by no known word') },
      });
      expect((await world.bot(bot))?.state).toBe('scheduled');
      expect(logged.join('')).toContain(says);
    },
  );

  it('whose word nobody knows is asked twice for a calendar that was never read', async () => {
    await using world = await aCalendarWorld('calendar_provider_a');
    world.service.faults.plan({ kind: 'token', times: 1_000, fault: answering(refused('so_what')) });
    await world.settle();
    expect((await world.known())?.state).toBe('connected');
    await world.pass(61);
    expect(await world.known()).toMatchObject({
      state: 'disconnected',
      connection_failure_data: { error: 'grant_refused' },
    });
  });

  it.each(['calendar_provider_a', 'calendar_provider_b'] as const)(
    'is not what fails when secrets cannot be opened: the run ends, and the calendar of %s stays as it is',
    async (platform) => {
      const open = vi.fn(thinBox.open);
      await using world = await aCalendarWorld(platform, { open });
      await world.settle();
      open.mockRejectedValue(new Error('AccessDenied'));
      world.restart();
      for (let i = 0; i < 3; i += 1) {
        world.clock.advance(360);
        await expect(world.work()).rejects.toThrow('AccessDenied');
      }
      expect(await world.known()).toMatchObject({ state: 'connected' });
      expect((await world.sync())?.failure).toBeNull();
    },
  );

  it('is looked at less and less, and after a day somebody is told', async () => {
    const { world } = await withBot('calendar_provider_a');
    await using _ = world;
    world.service.faults.plan({ kind: world.listing, times: 1_000, fault: status(503) });
    const moments: number[] = [];
    const began = world.clock.now().getTime();
    const minutesSince = () => (world.clock.now().getTime() - began) / 60_000;
    for (let runs = 0; minutesSince() <= 25 * 60; ) {
      const outcome = await world.work();
      if (outcome === 'unavailable') runs = moments.push(minutesSince());
      if (runs < 24) expect(logged.join('')).not.toContain('calendar fails for a day');
      world.clock.advance(60);
    }
    expect(moments.slice(0, 6)).toEqual([0, 1, 6, 21, 81, 141]);
    expect(logged.join('')).toContain('calendar fails for a day');
  });
});
