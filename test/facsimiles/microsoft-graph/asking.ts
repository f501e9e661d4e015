/** Requests by hand, for what Microsoft's client would never send. */
import { parsed } from '../host/exchange.ts';
import type { MicrosoftGraph } from './microsoft-graph.ts';
import { aVendorUser, type VendorUser } from './vendor-client.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** What the answer says, or its text where it is no JSON. */
  readonly body: unknown;
}

export interface Request {
  readonly method?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly prefer?: string;
  readonly body?: unknown;
}

/** Asks for a path, or for a whole link. */
export type Ask = (path: string, request?: Request) => Promise<Answered>;

/** Asks in the name of a user. */
export const asking = async (graph: MicrosoftGraph, { refresh }: VendorUser): Promise<Ask> => {
  const token = await refresh();
  return async (path, { method = 'GET', query, prefer, body } = {}) => {
    const url = new URL(path.startsWith('http') ? path : `${graph.url}/v1.0/${path}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(prefer !== undefined && { prefer }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text) ?? text };
  };
};

/** Asks in the name of somebody who agreed to a new app. */
export const askingAs = (graph: MicrosoftGraph, email: string, scopes?: string[]): Promise<Ask> =>
  asking(graph, aVendorUser(graph, email, scopes));

export const march = { startDateTime: '2026-03-01T00:00:00Z', endDateTime: '2026-03-30T00:00:00Z' };

export const immutable = 'IdType="ImmutableId"';

export const codeOf = ({ status, body }: Answered): (string | number)[] => [
  status,
  (body as { error: { code: string } }).error.code,
];
