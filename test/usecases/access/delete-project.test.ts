import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../../lib/domain/errors.ts';
import { capturedFolder } from '../../../lib/storage/bots/media-names.ts';
import { countFarewells } from '../../../lib/storage/calendars/calendar-farewells.ts';
import { calendarRepository } from '../../../lib/storage/calendars/calendars.ts';
import { connectionCredentialsRepository } from '../../../lib/storage/connections/connection-credentials.ts';
import { connectionRepository } from '../../../lib/storage/connections/connections.ts';
import { calendarKey, refOf } from '../../../lib/storage/keys.ts';
import { personRepository } from '../../../lib/storage/people.ts';
import { projectRemains } from '../../../lib/storage/project-remains.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { oauthAppHookRepository, oauthAppRepository } from '../../../lib/storage/secrets/oauth-apps.ts';
import { openInvitations, openSessions, sessionRepository } from '../../../lib/storage/sessions.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createDeleteProject } from '../../../lib/usecases/access/delete-project.ts';
import { createDeleteConnection } from '../../../lib/usecases/connections/delete-connection.ts';
import { storeCalendar } from '../../lab/builders/calendars.ts';
import { storeConnection } from '../../lab/builders/connections.ts';
import { aDelivery } from '../../lab/builders/webhook-message.ts';
import { settle } from '../../lab/worlds/lifecycle/lifecycle-driver.ts';
import { join_at, work } from '../../lab/worlds/lifecycle/lifecycle-steps.ts';
import { type LifecycleWorld, lifecycleWorld } from '../../lab/worlds/lifecycle/lifecycle-world.ts';

const id = 'prj_1';
const created_at = '2026-03-02T09:00:00.000Z';

/** A world whose bots are of a project that has all that projects have. */
const aProject = async (
  input: Parameters<typeof lifecycleWorld>[0] = {},
  /** What happens while it waits. */
  meanwhile: (world: LifecycleWorld) => Promise<void> = async () => undefined,
) => {
  const world = lifecycleWorld(input);
  const { stored: table, ports } = world;
  for (const project of [id, 'prj_2']) {
    await projectRepository(table).create({ id: project, name: project, webhook_secret_sealed: 'sealed', created_at });
    const key = { id: `key_${project}`, project_id: project, name: 'ci', cursor_secret: 'secret', created_at };
    await apiKeyRepository(table).create(`hash of ${project}`, key);
    await webhookSubscriptionRepository(table).setNames(project, 'plain');
    const person = {
      email: 'ann@example.com',
      project_id: project,
      name: 'Ann',
      role: 'owner',
      subject: null,
    } as const;
    await personRepository(table).put({ ...person, created_at });
  }
  const app = { id: 'coa_1', project_id: id, client_id: 'client', secret_sealed: 'sealed', created_at };
  await oauthAppRepository(table).put(app, { project_id: id, oauth_app_id: app.id, webhook_secret_sealed: 'sealed' });
  const until = '2026-03-09T09:00:00.000Z';
  const session = { project_id: id, name: 'Ann', role: 'owner', cursor_secret: 'secret', until } as const;
  await sessionRepository(table).start('secret', { ...session, started_at: created_at });
  const breaking = world.table;
  const calendars = calendarRepository(breaking);
  const deleteProject = createDeleteProject({
    ...ports,
    projects: projectRepository(breaking),
    remains: projectRemains(breaking),
    people: personRepository(breaking),
    sessions: openSessions(breaking),
    invitations: openInvitations(breaking),
    apps: oauthAppRepository(breaking),
    calendars,
    connections: connectionRepository(breaking),
    meetings: { forgetAll: async () => undefined },
    deleteCalendar: (ref) => breaking.write({ delete: calendarKey(ref) }),
    cleanUpCalendar: calendars.removeRest,
    deleteConnection: createDeleteConnection({
      connections: connectionRepository(breaking),
      credentials: connectionCredentialsRepository(breaking),
      apps: oauthAppRepository(breaking),
      platform: { refresh: async () => Promise.reject(new Error('no token is old')), revoke: async () => undefined },
      secretBox: { open: async (_, sealed) => sealed },
      clock: world.clock,
    }),
    countFarewells: (project) => countFarewells(breaking, project),
    onUnreadable: () => undefined,
    clock: world.clock,
    async pause(ms) {
      world.clock.advance(ms / 1000);
      await meanwhile(world);
    },
  });
  return { world, table, deleteProject };
};

