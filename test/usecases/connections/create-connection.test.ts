/** Promise 27 of checks.md: a connection is created once for a user. */
import { describe, expect, it, vi } from 'vitest';
import type { Table, Write } from '../../../lib/ports/table.ts';
import { confQuirks } from '../../facsimiles/conf/conf.ts';
import { anApp, aUser } from '../../facsimiles/conf/people.ts';
import { eachQuirk } from '../../facsimiles/quirks.ts';
import {
  aConnectionWorld,
  type ConnectionWorld,
  maya,
  project_id,
} from '../../lab/worlds/connections/connection-world.ts';

const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const local = ['user:read:user', 'user:read:zak', 'meeting:read:list_meetings', 'meeting:read:local_recording_token'];

describe('a user who has allowed the app', () => {
  eachQuirk(confQuirks, (quirks) =>
    it('is connected under the name that the platform gives', async () => {
      await using world = await aConnectionWorld({ quirks });
      const { oauth_app_id } = world;
      const connection = await world.connect({ metadata: { user: 'maya' } });
      expect(connection).toMatchObject({
        id: expect.stringMatching(/^con_/),
        project_id,
        oauth_app_id,
        user_id: maya.id,
        account_id: maya.account_id,
        state: 'connected',
        metadata: { user: 'maya' },
        connection_failure_data: null,
        last_successful_sync_at: '2026-03-02T09:00:00.000Z',
      });
      expect(await world.get(connection)).toEqual(connection);
    }),
  );

  it('keeps the connection when they allow it again, and nothing of what they had granted before', async () => {
    await using world = await aConnectionWorld();
    const first = await world.connect({ metadata: { user: 'maya' }, is_onbehalf_token_supported: false });
    const before = await world.credentialsOf(first);
    world.clock.advance(60);
    const second = await world.connect();
    expect(second).toMatchObject({
      id: first.id,
      created_at: first.created_at,
      metadata: { user: 'maya' },
      is_onbehalf_token_supported: true,
      credentials_version: 2,
    });
    const after = await world.credentialsOf(first);
    expect(after?.tokens_sealed).not.toBe(before?.tokens_sealed);
    expect(after?.generation).toBeGreaterThan(before?.generation ?? 0);
    // What is stored is what the platform takes.
    expect(await world.work(second)).toBe('well');
  });

  it('is connected once, however many requests come at a time', async () => {
    await using world = await aConnectionWorld();
    const made = await Promise.allSettled([world.connect(), world.connect(), world.connect()]);
    const connected = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const [first] = connected;
    expect(new Set(connected.map(({ id }) => id)).size).toBe(1);
    // Of several codes the last one counts: what the others were exchanged for is dead.
    const refusals = made.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(new Set(refusals)).not.toContain('platform_unavailable');
    expect(first && (await world.work(first))).toBe('well');
  });

  it('is connected for what they have granted, also by an app of a whole account', async () => {
    await using world = await aConnectionWorld();
    const input = { is_onbehalf_token_supported: false };
    await world.connect({ ...input, authorization_code: world.conf.authorise(maya, { scopes: local }) });
    const ofAccount = world.conf.authorise(maya, { scopes: ['user:read:user', 'user:read:token:admin'] });
    const onbehalf = { is_local_recording_token_supported: false, is_onbehalf_token_supported: true };
    expect(await world.connect({ ...onbehalf, authorization_code: ofAccount })).toMatchObject(onbehalf);
  });

  type Ask = (world: ConnectionWorld) => Promise<unknown>;
  const refused: [string, Ask | { before: Ask; ask: Ask }, object][] = [
    [
      'a code that is spent',
      (world) => world.connect({ authorization_code: 'spent' }),
      { code: 'code_exchange_failed', message: expect.stringContaining('invalid_grant') },
    ],
    [
      'a code for another address',
      (world) => world.connect({ redirect_uri: 'https://elsewhere.example.com/' }),
      { code: 'code_exchange_failed' },
    ],
    [
      'a wrong secret of the app',
      {
        before: (world) => world.oauthApps.setSecrets(project_id, world.oauth_app_id, { client_secret: 'wrong' }),
        ask: (world) => world.connect(),
      },
      { code: 'code_exchange_failed', message: expect.stringContaining('invalid_client') },
    ],
    [
      'scopes that were not granted',
      (world) => world.connect({ authorization_code: world.conf.authorise(maya, { scopes: local.slice(0, 3) }) }),
      {
        code: 'missing_scopes',
        message: expect.stringContaining('meeting:read:local_recording_token, user:read:token'),
      },
    ],
    [
      'a user who is locked out',
      (world) => world.connect({}, aUser({ id: 'locked', status: 'inactive' })),
      { code: 'user_not_active' },
    ],
    [
      'a platform that is at fault',
      (world) => {
        world.conf.fail({ status: 503 });
        return world.connect();
      },
      { code: 'platform_unavailable', message: expect.stringContaining('may be spent') },
    ],
    [
      'a platform that breaks off',
      (world) => {
        world.conf.fail('cut');
        return world.connect();
      },
      { code: 'platform_unavailable' },
    ],
    [
      'an app that there is not',
      (world) => world.connect({ conf_oauth_app_id: 'coa_1' }),
      { errors: { conf_oauth_app_id: ['no such app'] } },
    ],
    [
      'no app named, where there are two',
      {
        before: (world) => world.oauthApps.create(project_id, 'second', { client_secret: 's3cret' }),
        ask: (world) => world.connect(),
      },
      { errors: { conf_oauth_app_id: ['is required: the project has several apps'] } },
    ],
  ];
  it.each(refused)('is not connected with %s, and nothing is stored', async (_, ask, error) => {
    await using world = await aConnectionWorld({ users: [maya, aUser({ id: 'locked', status: 'inactive' })] });
    if (typeof ask !== 'function') await ask.before(world);
    const stored = world.table.items();
    await expect((typeof ask === 'function' ? ask : ask.ask)(world)).rejects.toMatchObject(error);
    expect(world.table.items()).toEqual(stored);
  });

  it('is not connected by the app of another project', async () => {
    await using world = await aConnectionWorld();
    const apps = world.oauthApps;
    await expect(apps.remove('prj_2', world.oauth_app_id)).rejects.toThrow('project: prj_2');
  });
});

