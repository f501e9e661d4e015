import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dashboardRoutes } from '../../../lib/api/routes/dashboard.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { dataKeyKey, dataKeyPrefix, providerSecretKey } from '../../../lib/storage/keys.ts';
import { personRepository, providerSecretRepository } from '../../../lib/storage/people.ts';
import { apiKeyRepository, projectRepository } from '../../../lib/storage/projects.ts';
import { envelopeSecretBox } from '../../../lib/storage/secrets/secret-box.ts';
import { openInvitations, openSessions, sessionRepository } from '../../../lib/storage/sessions.ts';
import { createCreateProject } from '../../../lib/usecases/access/create-project.ts';
import { createPeople } from '../../../lib/usecases/access/people.ts';
import { anEvent, type Handler } from '../../lab/api/requests.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { openMasterKey, useStores } from '../../lab/doubles/in-process/adapters.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { anOpenIdIssuer, type OpenIdIssuer } from '../../lab/hosts/openid-issuer.ts';

vi.mock('#adapters/table.ts', () => import('../../lab/doubles/in-process/adapters.ts'));
vi.mock('#adapters/master-key.ts', () => import('../../lab/doubles/in-process/adapters.ts'));

const own = 'https://api.example.com';
const callback = own + dashboardRoutes.finishSignIn.path;
const table = memoryTable();
const [projects, apiKeys] = [projectRepository(table), apiKeyRepository(table)];
const people = createPeople({
  ...allReadable,
  people: personRepository(table),
  projects,
  sessions: openSessions(table),
  invitations: openInvitations(table),
  clock: systemClock,
});

const newProject = createCreateProject({
  ...{ projects, apiKeys, clock: systemClock },
  secretBox: { seal: async (_, secret) => secret, open: async (_, sealed) => sealed },
});

let issuer: OpenIdIssuer;
let project_id: string;
let addresses = 0;

interface Said {
  readonly location: string;
  /** What the browser is told to keep, by name; empty for what it is told to forget. */
  readonly cookies: ReadonlyMap<string, string>;
  readonly answer: APIGatewayProxyStructuredResultV2;
}

const call = async (
  name: 'beginSignIn' | 'finishSignIn',
  query: string,
  cookie?: string,
  headers?: { readonly host: string },
): Promise<Said> => {
  const { handler } = (await import('../../../lambdas/dashboard/identity.ts')) as { handler: Handler };
  const event = anEvent('GET', dashboardRoutes[name].path, { query, headers });
  addresses += 1;
  // Each comes from elsewhere: an address may do this twice a second.
  event.requestContext.http.sourceIp = `203.0.113.${addresses}`;
  const answer = await handler(cookie === undefined ? event : { ...event, cookies: [cookie] }, {} as never);
  const pairs = (answer.cookies ?? []).map((set): [string, string] => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    return [name, value];
  });
  return { location: String(answer.headers?.location), cookies: new Map(pairs), answer };
};
const begin = async (to?: string) => {
  const said = await call('beginSignIn', to === undefined ? '' : `${new URLSearchParams({ to })}`);
  return { ...said, cookie: `__Host-sign-in=${said.cookies.get('__Host-sign-in')}` };
};
const finish = (at: URL, cookie?: string) => call('finishSignIn', at.search.slice(1), cookie);
/** From the door to what comes of it. */
const come = async (subject: string, to?: string) => {
  const { location, cookie } = await begin(to);
  return finish(await issuer.signIn(location, subject), cookie);
};
const sessionIn = ({ cookies }: Said) => sessionRepository(table).find(cookies.get('__Host-session') ?? '');
const refused = (reason: string) => `/dashboard#refused=${reason}`;
const expectRefusal = (said: Said, reason: string): void => {
  expect(said.location).toBe(refused(reason));
  expect(said.cookies.has('__Host-session')).toBe(false);
};

beforeAll(async () => {
  useStores({ table });
  issuer = await anOpenIdIssuer(callback);
  vi.stubEnv('OIDC_ISSUER', issuer.url);
  vi.stubEnv('OIDC_CLIENT_ID', 'dashboard');
  vi.stubEnv('OIDC_MEMBER_GROUP', 'meeting-people');
  vi.stubEnv('BASE_URL', undefined);
  project_id = (await newProject('mine')).project_id;
  issuer.people.set('maya-1', { email: 'Maya@example.com', email_verified: true, name: 'Maya at the issuer' });
  issuer.people.set('maya-2', { email: 'maya@example.com', email_verified: true });
  issuer.people.set('jonas', { email: 'jonas@example.com', email_verified: false });
  issuer.people.set('zoe', { email: 'zoe@example.com', email_verified: true, name: 'Zoë', groups: ['meeting-people'] });
});
beforeEach(() => people.admit(project_id, { email: 'maya@EXAMPLE.com ', name: 'Maya', role: 'owner' }));
afterEach(() => {
  issuer.tamper(undefined);
  vi.useRealTimers();
});
afterAll(() => issuer[Symbol.asyncDispose]());

