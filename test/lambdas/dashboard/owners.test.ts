import { describe, expect, it, vi } from 'vitest';
import { dashboardRoutes } from '../../../lib/api/routes/dashboard.ts';
import { leastRoleFor, type Route } from '../../../lib/api/routes/route.ts';
import { webhookQueue } from '../../lab/doubles/in-process-adapters.ts';
import { call, fromPage, mine, type Name, newProject, type OwnName, sessionOf } from './project.ts';

vi.mock('#adapters/table.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('#adapters/queue.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('#adapters/media-store.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('#adapters/master-key.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('../../../lib/conferencing/zoom.ts', () => import('../../lab/doubles/in-process-conf.ts'));
vi.mock('../../../lib/net/mp4-address.ts', () => import('../../lab/doubles/in-process-video.ts'));

describe('what owners decide', () => {
  const ofOwners = (Object.keys(dashboardRoutes) as OwnName[]).filter((name) => {
    const route: Route = dashboardRoutes[name];
    return leastRoleFor(route) === 'owner';
  });
  const somewhere = { url: 'https://hooks.example.com/', triggers: ['bot.state_change'] };

  it.each(ofOwners)('is decided by nobody else: %s', async (name) => {
    expect(await call(name, { cookie: await sessionOf('member'), headers: fromPage })).toMatchObject({ status: 403 });
  });

  it('is nothing less than keys, webhooks, and who comes in', () => {
    expect(ofOwners).toEqual([
      ...['invite', 'listApiKeys', 'createApiKey', 'revokeApiKey', 'getProject', 'updateProject', 'listAudit'],
      ...['listPeople', 'admitPerson', 'updatePerson', 'removePerson', 'listSessions', 'endSessions'],
      ...['listProviderKeys', 'setProviderKey', 'removeProviderKey', 'testProviderKey'],
      ...['listOAuthApps', 'createOAuthApp', 'updateOAuthApp', 'deleteOAuthApp'],
      ...['createSubscription', 'updateSubscription', 'deleteSubscription'],
      ...['disableSubscription', 'enableSubscription', 'rotateSecret'],
    ]);
  });

  it('is which keys there are: made, shown once, revoked at once', async () => {
    const owner = { cookie: await sessionOf('owner'), headers: fromPage };
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

  it("is nothing of another project's", async () => {
    const theirs = await newProject('theirs');
    const them = { cookie: await sessionOf('owner', theirs.project_id), headers: fromPage };
    const owner = { cookie: await sessionOf('owner'), headers: fromPage };
    const key = (await call('createApiKey', { ...them, body: { name: 'k' } })).body as { id: string };
    const hook = (await call('createSubscription', { ...them, body: somewhere })).body as { id: string };
    expect((await call('revokeApiKey', { ...owner, id: key.id })).status).toBe(404);
    const ofHooks = {
      updateSubscription: {},
      disableSubscription: undefined,
      enableSubscription: undefined,
      rotateSecret: undefined,
      testSubscription: { trigger: 'bot.state_change' },
      deleteSubscription: undefined,
    } as const;
    for (const [name, body] of Object.entries(ofHooks)) {
      expect([name, (await call(name as Name, { ...owner, id: hook.id, body })).status]).toEqual([name, 404]);
    }
    expect(((await call('listSubscriptions', owner)).body as { id: string }[]).map(({ id }) => id)).not.toContain(
      hook.id,
    );
  });

  it('is who else comes in: by a link of this project, as what it says', async () => {
    const owner = { cookie: await sessionOf('owner'), headers: fromPage };
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

  it("is a provider's key, which is nowhere shown", async () => {
    const owner = { cookie: await sessionOf('owner'), headers: fromPage };
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
    const owner = { cookie: await sessionOf('owner'), headers: fromPage };
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
    const member = { cookie: await sessionOf('member'), headers: fromPage };
    const viewer = { cookie: await sessionOf('viewer'), headers: fromPage };
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
    const owner = { cookie: await sessionOf('owner'), headers: fromPage };
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

  it('of another project is none', async () => {
    const theirs = await newProject('theirs');
    const them = { cookie: await sessionOf('owner', theirs.project_id), headers: fromPage };
    const { id } = (await call('createOAuthApp', { ...them, body: app })).body as { id: string };
    const owner = { cookie: await sessionOf('owner'), headers: fromPage };
    expect((await call('deleteOAuthApp', { ...owner, id })).status).toBe(404);
    expect((await call('updateOAuthApp', { ...owner, id, body: { client_secret: 'mine-now' } })).status).toBe(404);
  });
});

describe('the names of a project', () => {
  it('are changed by owners, and hold for what programs are answered', async () => {
    const { project_id, api_key } = await newProject('renamed');
    const owner = { cookie: await sessionOf('owner', project_id), headers: fromPage };
    expect((await call('getProject', owner)).body).toMatchObject({
      name: 'renamed',
      names: 'neutral',
      keep_days: null,
    });
    expect((await call('updateProject', { ...owner, body: { names: 'plain' } })).body).toMatchObject({
      names: 'plain',
    });
    expect((await call('getProject', owner)).body).toMatchObject({ names: 'plain' });
    expect((await call('listBots', { headers: { authorization: `Token ${api_key}` } })).status).toBe(200);
  });
});
