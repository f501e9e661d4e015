/** Who may ask, how much at once, and what is said to whoever may not. */
import { describe, expect, it } from 'vitest';
import { aClock } from '../../lab/doubles/clock.ts';
import { answering, holding } from '../host/faults.ts';
import { asking, askingAs, codeOf, march } from './asking.ts';
import { graphErrors } from './errors.ts';
import { aMicrosoftGraph, type MicrosoftGraph, type MicrosoftGraphOptions } from './microsoft-graph.ts';
import { fullScope } from './token-endpoint.ts';
import { aVendorUser } from './vendor-client.ts';

const refresh = async (graph: MicrosoftGraph, form: Record<string, string>) => {
  const body = new URLSearchParams({ grant_type: 'refresh_token', ...form });
  const response = await fetch(graph.tokenUrl, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const aStage = async (options: MicrosoftGraphOptions = {}) => {
  const graph = await aMicrosoftGraph(options);
  graph.world.account('ada@example.com');
  const app = graph.grants.app('recorder');
  const refresh_token = graph.grants.consent(
    app,
    'ada@example.com',
    ['offline_access', 'Calendars.Read'].map(fullScope),
  );
  return { graph, app, form: { ...app, refresh_token } };
};

describe('refreshing', () => {
  it('gives an access token and a new refresh token, and the old one stays valid', async () => {
    const { graph, form } = await aStage();
    await using _ = graph;
    const { status, body } = await refresh(graph, { ...form, scope: 'Calendars.Read offline_access' });
    expect([status, body]).toEqual([
      200,
      {
        token_type: 'Bearer',
        scope: 'https://graph.microsoft.com/Calendars.Read',
        expires_in: 3599,
        ext_expires_in: 3599,
        access_token: expect.any(String),
        refresh_token: expect.any(String),
      },
    ]);
    for (const refresh_token of [form.refresh_token, String(body.refresh_token)]) {
      expect((await refresh(graph, { ...form, refresh_token })).status).toBe(200);
    }
  });

  it('gives no refresh token where offline access was not asked for', async () => {
    const { graph, form } = await aStage();
    await using _ = graph;
    expect((await refresh(graph, { ...form, scope: 'Calendars.Read' })).body).not.toHaveProperty('refresh_token');
    expect((await refresh(graph, { ...form, scope: 'https://graph.microsoft.com/.default' })).body).toHaveProperty(
      'refresh_token',
    );
  });

  it('is refused with a token older than 90 days, and so a client must keep the newer one', async () => {
    const clock = aClock();
    const { graph, form } = await aStage({ clock });
    await using _ = graph;
    clock.advance(60 * 86_400);
    const { body } = await refresh(graph, form);
    clock.advance(30 * 86_400);
    expect(await refresh(graph, form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await refresh(graph, { ...form, refresh_token: String(body.refresh_token) })).status).toBe(200);
  });

  it('says with a number of Entra’s what is wrong', async () => {
    const { graph, app, form } = await aStage();
    await using _ = graph;
    const refusal = async (wrong: Record<string, string>) => {
      const { status, body } = await refresh(graph, { ...form, ...wrong });
      return [status, body.error, body.error_codes];
    };
    expect(await refusal({ scope: 'Mail.Read' })).toEqual([400, 'invalid_scope', [70011]]);
    expect(await refusal({ client_secret: 'wrong' })).toEqual([401, 'invalid_client', [7000215]]);
    expect(await refusal({ client_id: 'nobody' })).toEqual([400, 'unauthorized_client', [700016]]);
    expect(await refusal({ grant_type: 'password' })).toEqual([400, 'unsupported_grant_type', [70003]]);
    graph.grants.revoke(app, 'ada@example.com');
    expect(await refusal({})).toEqual([400, 'invalid_grant', [70000]]);
    graph.grants.deleteApp(app);
    expect(await refusal({})).toEqual([400, 'unauthorized_client', [700016]]);
  });
});

describe('a request', () => {
  it('is refused without a token, without the scope, and for the mailbox of somebody else', async () => {
    const { graph } = await aStage();
    await using _ = graph;
    const unnamed = await fetch(`${graph.url}/v1.0/me/calendar`);
    expect([unnamed.status, unnamed.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')]);
    expect(codeOf(await (await askingAs(graph, 'ada@example.com', ['Mail.Read']))('me/calendar'))).toEqual([
      403,
      'ErrorAccessDenied',
    ]);
    const ask = await askingAs(graph, 'ada@example.com');
    expect(codeOf(await ask('users/bob@example.com/calendar'))).toEqual([403, 'ErrorAccessDenied']);
    graph.grants.expireAccessTokens();
    expect(codeOf(await ask('me/calendar'))).toEqual([401, 'InvalidAuthenticationToken']);
  });

  it('is refused while the mailbox is not there', async () => {
    const { graph } = await aStage();
    await using _ = graph;
    const ask = await askingAs(graph, 'ada@example.com');
    graph.setMailboxEnabled('ada@example.com', false);
    expect(codeOf(await ask('me/calendar'))).toEqual([404, 'MailboxNotEnabledForRESTAPI']);
    graph.setMailboxEnabled('ada@example.com', true);
    expect((await ask('me/calendar')).status).toBe(200);
  });

  it.each([
    ['the fifth', undefined, 4],
    ['the fourth, where the service is busy', 3, 3],
  ])('is throttled while too many of the app are under way: %s', async (_which, concurrentRequests, held) => {
    const { graph } = await aStage({ quirks: { ...(concurrentRequests && { concurrentRequests }) } });
    await using _ = graph;
    const ask = await askingAs(graph, 'ada@example.com');
    const hold = holding('answer');
    graph.faults.plan({ kind: 'calendarView', times: held, fault: hold });
    const waiting = Array.from({ length: held }, () => ask('me/calendarView', { query: march }));
    const stranger = await askingAs(graph, 'ada@example.com');
    while (graph.requests.count('calendarView') < held) expect((await stranger('me/calendar')).status).toBe(200);
    const refused = await ask('me/calendar');
    expect([...codeOf(refused), refused.headers.get('retry-after')]).toEqual([429, 'ApplicationThrottled', '1']);
    hold.release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(held).fill(200));
    expect((await ask('me/calendar')).status).toBe(200);
  });
});

describe('an error of Graph’s', () => {
  it.each([
    ['429', graphErrors.throttled(7), 429, 'ApplicationThrottled', '7'],
    ['429 without a time', graphErrors.throttled(), 429, 'ApplicationThrottled', null],
    ['503', graphErrors.unavailable(3), 503, 'serviceNotAvailable', '3'],
    ['504', graphErrors.gatewayTimeout(), 504, 'UnknownError', null],
  ])('comes when it is wanted: %s', async (_what, answer, status, code, retryAfter) => {
    const { graph } = await aStage();
    await using _ = graph;
    const user = aVendorUser(graph, 'ada@example.com');
    const ask = await asking(graph, user);
    graph.faults.plan({ kind: 'calendarView', fault: answering(answer), times: 2 });
    const byHand = await ask('me/calendarView', { query: march });
    expect([...codeOf(byHand), byHand.headers.get('retry-after')]).toEqual([status, code, retryAfter]);
    const request = user.client.api('/me/calendarView').query(march);
    await expect(request.get()).rejects.toMatchObject({ statusCode: status, code });
    expect((await user.client.api('/me/calendarView').query(march).get()).value).toEqual([]);
    expect(graph.requests.counts()).toEqual({ token: 3, calendarView: 3 });
  });
});
