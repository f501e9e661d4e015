declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  /** What keeps the payloads of one model. */
  interface Adapter {
    upsert(id: string, payload: Readonly<Record<string, unknown>>): Promise<void>;
    find(id: string): Promise<Readonly<Record<string, unknown>> | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  interface Model {
    /** @returns the value of a token, or the id of a grant */
    save(ttl?: number): Promise<string>;
  }

  interface GrantModel extends Model {
    addOIDCScope(scope: string): void;
  }

  /** A certified authorization server. Only what the tests use is declared. */
  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): RequestListener;
    readonly Client: { find(clientId: string): Promise<unknown> };
    readonly Grant: new (
      properties: Readonly<Record<string, unknown>>,
    ) => GrantModel;
    readonly RefreshToken: new (
      properties: Readonly<Record<string, unknown>>,
    ) => Model;
  }
  export type { Adapter };
}
