/**
 * Errors in Google's words.
 * Source of shapes, domains and reasons, where no other is named: https://developers.google.com/workspace/calendar/api/guides/errors
 */
import { type Answer, json } from '../host/exchange.ts';

interface ErrorItem {
  readonly domain: string;
  readonly reason: string;
  readonly message: string;
  readonly locationType?: string;
  readonly location?: string;
}

export interface ErrorBody {
  readonly error: {
    readonly errors: readonly ErrorItem[];
    readonly code: number;
    readonly message: string;
    readonly status?: string;
    readonly details?: readonly unknown[];
  };
}

const error = (
  code: number,
  item: ErrorItem,
  headers: Readonly<Record<string, string>> = {},
  more: Partial<Pick<ErrorBody['error'], 'message' | 'status' | 'details'>> = {},
): Answer =>
  json(code, { error: { errors: [item], code, message: item.message, ...more } } satisfies ErrorBody, headers);

const retryAfter = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { 'retry-after': String(seconds) };

export const googleErrors = {
  /** The reason `invalid` is what Thunderbird's provider and others meet for values that are not understood (github.com/kewisch/gdata-provider). */
  invalid: (message: string, location: string) =>
    error(400, { domain: 'global', reason: 'invalid', message, locationType: 'parameter', location }),

  timeRangeEmpty: () =>
    error(400, {
      domain: 'calendar',
      reason: 'timeRangeEmpty',
      message: 'The specified time range is empty.',
      locationType: 'parameter',
      location: 'timeMax',
    }),

  /** https://developers.google.com/workspace/calendar/api/guides/performance: a wrong selection is a 400 that names it. */
  invalidFieldSelection: (field: string) =>
    error(400, {
      domain: 'global',
      reason: 'invalidParameter',
      message: `Invalid field selection ${field}`,
      locationType: 'parameter',
      location: 'fields',
    }),

  unauthorized: () =>
    error(
      401,
      {
        domain: 'global',
        reason: 'authError',
        message: 'Invalid Credentials',
        locationType: 'header',
        location: 'Authorization',
      },
      // RFC 6750, 3.1
      { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
    ),

  rateLimitExceeded: (status: 403 | 429, retryAfterSeconds?: number) =>
    error(
      status,
      { domain: 'usageLimits', reason: 'rateLimitExceeded', message: 'Rate Limit Exceeded' },
      retryAfter(retryAfterSeconds),
    ),

  userRateLimitExceeded: (retryAfterSeconds?: number) =>
    error(
      403,
      { domain: 'usageLimits', reason: 'userRateLimitExceeded', message: 'User Rate Limit Exceeded' },
      retryAfter(retryAfterSeconds),
    ),

  quotaExceeded: () =>
    error(403, { domain: 'usageLimits', reason: 'quotaExceeded', message: 'Calendar usage limits exceeded.' }),

  /** As seen in https://github.com/analogdotnow/Analog/issues/296. */
  insufficientPermissions: () =>
    error(
      403,
      { domain: 'global', reason: 'insufficientPermissions', message: 'Insufficient Permission' },
      { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="insufficient_scope"' },
      {
        message: 'Request had insufficient authentication scopes.',
        status: 'PERMISSION_DENIED',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
            domain: 'googleapis.com',
            metadata: { service: 'calendar-json.googleapis.com' },
          },
        ],
      },
    ),

  /** Of a user who is suspended, too (github.com/GAM-team/GAM/issues/806), or whose organization has switched Calendar off (github.com/closeio/sync-engine/pull/462). */
  notACalendarUser: () =>
    error(403, {
      domain: 'calendar',
      reason: 'notACalendarUser',
      message: 'The user must be signed up for Google Calendar.',
    }),

  /** Named with its domain in https://developers.google.com/webmaster-tools/v1/errors, which Google's older APIs share. */
  accessNotConfigured: () =>
    error(
      403,
      {
        domain: 'usageLimits',
        reason: 'accessNotConfigured',
        message: 'Google Calendar API has not been used in project 123456789012 before or it is disabled.',
      },
      {},
      { status: 'PERMISSION_DENIED' },
    ),

  notFound: () => error(404, { domain: 'global', reason: 'notFound', message: 'Not Found' }),

  /** The text that clients compare with: https://developers.google.com/apps-script/advanced/calendar (logSyncedEvents). */
  fullSyncRequired: () =>
    error(410, {
      domain: 'calendar',
      reason: 'fullSyncRequired',
      message: 'Sync token is no longer valid, a full sync is required.',
      locationType: 'parameter',
      location: 'syncToken',
    }),

  /** A token that never was one: Thunderbird's provider takes this 400 for a 410 (github.com/kewisch/gdata-provider). */
  invalidSyncToken: () => googleErrors.invalid('Invalid sync token value.', 'syncToken'),

  /** The reasons of push are those that Cloud Storage documents for the same channels: https://cloud.google.com/storage/docs/json_api/v1/status-codes. */
  webhookUrlNotHttps: (address: string) =>
    error(400, {
      domain: 'global',
      reason: 'push.webhookUrlNotHttps',
      message: `WebHook callback must be HTTPS: ${address}`,
    }),

  /** With 401 there and for Calendar (https://stackoverflow.com/questions/40156523), though the token is good. */
  webhookUrlUnauthorized: (address: string) =>
    error(401, {
      domain: 'global',
      reason: 'push.webhookUrlUnauthorized',
      message: `Unauthorized WebHook callback channel: ${address}`,
    }),

  channelIdNotUnique: (id: string) =>
    error(400, { domain: 'global', reason: 'channelIdNotUnique', message: `Channel id ${id} not unique` }),

  required: (field: string) => error(400, { domain: 'global', reason: 'required', message: `Required: ${field}` }),

  /** Generated calendars, such as holidays, are refused so: https://github.com/KeepSoftwareSimple/compass-calendar/pull/2111. */
  pushNotSupported: () =>
    error(400, {
      domain: 'calendar',
      reason: 'pushNotSupportedForRequestedResource',
      message: 'Push notifications are not supported by this resource.',
    }),

  /** A channel that is unknown, stopped or expired is not found: https://developers.google.com/workspace/calendar/api/guides/push (Stop notifications) says no more. */
  channelNotFound: (id: string) =>
    error(404, {
      domain: 'global',
      reason: 'notFound',
      message: `Channel '${id}' not found for project '123456789012'`,
    }),

  /** A channel id of more than 64 characters and a token of more than 256 (https://developers.google.com/workspace/calendar/api/guides/push). */
  tooLong: (field: string) => googleErrors.invalid(`Invalid value for: ${field} is too long`, field),

  backendError: (status: 500 | 502 | 503 | 504 = 500) =>
    error(status, { domain: 'global', reason: 'backendError', message: 'Backend Error' }),
};
