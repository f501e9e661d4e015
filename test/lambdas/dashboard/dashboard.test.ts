import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { dashboardGroupNames, dashboardGroups, dashboardRoutes } from '../../../lib/api/routes/dashboard.ts';
import { leastRoleFor, type Route } from '../../../lib/api/routes/route.ts';
import { handlerFile, type RouteName, routeNames, routes } from '../../../lib/api/routes.ts';
import { prepareDashboard } from '../../../lib/dashboard/build.ts';
import type { Role } from '../../../lib/domain/access/roles.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import type { Item, Write } from '../../../lib/ports/table.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { sessionName, sessionRepository, ticketRepository } from '../../../lib/storage/sessions.ts';
import { createCreateProject } from '../../../lib/usecases/access/create-project.ts';
import { createSignIn } from '../../../lib/usecases/access/sign-in.ts';
import { goodBodyFor } from '../../lab/api/bad-bodies.ts';
import { anEvent, type Call, callHandler, type Handler } from '../../lab/api/requests.ts';
import { hasId, storedFor, unknownIdFor } from '../../lab/api/resources.ts';
import { useStores, webhookQueue } from '../../lab/doubles/in-process-adapters.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

vi.mock('#adapters/table.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('#adapters/queue.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('#adapters/media-store.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('#adapters/master-key.ts', () => import('../../lab/doubles/in-process-adapters.ts'));
vi.mock('../../../lib/conferencing/zoom.ts', () => import('../../lab/doubles/in-process-conf.ts'));
vi.mock('../../../lib/net/mp4-address.ts', () => import('../../lab/doubles/in-process-video.ts'));

const table = memoryTable();
const own = 'https://api.example.com';
const all = { ...routes, ...dashboardRoutes };
type Name = keyof typeof all;

/** The function that answers a route. */
const handlerOf = async (name: Name): Promise<Handler> => {
  const group = dashboardGroupNames.find((group) => name in dashboardGroups[group]);
  const { handler } = group
    ? await import(`../../../lambdas/dashboard/${group}.ts`)
    : await import(`../../../lambdas/api/${handlerFile(name as RouteName)}.ts`);
  return handler;
};

const call = async (name: Name, { cookie, ...request }: Call & { readonly cookie?: string | undefined } = {}) => {
  const { method, path } = all[name];
  const handler = await handlerOf(name);
  const event = {
    ...anEvent(method, path.replace('{object_id}', request.id ?? ''), request),
    routeKey: `${method} ${path}`,
  };
  const given = cookie === undefined ? event : { ...event, cookies: [`__Host-session=${cookie}`] };
  let set: string[] | undefined;
  const answer = await callHandler(async (event, context) => {
    const said = await handler(event, context);
    set = said.cookies;
    return said;
  }, given);
  return { ...answer, set };
};
/** As a page of the dashboard asks. */
const fromPage = { origin: own, 'sec-fetch-site': 'same-origin' };

const projects = projectRepository(table);
const apiKeys = apiKeyRepository(table);
const { invite, signIn } = createSignIn({ tickets: ticketRepository(table), projects, apiKeys, clock: systemClock });
const newProject = createCreateProject({
  ...{ projects, apiKeys, clock: systemClock },
  secretBox: { seal: async (_, secret) => secret, open: async (_, sealed) => sealed },
});
let mine: Awaited<ReturnType<typeof newProject>>;
const sessionOf = async (role: Role, project_id = mine.project_id): Promise<string> =>
  (await signIn(await invite({ project_id, name: 'Maya', role }))).secret;

beforeAll(async () => {
  useStores({ table });
  // Where nobody answers.
  vi.stubEnv('STT_A_URL', 'http://127.0.0.1:9');
  vi.stubEnv('DEMO_ROOM_HOSTS', 'meet.example.com');
  // Vitest has a BASE_URL of its own.
  vi.stubEnv('BASE_URL', undefined);
  mine = await newProject('mine');
  await prepareDashboard();
});

describe('signing in to the dashboard', () => {
  it('gives a cookie that no script reads and no other site sends, for a ticket, once', async () => {
    const ticket = await invite({ project_id: mine.project_id, name: 'Maya', role: 'owner' });
    const { status, set, text } = await call('signIn', { headers: fromPage, body: { ticket } });
    expect([status, text]).toEqual([201, '']);
    expect(set?.[0]).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Expires=[^;]+ GMT; Secure$/,
    );
    const cookie = /=([\w-]+);/.exec(set?.[0] ?? '')?.[1];
    expect((await call('getSession', { cookie })).body).toMatchObject({
      name: 'Maya',
      role: 'owner',
      project: { id: mine.project_id, name: 'mine' },
    });
    const again = await call('signIn', { headers: fromPage, body: { ticket } });
    expect([again.status, again.set]).toEqual([401, undefined]);
  });

  it('is not for other sites, which would sign somebody in as another', async () => {
    const ticket = await invite({ project_id: mine.project_id, name: 'Maya', role: 'owner' });
    for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
      expect(await call('signIn', { headers, body: { ticket } })).toMatchObject({ status: 403 });
    }
  });

  it('ends when somebody signs out', async () => {
    const cookie = await sessionOf('viewer');
    const { status, set } = await call('signOut', { cookie, headers: fromPage });
    expect([status, set?.[0]]).toEqual([200, expect.stringContaining('__Host-session=; ')]);
    expect((await call('getSession', { cookie })).status).toBe(401);
    expect(await sessionRepository(table).find(cookie)).toBeUndefined();
  });
});

