/** Items that this program cannot read, as after going back from a later version, in each list that people read. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dashboardRoutes } from '../../../lib/api/routes/dashboard.ts';
import { type KeyedProviderName, keyedProviderNames } from '../../../lib/domain/transcription/provider-names.ts';
import type { Item } from '../../../lib/ports/table.ts';
import { auditRepository } from '../../../lib/storage/audit.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { credentialKey, keyInLogs } from '../../../lib/storage/keys.ts';
import { personRepository } from '../../../lib/storage/people.ts';
import { sessionName } from '../../../lib/storage/sessions.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { anIdOf } from '../../lab/api/resources.ts';
import { storeOAuthApp } from '../../lab/builders/connections.ts';
import { aBot } from '../../lab/builders/records.ts';
import { aDelivery } from '../../lab/builders/webhook-message.ts';
import { by, call, invite, newProject, type OwnName, table } from './project.ts';

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
});
afterEach(() => vi.restoreAllMocks());

const at = new Date('2026-03-02T09:00:00.000Z');

interface Listed {
  readonly kind: string;
  /** Stores more than one of what is listed. */
  readonly store: (project_id: string) => Promise<unknown>;
}

const twice = (work: (n: number) => Promise<unknown>): Promise<unknown> => Promise.all([1, 2].map(work));

const deliveryOf = (project_id: string, n: number) =>
  webhookDeliveryRepository(table).save(
    {
      ...{ ...aDelivery(), project_id, subject_id: anIdOf('bot'), subscription_id: 'whs_1', state: 'failed' },
      ...{ url: 'https://hooks.example.com/all', attempts: [], next_attempt_at: null, created_at: at.toISOString() },
      idempotency_key: `key-${n}`,
    },
    new Date(Date.now() + 86_400_000),
  );

const entryOf = (project_id: string) =>
  auditRepository(table).add(project_id, {
    ...{ at: new Date().toISOString(), name: 'Maya', role: 'owner', session: 's', act: 'POST /api/v1/bots' },
    about: null,
  });

const lists: Readonly<Partial<Record<OwnName, Listed>>> = {
  showBots: {
    kind: 'bot',
    store: (project_id) => twice(() => botRepository(table).create(aBot({ id: anIdOf('bot'), project_id }))),
  },
  listInvitations: {
    kind: 'invitation',
    store: (project_id) => twice((n) => invite({ project_id, name: `Ann ${n}`, role: 'viewer' })),
  },
  listApiKeys: {
    kind: 'api_key',
    store: async (project_id) => call('createApiKey', { ...(await by('owner', project_id)), body: { name: 'ci' } }),
  },
  listPeople: {
    kind: 'person',
    store: (project_id) =>
      twice((n) =>
        personRepository(table).put({
          ...{ project_id, email: `ann${n}@example.com`, name: 'Ann', role: 'viewer', subject: null },
          created_at: at.toISOString(),
        }),
      ),
  },
  listSessions: { kind: 'open_session', store: (project_id) => by('viewer', project_id) },
  listOAuthApps: { kind: 'oauth_app', store: (project_id) => twice(() => storeOAuthApp(table, { project_id })) },
  listDeliveries: { kind: 'webhook_delivery', store: (project_id) => twice((n) => deliveryOf(project_id, n)) },
  listAudit: { kind: 'audit_entry', store: (project_id) => twice(() => entryOf(project_id)) },
};
/** Which have a place for each provider, whether there is a key or not; and what is one item, all together. */
const others: readonly string[] = ['listProviderKeys', 'listSubscriptions'];

/** What a list holds, in a project that has nothing else. */
const readBy = async (name: OwnName, person: Awaited<ReturnType<typeof by>>): Promise<readonly object[]> => {
  const answer = await call(name, person);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return Array.isArray(answer.body) ? answer.body : (answer.body as { results: object[] }).results;
};

/** Makes of one that is stored for a project what a later program may have written; answers how the log speaks of it. */
const damage = async (kind: string, isOf: (item: Item) => boolean): Promise<string> => {
  const broken = table.items().find((item) => item.kind === kind && isOf(item));
  if (!broken) throw new Error('nothing is stored');
  const { pk, sk } = broken;
  await table.write({ update: { pk, sk }, set: { kind_version: 99 } });
  logged.length = 0;
  return `the item ${keyInLogs({ pk, sk })} cannot be read`;
};
const nameIn = (shown: object, key: string): string => String((shown as Record<string, unknown>)[key]);
const isLogged = (named: string): boolean => logged.some((line) => line.includes(named));

describe.each(Object.entries(lists) as [OwnName, Listed][])('%s', (name, { kind, store }) => {
  it('answers the others where one cannot be read, whose key is logged', async () => {
    const { project_id } = await newProject(`of ${name}`);
    const owner = await by('owner', project_id);
    await store(project_id);
    const all = await readBy(name, owner);
    const named = await damage(kind, (item) => [item.pk, item.project_id, item.gsi1_pk].join().includes(project_id));
    const left = await readBy(name, owner);
    expect(left).toHaveLength(all.length - 1);
    expect(left.length).toBeGreaterThan(0);
    expect(logged.join()).not.toMatch(/ann\d@/);
    expect(logged.filter((line) => line.includes(named))).toHaveLength(1);
  });
});

describe('the lists of the dashboard', () => {
  it('are all among these', () => {
    const isList = (name: string): boolean => /^(?:list|showBots$)/.test(name) && !others.includes(name);
    expect(Object.keys(dashboardRoutes).filter(isList).toSorted()).toEqual(Object.keys(lists).toSorted());
  });
});

