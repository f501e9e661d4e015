import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { aClock } from '../../lab/doubles/clock.ts';
import { aWebhookReceiver } from '../../lab/hosts/webhook-receiver.ts';
import { failures } from './api.ts';
import { aConf, type Conf, type ConfOptions } from './conf.ts';
import { rtmsInterrupted, rtmsStarted, rtmsStopped } from './events.ts';
import { deliver, deliveryOf, signed } from './hooks.ts';
import { aMeeting, anApp, aUser, onbehalfScopes } from './people.ts';

const maya = aUser();
const jonas = aUser({ id: 'jonas', email: 'jonas@example.com' });
const app = anApp();
const redirect_uri = 'https://client.example.com/connected';

const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const Token = z.object({ token: z.string() });
const basic = ({ client_id, client_secret } = app) => `Basic ${btoa(`${client_id}:${client_secret}`)}`;

const post = (conf: Conf, path: string, form: Record<string, string>, authorization = basic()) =>
  fetch(`${conf.url}${path}`, { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) });
const exchange = (conf: Conf, code: string, uri = redirect_uri) =>
  post(conf, '/oauth/token', { grant_type: 'authorization_code', code, redirect_uri: uri });
const refresh = (conf: Conf, refresh_token: string) =>
  post(conf, '/oauth/token', { grant_type: 'refresh_token', refresh_token });
const connected = async (conf: Conf, user = maya, scopes = app.scopes) =>
  Tokens.parse(await (await exchange(conf, conf.authorise(user, { scopes }))).json());
const get = (conf: Conf, path: string, access_token: string) =>
  fetch(`${conf.url}/v2${path}`, { headers: { authorization: `Bearer ${access_token}` } });
const errorOf = async (answer: Response): Promise<unknown> => {
  const body = z.object({ error: z.string().optional(), code: z.number().optional() }).parse(await answer.json());
  return [answer.status, body.error ?? body.code];
};

const aWorld = (options: ConfOptions = {}) => {
  const clock = aClock();
  return aConf({ clock, users: [maya, jonas], meetings: [aMeeting()], ...options }).then((conf) => ({ conf, clock }));
};