describe('a session', () => {
  it('is a caller of the whole interface', async () => {
    const cookie = await sessionOf('viewer');
    expect((await call('listBots', { cookie })).status).toBe(200);
  });

  it.each(['x', '', 'a'.repeat(43)])('that is made up is nobody: %s', async (cookie) => {
    expect(await call('listBots', { cookie })).toMatchObject({ status: 401 });
  });

  it('goes by the key where there is one, whatever the cookie', async () => {
    const cookie = await sessionOf('owner');
    expect((await call('listBots', { cookie, headers: { authorization: 'Token x' } })).status).toBe(401);
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    // Another port of the same machine is the same site to a browser, and its cookies go there.
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('lets no other page read: %j', async (headers) => {
    expect(await call('listBots', { cookie: await sessionOf('owner'), headers })).toMatchObject({ status: 403 });
  });

  it.each(routeNames.filter((name) => routes[name].method !== 'GET'))(
    'changes nothing for another page, or for a viewer: %s',
    async (name: RouteName) => {
      const id = hasId(name) ? { id: await storedFor(name, table, mine.project_id) } : {};
      const given = { ...id, body: goodBodyFor(name) };
      const before = table.items().filter(({ kind }) => kind !== 'requests');
      const cookie = await sessionOf('viewer');
      const member = await sessionOf('member');
      const refused = [
        await call(name, { ...given, cookie, headers: fromPage }),
        await call(name, { ...given, cookie: member }),
        await call(name, { ...given, cookie: member, headers: { ...fromPage, origin: 'https://evil.example' } }),
      ];
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
      const isOfPeople = ({ kind }: Item) => ['requests', 'session', 'open_session'].includes(String(kind));
      expect(table.items().filter((item) => !isOfPeople(item))).toEqual(before.filter((item) => !isOfPeople(item)));
    },
  );

  it.each(routeNames.filter(hasId))('knows nothing of another project: %s', async (name: RouteName) => {
    const theirs = await newProject('theirs');
    const id = await storedFor(name, table, theirs.project_id);
    const cookie = await sessionOf('owner');
    const ask = (id: string) => call(name, { cookie, id, body: goodBodyFor(name), headers: fromPage });
    const [foreign, unknown] = [await ask(id), await ask(unknownIdFor(name))];
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  });
});

describe('what is for people only', () => {
  type Own = keyof typeof dashboardRoutes;
  const names = (Object.keys(dashboardRoutes) as Own[]).filter((name) => dashboardRoutes[name].caller === 'session');

  it('is all but the ways in', () => {
    const others = Object.keys(dashboardRoutes).filter((name) => !names.includes(name as Own));
    expect(others).toEqual(['signIn', 'beginSignIn', 'finishSignIn']);
  });

  it.each(names)('is opened by no key: %s', async (name) => {
    const headers = { ...fromPage, authorization: `Token ${mine.api_key}` };
    expect((await call(name, { headers })).status).toBe(401);
  });
});

describe('what owners decide', () => {
  type Own = keyof typeof dashboardRoutes;
  const ofOwners = (Object.keys(dashboardRoutes) as Own[]).filter((name) => {
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

describe('who is in a project', () => {
  const ownerHere = async () => ({ cookie: await sessionOf('owner'), headers: fromPage });
  type Open = { readonly session: string; readonly name: string; readonly is_own: boolean };

  it('is listed for owners, by what opens nothing, and only of their project', async () => {
    const owner = await ownerHere();
    const member = await sessionOf('member');
    await sessionOf('viewer', (await newProject('theirs')).project_id);
    const { text, body } = await call('listSessions', owner);
    const all = body as Open[];
    expect(all.filter(({ is_own }) => is_own)).toHaveLength(1);
    expect(all).toContainEqual(
      expect.objectContaining({ name: 'Maya', role: 'member', email: null, is_own: false, until: expect.any(String) }),
    );
    for (const secret of [owner.cookie, member, mine.api_key]) expect(text).not.toContain(secret);
    for (const role of ['member', 'viewer'] as const) {
      expect((await call('listSessions', { cookie: await sessionOf(role), headers: fromPage })).status).toBe(403);
    }
  });

  it.each(['owner', 'member', 'viewer'] as const)(
    'is signed out by an owner from the next request on: %s',
    async (role) => {
      const owner = await ownerHere();
      const cookie = await sessionOf(role);
      expect((await call('listBots', { cookie })).status).toBe(200);
      const session = sessionName(cookie);
      expect((await call('endSessions', { ...owner, query: `session=${session}` })).status).toBe(200);
      expect((await call('listBots', { cookie })).status).toBe(401);
      expect((await call('endSessions', { ...owner, query: `session=${session}` })).status).toBe(404);
      expect((await call('endSessions', { ...owner, query: '' })).status).toBe(400);
    },
  );

  it('keeps an owner: the last one who may sign in stays, and nothing is noted of what was refused', async () => {
    const owner = await ownerHere();
    const maya = { email: 'last@example.com', name: 'Maya', role: 'owner' };
    await call('admitPerson', { ...owner, body: maya });
    const before = table.items().length;
    const refused = [
      await call('removePerson', { ...owner, query: 'email=last@example.com' }),
      await call('updatePerson', { ...owner, body: { email: maya.email, role: 'viewer' } }),
      await call('admitPerson', { ...owner, body: { ...maya, role: 'member' } }),
    ];
    expect(refused.map(({ status, body }) => [status, body])).toEqual(
      Array(3).fill([
        409,
        expect.objectContaining({ code: 'last_owner', detail: expect.stringContaining('last owner') }),
      ]),
    );
    expect(table.items()).toHaveLength(before);
    await call('admitPerson', { ...owner, body: { ...maya, email: 'other@example.com' } });
    expect((await call('removePerson', { ...owner, query: 'email=last@example.com' })).status).toBe(200);
    const listed = await call('listPeople', owner);
    expect(listed.body).toEqual([expect.objectContaining({ email: 'other@example.com', role: 'owner' })]);
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

describe('what people see of bots', () => {
  const aNewBot = {
    meeting_url: 'https://meet.example.com/room/daily',
    bot_name: 'Notes',
    metadata: { customer: 'acme' },
  };
  type Shown = { id: string; made_by: unknown };

  it('is who made each: a program by its key, or a person', async () => {
    const owner = { cookie: await sessionOf('owner'), headers: fromPage };
    const key = (await call('createApiKey', { ...owner, body: { name: 'nightly' } })).body as { api_key: string };
    const headers = { authorization: `Token ${key.api_key}` };
    const byKey = (await call('createBot', { headers, body: aNewBot })).body as Shown;
    const byPerson = (await call('createBot', { ...owner, body: aNewBot })).body as Shown;
    const { results } = (await call('showBots', { ...owner, query: 'order=newest_first' })).body as {
      results: Shown[];
    };
    const madeBy = (id: string) => results.find((one) => one.id === id)?.made_by;
    expect(madeBy(byKey.id)).toEqual({ kind: 'api_key', name: 'nightly' });
    expect(madeBy(byPerson.id)).toEqual({ kind: 'person', name: 'Maya' });
  });

  it('is what another one like it is made with, for those who may make one', async () => {
    const member = { cookie: await sessionOf('member'), headers: fromPage };
    const { id } = (await call('createBot', { ...member, body: aNewBot })).body as Shown;
    const details = (await call('showBot', { ...member, id })).body as { settings: object };
    expect(details).toMatchObject({ bot_name: 'Notes', made_by: { kind: 'person' }, settings: aNewBot });
    const again = await call('createBot', { ...member, body: details.settings });
    expect(again).toMatchObject({ status: 201, body: { metadata: aNewBot.metadata } });
    const viewer = await call('showBot', { cookie: await sessionOf('viewer'), id });
    expect(viewer.body).toMatchObject({ bot_name: 'Notes', settings: null });
  });

  it('is what its meeting looks like, for viewers too', async () => {
    const id = await storedFor('getBot', table, mine.project_id);
    const seen = await call('watchBot', { cookie: await sessionOf('viewer'), headers: fromPage, id });
    expect([seen.status, seen.body]).toEqual([200, { picture: null }]);
  });

  it("is nothing of another project's", async () => {
    const theirs = await newProject('theirs');
    const id = await storedFor('getBot', table, theirs.project_id);
    const owner = { cookie: await sessionOf('owner'), headers: fromPage };
    for (const name of ['showBot', 'watchBot'] as const) expect((await call(name, { ...owner, id })).status).toBe(404);
  });
});

const aHook = { url: 'https://hooks.example.com/', triggers: ['bot.state_change'] };

describe('what people did', () => {
  interface Entry {
    readonly id: string;
    readonly name: string;
    readonly act: string;
    readonly about: string | null;
    readonly at: string;
  }
  const setUp = async () => {
    const { project_id } = await newProject('watched');
    const owner = { cookie: await sessionOf('owner', project_id), headers: fromPage };
    const entries = async () => ((await call('listAudit', owner)).body as { results: Entry[] }).results;
    const acts = async () => (await entries()).map(({ act, about }) => [act, about]);
    return { project_id, owner, entries, acts };
  };

  it('is noted down, newest first, with what it was about, and read by owners', async () => {
    const { project_id, owner, acts, entries } = await setUp();
    await call('createApiKey', { ...owner, body: { name: 'nightly' } });
    const { id } = (await call('createSubscription', { ...owner, body: aHook })).body as { id: string };
    await call('deleteSubscription', { ...owner, id });
    expect(await acts()).toEqual([
      ['DELETE /api/v1/dashboard/webhooks/{object_id}', id],
      ['POST /api/v1/dashboard/webhooks', aHook.url],
      ['POST /api/v1/dashboard/api_keys', 'nightly'],
    ]);
    expect((await entries())[0]).toMatchObject({
      name: 'Maya',
      role: 'owner',
      session: expect.stringMatching(/^[0-9a-f]{8}$/),
    });
    const member = { cookie: await sessionOf('member', project_id), headers: fromPage };
    expect((await call('listAudit', member)).status).toBe(403);
  });

  it('is noted in the write that does it: neither is there without the other', async () => {
    const { project_id, owner, acts } = await setUp();
    const partition = `project#${project_id}#audit`;
    const { write } = table;
    const written: (readonly string[])[] = [];
    vi.spyOn(table, 'write').mockImplementation((...writes: readonly Write[]) => {
      written.push(writes.map((one) => ('put' in one ? one.put.pk : 'update' in one ? one.update.pk : 'other')));
      return written.length === 1 ? Promise.reject(new Error('lost')) : write(...writes);
    });
    expect((await call('createApiKey', { ...owner, body: { name: 'lost' } })).status).toBe(500);
    vi.restoreAllMocks();
    expect(written).toEqual([[expect.stringMatching(/^api_key#/), partition]]);
    expect(await acts()).toEqual([]);
  });

  it('is not what was refused', async () => {
    const { owner, acts } = await setUp();
    await call('createSubscription', { ...owner, body: { ...aHook, url: 'https://10.0.0.1/' } });
    expect(await acts()).toEqual([]);
  });

  it('is by which link somebody came in', async () => {
    const { project_id, entries } = await setUp();
    const ticket = await invite({ project_id, name: 'Tom', role: 'viewer' });
    await call('signIn', { headers: fromPage, body: { ticket } });
    expect(await entries()).toMatchObject([{ name: 'Tom', act: 'POST /api/v1/dashboard/session' }]);
  });

  it('is what they had bots do, and once an hour what they read', async () => {
    const { project_id, owner, acts } = await setUp();
    const id = await storedFor('getBot', table, project_id);
    for (let i = 0; i < 3; i += 1) await call('getTranscript', { ...owner, id });
    await call('leaveBot', { ...owner, id });
    await call('getBot', { ...owner, id });
    const asked = await acts();
    expect(asked).toContainEqual(['GET /api/v1/bots/{object_id}/transcript', id]);
    expect(asked.filter(([act]) => act?.endsWith('/transcript')).length).toBeLessThanOrEqual(2);
    expect(asked.filter(([act]) => act?.startsWith('GET ')).length + 1).toBe(asked.length);
  });

  it('holds nothing secret', async () => {
    const { owner, entries } = await setUp();
    await call('setProviderKey', { ...owner, body: { provider: 'stt_a', key: 'a-key-of-the-maker' } });
    await call('createOAuthApp', { ...owner, body: { client_id: 'an-app', client_secret: 'its-secret' } });
    const kept = await entries();
    expect(kept.map(({ about }) => about)).toEqual(['an-app', 'stt_a']);
    expect(JSON.stringify(kept)).not.toMatch(/a-key-of-the-maker|its-secret/);
  });

  it('is shown in pages', async () => {
    const { owner } = await setUp();
    type Page = { results: Entry[]; next: string | null };
    for (let i = 0; i < 51; i += 1) await call('invite', { ...owner, body: { name: `guest ${i}`, role: 'viewer' } });
    const page = (await call('listAudit', owner)).body as Page;
    const rest = (await call('listAudit', { ...owner, query: `before=${encodeURIComponent(page.next ?? '')}` }))
      .body as Page;
    const all = [...page.results, ...rest.results].filter(({ act }) => act === 'POST /api/v1/dashboard/invitations');
    expect(page.results).toHaveLength(50);
    // Those of one millisecond are in no order.
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(all.map(({ about }) => about))).toEqual(new Set(Array.from({ length: 51 }, (_, i) => `guest ${i}`)));
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

describe('the page of the dashboard', () => {
  const get = async (path: string, routeKey: string, headers: Record<string, string> = {}) => {
    const { handler } = await import('../../../lambdas/dashboard/pages.ts');
    const file = path.split('/').at(-1) ?? '';
    const answer = await handler({ ...anEvent('GET', path, { headers }), routeKey, pathParameters: { file } });
    return { ...answer, bytes: Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8') };
  };
  const page = () => get('/dashboard', 'GET /dashboard');
  const file = (name: string, headers = {}) => get(`/dashboard/files/${name}`, 'GET /dashboard/files/{file}', headers);
  const namesIn = (html: string): string[] =>
    [...html.matchAll(/\/dashboard\/files\/([^"]+)"/g)].map(([, name]) => name ?? '');

  it('runs scripts of its own address only, none of which stands in the page', async () => {
    const { bytes, headers } = await page();
    const policy = String(headers?.['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(bytes.toString()).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=/);
    expect(headers?.['cache-control']).toBe('no-store');
  });

  it('allows styles to whoever knows a word that is another one each time', async () => {
    const nonceOf = async () => /nonce-([^']+)'/.exec(String((await page()).headers?.['content-security-policy']))?.[1];
    const [one, other] = [await nonceOf(), await nonceOf()];
    expect(one).toMatch(/^[\w+/]{22}==$/);
    expect(one).not.toBe(other);
  });

  it('begins with at most 220 KB, the list of bots with it, in files that never change', async () => {
    const named = namesIn((await page()).bytes.toString());
    const seen = new Map<string, number>();
    const load = async (name: string): Promise<void> => {
      if (seen.has(name)) return;
      const { statusCode, headers, bytes } = await file(name, { 'accept-encoding': 'gzip' });
      expect([name, statusCode, headers?.['content-encoding']]).toEqual([name, 200, 'gzip']);
      seen.set(name, bytes.length);
      if (!name.endsWith('.svg')) expect(headers?.['cache-control']).toContain('immutable');
      const text = gunzipSync(bytes).toString();
      for (const [, more = ''] of text.matchAll(/from"\.\/([\w-]+\.js)"/g)) await load(more);
      for (const [, list = ''] of text.matchAll(/import\("\.\/(list-[\w-]+\.js)"\)/g)) await load(list);
    };
    for (const name of named) await load(name);
    expect([...seen.keys()].some((name) => name.startsWith('list-'))).toBe(true);
    expect([...seen.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(220 * 1024);
  });

  it('answers files that it has, and no others', async () => {
    const [name = ''] = namesIn((await page()).bytes.toString()).filter((name) => name.endsWith('.js'));
    const { bytes, headers } = await file(name);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(bytes.toString()).toMatch(/import|export/);
    for (const none of ['files.json', 'x.js', '..%2Ffiles.json', '', 'toString']) {
      expect((await file(none)).statusCode).toBe(404);
    }
  });
});
