declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  /** What keeps the payloads of one model. */
  interface Adapter {
    upsert(id: string, payload: Readonly<Record<string, unknown>>): Promise<void>;
    find(id: string): Promise<Readonly<Record<string, unknown>> | undefined>;
    findByUid(uid: string): Promise<Readonly<Record<string, unknown>> | undefined>;
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
    /** What happens around each request. */
    use(
      middleware: (
        ctx: { readonly path: string; body?: Readonly<Record<string, unknown>> },
        next: () => Promise<void>,
      ) => Promise<void>,
    ): void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
    ): Promise<void>;
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