describe('a secret that cannot be read', () => {
  it('of an app is shown as none, and another one takes its place', async () => {
    const { project_id } = await newProject('of a hook');
    const owner = await by('owner', project_id);
    const secrets = { client_secret: 'one', webhook_secret: 'another' };
    for (const client_id of ['a', 'b']) await call('createOAuthApp', { ...owner, body: { client_id, ...secrets } });
    const named = await damage('oauth_app_hook', (item) => item.project_id === project_id);
    const apps = (await readBy('listOAuthApps', owner)) as { id: string; has_webhook_secret: boolean }[];
    expect(apps.map((app) => app.has_webhook_secret).toSorted()).toEqual([false, true]);
    expect(isLogged(named)).toBe(true);
    const id = apps.find((app) => !app.has_webhook_secret)?.id ?? '';
    await call('updateOAuthApp', { ...owner, id, body: { webhook_secret: 'anew' } });
    expect(await readBy('listOAuthApps', owner)).toMatchObject(
      [true, true].map((has_webhook_secret) => ({ has_webhook_secret })),
    );
  });

  it('of a provider is shown as that, beside those that can and that are missing, until another one takes its place', async () => {
    const { project_id } = await newProject('of a key');
    const owner = await by('owner', project_id);
    const [broken, kept] = keyedProviderNames as [KeyedProviderName, KeyedProviderName];
    const shown = async () =>
      (await readBy('listProviderKeys', owner)).map((one) => [nameIn(one, 'entered_at'), nameIn(one, 'is_unreadable')]);
    const enter = (provider: KeyedProviderName) =>
      call('setProviderKey', { ...owner, body: { provider, key: 'a-key-of-the-maker' } });
    await enter(broken);
    const entered = expect.stringMatching(/^2/);
    expect(await shown()).toEqual([
      [entered, 'undefined'],
      ['null', 'undefined'],
    ]);
    await enter(kept);
    const named = await damage('credential', (item) => item.pk.includes(project_id) && item.provider === broken);
    expect(await shown()).toEqual([
      ['null', 'true'],
      [entered, 'undefined'],
    ]);
    expect(isLogged(named)).toBe(true);
    const tried = await call('testProviderKey', { ...owner, body: { provider: broken } });
    expect(tried).toMatchObject({ status: 200, body: { works: false, error_code: 'key_not_readable' } });
    await enter(broken);
    const update = credentialKey(project_id, kept);
    const { sealed } = (await table.get(update)) as { sealed?: string };
    await table.write({ update, set: { sealed: `${sealed?.slice(0, -8)}AAAAAAA=` } });
    expect(await shown()).toEqual([
      [entered, 'undefined'],
      [entered, 'true'],
    ]);
    expect(isLogged(`${keyInLogs(update)} cannot be read: what is sealed does not open`)).toBe(true);
    for (const provider of [broken, kept]) await call('removeProviderKey', { ...owner, query: `provider=${provider}` });
    expect(await shown()).toEqual([
      ['null', 'undefined'],
      ['null', 'undefined'],
    ]);
  });
});

describe('what is meant, beside one that cannot be read', () => {
  const emailOf = (n: string): string => `ann${n}@example.com`;
  const admit = (project_id: string, n: string, role: 'owner' | 'viewer') =>
    personRepository(table).put({
      ...{ project_id, email: emailOf(n), name: 'Ann', role, subject: null, created_at: at.toISOString() },
    });

  it('is a link that is withdrawn', async () => {
    const { project_id } = await newProject('of links');
    const owner = await by('owner', project_id);
    for (const name of ['broken', 'meant']) await invite({ project_id, name, role: 'viewer' });
    const named = await damage('invitation', (item) => item.pk.includes(project_id) && item.name === 'broken');
    const [meant = {}] = await readBy('listInvitations', owner);
    const query = `invitation=${nameIn(meant, 'invitation')}`;
    expect((await call('withdrawInvitation', { ...owner, query })).status).toBe(200);
    expect([await readBy('listInvitations', owner), isLogged(named)]).toEqual([[], true]);
  });

  it.each(['person', 'open_session', 'invitation'])('is somebody who is removed, where a %s is that', async (kind) => {
    const { project_id } = await newProject('of people');
    const owner = await by('owner', project_id);
    const other = await by('viewer', project_id);
    await invite({ project_id, name: 'Zoe', role: 'viewer' });
    for (const [n, role] of [
      ['1', 'viewer'],
      ['2', 'owner'],
      ['3', 'owner'],
    ] as const)
      await admit(project_id, n, role);
    const named = await damage(kind, (item) =>
      kind === 'person'
        ? item.project_id === project_id && item.email === emailOf('1')
        : item.pk.includes(project_id) && item.role === 'viewer',
    );
    expect((await call('removePerson', { ...owner, query: `email=${emailOf('2')}` })).status).toBe(200);
    expect(isLogged(named)).toBe(true);
    expect((await readBy('listPeople', owner)).map((one) => nameIn(one, 'email'))).not.toContain(emailOf('2'));
    const query = `session=${sessionName(owner.cookie)}`;
    expect((await call('endSessions', { ...owner, query })).status).toBe(200);
    expect((await call('listPeople', owner)).status).toBe(401);
    expect((await call('getSession', other)).status).toBe(200);
  });

  it('is no owner while there is no other who can be read, and nobody who cannot be read', async () => {
    const { project_id } = await newProject('of owners');
    const owner = await by('owner', project_id);
    for (const n of ['1', '2']) await admit(project_id, n, 'owner');
    await damage('person', (item) => item.project_id === project_id && item.email === emailOf('1'));
    const remove = async (n: string) => (await call('removePerson', { ...owner, query: `email=${emailOf(n)}` })).status;
    expect([await remove('2'), await remove('1')]).toEqual([409, 500]);
    expect((await readBy('listPeople', owner)).map((one) => nameIn(one, 'email'))).toEqual([emailOf('2')]);
  });
});
