/** The deployed HTTP API, as an emulator serves it. */

import { servedAt } from '../../lib/emulator/deployment.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}
export type Api = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Brings a message to a hook of the service, by its path, as platforms do. Answers the status. */
export type Hooks = (
  path: string,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
) => Promise<number>;

export const deployedHooks =
  (endpoint: string, apiUrl: string): Hooks =>
  async (path, message) => {
    const response = await fetch(servedAt(endpoint, apiUrl) + path, { method: 'POST', ...message });
    await response.body?.cancel();
    return response.status;
  };

/** What an emulator answers in place of a function that took too long: on a busy machine many do. What only reads is asked again. */
const tookTooLong = new Set([502, 504]);
const mostAsks = 8;

export const deployedApi = (endpoint: string, apiUrl: string, key: string | undefined): Api => {
  const url = servedAt(endpoint, apiUrl);
  return async (method, path, body) => {
    for (let asks = 1; ; asks += 1) {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          ...(key && { authorization: `Token ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (method === 'GET' && tookTooLong.has(response.status) && asks < mostAsks) continue;
      return { status: response.status, body: text ? JSON.parse(text) : undefined };
    }
  };
};
