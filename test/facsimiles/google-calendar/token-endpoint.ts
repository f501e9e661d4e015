/**
 * Google's token endpoint, as far as refreshing goes.
 * Sources: https://developers.google.com/identity/protocols/oauth2/web-server#offline (Refreshing an access token), RFC 6749 part 6.
 */
import { type Answer, type Asked, json } from '../host/exchange.ts';
import type { Grants, Refreshed } from '../world/grants.ts';

export const accessTokenSeconds = 3599;

/** https://oauth2.googleapis.com/token */
export const tokenPath = '/token';

export const isTokenRequest = ({ url }: Asked): boolean => url.pathname === tokenPath;

const refused = (status: number, error: string, error_description: string): Answer =>
  json(status, { error, error_description });

/** Statuses and texts as people meet them; each line names where. */
const errors: Readonly<Record<Extract<Refreshed, { error: string }>['error'], Answer>> = {
  // https://developers.google.com/identity/protocols/oauth2/web-server (Errors): invalid_client, deleted_client, invalid_grant
  unknown_client: refused(401, 'invalid_client', 'The OAuth client was not found.'),
  wrong_secret: refused(401, 'invalid_client', 'Unauthorized'),
  // https://github.com/websightgmbh/l5-google-cloud-storage/issues/6
  deleted_client: refused(401, 'deleted_client', 'The OAuth client was deleted.'),
  // https://github.com/GeneralTask/task-manager/pull/2169
  invalid_grant: refused(400, 'invalid_grant', 'Token has been expired or revoked.'),
  // RFC 6749, 5.2
  invalid_scope: refused(400, 'invalid_scope', 'Some requested scopes were invalid.'),
};

const known = ['client_id', 'client_secret', 'grant_type', 'refresh_token'];

export const againstTokenRequest = (asked: Asked): string[] => {
  const form = new URLSearchParams(asked.body);
  return [
    ...(/^application\/x-www-form-urlencoded\b/.test(asked.headers['content-type'] ?? '')
      ? []
      : ['the body is no form']),
    ...[...form.keys()]
      .filter((name) => !known.includes(name))
      .map((name) => `the form has a field ${name} that is not described`),
    ...known.filter((name) => form.getAll(name).length !== 1).map((name) => `the form has not ${name} once`),
  ];
};

export const answerTokenRequest = (asked: Asked, grants: Grants): Answer => {
  const form = new URLSearchParams(asked.body);
  const [client_id = '', client_secret = '', grantType, refresh_token = ''] = known.map(
    (name) => form.get(name) ?? undefined,
  );
  if (grantType !== 'refresh_token') return refused(400, 'unsupported_grant_type', `Invalid grant_type: ${grantType}`);
  const refreshed = grants.refresh({ client_id, client_secret, refresh_token });
  if ('error' in refreshed) return errors[refreshed.error];
  const { access_token, refresh_token: next, scopes } = refreshed;
  return json(200, {
    access_token,
    expires_in: accessTokenSeconds,
    scope: scopes.join(' '),
    token_type: 'Bearer',
    ...(next && { refresh_token: next }),
  });
};
