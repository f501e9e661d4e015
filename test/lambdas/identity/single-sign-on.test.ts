/** Signed-in bots by single sign-on: the function as it is asked, what it answers verified by a library of another hand. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ssoRoutes } from '../../../lib/api/sso-routes.ts';
import { ticketCookie } from '../../../lib/domain/meeting/login.ts';
import { auditRepository } from '../../../lib/storage/audit.ts';
import { anEvent, type Handler } from '../../lab/api/requests.ts';
import { useStores } from '../../lab/doubles/in-process/adapters.ts';
import { aServiceProvider, type Known } from '../../lab/hosts/service-provider.ts';
import { address, aSsoWorld, domain } from '../../lab/worlds/single-sign-on.ts';

const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
const world = aSsoWorld();
const { table, tasks, admin, told, aProject, aTicket, ticketOf, ended } = world;

let addresses = 0;
/** What a browser gets that is sent to an address with a ticket in its cookie. */
const go = async (url: string, ticket: string | undefined) => {
  const { handler } = (await import('../../../lambdas/dashboard/identity.ts')) as { handler: Handler };
  const { pathname, search } = new URL(url);
  const event = anEvent('GET', ssoRoutes.signOn.path, { id: pathname.split('/')[2], query: search.slice(1) });
  addresses += 1;
  event.requestContext.http.sourceIp = `203.0.113.${addresses}`;
  const cookies = ticket === undefined ? {} : { cookies: [`other=1`, `${ticketCookie}=${ticket}`] };
  const { statusCode, headers = {}, body = '' } = await handler({ ...event, ...cookies }, {} as never);
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`)
      .exec(body)?.[1]
      ?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  return {
    status: statusCode,
    headers,
    body,
    action: /action="([^"]*)"/.exec(body)?.[1],
    response: field('SAMLResponse') ?? '',
    relay_state: field('RelayState'),
  };
};

/** A request with its XML changed on the way. */
const changed = (url: string, change: (xml: string) => string): string => {
  const at = new URL(url);
  const xml = inflateRawSync(Buffer.from(at.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  at.searchParams.set('SAMLRequest', deflateRawSync(change(xml)).toString('base64'));
  return at.href;
};

beforeAll(() => useStores({ table }));

/** What the audit tells of sign-ins, and not of what the operator has entered for them. */
const signedIn = async (project_id: string) =>
  (await auditRepository(table).list(project_id, 10)).entries.filter(({ act }) => act.startsWith('GET /sso/'));

describe('a bot that signs in by single sign-on', () => {
  it('is given an answer that the platform verifies, for its account, once, and the audit tells so', async () => {
    const { project_id, known } = await aProject('A');
    const google = aServiceProvider(known, { domain });
    const { ticket, bot_id, ...way } = await aTicket(project_id);
    expect(way).toEqual({
      start: `https://www.google.com/a/${domain}/ServiceLogin?service=mail`,
      domain,
      page: known.sign_in_page,
    });
    const url = await google.ask('https://mail.google.com/?a=1&b="2"');
    const { status, action, response, relay_state, headers, body } = await go(url, ticket);
    expect({ status, action, relay_state }).toEqual({
      status: 200,
      action: `https://www.google.com/a/${domain}/acs`,
      relay_state: 'https://mail.google.com/?a=1&b="2"',
    });
    expect(await google.hear(response)).toBe(address);
    await expect(google.hear(response), 'an answer is good once').rejects.toThrow('InResponseTo is not valid');
    expect((await go(url, ticket)).status, 'and so is a ticket').toBe(401);
    const nonce = /script nonce="([^"]+)"/.exec(body)?.[1];
    expect(headers).toMatchObject({
      'content-security-policy': `default-src 'none'; base-uri 'none'; form-action https:; frame-ancestors 'none'; script-src 'nonce-${nonce}'`,
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(await signedIn(project_id)).toMatchObject([
      { name: bot_id, act: 'GET /sso/{object_id}/saml', about: address },
    ]);
  });

  it('leaves nothing in the log by which anybody could sign in', async () => {
    const { project_id, known } = await aProject('A');
    const { ticket } = await aTicket(project_id);
    const url = await aServiceProvider(known, { domain }).ask('');
    const { response } = await go(url, ticket);
    await go(url, ticket);
    const lines = logged.mock.calls.join('');
    expect(lines).toContain('a bot signs in by single sign-on');
    expect(lines).toContain('nobody is signed in by single sign-on');
    for (const secret of [ticket, response, new URL(url).searchParams.get('SAMLRequest') ?? ''])
      expect(lines).not.toContain(secret);
  });

  it('keeps its account from other bots until it is out of its meeting, as one that was signed in by hand', async () => {
    const { project_id } = await aProject('A');
    const { bot_id } = await aTicket(project_id);
    await expect(aTicket(project_id)).rejects.toThrow('accounts_in_use');
    await ended(project_id, bot_id);
    expect(await aTicket(project_id)).toMatchObject({ domain });
  });

  it('is signed in beside its first worker by the one that is to relieve that, while it is expected', async () => {
    const { project_id, known } = await aProject('A');
    const google = aServiceProvider(known, { domain });
    const { bot_id } = await aTicket(project_id);
    const ref = { project_id, bot_id };
    const at = world.now.toISOString();
    await tasks.note(ref, 1, { successor_asked_at: at });
    const [first, second] = [await ticketOf(project_id, bot_id, 2), await ticketOf(project_id, bot_id, 2)];
    const { response } = await go(await google.ask(''), first.ticket);
    expect(await google.hear(response)).toBe(address);
    await tasks.note(ref, 1, { successor_stopped_at: at });
    expect((await go(await google.ask(''), second.ticket)).status).toBe(401);
  });

  it('is what an operator tries first, with a ticket for an account that no bot is in a meeting with', async () => {
    const { project_id, known, of } = await aProject('A');
    const google = aServiceProvider(known, { domain });
    const ask = () => told<{ ticket: string }>('accounts', 'sso', 'ticket', 'google_meet', address, ...of);
    const [tried, late] = [await ask(), await ask()];
    const { response } = await go(await google.ask(''), tried.ticket);
    expect(await google.hear(response)).toBe(address);
    expect((await go(await google.ask(''), tried.ticket)).status, 'once').toBe(401);
    expect(await signedIn(project_id)).toMatchObject([{ name: 'the operator', role: 'owner', about: address }]);
    const { bot_id } = await aTicket(project_id);
    expect((await go(await google.ask(''), late.ticket)).status, 'while a bot has the account').toBe(401);
    const again = ['accounts', 'sso', 'ticket', 'google_meet'];
    expect(await admin(...again, address, ...of)).toContain(`${bot_id} is in a meeting with it`);
    expect(await admin(...again, `other@${domain}`, ...of)).toContain('no account that signs in by single sign-on');
    await ended(project_id, bot_id);
    expect((await go(await google.ask(''), (await ask()).ticket)).status).toBe(200);
  });

  it('is refused without a ticket, with one of nobody, and with one of another project, in the same words', async () => {
    const [a, b] = [await aProject('A'), await aProject('B')];
    const google = aServiceProvider(a.known, { domain });
    const { ticket } = await aTicket(b.project_id);
    const answers = await Promise.all(
      [undefined, 'x'.repeat(43), ticket].map(async (one) => go(await google.ask(''), one)),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const own = aServiceProvider(b.known, { domain });
    expect((await go(await own.ask(''), ticket)).status, 'where it belongs it is good still').toBe(200);
  });

  it('is refused once its ticket is five minutes old', async () => {
    const { project_id, known } = await aProject('A');
    world.now = new Date(Date.now() - 5 * 60_000 - 1_000);
    const { ticket } = await aTicket(project_id);
    world.now = new Date();
    expect((await go(await aServiceProvider(known, { domain }).ask(''), ticket)).status).toBe(401);
  });

  it.each([
    ['it is out of its meeting', ended],
    [
      'another worker has taken its place',
      async (project_id: string, bot_id: string) => {
        const ref = { project_id, bot_id };
        const task = { attempt: 2, lost: 1, mode: 'capture', launched_at: world.now.toISOString() } as const;
        await tasks.claim(ref, task, await tasks.get(ref));
      },
    ],
    [
      'its account was forgotten',
      async (project_id: string) =>
        void (await admin('accounts', 'remove', 'google_meet', address, '--project', project_id)),
    ],
  ])('is refused when %s', async (_, happen) => {
    const { project_id, known } = await aProject('A');
    const { ticket, bot_id } = await aTicket(project_id);
    await happen(project_id, bot_id);
    expect((await go(await aServiceProvider(known, { domain }).ask(''), ticket)).status).toBe(401);
  });

  const bomb = () => deflateRawSync(Buffer.alloc(10_000_000, ' ')).toString('base64').slice(0, 8_000);
  it.each<[string, (url: string) => string]>([
    [
      'another issuer',
      (url) => changed(url, (xml) => xml.replace(/google\.com\/a\/[^<]+/g, 'google.com/a/evil.example')),
    ],
    [
      'another address for its answer',
      (url) =>
        changed(url, (xml) => xml.replace(/https:\/\/www\.google\.com\/a\/[^"]+\/acs/, 'https://evil.example/acs')),
    ],
    [
      'another page',
      (url) => changed(url, (xml) => xml.replace(/Destination="[^"]+"/, 'Destination="https://evil.example/"')),
    ],
    ['two issuers', (url) => changed(url, (xml) => xml.replace(/(<saml:Issuer.*<\/saml:Issuer>)/, '$1$1'))],
    [
      'a document type',
      (url) => changed(url, (xml) => `<!DOCTYPE r [<!ENTITY a "b">]>${xml.replace(/<\?.*?\?>/, '')}`),
    ],
    ['something else than a request', (url) => changed(url, () => '<a/>')],
    ['no XML', (url) => changed(url, () => '<a')],
    ['more than it says', (url) => url.replace(/SAMLRequest=[^&]*/, `SAMLRequest=${encodeURIComponent(bomb())}`)],
    ['nothing', (url) => url.replace(/SAMLRequest=[^&]*/, 'SAMLRequest=')],
  ])('is refused when the platform asks with %s, and may go on where it asks rightly', async (_, change) => {
    const { project_id, known } = await aProject('A');
    const google = aServiceProvider(known, { domain });
    const { ticket } = await aTicket(project_id);
    const url = await google.ask('');
    const { status, body } = await go(change(url), ticket);
    expect([status, body]).toEqual([400, expect.stringContaining('SAMLRequest')]);
    expect((await go(url, ticket)).status).toBe(200);
  });
});

describe('an answer', () => {
  const answered = async () => {
    const { project_id, known } = await aProject('A');
    const { ticket } = await aTicket(project_id);
    return { project_id, known, ticket };
  };

  it.each<[string, (response: string) => string, RegExp]>([
    ['for another account', (xml) => xml.replace(address, `boss@${domain}`), /Invalid document signature/],
    [
      'with nothing signed',
      (xml) => xml.replace(/<ds:Signature.*?<\/ds:Signature>/gs, ''),
      /Invalid document signature/,
    ],
    [
      'for longer',
      (xml) => xml.replaceAll(/NotOnOrAfter="[^"]+"/g, 'NotOnOrAfter="2099-01-01T00:00:00.000Z"'),
      /Invalid document signature/,
    ],
  ])('that is forged %s is taken by nobody', async (_, forge, reason) => {
    const { known, ticket } = await answered();
    const google = aServiceProvider(known, { domain });
    const { response } = await go(await google.ask(''), ticket);
    const xml = Buffer.from(response, 'base64').toString();
    expect(forge(xml)).not.toBe(xml);
    await expect(google.hear(Buffer.from(forge(xml)).toString('base64'))).rejects.toThrow(reason);
  });

  it('is for one Workspace, and by the key of one project', async () => {
    const { known, ticket } = await answered();
    const google = aServiceProvider(known, { domain });
    const { response } = await go(await google.ask(''), ticket);
    const hear = (config: Parameters<typeof aServiceProvider>[1], of = known) =>
      aServiceProvider(of, { validateInResponseTo: 'never' as never, ...config }).hear(response);
    await expect(hear({ domain, audience: 'google.com/a/other.example' })).rejects.toThrow(/audience/);
    const other = await aProject('B');
    await expect(hear({ domain }, { ...known, certificate: other.known.certificate })).rejects.toThrow(/signature/);
    expect(await hear({ domain })).toBe(address);
  });

  it('is worth nothing three minutes later', async () => {
    const { known, ticket } = await answered();
    const google = aServiceProvider(known, { domain });
    const { response } = await go(await google.ask(''), ticket);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 181_000 });
    try {
      await expect(google.hear(response)).rejects.toThrow('No valid subject confirmation');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the commands of single sign-on', () => {
  it('print what goes into the console, and keep the key sealed and to themselves', async () => {
    const { project_id, of, known } = await aProject('A');
    expect(known).toMatchObject({
      sign_in_page: `https://meetings.example.com/sso/${project_id}/saml`,
      entity_id: `https://meetings.example.com/sso/${project_id}`,
      acs: `https://www.google.com/a/${domain}/acs`,
      issuer: `google.com/a/${domain}`,
      certificate: expect.stringContaining('-----BEGIN CERTIFICATE-----'),
    });
    expect(await admin('accounts', 'sso', 'show', 'google_meet', ...of)).toMatch(/\n-----BEGIN CERTIFICATE-----\n/);
    expect(JSON.stringify(table.items())).not.toContain('PRIVATE KEY');
    expect(await told('accounts', 'list', ...of)).toMatchObject([{ name: address, by: 'sso', state: 'free' }]);
  });

  it('take the addresses of a newer profile, and keep the key when something is entered anew', async () => {
    const { of, known } = await aProject('A');
    const entered = {
      acs: 'https://accounts.google.com/samlrp/acs?rpid=03abc',
      issuer: 'https://accounts.google.com/samlrp/03abc',
    };
    const given = ['--acs', entered.acs, '--issuer', entered.issuer, ...of];
    expect(await told('accounts', 'sso', 'set', 'google_meet', domain, ...given)).toEqual({ ...known, ...entered });
  });

  it('change keys in two steps, so that the platform knows the new one before anything is signed with it', async () => {
    const { project_id, of, known } = await aProject('A');
    expect(await admin('accounts', 'sso', 'rotate', 'google_meet', '--finish', ...of)).toMatch(/no key to change to/);
    type Rotated = Known & { readonly next_certificate?: string };
    const next = await told<Rotated>('accounts', 'sso', 'rotate', 'google_meet', ...of);
    expect(await told('accounts', 'sso', 'rotate', 'google_meet', ...of)).toEqual(next);
    const sign = async (certificate: string | string[] | undefined): Promise<string | undefined> => {
      const google = aServiceProvider({ ...known, certificate: certificate ?? '' }, { domain });
      const { ticket, bot_id } = await aTicket(project_id);
      const { response } = await go(await google.ask(''), ticket);
      await ended(project_id, bot_id);
      return google.hear(response);
    };
    expect(await sign(known.certificate)).toBe(address);
    await expect(sign(next.next_certificate)).rejects.toThrow(/signature/);
    expect((await told<Rotated>('accounts', 'sso', 'rotate', 'google_meet', '--finish', ...of)).certificate).toBe(
      next.next_certificate,
    );
    expect(await sign(next.next_certificate)).toBe(address);
    await expect(sign(known.certificate)).rejects.toThrow(/signature/);
  });

  it.each([
    [
      'another address than Google’s for answers',
      ['set', 'google_meet', domain, '--acs', 'https://evil.example/acs'],
      /address of Google/,
    ],
    [
      'Google’s of another domain',
      ['set', 'google_meet', domain, '--acs', 'https://www.google.com/a/evil.example/acs'],
      /address of Google/,
    ],
    ['another issuer', ['set', 'google_meet', domain, '--issuer', 'evil.example'], /entity id of Google/],
    ['no domain', ['set', 'google_meet', 'bots'], /domain of the Workspace/],
    ['no https', ['set', 'google_meet', domain, '--url', 'http://127.0.0.1:3000'], /https address/],
    [
      'an account of another domain',
      ['add', 'google_meet', 'notes@other.example'],
      /mail address at bots\.example\.com/,
    ],
    ['another platform', ['add', 'zoom', address], /at google_meet only/],
    ['another domain while it has accounts', ['set', 'google_meet', 'other.example'], /remove its accounts first/],
  ])('refuse %s, and say why', async (_, args, reason) => {
    const { of } = await aProject('A');
    expect(await admin('accounts', 'sso', ...args, ...of)).toMatch(reason);
  });

  it('forget it all, after which bots come as guests', async () => {
    const { project_id, of } = await aProject('A');
    expect(await admin('accounts', 'sso', 'remove', 'google_meet', ...of)).toContain('is forgotten');
    expect(await admin('accounts', 'list', ...of)).toBe('(none)');
    await expect(aTicket(project_id)).rejects.toThrow('no ticket: {}');
    expect(await admin('accounts', 'sso', 'show', 'google_meet', ...of)).toMatch(/accounts sso set google_meet/);
  });
});