describe('signing in by an identity provider', () => {
  it('leads to the provider with a state, a nonce and a challenge that nobody else knows the answer to', async () => {
    const { location, answer } = await begin();
    const { searchParams, origin } = new URL(location);
    expect(origin).toBe(issuer.url);
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ client_id: 'dashboard', response_type: 'code', scope: 'openid email profile', redirect_uri: callback },
      ...{ code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) },
      ...{ state: expect.stringMatching(/^[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect([answer.statusCode, answer.cookies]).toEqual([
      302,
      [expect.stringMatching(/^__Host-sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=[^;]+ GMT; Secure$/)],
    ]);
    expect((await begin()).location).not.toBe(location);
  });

  it('lets in whom an owner has invited, under the name and role that the owner gave, for 12 hours', async () => {
    const said = await come('maya-1', '/dashboard/bots?show=live');
    const session = await sessionIn(said);
    expect([said.location, session]).toMatchObject([
      '/dashboard/bots?show=live',
      { project_id, name: 'Maya', role: 'owner', until: expect.any(String) },
    ]);
    const hours = (Date.parse(session?.until ?? '') - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(12);
    expect(said.answer.cookies?.[0]).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; .*Secure$/,
    );
    expect([said.cookies.get('__Host-sign-in'), said.answer.body]).toEqual(['', '']);
    const known = (await people.list(project_id)).filter(({ email }) => email === 'maya@example.com');
    expect(known).toMatchObject([{ subject: `${issuer.url} maya-1` }]);
  });

  it('lets in whoever is in a group that the operator lets in', async () => {
    const subject = `${issuer.url} zoe`;
    expect(await sessionIn(await come('zoe'))).toMatchObject({ project_id, name: 'Zoë', role: 'member', subject });
  });

  it.each([
    ['eve\u202e', true, 'eve@example.com'],
    ['Maya\noperator (command line)', true, 'eve@example.com'],
    ['x'.repeat(101), true, 'eve@example.com'],
    // Nobody has seen that the address is theirs.
    [undefined, false, 'Somebody'],
  ])(
    'knows whoever comes by a group by no name that an owner could not give: %j',
    async (name, email_verified, known) => {
      issuer.people.set('eve', {
        ...{ email: 'eve@example.com', email_verified, groups: ['meeting-people'] },
        ...(name !== undefined && { name }),
      });
      expect(await sessionIn(await come('eve'))).toMatchObject({ name: known });
    },
  );

  it('is for nobody else', async () => {
    issuer.people.set('eve', { email: 'eve@example.com', email_verified: true, groups: ['meeting-people-2'] });
    issuer.people.set('nobody', {});
    expectRefusal(await come('eve'), 'not_invited');
    expectRefusal(await come('nobody'), 'no_email');
  });

  it('is not for an address that the provider has not seen to be theirs', async () => {
    await people.admit(project_id, { email: 'jonas@example.com', name: 'Jonas', role: 'owner' });
    expectRefusal(await come('jonas'), 'unverified_email');
  });

  it('is not for somebody else who was given the address later, until an owner invites anew', async () => {
    expect(await sessionIn(await come('maya-1'))).toMatchObject({ name: 'Maya' });
    expectRefusal(await come('maya-2'), 'another_person');
    await people.admit(project_id, { email: 'maya@example.com', name: 'Other Maya', role: 'viewer' });
    expect(await sessionIn(await come('maya-2'))).toMatchObject({ name: 'Other Maya', role: 'viewer' });
  });

  it('is for nobody who was removed', async () => {
    await people.remove(project_id, 'Maya@example.com');
    expectRefusal(await come('maya-1'), 'not_invited');
  });

  it('is over at once for whoever is removed, and not begun by whoever is removed on the way', async () => {
    const said = await come('maya-1');
    expect(await sessionIn(said)).toMatchObject({ email: 'maya@example.com' });
    await people.remove(project_id, 'maya@example.com');
    expect(await sessionIn(said)).toBeUndefined();
    await people.admit(project_id, { email: 'maya@example.com', name: 'Maya', role: 'owner' });
    const { location, cookie } = await begin();
    const at = await issuer.signIn(location, 'maya-1');
    await people.remove(project_id, 'maya@example.com');
    expectRefusal(await finish(at, cookie), 'not_invited');
  });

  it('is broken off when the provider, or whoever is asked there, says no', async () => {
    const { location, cookie } = await begin();
    expectRefusal(await finish(await issuer.signIn(location, undefined), cookie), 'refused');
  });
});

describe('signing in where several projects have let one in', () => {
  const priya = { email: 'priya@example.com', name: 'Priya', role: 'viewer' } as const;
  let theirs: string;
  /** What the page asks: the state by which its answer is known, and what can be chosen. */
  const askedIn = ({ answer, cookies }: Said) => ({
    state: /name="state" value="([\w-]+)"/.exec(answer.body ?? '')?.[1] ?? '',
    buttons: [...(answer.body ?? '').matchAll(/value="(prj_\w+)"><strong>(.*?)<\/strong><small>(.*?)</g)].map(
      ([, ...said]) => said,
    ),
    cookie: `__Host-sign-in=${cookies.get('__Host-sign-in')}`,
  });
  const choose = (state: string, project: string, cookie: string) =>
    call('finishSignIn', `${new URLSearchParams({ state, project })}`, cookie);

  beforeAll(async () => {
    theirs = (await newProject('<i>theirs</i>')).project_id;
    issuer.people.set('priya', { email: priya.email, email_verified: true, groups: ['meeting-people'] });
    await people.admit(project_id, priya);
    await people.admit(theirs, { ...priya, name: 'Priya there', role: 'owner' });
  });

  it('asks to which one they want, once, and leads to the page that they wanted', async () => {
    const said = await come('priya', '/dashboard/webhooks');
    const { state, buttons, cookie } = askedIn(said);
    expect([said.answer.statusCode, said.cookies.has('__Host-session')]).toEqual([200, false]);
    expect(said.answer.headers?.['content-security-policy']).toContain("default-src 'none'");
    expect(buttons).toEqual([
      [project_id, 'mine', 'as viewer'],
      [theirs, '&#60;i&#62;theirs&#60;/i&#62;', 'as owner'],
    ]);
    const chosen = await choose(state, theirs, cookie);
    expect([chosen.location, await sessionIn(chosen)]).toMatchObject([
      '/dashboard/webhooks',
      { project_id: theirs, name: 'Priya there', role: 'owner', email: priya.email },
    ]);
    expectRefusal(await choose(state, theirs, cookie), 'expired');
  });

  it('asks once more where the page that asks is loaded again, which is at the address that the issuer led to', async () => {
    const { location, cookie } = await begin();
    const at = await issuer.signIn(location, 'priya');
    const first = askedIn(await finish(at, cookie));
    const again = askedIn(await finish(at, first.cookie));
    expect(again.buttons).toEqual(first.buttons);
    expectRefusal(await choose(first.state, theirs, first.cookie), 'expired');
    expect(await sessionIn(await choose(again.state, theirs, again.cookie))).toMatchObject({ project_id: theirs });
  });

  it('is chosen by whoever was asked only, in the browser that has signed in', async () => {
    const { state, cookie } = askedIn(await come('priya'));
    expectRefusal(await choose(state, theirs, `__Host-sign-in=${'a'.repeat(43)}`), 'expired');
    // As a link of somebody who would like to have them in their project.
    expectRefusal(await choose('a'.repeat(43), theirs, cookie), 'failed');
    const again = askedIn(await come('priya'));
    const { project_id: unknown } = await newProject('unknown');
    expectRefusal(await choose(again.state, unknown, again.cookie), 'not_invited');
  });

  it('leads where one is still let in, once the other has removed them', async () => {
    const { state, cookie } = askedIn(await come('priya'));
    await people.remove(theirs, priya.email);
    expectRefusal(await choose(state, theirs, cookie), 'not_invited');
    expect(await sessionIn(await come('priya'))).toMatchObject({ project_id, role: 'viewer' });
  });
});

describe('coming back from an identity provider', () => {
  it('works once', async () => {
    const { location, cookie } = await begin();
    const at = await issuer.signIn(location, 'maya-1');
    expect(await sessionIn(await finish(at, cookie))).toBeDefined();
    expectRefusal(await finish(at, cookie), 'expired');
  });

  it('works in the browser that has gone there only', async () => {
    const { location } = await begin();
    const other = await begin();
    const at = await issuer.signIn(location, 'maya-1');
    expectRefusal(await finish(at), 'expired');
    expectRefusal(await finish(at, `__Host-sign-in=${'a'.repeat(43)}`), 'expired');
    // Somebody who has begun too, and is made to open the address of another's sign-in.
    expectRefusal(await finish(at, other.cookie), 'failed');
  });

  it('works within ten minutes', async () => {
    const { location, cookie } = await begin();
    const at = await issuer.signIn(location, 'maya-1');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1000 });
    expectRefusal(await finish(at, cookie), 'expired');
  });

  it.each([
    ['a state that was made up', 'state', 'a'.repeat(43)],
    ['another issuer', 'iss', 'https://evil.example'],
    ['a code that was made up', 'code', 'a'.repeat(43)],
  ])('is refused with %s', async (_, name, value) => {
    const { location, cookie } = await begin();
    const at = await issuer.signIn(location, 'maya-1');
    at.searchParams.set(name, value);
    expectRefusal(await finish(at, cookie), 'failed');
  });

  it('is refused with a code that was good for another sign-in', async () => {
    const first = await begin();
    const { searchParams } = await issuer.signIn(first.location, 'maya-1');
    const second = await begin();
    const at = await issuer.signIn(second.location, 'maya-1');
    at.searchParams.set('code', searchParams.get('code') ?? '');
    expectRefusal(await finish(at, second.cookie), 'failed');
  });

  it.each([
    ['for another client', { aud: 'another' }],
    ['by another issuer', { iss: 'https://evil.example' }],
    ['that answers another question', { nonce: 'a'.repeat(43) }],
    ['that answers no question', { nonce: undefined }],
    ['that has expired', { exp: 1_700_000_000 }],
    ['of nobody', { sub: undefined }],
  ])('is refused with a token %s', async (_, claims) => {
    issuer.tamper((parts) => ({ ...parts, claims: { ...parts.claims, ...claims } }));
    expectRefusal(await come('maya-1'), 'failed');
  });

  it.each([
    ['by a key that is not the issuer’s', {}, false],
    ['by nobody', { alg: 'none' }, true],
  ])('is refused with a token that is signed %s', async (_, header, withOwnKey) => {
    issuer.tamper((parts) => ({ ...parts, header: { ...parts.header, ...header } }), withOwnKey);
    expectRefusal(await come('maya-1'), 'failed');
  });

  it('leads to the first page by the address that it has', async () => {
    expect((await come('maya-1', '/dashboard/?show=live')).location).toBe('/dashboard?show=live');
  });

  it.each([
    'https://evil.example/dashboard',
    '//evil.example/dashboard',
    '/\\evil.example/dashboard',
    '/dashboard/../../docs',
    '/dashboardier',
    'javascript:alert(1)',
  ])('leads nowhere but to the dashboard: %s', async (to) => {
    expect((await come('maya-1', to)).location).toBe('/dashboard');
  });
});

