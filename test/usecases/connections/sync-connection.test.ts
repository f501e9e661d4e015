import { describe, expect, it, vi } from 'vitest';
import { type ConnectionTrouble, connectionFailures } from '../../../lib/domain/connection/connection-failures.ts';
import { refOfConnection } from '../../../lib/storage/connections/connection-item.ts';
import { connectionSyncRepository } from '../../../lib/storage/connections/connection-sync.ts';
import { failures } from '../../facsimiles/conf/api.ts';
import { confQuirks } from '../../facsimiles/conf/conf.ts';
import { aUser } from '../../facsimiles/conf/people.ts';
import { eachQuirk } from '../../facsimiles/quirks.ts';
import type { Fault } from '../../facsimiles/web.ts';
import {
  aConnectionWorld,
  type ConnectionWorld,
  maya,
  project_id,
} from '../../lab/worlds/connections/connection-world.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const hour = 3_600;
const day = 24 * hour;
const jonas = aUser({ id: 'jonas', email: 'jonas@example.com' });

describe('the meetings of somebody who is connected', () => {
  eachQuirk(confQuirks, (quirks) =>
    it('are known by the connection within a minute', async () => {
      await using world = await aConnectionWorld({ quirks });
      const connection = await world.connect();
      await world.sweep();
      await world.settle();
      expect(world.outcomes).toEqual(['well']);
      const hosts = await Promise.all(['97763643886', '2', '3', '1234567890', '9'].map(world.hostOf));
      expect(hosts).toEqual([...Array(4).fill(connection.id), undefined]);
    }),
  );

  it('are not asked for where no bot records them', async () => {
    await using world = await aConnectionWorld();
    await world.connect({ is_local_recording_token_supported: false });
    await world.sweep();
    await world.settle();
    expect(world.outcomes).toEqual(['well']);
    expect(await world.hostOf('2')).toBeUndefined();
  });
});