describe('the platform’s tokens', () => {
  it('are given for a code, in the documented form', async () => {
    const { conf } = await aWorld();
    await using _ = conf;
    const answer = await exchange(conf, conf.authorise(maya, { scopes: onbehalfScopes }));
    expect(await answer.json()).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      refresh_token: expect.any(String),
      expires_in: 3599,
      scope: 'user:read:user user:read:token',
    });
    expect(answer.headers.get('x-zm-trackingid')).toMatch(/^v=2/);
  });

  it('are given once for a code, within five minutes, to the app and address that it was made for', async () => {
    const other = anApp({ client_id: 'other' });
    const { conf, clock } = await aWorld({ apps: [app, other] });
    await using _ = conf;
    const code = conf.authorise(maya);
    expect(await errorOf(await exchange(conf, code, 'https://elsewhere.example.com/'))).toEqual([
      400,
      'invalid_request',
    ]);
    const form = { grant_type: 'authorization_code', code, redirect_uri };
    expect(await errorOf(await post(conf, '/oauth/token', form, basic(other)))).toEqual([400, 'invalid_grant']);
    expect((await exchange(conf, code)).status).toBe(200);
    expect(await errorOf(await exchange(conf, code))).toEqual([400, 'invalid_grant']);
    const late = conf.authorise(maya);
    clock.advance(299);
    const inTime = conf.authorise(maya);
    clock.advance(1);
    expect(await errorOf(await exchange(conf, late))).toEqual([400, 'invalid_grant']);
    expect((await exchange(conf, inTime)).status).toBe(200);
    expect(conf.grants).toBe(1);
  });

  it('are renewed with a new refresh token each time; the old one is dead at once', async () => {
    const { conf } = await aWorld();
    await using _ = conf;
    const first = await connected(conf);
    const second = Tokens.parse(await (await refresh(conf, first.refresh_token)).json());
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await errorOf(await refresh(conf, first.refresh_token))).toEqual([400, 'invalid_grant']);
    // The misuse harms nobody else: the new one still works.
    expect((await refresh(conf, second.refresh_token)).status).toBe(200);
    expect(conf.tokenRequests('refresh_token')).toBe(3);
    expect(conf.tokenRequests('authorization_code')).toBe(1);
  });

  it('are renewed once only, however many ask at a time', async () => {
    const { conf } = await aWorld();
    await using _ = conf;
    const { refresh_token } = await connected(conf);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(conf, refresh_token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('end after an hour, and after 90 days without use', async () => {
    const { conf, clock } = await aWorld();
    await using _ = conf;
    const { access_token, refresh_token } = await connected(conf);
    clock.advance(3598);
    expect((await get(conf, '/users/me', access_token)).status).toBe(200);
    clock.advance(1);
    expect(await errorOf(await get(conf, '/users/me', access_token))).toEqual([401, 124]);
    clock.advance(90 * 24 * 3600 - 3600);
    const renewed = Tokens.parse(await (await refresh(conf, refresh_token)).json());
    clock.advance(90 * 24 * 3600);
    expect(await errorOf(await refresh(conf, renewed.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('of a user and an app end when the user allows the app again; those of others do not', async () => {
    const other = anApp({ client_id: 'other' });
    const { conf } = await aWorld({ apps: [app, other] });
    await using _ = conf;
    const before = await connected(conf);
    const colleague = await connected(conf, jonas);
    const form = { grant_type: 'authorization_code', code: conf.authorise(maya, { app: other }), redirect_uri };
    const elsewhere = Tokens.parse(await (await post(conf, '/oauth/token', form, basic(other))).json());
    await connected(conf);
    expect(await errorOf(await get(conf, '/users/me', before.access_token))).toEqual([401, 124]);
    expect(await errorOf(await refresh(conf, before.refresh_token))).toEqual([400, 'invalid_grant']);
    expect((await get(conf, '/users/me', colleague.access_token)).status).toBe(200);
    expect((await get(conf, '/users/me', elsewhere.access_token)).status).toBe(200);
  });

  it('end when the app gives them back', async () => {
    const { conf } = await aWorld();
    await using _ = conf;
    const { access_token, refresh_token } = await connected(conf);
    expect(await (await post(conf, '/oauth/revoke', { token: access_token })).json()).toEqual({ status: 'success' });
    expect(await errorOf(await get(conf, '/users/me', access_token))).toEqual([401, 124]);
    expect(await errorOf(await refresh(conf, refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await errorOf(await post(conf, '/oauth/revoke', { token: access_token }))).toEqual([400, 'invalid_request']);
  });

  it.each<[string, (conf: Conf) => Promise<Response>, unknown]>([
    [
      'a wrong secret',
      (conf) => post(conf, '/oauth/token', {}, basic(anApp({ client_secret: 'x' }))),
      'invalid_client',
    ],
    ['no secret', (conf) => post(conf, '/oauth/token', {}, ''), 'invalid_client'],
    ['another grant', (conf) => post(conf, '/oauth/token', { grant_type: 'password' }), 'unsupported_grant_type'],
    [
      'JSON',
      (conf) => {
        const headers = { authorization: basic(), 'content-type': 'application/json' };
        return fetch(`${conf.url}/oauth/token`, { method: 'POST', headers, body: '{}' });
      },
      'invalid_request',
    ],
    ['a query', (conf) => post(conf, '/oauth/token?grant_type=refresh_token', {}), 'invalid_request'],
  ])('are not given for %s', async (_, ask, error) => {
    await using conf = await aConf();
    expect(await errorOf(await ask(conf))).toEqual([400, error]);
  });

  it('cannot be asked for with an address that the app does not list', async () => {
    await using conf = await aConf();
    expect(() => conf.authorise(maya, { redirect_uri: 'https://evil.example.com/' })).toThrow('does not list');
  });

  describe('where nobody knows', () => {
    it('a spent code may be called an invalid request', async () => {
      await using conf = await aConf({ quirks: { codeError: 'invalid_request' } });
      expect(await errorOf(await exchange(conf, 'spent'))).toEqual([400, 'invalid_request']);
    });

    it('a spent code may end the tokens that it was exchanged for', async () => {
      await using conf = await aConf({ quirks: { spentCodeEndsTokens: true } });
      const code = conf.authorise(maya);
      const { access_token } = Tokens.parse(await (await exchange(conf, code)).json());
      await exchange(conf, code);
      expect((await get(conf, '/users/me', access_token)).status).toBe(401);
    });

    it('a refresh may end the access token before it', async () => {
      for (const refreshEndsAccess of [false, true]) {
        await using conf = await aConf({ quirks: { refreshEndsAccess } });
        const { access_token, refresh_token } = await connected(conf);
        await refresh(conf, refresh_token);
        expect((await get(conf, '/users/me', access_token)).status).toBe(refreshEndsAccess ? 401 : 200);
      }
    });

    it('a wrong secret may be a 401', async () => {
      await using conf = await aConf({ quirks: { clientErrorStatus: 401 } });
      expect((await post(conf, '/oauth/token', {}, 'Basic eDp5')).status).toBe(401);
    });
  });
});

describe('the platform’s API', () => {
  it('says who the user is', async () => {
    await using conf = await aConf();
    const { access_token } = await connected(conf);
    const answer = await (await get(conf, '/users/me', access_token)).json();
    expect(answer).toMatchObject({ id: maya.id, account_id: maya.account_id, status: 'active' });
    expect(await (await get(conf, `/users/${maya.id}`, access_token)).json()).toEqual(answer);
    expect(await errorOf(await get(conf, '/users/jonas', access_token))).toEqual([404, 1001]);
  });

  it('gives a new token for each join, and only for one’s own meetings', async () => {
    const others = aMeeting({ id: 1, host_id: 'jonas' });
    const { conf } = await aWorld({ meetings: [aMeeting(), others] });
    await using _ = conf;
    const { access_token } = await connected(conf);
    const local = `/meetings/${aMeeting().id}/jointoken/local_recording?bypass_waiting_room=true`;
    const [one, two] = [await get(conf, local, access_token), await get(conf, local, access_token)];
    const first = z.object({ expire_in: z.literal(120), token: z.string() }).parse(await one.json());
    expect(Token.parse(await two.json()).token).not.toBe(first.token);
    expect(await errorOf(await get(conf, '/meetings/1/jointoken/local_recording', access_token))).toEqual([404, 3001]);
    for (const query of ['type=onbehalf&meeting_id=97763643886', 'type=zak']) {
      Token.parse(await (await get(conf, `/users/me/token?${query}`, access_token)).json());
    }
    expect(await errorOf(await get(conf, '/users/jonas/token?type=zak', access_token))).toEqual([404, 1001]);
    expect(await errorOf(await get(conf, '/users/me/token?type=token', access_token))).toEqual([400, 300]);
  });

  it('lists a user’s meetings by the page', async () => {
    const meetings = [1, 2, 3].map((id) => aMeeting({ id, start_time: `2026-03-0${id}T10:00:00Z` }));
    const { conf, clock } = await aWorld({ meetings: [...meetings, aMeeting({ id: 9, host_id: 'jonas' })] });
    await using _ = conf;
    const { access_token } = await connected(conf);
    const Page = z.object({ next_page_token: z.string(), meetings: z.array(z.object({ id: z.number() })) });
    const page = async (query: string) =>
      Page.parse(await (await get(conf, `/users/me/meetings?${query}`, access_token)).json());
    const first = await page('page_size=2');
    expect(first.meetings).toEqual([expect.objectContaining({ id: 1 }), expect.objectContaining({ id: 2 })]);
    const last = await page(`page_size=2&next_page_token=${first.next_page_token}`);
    expect(last).toMatchObject({ next_page_token: '', meetings: [{ id: 3 }] });
    // 09:00 on the second: the first is over.
    expect((await page('type=upcoming')).meetings.map(({ id }) => id)).toEqual([2, 3]);
    clock.advance(900);
    const late = `/users/me/meetings?page_size=2&next_page_token=${first.next_page_token}`;
    expect(await errorOf(await get(conf, late, access_token))).toEqual([400, 300]);
    expect(await errorOf(await get(conf, '/users/me/meetings?page_size=301', access_token))).toEqual([400, 300]);
  });

  it('wants the scope of each route', async () => {
    const { conf } = await aWorld();
    await using _ = conf;
    const { access_token } = await connected(conf, maya, []);
    for (const path of [
      '/users/me',
      '/users/me/token?type=zak',
      '/users/me/meetings',
      '/meetings/1/jointoken/local_recording',
    ]) {
      expect(await errorOf(await get(conf, path, access_token))).toEqual([400, 4711]);
    }
  });

  it('refuses what it does not know', async () => {
    await using conf = await aConf();
    const { access_token } = await connected(conf);
    expect(await errorOf(await get(conf, '/users/me?login_type=1', access_token))).toEqual([400, 300]);
    expect(await errorOf(await get(conf, '/users/me/zak', access_token))).toEqual([404, 2300]);
    expect(await errorOf(await get(conf, '/users/me', 'nobody'))).toEqual([401, 124]);
    expect((await fetch(`${conf.url}/v2/users/me`, { method: 'DELETE' })).status).toBe(405);
  });

  it('fails as it is told to', async () => {
    await using conf = await aConf();
    const { access_token } = await connected(conf);
    const retryAt = new Date('2026-03-03T00:00:00Z');
    conf.fail(failures.tooFast(), failures.tooMany(retryAt), failures.internal(), failures.unavailable(), 'cut');
    const ask = () => get(conf, '/users/me', access_token);
    expect(await errorOf(await ask())).toEqual([429, 429]);
    expect((await ask()).headers.get('retry-after')).toBe('2026-03-03T00:00:00.000Z');
    expect([(await ask()).status, (await ask()).status]).toEqual([500, 503]);
    await expect(ask()).rejects.toThrow('fetch failed');
    expect((await ask()).status).toBe(200);
  });

  it('may want a meeting for a token on behalf of somebody, and may give short pages', async () => {
    const meetings = [1, 2, 3, 4].map((id) => aMeeting({ id }));
    await using conf = await aConf({ meetings, quirks: { onbehalfNeedsMeeting: true, shortPages: true } });
    const { access_token } = await connected(conf);
    expect((await get(conf, '/users/me/token?type=onbehalf', access_token)).status).toBe(400);
    expect((await get(conf, '/users/me/token?type=onbehalf&meeting_id=1', access_token)).status).toBe(200);
    const page = await (await get(conf, '/users/me/meetings?page_size=4', access_token)).json();
    expect(page).toMatchObject({ next_page_token: expect.stringMatching(/./), meetings: [{ id: 1 }, { id: 2 }] });
  });
});

describe('the platform’s webhooks', () => {
  const secret = 'webhook-secret';
  const withHook = (url: string) => anApp({ webhook: { url, secret } });

  it('tell of a user who takes the app away; the tokens are dead by then', async () => {
    await using receiver = await aWebhookReceiver();
    const { conf, clock } = await aWorld({ apps: [withHook(receiver.url)] });
    await using _ = conf;
    const { refresh_token } = await connected(conf);
    expect(await conf.removeApp(maya)).toMatchObject({ status: 200 });
    expect(await errorOf(await refresh(conf, refresh_token))).toEqual([400, 'invalid_grant']);
    const [received] = receiver.received;
    const stamp = String(clock.now().getTime() / 1000);
    expect(received?.headers).toMatchObject({
      'x-zm-request-timestamp': stamp,
      'x-zm-signature': signed(secret, stamp, received?.body ?? ''),
      clientid: app.client_id,
    });
    expect(JSON.parse(received?.body ?? '')).toMatchObject({
      event: 'app_deauthorized',
      payload: { user_id: maya.id, account_id: maya.account_id, client_id: app.client_id },
    });
  });

  it.each(['deactivated', 'deleted'] as const)('tell of a user who is %s', async (what) => {
    await using receiver = await aWebhookReceiver();
    await using conf = await aConf({ apps: [withHook(receiver.url)], users: [maya] });
    const { access_token } = await connected(conf);
    await conf.endUser(what, maya);
    expect((await get(conf, '/users/me', access_token)).status).toBe(401);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      event: `user.${what}`,
      payload: { object: { id: maya.id } },
    });
    // An app that is allowed again finds nobody.
    const again = await connected(conf);
    expect(await errorOf(await get(conf, '/users/me', again.access_token))).toEqual([404, 1001]);
  });

  it('tell of changed users and planned meetings', async () => {
    await using receiver = await aWebhookReceiver();
    await using conf = await aConf({ apps: [withHook(receiver.url)], users: [maya] });
    const { access_token } = await connected(conf);
    await conf.updateUser({ ...maya, first_name: 'May' });
    await conf.plan(aMeeting());
    expect(receiver.received.map(({ body }) => JSON.parse(body).event)).toEqual(['user.updated', 'meeting.created']);
    expect(await (await get(conf, '/users/me', access_token)).json()).toMatchObject({ first_name: 'May' });
    expect((await get(conf, `/meetings/${aMeeting().id}/jointoken/local_recording`, access_token)).status).toBe(200);
    await expect(async () => conf.plan(aMeeting({ host_id: 'nobody' }))).rejects.toThrow('nobody is nobody');
  });

  it('tell of streams, in each form that the maker’s pages show', async () => {
    await using receiver = await aWebhookReceiver();
    const { conf, clock } = await aWorld({ apps: [withHook(receiver.url)] });
    await using _ = conf;
    const at = clock.now();
    const stream = { meeting_uuid: 'm==', rtms_stream_id: 's', server_urls: 'wss://a.example.com,wss://b.example.com' };
    await conf.send(rtmsStarted(stream, maya, at));
    await conf.send(rtmsStarted(stream, maya, at, { nested: true }));
    await conf.send(rtmsInterrupted(stream, maya, at));
    await conf.send(rtmsStopped(stream, 6, maya, at));
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { event: 'meeting.rtms_started', event_ts: at.getTime(), payload: { ...stream, account_id: maya.account_id } },
      { event: 'meeting.rtms_started', payload: { object: stream } },
      { event: 'meeting.rtms_interrupted', payload: { meeting_uuid: 'm==', rtms_stream_id: 's' } },
      { event: 'meeting.rtms_stopped', payload: { rtms_stream_id: 's', stop_reason: 6 } },
    ]);
    expect(receiver.received[2]?.body).not.toContain('server_urls');
  });

  it('come again byte for byte, or bent, as a test wants it', async () => {
    await using receiver = await aWebhookReceiver();
    const at = new Date('2026-03-02T09:00:00Z');
    const delivery = deliveryOf(withHook(receiver.url), { event: 'x', payload: {} }, at, { stampsInMs: true });
    await deliver(delivery);
    await deliver(delivery);
    await deliver({ ...delivery, body: delivery.body.replace('x', 'y') });
    const [first, second, bent] = receiver.received;
    expect(second).toEqual(first);
    expect(first?.headers['x-zm-request-timestamp']).toBe('1772442000000');
    expect(bent?.headers['x-zm-signature']).not.toBe(signed(secret, '1772442000000', bent?.body ?? ''));
  });

  it('report what became of them', async () => {
    await using receiver = await aWebhookReceiver((response) => response.writeHead(500).end('no'));
    const conf = await aConf({ apps: [withHook(receiver.url)] });
    expect(await conf.send({ event: 'x', payload: {} })).toMatchObject([{ status: 500, answer: 'no' }]);
    await conf[Symbol.asyncDispose]();
    const nobody = withHook(conf.url);
    const { status } = await deliver(deliveryOf(nobody, { event: 'x', payload: {} }, new Date()));
    expect(status).toBeUndefined();
    expect(() => deliveryOf(app, { event: 'x', payload: {} }, new Date())).toThrow('has no webhook');
  });

  it('go only to addresses that know the secret', async () => {
    await using honest = await aWebhookReceiver((response, { body }) => {
      const { plainToken } = JSON.parse(body).payload;
      const encryptedToken = createHmac('sha256', secret).update(plainToken).digest('hex');
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ plainToken, encryptedToken }));
    });
    await using polite = await aWebhookReceiver((response) => response.end('{}'));
    await using conf = await aConf({ apps: [withHook(honest.url), withHook(polite.url)] });
    expect(await conf.validate()).toBe(true);
    expect(await conf.validate(withHook(polite.url))).toBe(false);
    expect(await conf.validate(anApp({ webhook: { url: honest.url, secret: 'other' } }))).toBe(false);
  });
});