describe('the secret of the client', () => {
  it('is opened with a key that stays in memory for some minutes', async () => {
    const secretBox = envelopeSecretBox({ masterKey: openMasterKey(), table });
    const secret_sealed = await secretBox.seal(project_id, 'secret');
    await providerSecretRepository(table).put('dashboard', { project_id, secret_sealed });
    const read = vi.spyOn(table, 'get');
    for (let i = 0; i < 3; i += 1) await come('maya-1');
    const { pk } = dataKeyKey(project_id, 1);
    const keysRead = read.mock.calls.filter(([key]) => key.pk === pk && key.sk.startsWith(dataKeyPrefix));
    read.mockRestore();
    await table.write({ delete: providerSecretKey('dashboard') });
    expect(keysRead).toHaveLength(1);
  });
});

describe('signing in behind a proxy', () => {
  const address = 'https://bots.example.com:8443';

  beforeAll(() => {
    vi.resetModules();
    vi.stubEnv('BASE_URL', address);
  });

  it.each(['bots.example.com', '127.0.0.1:8080'])(
    'that calls the service %s begins at its own address',
    async (host) => {
      const query = `${new URLSearchParams({ to: '/dashboard/bots?show=live' })}`;
      const led = new URL((await call('beginSignIn', query, undefined, { host })).location);
      expect(led.origin + led.pathname).toBe(address + dashboardRoutes.beginSignIn.path);
      expect(led.searchParams.get('to')).toBe('/dashboard/bots?show=live');
      const { location, cookies } = await call('beginSignIn', led.search.slice(1), undefined, { host });
      expect(new URL(location).origin).toBe(issuer.url);
      expect([...cookies.keys()]).toEqual(['__Host-sign-in-8443']);
    },
  );

  it('is begun at once where the proxy passes on the name', async () => {
    const { location } = await call('beginSignIn', '', undefined, { host: 'bots.example.com:8443' });
    expect(new URL(location).origin).toBe(issuer.url);
  });
});
