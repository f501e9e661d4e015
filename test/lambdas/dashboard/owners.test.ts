import { describe, expect, it } from 'vitest';
import { dashboardRoutes } from '../../../lib/api/routes/dashboard.ts';
import { leastRoleFor, type Route } from '../../../lib/api/routes/route.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { storedFor } from '../../lab/api/resources.ts';
import { aDelivery, aWebhookMessage } from '../../lab/builders/webhook-message.ts';
import { webhookQueue } from '../../lab/doubles/in-process/adapters.ts';
import { by, call, fromPage, mine, type Name, newProject, type OwnName, table } from './project.ts';

const names = (Object.keys(dashboardRoutes) as OwnName[]).filter((name) => dashboardRoutes[name].caller === 'session');
const leastFor = (name: OwnName) => leastRoleFor(dashboardRoutes[name] satisfies Route);

describe('what takes a role', () => {
  const below = { owner: 'member', member: 'viewer' } as const;
  const guarded = names.flatMap((name) => {
    const least = leastFor(name);
    return least === 'viewer' ? [] : [{ name, least, less: below[least] }];
  });

  it.each(guarded)('is refused to whoever is less: $name, of $least, to a $less', async ({ name, less }) => {
    expect(await call(name, await by(less))).toMatchObject({ status: 403 });
  });

  it('is also what members do, and no viewer', () => {
    expect(guarded.filter(({ least }) => least === 'member').map(({ name }) => name)).toEqual([
      'listOAuthApps',
      'testSubscription',
      'resendDelivery',
    ]);
  });
});

describe("what is another project's", () => {
  const somewhere = { url: 'https://hooks.example.com/', triggers: ['bot.state_change'] };
  type Owner = Awaited<ReturnType<typeof by>>;
  const made = async (name: OwnName, owner: Owner, body: object): Promise<string> =>
    ((await call(name, { ...owner, body })).body as { id: string }).id;
  /** By the part of a path that says what it is about. */
  const things: Readonly<Record<string, (them: Owner, project_id: string) => Promise<string>>> = {
    api_keys: (them) => made('createApiKey', them, { name: 'k' }),
    bots: (_, project_id) => storedFor('getBot', table, project_id),
    oauth_apps: (them) => made('createOAuthApp', them, { client_id: 'an-app', client_secret: 'its-secret' }),
    webhooks: (them) => made('createSubscription', them, somewhere),
  };
  const bodies: { readonly [N in Name]?: object } = {
    testSubscription: { trigger: 'bot.state_change' },
    updateOAuthApp: { client_secret: 'mine-now' },
    updateSubscription: {},
  };
  const lists = {
    api_keys: 'listApiKeys',
    bots: 'showBots',
    oauth_apps: 'listOAuthApps',
    webhooks: 'listSubscriptions',
  };

  it.each(names.filter((name) => dashboardRoutes[name].path.includes('{object_id}')))(
    'is not there for an owner: %s',
    async (name) => {
      const { project_id } = await newProject('theirs');
      const kind = /dashboard\/(\w+)\//.exec(dashboardRoutes[name].path)?.[1] ?? '';
      const id = await things[kind]?.(await by('owner', project_id), project_id);
      if (!id) throw new Error(`there is nothing for ${name}`);
      const { status } = await call(name, { ...(await by('owner')), id, body: bodies[name] });
      expect(status).toBe(404);
    },
  );

  it.each(Object.entries(lists))('is in no list: %s', async (kind, name) => {
    const { project_id } = await newProject('theirs');
    const them = await by('owner', project_id);
    const id = (await things[kind]?.(them, project_id)) ?? '';
    expect((await call(name as OwnName, them)).text).toContain(id);
    expect((await call(name as OwnName, await by('owner'))).text).not.toContain(id);
  });

  it('has deliveries that only its own owners read and send again', async () => {
    const { project_id } = await newProject('theirs');
    const about = await storedFor('getBot', table, project_id);
    const { subscription_id, url, not_before: created_at } = aWebhookMessage();
    await webhookDeliveryRepository(table).save(
      {
        ...{ ...aDelivery(), project_id, subject_id: about, subscription_id, url, created_at },
        ...{ state: 'failed', attempts: [], next_attempt_at: null },
      },
      new Date(Date.now() + 86_400_000),
    );
    const one = { about, idempotency_key: aDelivery().idempotency_key };
    const asked = async (owner: Owner) => [
      ((await call('listDeliveries', { ...owner, query: `about=${about}` })).body as { results: object[] }).results
        .length,
      ((await call('listDeliveries', owner)).text ?? '').includes(about),
      (await call('getDelivery', { ...owner, query: `${new URLSearchParams(one)}` })).status,
      (await call('resendDelivery', { ...owner, body: one })).status,
    ];
    expect(await asked(await by('owner'))).toEqual([0, false, 404, 404]);
    expect(await asked(await by('owner', project_id))).toEqual([1, true, 200, 200]);
  });
});

