/** The deployed HTTP API, as an emulator serves it. */

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}
export type Api = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Emulators serve an API by its id, the first part of the host name that AWS would give it. */
export const deployedApi = (endpoint: string, apiUrl: string, key: string | undefined): Api => {
  const [apiId] = new URL(apiUrl).hostname.split('.');
  return async (method, path, body) => {
    const response = await fetch(`${endpoint}/_aws/execute-api/${apiId}/$default/api/v1${path}`, {
      method,
      headers: {
        ...(key && { authorization: `Token ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  };
};
