/** Promises 30 and 31 of checks.md: what the platform tells of an app's users. */
import { describe, expect, it, vi } from 'vitest';
import type { Queue } from '../../../lib/ports/queue.ts';
import { oauthAppHookRepository } from '../../../lib/storage/secrets/oauth-apps.ts';
import { createHearConferencing } from '../../../lib/usecases/connections/hear-conferencing.ts';
import { confQuirks } from '../../facsimiles/conf/conf.ts';
import { appDeauthorized, type ConfEvent, userEvent } from '../../facsimiles/conf/events.ts';
import { type Delivery, deliver, deliveryOf } from '../../facsimiles/conf/hooks.ts';
import { aMeeting, anApp } from '../../facsimiles/conf/people.ts';
import { eachQuirk } from '../../facsimiles/quirks.ts';
import { thinBox } from '../../lab/doubles/thin-box.ts';
import {
  aConnectionWorld,
  type ConnectionWorld,
  maya,
  project_id,
} from '../../lab/worlds/connections/connection-world.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

describe('the platform', () => {
  eachQuirk(confQuirks, (quirks) =>
    it('tells of a user who takes the app away: nothing of theirs is left', async () => {
      await using world = await aConnectionWorld({ quirks });
      const connection = await world.connect();
      await world.pass(1, 1);
      expect(await world.conf.removeApp(maya, world.app)).toMatchObject({ status: 200, answer: '' });
      await world.settle();
      const after = await world.get(connection);
      expect(after).toMatchObject({ state: 'disconnected', connection_failure_data: { error: 'access_revoked' } });
      expect(await world.credentialsOf(connection)).toBeUndefined();
      expect(await world.hostOf('2')).toBeUndefined();
      expect(world.told()).toMatchObject([{ trigger: 'conf_oauth_connection.state_change' }]);
    }),
  );

  it.each(['deactivated', 'deleted'] as const)('tells of a user who is %s', async (what) => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    await world.conf.endUser(what, maya);
    await world.settle();
    expect(await world.get(connection)).toMatchObject({ connection_failure_data: { error: 'user_not_active' } });
  });

  it('tells of a change of a user, who is looked at', async () => {
    await using world = await aConnectionWorld();
    await world.connect();
    await world.pass(1, 1);
    await world.conf.updateUser({ ...maya, status: 'inactive' });
    await world.settle();
    await world.pass(1, 1);
    expect(world.outcomes).toEqual(['well', 'looked at soon', 'user_not_active']);
  });

  it('tells of a meeting that was planned, which a bot may record from then on', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    await world.conf.plan(aMeeting({ id: 77 }));
    await world.settle();
    expect(await world.hostOf('77')).toBe(connection.id);
  });

  it('tells of a meeting that nobody will record, and of users whom nobody knows', async () => {
    await using world = await aConnectionWorld();
    await world.connect({ is_local_recording_token_supported: false });
    await world.conf.plan(aMeeting({ id: 77 }));
    await world.conf.send(userEvent('deleted', { ...maya, id: 'somebody' }, world.clock.now()));
    await world.settle();
    expect(await world.hostOf('77')).toBeUndefined();
    expect(world.outcomes).toEqual(['not wanted', 'unknown user']);
  });

  it('tells of much that nobody asked for', async () => {
    await using world = await aConnectionWorld();
    const told = await world.conf.send({ event: 'recording.started', payload: { object: { id: 1 } } });
    expect(told).toMatchObject([{ status: 200, answer: '' }]);
    expect(world.queue.sent).toEqual([]);
  });
});

describe('what the platform told before', () => {
  it('does not end the connection of a user who has allowed the app again since', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    const old = deliveryOf(world.app, appDeauthorized(world.app, maya, world.clock.now()), world.clock.now());
    world.clock.advance(60);
    await world.connect();
    expect(await deliver(old)).toMatchObject({ status: 200 });
    await world.settle();
    await world.pass(1, 1);
    expect(await world.get(connection)).toMatchObject({ state: 'connected' });
    // It was looked at instead: should the clocks differ, that finds out.
    expect(world.outcomes.slice(-2)).toEqual(['looked at soon', 'well']);
  });

  it('is told once, however often it comes', async () => {
    await using world = await aConnectionWorld();
    await world.connect();
    const told = deliveryOf(world.app, appDeauthorized(world.app, maya, world.clock.now()), world.clock.now());
    for (let i = 0; i < 3; i += 1) await deliver(told);
    await world.settle();
    expect(world.told()).toHaveLength(1);
  });
});

describe('what the platform tells while the queue is at fault', () => {
  it.each(['before', 'after'])(
    'is not said to be heard, and is followed when it comes again: %s it was queued',
    async (when) => {
      await using world = await aConnectionWorld();
      const connection = await world.connect();
      const at = world.clock.now();
      const { headers, body } = deliveryOf(world.app, appDeauthorized(world.app, maya, at), at);
      const hearing = (queue: Queue) =>
        createHearConferencing({
          hooks: oauthAppHookRepository(world.table),
          secretBox: thinBox,
          queue,
          clock: world.clock,
        });
      const request = { oauth_app_id: world.oauth_app_id, header: (name: string) => headers[name], body };
      const failing: Queue = {
        async send(messages) {
          if (when === 'after') await world.queue.send(messages);
          throw new Error('the queue is at fault');
        },
      };
      await expect(hearing(failing)(request)).rejects.toThrow('the queue is at fault');
      expect(await hearing(world.queue)(request)).toEqual({ status: 200 });
      await world.settle();
      expect(await world.get(connection)).toMatchObject({ state: 'disconnected' });
      expect(world.told()).toHaveLength(1);
    },
  );
});

