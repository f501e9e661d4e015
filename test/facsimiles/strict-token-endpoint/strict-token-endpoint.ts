/**
 * A token endpoint by strangers, oidc-provider, as strict as RFC 9700 (2.2.2, 4.14) wants it: a refresh token is good for one
 * use, and a second use is taken for a theft that ends the whole grant. A client that survives it survives each maker's.
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Adapter, Provider } from 'oidc-provider';
import { keepAliveMs } from '../../../lib/net/serving/keep-alive.ts';
import type { App } from '../world/grants.ts';

export interface StrictTokenEndpoint extends AsyncDisposable {
  readonly url: string;
  readonly app: App;
  /** The user agrees. @returns a refresh token */
  consent(email: string): Promise<string>;
  /** How many requests came. */
  readonly requests: number;
}

const scope = 'openid offline_access';
const dayS = 86_400;

/** Payloads in memory, by model and id. */
export const memoryAdapters = (): ((model: string) => Adapter) => {
  const payloads = new Map<string, Readonly<Record<string, unknown>>>();
  return (model) => {
    const key = (id: string): string => `${model} ${id}`;
    return {
      upsert: async (id, payload) => void payloads.set(key(id), payload),
      find: async (id) => payloads.get(key(id)),
      findByUid: async (uid) =>
        [...payloads].find(([name, payload]) => name.startsWith(key('')) && payload.uid === uid)?.[1],
      consume: async (id) =>
        void payloads.set(key(id), { ...payloads.get(key(id)), consumed: Math.floor(Date.now() / 1000) }),
      destroy: async (id) => void payloads.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [name, payload] of payloads) if (payload.grantId === grantId) payloads.delete(name);
      },
    };
  };
};

export const aStrictTokenEndpoint = async (): Promise<StrictTokenEndpoint> => {
  const app: App = { client_id: 'recorder', client_secret: randomUUID() };
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let requests = 0;
  // One request after the other: of two at once with the same token, one must lose.
  let turn = Promise.resolve();
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    requests += 1;
    turn = turn.then(
      () =>
        new Promise((resolve) => {
          response.once('close', resolve);
          serve(request, response);
        }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    adapter: memoryAdapters(),
    clients: [
      {
        ...app,
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: ['https://example.com/callback'],
        id_token_signed_response_alg: 'ES256',
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: [randomUUID()] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    rotateRefreshToken: true,
    ttl: { AccessToken: 3600, IdToken: 3600, RefreshToken: 90 * dayS, Grant: 90 * dayS },
  });
  const serve = provider.callback();

  return {
    url: `${issuer}/token`,
    app,
    consent: async (email) => {
      const grant = new provider.Grant({ accountId: email, clientId: app.client_id });
      grant.addOIDCScope(scope);
      const grantId = await grant.save(90 * dayS);
      const client = await provider.Client.find(app.client_id);
      const token = new provider.RefreshToken({ accountId: email, client, grantId, scope, gty: 'authorization_code' });
      return token.save(90 * dayS);
    },
    get requests() {
      return requests;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