describe('a connection that fails', () => {
  const api =
    (...faults: Fault[]) =>
    (world: ConnectionWorld) =>
      world.conf.fail(...faults);
  const gone = { status: 404, body: { code: 1001, message: 'User does not exist.' } };
  const scopeless = { status: 400, body: { code: 4711, message: 'Invalid access token, does not contain scopes.' } };
  const token = (status: number, error: string, reason = 'x'): Fault => ({ status, body: { error, reason } });
  const retryAt = new Date('2026-03-02T10:01:00.000Z');

  /** What goes wrong an hour later, what the run comes to, when it is due again, and whether it is still connected after two. */
  const table: [string, (world: ConnectionWorld) => void, ConnectionTrouble, seconds: number, endsAfter?: 1 | 2][] = [
    ['asks for patience', api({ status: 429, body: { error: 'slow_down' } }), 'throttled', 60],
    ['asks for more patience', api(token(429, 'x')), 'throttled', 60],
    ['is at fault', api({ status: 503 }), 'unavailable', 60],
    ['does not answer', api('cut'), 'unavailable', 60],
    ['refuses by a word that nobody knows', api(token(400, 'so_what')), 'grant_refused', 3_600],
    ['refuses without a word', api({ status: 400 }), 'grant_refused', 3_600],
    ['is not there', api({ status: 404 }), 'unavailable', 60],
    ['takes the tokens no more', api(token(400, 'invalid_grant')), 'invalid_grant', 60, 2],
    ['says so in the words of before', api(token(401, 'invalid_request', 'Invalid Token!')), 'invalid_grant', 60, 2],
    ['does not know the app', api(token(401, 'invalid_client')), 'invalid_client', 60, 2],
  ];
  it.each(table)('because the platform %s is tried again', async (_, goWrong, trouble, seconds, endsAfter) => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    await world.pass(1, 0);
    world.clock.advance(8 * day);
    for (let runs = 1; runs <= (endsAfter ?? 4); runs += 1) {
      goWrong(world);
      expect(await world.work(connection)).toBe(trouble);
      const sync = await world.syncOf(connection);
      const isOver = runs === endsAfter;
      expect((await world.get(connection))?.state).toBe(isOver ? 'disconnected' : 'connected');
      const ladder = connectionFailures.row(trouble).next === 'by and by' ? [60, 300, 900, 3_600][runs - 1] : seconds;
      expect(Date.parse(sync?.not_before ?? '')).toBe(world.clock.now().getTime() + (ladder ?? 0) * 1000);
      // Not a moment before.
      if (!isOver) expect(await world.work(connection)).toBe('not now');
      world.clock.advance(ladder ?? 0);
    }
    if (endsAfter === undefined) {
      expect(await world.work(connection)).toBe('well');
      expect(world.told()).toEqual([]);
    }
  });

  it('and is wanted sooner is looked at when the platform may be asked again, and is not taken up in vain till then', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    await world.pass(1, 0);
    world.clock.advance(8 * day);
    world.conf.fail(token(400, 'so_what'));
    expect(await world.work(connection)).toBe('grant_refused');
    const looked = world.outcomes.length;
    await connectionSyncRepository(world.table).hasten(refOfConnection(connection), world.clock.now());
    await world.pass(11, 300);
    expect(world.outcomes.slice(looked)).toEqual(['not now']);
    await world.pass(1, 300);
    expect(world.outcomes.slice(looked)).toEqual(['not now', 'well']);
  });

  it('because nobody knows by which word it is refused is disconnected after a day', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    await world.pass(1, 0);
    world.clock.advance(8 * day);
    for (let runs = 1; runs <= 24; runs += 1) {
      expect((await world.get(connection))?.state).toBe('connected');
      world.conf.fail(token(400, 'so_what'));
      expect(await world.work(connection)).toBe('grant_refused');
      world.clock.advance(hour);
    }
    expect(await world.get(connection)).toMatchObject({
      state: 'disconnected',
      connection_failure_data: { error: 'grant_refused', message: expect.stringContaining('for a day') },
    });
    expect(world.told()).toHaveLength(1);
  });

  it.each<[string, Fault, ConnectionTrouble]>([
    ['asks for patience until a moment', failures.tooMany(retryAt), 'throttled'],
    ['is gone', gone, 'user_not_active'],
    ['lacks scopes', scopeless, 'missing_scope'],
  ])('because the user’s account %s tells so', async (_, fault, trouble) => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    world.conf.fail(fault);
    expect(await world.work(connection)).toBe(trouble);
    const sync = await world.syncOf(connection);
    const due = { throttled: retryAt.toISOString(), missing_scope: '2026-03-02T09:01:00.000Z' }[trouble as 'throttled'];
    if (due) expect(sync?.not_before).toBe(due);
  });

  it('because the user’s account is gone is asked for once more before it is believed', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    for (const state of ['connected', 'disconnected']) {
      world.conf.fail(gone);
      expect(await world.work(connection)).toBe('user_not_active');
      expect((await world.get(connection))?.state).toBe(state);
      world.clock.advance(60);
    }
  });

  it('is disconnected once, with a sentence and a webhook, and asks for nothing more', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    await world.pass(1, 1);
    world.conf.end(maya);
    world.clock.advance(8 * day);
    await world.pass(3, 61);
    const after = await world.get(connection);
    expect(after).toMatchObject({
      state: 'disconnected',
      connection_failure_data: { error: 'invalid_grant', message: expect.stringContaining('allow the app again') },
    });
    expect(await world.credentialsOf(connection)).toBeUndefined();
    expect(await world.hostOf('2')).toBeUndefined();
    expect(world.told()).toEqual([
      {
        identity: `state#${after?.version}`,
        trigger: 'conf_oauth_connection.state_change',
        data: {
          state: 'disconnected',
          connection_failure_data: after?.connection_failure_data,
          last_attempted_sync_at: after?.last_attempted_sync_at,
          last_successful_sync_at: '2026-03-02T09:00:01.000Z',
        },
      },
    ]);
    const asked = world.conf.asked.length;
    await world.pass(40, 3 * day);
    expect(world.conf.asked.length).toBe(asked);
    // Deleted, it leaves nothing.
    await world.deleteConnection({ project_id, connection_id: connection.id });
    expect(world.table.items().map(({ kind }) => kind)).not.toContain('connection_sync');
  });

  it('stays connected through a day of faults, and is well with the first good answer', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    await world.pass(1, 1);
    world.clock.advance(8 * day);
    const asked = world.conf.asked.length;
    for (let hours = 0; hours < 24; hours += 1) {
      world.conf.fail(...Array(4).fill({ status: 503 }));
      await world.pass(4, 900);
    }
    expect(world.conf.asked.length - asked).toBeLessThanOrEqual(40);
    expect((await world.get(connection))?.state).toBe('connected');
  });

  it('is connected again by the user alone, under the same id', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    world.conf.end(maya);
    world.clock.advance(8 * day);
    await world.pass(3, 61);
    const again = await world.connect();
    expect(again).toMatchObject({ id: connection.id, state: 'connected', connection_failure_data: null });
    await world.pass(1, 1);
    expect(world.outcomes.at(-1)).toBe('well');
    expect(await world.hostOf('2')).toBe(connection.id);
    // Only that it ended was told.
    expect(world.told()).toHaveLength(1);
  });

  it('is asked about again at once what may pass', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    world.conf.fail({ status: 503 }, 'cut');
    expect(await world.work(connection)).toBe('well');
    expect(world.pauses).toEqual([1_000, 2_000]);
  });

  it('because of its app has the others by that app find out too, once each', async () => {
    await using world = await aConnectionWorld({ users: [maya, jonas] });
    const made = [await world.connect(), await world.connect({}, jonas)];
    await world.pass(1, 1);
    await world.oauthApps.setSecrets(project_id, world.oauth_app_id, { client_secret: 'wrong' });
    world.clock.advance(hour);
    const [first] = made;
    if (first) await world.work(first);
    await world.pass(6, 61);
    for (const connection of made) {
      expect(await world.get(connection)).toMatchObject({ connection_failure_data: { error: 'invalid_client' } });
    }
    expect(world.told()).toHaveLength(2);
  });

  it('has what it asked for listed by one run at a time', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    const outcomes = await Promise.all([world.work(connection), world.work(connection)]);
    expect(outcomes.sort()).toEqual(['overtaken', 'well']);
  });
});