describe('a request of somebody else', () => {
  const event = (world: ConnectionWorld): ConfEvent => appDeauthorized(world.app, maya, world.clock.now());
  const of = (world: ConnectionWorld, changes: Partial<Delivery> = {}, at = world.clock.now()): Delivery => ({
    ...deliveryOf(world.app, event(world), at),
    ...changes,
  });
  const withHeader = (delivery: Delivery, name: string, value: string): Delivery => ({
    ...delivery,
    headers: { ...delivery.headers, [name]: value },
  });
  const later = (world: ConnectionWorld, seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000);

  const forged: [string, (world: ConnectionWorld) => Delivery][] = [
    ['a changed byte', (world) => ({ ...of(world), body: of(world).body.replace(maya.id, 'another') })],
    [
      'another secret',
      (world) => {
        const wrong = { ...world.app, webhook: { url: world.app.webhook?.url ?? '', secret: 'another' } };
        return deliveryOf(wrong, event(world), world.clock.now());
      },
    ],
    ['no signature', (world) => withHeader(of(world), 'x-zm-signature', '')],
    ['a signature of another length', (world) => withHeader(of(world), 'x-zm-signature', 'v0=00')],
    ['a signature of other letters', (world) => withHeader(of(world), 'x-zm-signature', `v0=${'é'.repeat(64)}`)],
    ['a stamp that was not signed', (world) => withHeader(of(world), 'x-zm-request-timestamp', '1772442001')],
    ['no stamp', (world) => withHeader(of(world), 'x-zm-request-timestamp', '')],
    ['a stamp of more than five minutes ago', (world) => of(world, {}, later(world, -301))],
    ['a stamp of more than five minutes ahead', (world) => of(world, {}, later(world, 301))],
    ['an app that there is not', (world) => of(world, { url: `${world.app.webhook?.url ?? ''}x` })],
    [
      'a body beyond all measure',
      (world) => {
        const huge = { event: 'x', payload: { text: 'x'.repeat(300_000) } };
        return deliveryOf(world.app, huge, world.clock.now());
      },
    ],
  ];
  it.each(forged)('is refused with %s, and starts nothing', async (_, delivery) => {
    await using world = await aConnectionWorld();
    await world.connect();
    expect(await deliver(delivery(world))).toMatchObject({ status: 401, answer: '' });
    expect(world.queue.sent).toEqual([]);
  });

  it('is believed in with a stamp of just under five minutes ago', async () => {
    await using world = await aConnectionWorld();
    await world.connect();
    expect(await deliver(of(world, {}, later(world, -299)))).toMatchObject({ status: 200 });
    expect(world.queue.sent).toHaveLength(1);
  });

  it('tells nothing of an app without a secret of its webhooks', async () => {
    await using world = await aConnectionWorld();
    const { id } = await world.oauthApps.create(project_id, 'second', { client_secret: 's3cret' });
    const url = `${new URL(world.app.webhook?.url ?? '').origin}/hooks/conf/${id}`;
    expect(await deliver(of(world, { url }))).toMatchObject({ status: 401 });
  });
});

describe('the address of an app', () => {
  eachQuirk(confQuirks, (quirks) =>
    it('proves that it knows the secret of this app and of no other', async () => {
      await using world = await aConnectionWorld({ quirks });
      const second = await world.oauthApps.create(project_id, 'second', { client_secret: 's3cret' });
      await world.oauthApps.setSecrets(project_id, second.id, { webhook_secret: 'second-token' });
      const { origin } = new URL(world.app.webhook?.url ?? '');
      const other = anApp({ webhook: { url: `${origin}/hooks/conf/${second.id}`, secret: 'second-token' } });
      const mixed = anApp({ webhook: { url: world.app.webhook?.url ?? '', secret: 'second-token' } });
      const proofs = [world.app, other, mixed].map((app) => world.conf.validate(app));
      expect(await Promise.all(proofs)).toEqual([true, true, false]);
    }),
  );

  it('proves so with one read, and reads nothing for what can be no app', async () => {
    await using world = await aConnectionWorld();
    let reads = 0;
    const hook = { project_id, oauth_app_id: world.oauth_app_id, webhook_secret_sealed: 'secret' };
    const hear = createHearConferencing({
      hooks: {
        get: async () => {
          reads += 1;
          return hook;
        },
      },
      secretBox: { open: async (_, sealed) => sealed },
      queue: world.queue,
      clock: world.clock,
    });
    const at = world.clock.now();
    const app = anApp({ webhook: { url: 'https://example.com', secret: 'secret' } });
    const { headers, body } = deliveryOf(app, { event: 'endpoint.url_validation', payload: { plainToken: 'p' } }, at);
    const told = { header: (name: string) => headers[name], body };
    expect(await hear({ oauth_app_id: `coa_${'1'.repeat(3_000)}`, ...told })).toEqual({ status: 401 });
    const answer = await hear({ oauth_app_id: 'coa_1', ...told });
    expect(answer).toMatchObject({ status: 200, body: { plainToken: 'p' } });
    expect([reads, world.queue.sent]).toEqual([1, []]);
  });
});