describe('a connection that is deleted', () => {
  it('is gone with all that was granted, here and at the platform', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    await world.sweep();
    await world.settle();
    expect(await world.hostOf('2')).toBe(connection.id);
    const { project_id, id: connection_id } = connection;
    await world.deleteConnection({ project_id, connection_id });
    expect([await world.get(connection), await world.credentialsOf(connection)]).toEqual([undefined, undefined]);
    expect(world.conf.grants).toBe(0);
    await world.pass(1, 1);
    expect(await world.hostOf('2')).toBeUndefined();
    const kinds = world.table.items().map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['oauth_app', 'oauth_app_hook', 'project']);
    await expect(world.deleteConnection({ project_id, connection_id })).rejects.toThrow('no such connection');
  });

  eachQuirk(confQuirks, (quirks) =>
    it('is gone at the platform too when its access token is too old', async () => {
      await using world = await aConnectionWorld({ quirks });
      const { id: connection_id } = await world.connect();
      world.clock.advance(2 * 3_600);
      await world.deleteConnection({ project_id, connection_id });
      expect(world.conf.grants).toBe(0);
    }),
  );

  it('is gone at the platform too when that does not take an access token that should be good', async () => {
    await using world = await aConnectionWorld();
    const { id: connection_id } = await world.connect();
    world.conf.fail({ status: 400, body: { reason: 'Invalid Token!', error: 'invalid_request' } });
    await world.deleteConnection({ project_id, connection_id });
    expect(world.conf.grants).toBe(0);
  });

  it('is gone with a line in the log where the platform does not revoke what it granted', async () => {
    await using world = await aConnectionWorld();
    const { id: connection_id } = await world.connect();
    world.conf.fail({ status: 503 });
    logged.mockClear();
    await world.deleteConnection({ project_id, connection_id });
    expect(String(logged.mock.calls)).toContain('was not revoked');
  });

  it('is gone although the platform does not answer', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    world.conf.fail('cut');
    await world.deleteConnection({ project_id, connection_id: connection.id });
    expect(await world.get(connection)).toBeUndefined();
  });

  it('leaves room for another one of the same user', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    await world.deleteConnection({ project_id, connection_id: connection.id });
    expect((await world.connect()).id).not.toBe(connection.id);
  });
});

describe('the app of connections', () => {
  it('is not forgotten while somebody is connected by it', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    await expect(world.oauthApps.remove(project_id, world.oauth_app_id)).rejects.toThrow('has connections');
    await world.deleteConnection({ project_id, connection_id: connection.id });
    await world.oauthApps.remove(project_id, world.oauth_app_id);
    expect(await world.oauthApps.list(project_id)).toEqual([]);
  });

  it('comes back when somebody is connected in the moment of its removal', async () => {
    await using world = await aConnectionWorld();
    const write: Table['write'] = world.table.write.bind(world.table);
    let isConnected = false;
    vi.spyOn(world.table as Table, 'write').mockImplementation(async (...writes: readonly Write[]) => {
      const isRemoval = writes.some((one) => 'delete' in one && one.delete.sk.startsWith('oauth_app#'));
      if (isRemoval && !isConnected) {
        isConnected = true;
        await world.connect();
      }
      return write(...writes);
    });
    await expect(world.oauthApps.remove(project_id, world.oauth_app_id)).rejects.toThrow('has connections');
    expect(await world.oauthApps.list(project_id)).toMatchObject([
      { id: world.oauth_app_id, has_webhook_secret: true },
    ]);
  });

  it('may change its secret: connections go on', async () => {
    const rotated = anApp();
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    await world.oauthApps.setSecrets(project_id, world.oauth_app_id, { client_secret: 'wrong' });
    world.clock.advance(3_600);
    expect(await world.work(connection)).toBe('invalid_client');
    await world.oauthApps.setSecrets(project_id, world.oauth_app_id, { client_secret: rotated.client_secret });
    await world.pass(2, 60);
    expect(world.outcomes.at(-1)).toBe('well');
    expect(await world.get(connection)).toMatchObject({ state: 'connected' });
  });
});
