/**
 * Errors in Graph's words.
 * Source of the shape: https://learn.microsoft.com/graph/errors. Codes and texts are those that people met, each with its source.
 */
import { randomUUID } from 'node:crypto';
import { type Answer, json } from '../host/exchange.ts';

const error = (
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer => {
  const id = randomUUID();
  const innerError = { date: new Date().toISOString().slice(0, 19), 'request-id': id, 'client-request-id': id };
  return json(status, { error: { code, message, innerError } }, { 'request-id': id, ...headers });
};

const retryAfter = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { 'retry-after': String(seconds) };

export const graphErrors = {
  badRequest: (message: string) => error(400, 'BadRequest', message),

  invalidRequest: (message: string) => error(400, 'InvalidRequest', message),

  /** https://learn.microsoft.com/graph/resolve-auth-errors */
  unauthorized: () =>
    error(401, 'InvalidAuthenticationToken', 'Access token has expired or is not yet valid.', {
      'www-authenticate':
        'Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize"',
    }),

  /** https://learn.microsoft.com/graph/resolve-auth-errors (403), with the code of Exchange */
  accessDenied: () => error(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.'),

  notFound: () => error(404, 'ErrorItemNotFound', 'The specified object was not found in the store.'),

  subscriptionNotFound: () => error(404, 'ResourceNotFound', 'The object was not found.'),

  /** https://github.com/microsoft/MicrosoftCloud/issues/41; with 404 in https://github.com/O365/python-o365/issues/438 */
  mailboxNotEnabled: () =>
    error(404, 'MailboxNotEnabledForRESTAPI', 'The mailbox is either inactive, soft-deleted, or is hosted on-premise.'),

  /** https://learn.microsoft.com/graph/throttling; the code and text are in https://github.com/calcom/cal.diy/pull/343 */
  throttled: (retryAfterSeconds?: number) =>
    error(
      429,
      'ApplicationThrottled',
      'Application is over its MailboxConcurrency limit.',
      retryAfter(retryAfterSeconds),
    ),

  /** https://learn.microsoft.com/graph/errors (503: «the length of which may be specified in a Retry-After header») */
  unavailable: (retryAfterSeconds?: number) =>
    error(503, 'serviceNotAvailable', 'The service is not available. Try again later.', retryAfter(retryAfterSeconds)),

  /** https://learn.microsoft.com/graph/errors (504) */
  gatewayTimeout: () => error(504, 'UnknownError', ''),

  /** https://github.com/splunk/azure-functions-splunk/issues/26 */
  validationFailed: () =>
    error(
      400,
      'ValidationError',
      'Subscription validation request failed. Notification endpoint must respond with 200 OK to validation request.',
    ),

  /** https://github.com/microsoftgraph/microsoft-graph-docs/issues/2988, with other minutes */
  expirationTooFar: (minutes: number) =>
    error(400, 'ExtensionError', `Subscription expiration can only be ${minutes} minutes in the future.`),
};
