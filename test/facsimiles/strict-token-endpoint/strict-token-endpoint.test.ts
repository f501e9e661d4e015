/** What the strict token endpoint holds a client to. */
import { describe, expect, it } from 'vitest';
import { aStrictTokenEndpoint, type StrictTokenEndpoint } from './strict-token-endpoint.ts';

const refresh = async ({ url, app }: StrictTokenEndpoint, refresh_token: string) => {
  const body = new URLSearchParams({ grant_type: 'refresh_token', ...app, refresh_token });
  const response = await fetch(url, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const refused = { status: 400, body: { error: 'invalid_grant' } };

describe('refreshing', () => {
  it('rotates the refresh token each time', async () => {
    await using endpoint = await aStrictTokenEndpoint();
    const seen = new Set<string>();
    let token = await endpoint.consent('ada@example.com');
    for (const _each of [1, 2, 3]) {
      const { status, body } = await refresh(endpoint, token);
      expect([status, body.token_type, body.access_token]).toEqual([200, 'Bearer', expect.any(String)]);
      seen.add(token);
      token = String(body.refresh_token);
    }
    expect([seen.size, seen.has(token), endpoint.requests]).toEqual([3, false, 3]);
  });

  it('with a token that was used before is refused, and ends the grant', async () => {
    await using endpoint = await aStrictTokenEndpoint();
    const first = await endpoint.consent('ada@example.com');
    const { body } = await refresh(endpoint, first);
    expect(await refresh(endpoint, first)).toMatchObject(refused);
    expect(await refresh(endpoint, String(body.refresh_token))).toMatchObject(refused);
  });

  it('fifty times at once succeeds once, and leaves nothing to go on with', async () => {
    await using endpoint = await aStrictTokenEndpoint();
    const token = await endpoint.consent('ada@example.com');
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(endpoint, token)));
    const [winner, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(await refresh(endpoint, String(winner?.body.refresh_token))).toMatchObject(refused);
  });

  it('of one user leaves the others alone', async () => {
    await using endpoint = await aStrictTokenEndpoint();
    const [ada, bob] = [await endpoint.consent('ada@example.com'), await endpoint.consent('bob@example.com')];
    await refresh(endpoint, ada);
    await refresh(endpoint, ada);
    expect((await refresh(endpoint, bob)).status).toBe(200);
  });

  it('is refused with the wrong secret', async () => {
    await using endpoint = await aStrictTokenEndpoint();
    const token = await endpoint.consent('ada@example.com');
    const impostor = { ...endpoint, app: { ...endpoint.app, client_secret: 'wrong' } };
    expect(await refresh(impostor, token)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect((await refresh(endpoint, token)).status).toBe(200);
  });
});
