import { describe, expect, it } from 'vitest';
import { dashboardRoutes } from '../../../lib/api/routes/dashboard.ts';
import { type RouteName, routeNames, routes } from '../../../lib/api/routes.ts';
import type { Item } from '../../../lib/ports/table.ts';
import { sessionName, sessionRepository } from '../../../lib/storage/sessions.ts';
import { goodBodyFor } from '../../lab/api/good-bodies.ts';
import { hasId, storedFor, unknownIdFor } from '../../lab/api/resources.ts';
import { by, call, fromPage, invite, mine, newProject, type OwnName, sessionOf, table } from './project.ts';

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
      has_transcription_server: false,
    });
    const again = await call('signIn', { headers: fromPage, body: { ticket } });
    expect([again.status, again.set]).toEqual([401, undefined]);
  });

  it('takes no more than a ticket of whoever comes', async () => {
    const refused = await call('signIn', { headers: fromPage, body: { ticket: 'x'.repeat(4096) } });
    const detail = 'the body is larger than 4 KB';
    expect(refused).toMatchObject({ status: 413, body: { code: 'body_too_large', detail } });
  });

  it('is not for other sites, which would sign somebody in as another', async () => {
    const ticket = await invite({ project_id: mine.project_id, name: 'Maya', role: 'owner' });
    for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
      expect(await call('signIn', { headers, body: { ticket } })).toMatchObject({ status: 403 });
    }
  });

  it('ends the session that the browser had before: it is one person at a time', async () => {
    const before = await sessionOf('owner');
    const ticket = await invite({ project_id: mine.project_id, name: 'Tom', role: 'viewer' });
    const refused = await call('signIn', { cookie: before, headers: fromPage, body: { ticket: 'x'.repeat(43) } });
    expect([refused.status, (await call('listBots', { cookie: before })).status]).toEqual([401, 200]);
    expect((await call('signIn', { cookie: before, headers: fromPage, body: { ticket } })).status).toBe(201);
    expect((await call('getSession', { cookie: before })).body).toBeNull();
  });

  it('ends when somebody signs out', async () => {
    const cookie = await sessionOf('viewer');
    const { status, set } = await call('signOut', { cookie, headers: fromPage });
    expect([status, set?.[0]]).toEqual([200, expect.stringContaining('__Host-session=; ')]);
    expect((await call('getSession', { cookie })).body).toBeNull();
    expect(await sessionRepository(table).find(cookie)).toBeUndefined();
  });
});

describe('a session', () => {
  it('is a caller of the whole interface', async () => {
    const cookie = await sessionOf('viewer');
    expect((await call('listBots', { cookie })).status).toBe(200);
  });

  it('is known by a cookie that was left in its header, as emulators of API Gateway leave it', async () => {
    const headers = { cookie: `theme=dark; __Host-session=${await sessionOf('viewer')}` };
    expect([(await call('getSession', { headers })).status, (await call('listBots', { headers })).status]).toEqual([
      200, 200,
    ]);
  });

  it.each(['x', '', 'a'.repeat(43)])('that is made up is nobody: %s', async (cookie) => {
    expect(await call('listBots', { cookie })).toMatchObject({ status: 401 });
    expect(await call('getSession', { cookie })).toMatchObject({ status: 200, body: null });
  });

  it('is asked for before anybody is known, which is no fault: nobody is, by a key neither', async () => {
    const asked = [{}, { headers: fromPage }, { headers: { authorization: `Token ${mine.api_key}` } }];
    for (const request of asked) expect(await call('getSession', request)).toMatchObject({ status: 200, text: 'null' });
  });

  it.each(['theme=dark', '__Host-session='])(
    'is not what another cookie means, also with a change: %s',
    async (cookie) => {
      const { status, text } = await call('createBot', { body: goodBodyFor('createBot') });
      const answered = await call('createBot', { body: goodBodyFor('createBot'), headers: { cookie } });
      expect([answered.status, answered.text]).toEqual([status, text]);
      expect(status).toBe(401);
    },
  );

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
    const asked = { cookie: await sessionOf('owner'), headers };
    for (const name of ['listBots', 'getSession'] as const)
      expect(await call(name, asked)).toMatchObject({ status: 403 });
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
  const names = (Object.keys(dashboardRoutes) as OwnName[]).filter(
    (name) => dashboardRoutes[name].caller === 'session',
  );

  it('is all but the ways in, and who is in', () => {
    const others = Object.keys(dashboardRoutes).filter((name) => !names.includes(name as OwnName));
    expect(others).toEqual(['signIn', 'getSession', 'beginSignIn', 'finishSignIn']);
  });

  it.each(names)('is opened by no key: %s', async (name) => {
    const headers = { ...fromPage, authorization: `Token ${mine.api_key}` };
    expect((await call(name, { headers })).status).toBe(401);
  });
});