describe('what owners decide', () => {
  it('is nothing less than keys, webhooks, and who comes in', () => {
    expect(names.filter((name) => leastFor(name) === 'owner')).toEqual([
      ...[
        'invite',
        'listInvitations',
        'withdrawInvitation',
        'listApiKeys',
        'createApiKey',
        'revokeApiKey',
        'getProject',
        'updateProject',
        'listAudit',
      ],
      ...['listPeople', 'admitPerson', 'updatePerson', 'removePerson', 'listSessions', 'endSessions'],
      ...['listProviderKeys', 'setProviderKey', 'removeProviderKey', 'testProviderKey'],
      ...['createOAuthApp', 'updateOAuthApp', 'deleteOAuthApp'],
      ...['createSubscription', 'updateSubscription', 'deleteSubscription'],
      ...['disableSubscription', 'enableSubscription', 'rotateSecret'],
    ]);
  });

  it('is which keys there are: made, shown once, revoked at once', async () => {
    const owner = await by('owner');
    const made = (await call('createApiKey', { ...owner, body: { name: 'reports' } })).body as {
      id: string;
      api_key: string;
    };
    const status = async () => (await call('listBots', { headers: { authorization: `Token ${made.api_key}` } })).status;
    expect(await status()).toBe(200);
    const listed = await call('listApiKeys', owner);
    expect(listed.body).toContainEqual(expect.objectContaining({ id: made.id, name: 'reports', revoked_at: null }));
    expect(listed.text).not.toContain(made.api_key);
    expect((await call('revokeApiKey', { ...owner, id: made.id })).status).toBe(200);
    expect(await status()).toBe(401);
  });

  it('is which apps at Zoom there are; members see which, without secrets, as they connect people with them', async () => {
    const { project_id } = await newProject('with an app');
    const app = { client_id: 'an-app', client_secret: 'its-secret' };
    await call('createOAuthApp', { ...(await by('owner', project_id)), body: app });
    const listed = await call('listOAuthApps', await by('member', project_id));
    expect(listed).toMatchObject({ status: 200, body: [{ client_id: 'an-app', id: expect.stringMatching(/^coa_/) }] });
    expect(listed.text).not.toContain('its-secret');
    expect((await call('listOAuthApps', await by('viewer', project_id))).status).toBe(403);
    expect((await call('createOAuthApp', { ...(await by('member', project_id)), body: app })).status).toBe(403);
  });

  it('is who else comes in: by a link of this project, as what it says', async () => {
    const owner = await by('owner');
    const { path } = (await call('invite', { ...owner, body: { name: 'Tom', role: 'viewer' } })).body as {
      path: string;
    };
    const ticket = path.replace('/dashboard#ticket=', '');
    const cookie = /=([\w-]+);/.exec(
      (await call('signIn', { headers: fromPage, body: { ticket } })).set?.[0] ?? '',
    )?.[1];
    expect((await call('getSession', { cookie })).body).toMatchObject({
      name: 'Tom',
      role: 'viewer',
      project: { id: mine.project_id },
    });
  });

  it.each(['Tom\nOwner', 'Tom \u202e', 'x'.repeat(101), '\u200b'])('is nobody whose name is none: %j', async (name) => {
    const owner = await by('owner');
    const asked = [
      await call('invite', { ...owner, body: { name, role: 'viewer' } }),
      await call('admitPerson', { ...owner, body: { name, email: 'tom@example.com', role: 'viewer' } }),
      await call('createApiKey', { ...owner, body: { name } }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  it("is a provider's key, which is nowhere shown", async () => {
    const owner = await by('owner');
    const key = 'a-key-of-the-maker';
    const entered = await call('setProviderKey', { ...owner, body: { provider: 'stt_a', key } });
    expect(entered.body).toMatchObject({ trial: { works: false, error_message: expect.stringContaining('Deepgram') } });
    const tried = await call('testProviderKey', { ...owner, body: { provider: 'stt_a' } });
    expect(tried.body).toMatchObject({ works: false });
    const listed = await call('listProviderKeys', owner);
    expect(listed.body).toContainEqual({ provider: 'stt_a', maker: 'Deepgram', entered_at: expect.any(String) });
    expect(entered.text + listed.text).not.toContain(key);
    expect((await call('removeProviderKey', { ...owner, query: 'provider=stt_a' })).status).toBe(200);
    expect((await call('listProviderKeys', owner)).body).toContainEqual({
      provider: 'stt_a',
      maker: 'Deepgram',
      entered_at: null,
    });
  });
});

describe('a webhook subscription', () => {
  const subscribe = async () => {
    const owner = await by('owner');
    const body = { url: 'https://hooks.example.com/', triggers: ['bot.state_change'] };
    const { id } = (await call('createSubscription', { ...owner, body })).body as { id: string };
    return { owner, id };
  };

  it('is changed, disabled and enabled by owners', async () => {
    const { owner, id } = await subscribe();
    const body = { url: 'https://hooks.example.com/b' };
    expect((await call('updateSubscription', { ...owner, id, body })).body).toMatchObject(body);
    const inward = { url: 'https://10.0.0.1/' };
    expect((await call('updateSubscription', { ...owner, id, body: inward })).status).toBe(400);
    expect((await call('disableSubscription', { ...owner, id })).body).toMatchObject({ state: 'disabled' });
    expect((await call('enableSubscription', { ...owner, id })).body).toMatchObject({ state: 'enabled' });
  });

  it('is tried by members, on the way of every other delivery, and viewers are refused', async () => {
    const { id } = await subscribe();
    const body = { trigger: 'bot.state_change' };
    const member = await by('member');
    const viewer = await by('viewer');
    expect((await call('testSubscription', { ...viewer, id, body })).status).toBe(403);
    const { status, body: sent } = await call('testSubscription', { ...member, id, body });
    expect([status, webhookQueue.sent.at(-1)]).toEqual([
      200,
      expect.objectContaining({ subscription_id: id, url: 'https://hooks.example.com/', attempt: 1 }),
    ]);
    const { subject_id: about, idempotency_key } = sent as { subject_id: string; idempotency_key: string };
    const query = `about=${about}&idempotency_key=${idempotency_key}`;
    expect((await call('getDelivery', { ...viewer, query })).status).toBe(404);
  });
});

describe('an app at the conferencing platform', () => {
  const app = { client_id: 'an-app', client_secret: 'its-secret', webhook_secret: 'its-token' };

  it('is entered with secrets that are nowhere shown, changed, and forgotten', async () => {
    const owner = await by('owner');
    const { text, body } = await call('createOAuthApp', { ...owner, body: app });
    const { id } = body as { id: string };
    expect(body).toMatchObject({ client_id: 'an-app', has_webhook_secret: true });
    expect((await call('updateOAuthApp', { ...owner, id, body: { client_secret: 'another-one' } })).status).toBe(200);
    const listed = await call('listOAuthApps', owner);
    expect(listed.body).toContainEqual(body);
    for (const secret of ['its-secret', 'its-token', 'another-one']) expect(text + listed.text).not.toContain(secret);
    expect((await call('deleteOAuthApp', { ...owner, id })).status).toBe(200);
    expect((await call('listOAuthApps', owner)).body).not.toContainEqual(expect.objectContaining({ id }));
  });

  it('is entered, and changed, whole or not at all', async () => {
    const { project_id } = await newProject('whole');
    const owner = await by('owner', project_id);
    const refused = await call('createOAuthApp', { ...owner, body: { ...app, webhook_secret: 'with blanks' } });
    expect([refused.status, (await call('listOAuthApps', owner)).body]).toEqual([400, []]);
    const { id } = (await call('createOAuthApp', { ...owner, body: app })).body as { id: string };
    const kept = () => table.items().filter(({ kind }) => String(kind).startsWith('oauth_app'));
    const before = kept();
    const body = { client_secret: 'another-one', webhook_secret: 'with blanks' };
    expect((await call('updateOAuthApp', { ...owner, id, body })).status).toBe(400);
    expect(kept()).toEqual(before);
  });
});

describe('the names of a project', () => {
  it('are changed by owners, and hold for what programs are answered', async () => {
    const { project_id, api_key } = await newProject('renamed');
    const owner = await by('owner', project_id);
    expect((await call('getProject', owner)).body).toMatchObject({
      name: 'renamed',
      names: 'neutral',
    });
    expect((await call('updateProject', { ...owner, body: { names: 'plain' } })).body).toMatchObject({
      names: 'plain',
    });
    expect((await call('getProject', owner)).body).toMatchObject({ names: 'plain' });
    expect((await call('listBots', { headers: { authorization: `Token ${api_key}` } })).status).toBe(200);
  });
});

describe('how long a project keeps what its bots bring home', () => {
  it('is without end, until an owner says how many days', async () => {
    const { project_id } = await newProject('kept');
    const owner = await by('owner', project_id);
    expect((await call('getProject', owner)).body).toMatchObject({ keep_days: null, deleted_after_days: null });
    const said = { keep_days: 30, deleted_after_days: 30, names: 'neutral' };
    expect((await call('updateProject', { ...owner, body: { keep_days: 30 } })).body).toMatchObject(said);
    expect((await call('getProject', owner)).body).toMatchObject(said);
    const { results } = (await call('listAudit', owner)).body as { results: unknown[] };
    expect(results).toContainEqual(expect.objectContaining({ about: 'kept for 30 days' }));
    const without = await call('updateProject', { ...owner, body: { keep_days: null } });
    expect(without.body).toMatchObject({ keep_days: null, deleted_after_days: null });
  });

  it.each([0, 1.5, 3_651, '30'])('is not %j days', async (keep_days) => {
    const { status, text } = await call('updateProject', { ...(await by('owner')), body: { keep_days } });
    expect([status, text]).toEqual([400, expect.stringContaining('keep_days')]);
  });
});