/** What a service does meanwhile. */
const serve = async (world: LifecycleWorld): Promise<void> => {
  await settle(world);
  for (const worker of world.workers.filter(({ isAlive }) => isAlive)) await world.work(worker);
  await settle(world);
};

const keptOf = (world: LifecycleWorld): string[] =>
  world.stored
    .items()
    .map(({ pk, sk }) => `${pk} ${sk}`)
    .filter((key) => !key.includes('prj_2') && !/webhook#(?:forgotten|gone)$|#audit/.test(key));

describe('deleting a project', () => {
  it('leaves nothing of a project without bots, and all of another', async () => {
    const { world, table, deleteProject } = await aProject();
    const others = table.items().filter(({ pk }) => pk.includes('prj_2'));
    expect(await deleteProject(id)).toBeUndefined();
    expect(keptOf(world)).toEqual([]);
    expect(table.items().filter(({ pk }) => pk.includes('prj_2'))).toEqual(others);
    expect(await personRepository(table).of('ann@example.com')).toMatchObject([{ project_id: 'prj_2' }]);
    expect(await oauthAppHookRepository(table).get('coa_1')).toBeUndefined();
    await expect(deleteProject(id)).rejects.toThrow(NotFoundError);
  });

  it('has a bot in its meeting leave, and removes what it brought home before its record goes', async () => {
    const { world, table, deleteProject } = await aProject();
    const ref = refOf(await world.create());
    await settle(world);
    await work(world, 'enter');
    await world.media.put(`${capturedFolder(ref)}segments/001-001/000000.m4s`, new Uint8Array(1), 'video/mp4');
    expect(await deleteProject(id)).toEqual({ bots: 1, farewells: 0 });
    expect(world.storedBots()).toMatchObject([{ state: 'data_deleted' }]);
    expect(await projectRepository(table).get(id)).toBeDefined();
    await serve(world);
    expect(await world.media.list('')).toEqual([]);
    expect(await deleteProject(id)).toBeUndefined();
    await settle(world);
    expect(world.storedBots()).toEqual([]);
    expect(keptOf(world)).toEqual([]);
    expect(world.executions.every(({ status }) => status !== 'running')).toBe(true);
  });

  it('keeps the record of a bot until its worker has ended, or is silent', async () => {
    const { world, deleteProject } = await aProject();
    await world.create();
    await settle(world);
    await work(world, 'enter');
    await deleteProject(id);
    const [worker] = world.workers;
    if (!worker) throw new Error('no worker was launched');
    await world.ports.captureTasks.note({ project_id: id, bot_id: worker.order.bot_id }, 1, {
      heartbeat_at: new Date(world.clock.now().getTime() + 3600_000).toISOString(),
    });
    await settle(world);
    expect(await deleteProject(id)).toEqual({ bots: 1, farewells: 0 });
    world.clock.advance(2 * 3600);
    expect(await deleteProject(id)).toBeUndefined();
  });

  it('removes what a worker stored last, whose end is told once the record of its bot is gone', async () => {
    const { world, deleteProject } = await aProject();
    const ref = refOf(await world.create());
    await settle(world);
    await work(world, 'enter');
    await deleteProject(id);
    await settle(world);
    await world.media.put(`${capturedFolder(ref)}segments/001-001/000001.m4s`, new Uint8Array(1), 'video/mp4');
    await world.ports.captureTasks.note(ref, 1, { stopped_at: world.clock.now().toISOString() });
    expect(await deleteProject(id)).toBeUndefined();
    await settle(world);
    expect(await world.media.list('')).toEqual([]);
  });

  it('deletes a bot that is to come at once', async () => {
    const { world, deleteProject } = await aProject({ join_at });
    await world.create();
    await settle(world);
    expect(await deleteProject(id)).toBeUndefined();
    await settle(world);
    expect(keptOf(world)).toEqual([]);
    expect(world.workers).toEqual([]);
  });

  it('deletes what was being made as it was closed, for as long as that may take', async () => {
    let made: Promise<unknown> | undefined;
    let [waited, looks] = [0, 0];
    const { world, deleteProject } = await aProject({ join_at }, async ({ clock, create }) => {
      waited = clock.now().getTime() - Date.parse(created_at);
      if (waited >= 25_000) made ??= create();
      await made;
    });
    const began = world.clock.now().getTime();
    expect(
      await deleteProject(id, () => {
        looks += 1;
      }),
    ).toBeUndefined();
    await settle(world);
    expect(made).toBeDefined();
    expect(keptOf(world)).toEqual([]);
    expect(world.clock.now().getTime() - began).toBe(30_000);
    expect(looks).toBe(15);
  });

  it('leaves nothing of what was told of a connection, wherever it is broken off', async () => {
    for (let at = 1, isBroken = true; isBroken; at += 1) {
      let writes = 0;
      const gate = {
        async before(call: string) {
          if (call !== 'table.write') return;
          writes += 1;
          if (writes === at) throw new Error('connection lost');
        },
        after: () => undefined,
      };
      const { world, table, deleteProject } = await aProject({ gate });
      const connection = await storeConnection(table, { project_id: id });
      const told = { ...aDelivery(), project_id: id, subject_id: connection.id, subscription_id: 'whs_1' } as const;
      const delivery = { ...told, url: 'https://hooks.example.com/all', state: 'failed', attempts: [] } as const;
      await webhookDeliveryRepository(table).save(
        { ...delivery, next_attempt_at: null, created_at },
        new Date('2026-04-02T09:00:00.000Z'),
      );
      for (let times = 0; times < 2; times += 1) await deleteProject(id).catch(() => undefined);
      isBroken = writes >= at;
      // When its platform is asked next: the service removes that by itself.
      expect(keptOf(world).filter((key) => !key.endsWith(`${connection.id} sync`))).toEqual([]);
    }
  });

  const subjects = { connection: storeConnection, calendar: storeCalendar } as const;
  it.each(['connection', 'calendar'] as const)(
    'leaves nothing of an attempt to tell of a %s that is kept once that is gone',
    async (kind) => {
      const made: { told?: typeof delivery } = {};
      const { world, table, deleteProject } = await aProject({}, async ({ clock, stored }) => {
        const isUnderWay = clock.now().getTime() - Date.parse(created_at) < 28_000;
        if (!made.told || isUnderWay || stored.items().some((item) => item.kind === kind)) return;
        await webhookDeliveryRepository(stored).save(made.told, new Date('2026-04-02T09:00:00.000Z'));
        delete made.told;
      });
      const { id: subject_id } = await subjects[kind](table, { project_id: id });
      const told = { ...aDelivery(), project_id: id, subject_id, subscription_id: 'whs_1' } as const;
      const sent = {
        url: 'https://hooks.example.com/all',
        state: 'failed',
        attempts: [],
        next_attempt_at: null,
      } as const;
      const delivery = { ...told, ...sent, created_at };
      made.told = delivery;
      expect(await deleteProject(id)).toBeUndefined();
      expect(made).toEqual({});
      expect(keptOf(world)).toEqual([]);
    },
  );

  it('may be broken off anywhere, and is done when it is done again', async () => {
    let lives = 0;
    for (let at = 1, isBroken = true; isBroken; at += 1) {
      let [writes, isCounted] = [0, false];
      const gate = {
        async before(call: string) {
          if (call !== 'table.write' || !isCounted) return;
          writes += 1;
          if (writes === at) throw new Error('connection lost');
        },
        after: () => undefined,
      };
      const { world, deleteProject } = await aProject({ gate });
      const given = async (): Promise<void> => {
        isCounted = true;
        await deleteProject(id).catch(() => undefined);
        isCounted = false;
        await serve(world);
      };
      await world.create();
      await settle(world);
      await work(world, 'enter');
      for (let times = 0; times < 3; times += 1) await given();
      isBroken = writes >= at;
      lives += 1;
      await expect(deleteProject(id)).rejects.toThrow(NotFoundError);
      expect(keptOf(world)).toEqual([]);
    }
    expect(lives).toBeGreaterThan(10);
  });
});