describe('who is in a project', () => {
  type Open = { readonly session: string; readonly name: string; readonly is_own: boolean };

  it('is listed for owners, by what opens nothing, and only of their project', async () => {
    const owner = await by('owner');
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
      expect((await call('listSessions', await by(role))).status).toBe(403);
    }
  });

  it('is listed too where they came before there was a list, once they are back, and signed out as all others', async () => {
    const owner = await by('owner');
    const cookie = 'of-a-time-without-a-list';
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const early = { project_id: mine.project_id, name: 'Early', role: 'viewer', cursor_secret: 's', until } as const;
    await sessionRepository(table).start(cookie, early);
    const named = async () =>
      ((await call('listSessions', owner)).body as Open[]).filter(({ name }) => name === 'Early');
    expect(await named()).toEqual([]);
    for (let i = 0; i < 2; i += 1) expect((await call('getSession', { cookie })).status).toBe(200);
    expect(await named()).toEqual([expect.objectContaining({ session: sessionName(cookie), until })]);
    await call('endSessions', { ...owner, query: `session=${sessionName(cookie)}` });
    expect((await call('getSession', { cookie })).body).toBeNull();
    expect(await named()).toEqual([]);
  });

  it.each(['owner', 'member', 'viewer'] as const)(
    'is signed out by an owner from the next request on: %s',
    async (role) => {
      const owner = await by('owner');
      const cookie = await sessionOf(role);
      expect((await call('listBots', { cookie })).status).toBe(200);
      const session = sessionName(cookie);
      expect((await call('endSessions', { ...owner, query: `session=${session}` })).status).toBe(200);
      expect((await call('listBots', { cookie })).status).toBe(401);
      expect((await call('endSessions', { ...owner, query: `session=${session}` })).status).toBe(404);
      expect((await call('endSessions', { ...owner, query: '' })).status).toBe(400);
    },
  );

  it('does not come back by what they made before: links are listed, withdrawn, and end with whoever made them', async () => {
    type Link = { readonly invitation: string; readonly name: string };
    const owner = await by('owner');
    const mallory = await by('owner');
    const linked = async (who: typeof owner, name: string) => {
      const { body } = await call('invite', { ...who, body: { name, role: 'owner' } });
      return (body as { path: string }).path.replace('/dashboard#ticket=', '');
    };
    const links = async () => {
      const { text, body } = await call('listInvitations', owner);
      return { text, all: (body as Link[]).filter(({ name }) => ['Back', 'Tom'].includes(name)) };
    };
    const opens = async (ticket: string) => (await call('signIn', { headers: fromPage, body: { ticket } })).status;
    const [back, tom] = [await linked(mallory, 'Back'), await linked(owner, 'Tom')];
    const { text, all } = await links();
    expect(all).toMatchObject([
      { name: 'Tom', role: 'owner', made_by: 'Maya' },
      { name: 'Back', role: 'owner', made_by: 'Maya' },
    ]);
    for (const secret of [back, tom]) expect(text).not.toContain(secret);
    await call('endSessions', { ...owner, query: `session=${sessionName(mallory.cookie)}` });
    expect([(await links()).all.length, await opens(back)]).toEqual([1, 401]);
    const withdraw = { query: `invitation=${all[0]?.invitation}` };
    const theirs = await by('owner', (await newProject('theirs')).project_id);
    expect((await call('withdrawInvitation', { ...theirs, ...withdraw })).status).toBe(404);
    expect((await call('withdrawInvitation', { ...owner, ...withdraw })).status).toBe(200);
    expect([(await links()).all, await opens(tom)]).toEqual([[], 401]);
    const { results } = (await call('listAudit', owner)).body as { results: unknown[] };
    const made_in = `made in session ${sessionName(owner.cookie)}`;
    expect(results).toContainEqual(
      expect.objectContaining({ about: `for Tom, owner (${all[0]?.invitation}, ${made_in})` }),
    );
  });

  it('does not come back by links that were used before: those who came by one are listed with it, and end with it', async () => {
    const { project_id } = await newProject('with a chain of links');
    const [owner, mallory] = [await by('owner', project_id), await by('owner', project_id)];
    /** Comes by a link that somebody makes. */
    const comes = async (who: typeof owner, name: string) => {
      const { body } = await call('invite', { ...who, body: { name, role: 'owner' } });
      const ticket = (body as { path: string }).path.replace('/dashboard#ticket=', '');
      const { set } = await call('signIn', { headers: fromPage, body: { ticket } });
      return { cookie: /=([\w-]+);/.exec(set?.[0] ?? '')?.[1] ?? '', headers: fromPage };
    };
    const zoe = await comes(mallory, 'Zoe');
    await comes(zoe, 'Tom');
    const named = async () =>
      new Map(((await call('listSessions', owner)).body as { name: string }[]).map((one) => [one.name, one]));
    const before = await named();
    const known = { goes_back_to: null, email: null };
    const made_in = sessionName(mallory.cookie);
    expect(before.get('Zoe')).toMatchObject({ invited_by: 'Maya', invited_by_session: made_in, ...known });
    expect(before.get('Tom')).toMatchObject({ invited_by: 'Zoe', ...known });
    expect((await call('endSessions', { ...owner, query: `session=${made_in}` })).status).toBe(200);
    expect([...(await named()).keys()]).toEqual(['Maya']);
    expect((await call('listBots', zoe)).status).toBe(401);
  });

  it('keeps an owner: the last one who may sign in stays, and nothing is noted of what was refused', async () => {
    const owner = await by('owner');
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
