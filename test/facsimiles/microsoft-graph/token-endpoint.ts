/**
 * Microsoft's token endpoint, as far as refreshing goes.
 * Source: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow#refresh-the-access-token
 */
import { randomUUID } from 'node:crypto';
import { type Answer, type Asked, json } from '../host/exchange.ts';
import type { Grants, Refreshed } from '../world/grants.ts';

export const accessTokenSeconds = 3599;

/** «The default lifetime for the tokens is 90 days» (https://learn.microsoft.com/entra/identity-platform/refresh-tokens). */
export const refreshTokenSeconds = 90 * 86_400;

/** `/{tenant}/oauth2/v2.0/token` at login.microsoftonline.com; the tenant is `common`, `organizations`, `consumers`, or an id. */
const tokenPath = /^\/[\w.-]+\/oauth2\/v2\.0\/token$/;

export const isTokenRequest = ({ url }: Asked): boolean => tokenPath.test(url.pathname);

const refused = (status: number, error: string, code: number, text: string): Answer => {
  const [trace_id, correlation_id] = [randomUUID(), randomUUID()];
  const timestamp = new Date().toISOString().replace('T', ' ').replace(/\.\d+/, '');
  const error_description = `AADSTS${code}: ${text} Trace ID: ${trace_id} Correlation ID: ${correlation_id} Timestamp: ${timestamp}`;
  return json(status, { error, error_description, error_codes: [code], timestamp, trace_id, correlation_id });
};

/** Codes by https://learn.microsoft.com/entra/identity-platform/reference-error-codes. */
const errors: Readonly<Record<Extract<Refreshed, { error: string }>['error'], () => Answer>> = {
  unknown_client: () => refused(400, 'unauthorized_client', 700016, 'The application was not found in the directory.'),
  deleted_client: () => refused(400, 'unauthorized_client', 700016, 'The application was not found in the directory.'),
  wrong_secret: () => refused(401, 'invalid_client', 7000215, 'Invalid client secret provided.'),
  invalid_grant: () =>
    refused(400, 'invalid_grant', 70000, 'The refresh token is not valid: it has expired or was revoked.'),
  invalid_scope: () =>
    refused(400, 'invalid_scope', 70011, "The provided value for the input parameter 'scope' is not valid."),
};

const required = ['client_id', 'client_secret', 'grant_type', 'refresh_token'];

export const againstTokenRequest = (asked: Asked): string[] => {
  const form = new URLSearchParams(asked.body);
  const known = [...required, 'scope'];
  return [
    ...(/^application\/x-www-form-urlencoded\b/.test(asked.headers['content-type'] ?? '')
      ? []
      : ['the body is no form']),
    ...[...form.keys()]
      .filter((name) => !known.includes(name))
      .map((name) => `the form has a field ${name} that is not described`),
    ...required.filter((name) => form.getAll(name).length !== 1).map((name) => `the form has not ${name} once`),
  ];
};

const graph = 'https://graph.microsoft.com/';
const openIdScopes = ['offline_access', 'openid', 'profile', 'email'];

/** Scopes of Graph may be written short, `Calendars.Read`. */
export const fullScope = (scope: string): string =>
  openIdScopes.includes(scope) || scope.startsWith('https:') ? scope : `${graph}${scope}`;

export const answerTokenRequest = (asked: Asked, grants: Grants): Answer => {
  const form = new URLSearchParams(asked.body);
  const [client_id = '', client_secret = '', grantType, refresh_token = ''] = required.map(
    (name) => form.get(name) ?? undefined,
  );
  if (grantType !== 'refresh_token')
    return refused(400, 'unsupported_grant_type', 70003, 'The app returned an unsupported grant type.');
  const scope = form.get('scope');
  // «.default» is all that was consented to; without a scope it is the same.
  const asks = scope === null || scope.includes('.default') ? undefined : scope.split(' ').map(fullScope);
  const refreshed = grants.refresh({ client_id, client_secret, refresh_token, ...(asks && { scopes: asks }) });
  if ('error' in refreshed) return errors[refreshed.error]();
  const { access_token, refresh_token: next, scopes } = refreshed;
  return json(200, {
    token_type: 'Bearer',
    scope: scopes.filter((each) => !openIdScopes.includes(each)).join(' '),
    expires_in: accessTokenSeconds,
    ext_expires_in: accessTokenSeconds,
    access_token,
    // «Only provided if offline_access scope was requested.»
    ...(next && scopes.includes('offline_access') && { refresh_token: next }),
  });
};
