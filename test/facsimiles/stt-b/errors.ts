/** What stt_b (OpenAI) says when it refuses or fails. https://developers.openai.com/api/docs/guides/error-codes, unless another source is named. */
import { randomBytes } from 'node:crypto';
import type { Answer } from '../web.ts';

interface Told {
  readonly message: string;
  readonly type: string;
  readonly param?: string;
  readonly code?: string;
}

/** Every answer carries an id that its makers can look up: https://developers.openai.com/api/reference/overview#debugging-requests */
export const requestId = (): Record<string, string> => ({ 'x-request-id': `req_${randomBytes(16).toString('hex')}` });

const error = (status: number, { message, type, param, code }: Told, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { ...requestId(), ...headers },
  body: { error: { message, type, param: param ?? null, code: code ?? null } },
});

export const invalid = (message: string, param?: string, code?: string): Answer =>
  error(400, { message, type: 'invalid_request_error', ...(param && { param }), ...(code && { code }) });

const address = 'https://platform.openai.com/account/api-keys';
export const keyMissing = (): Answer =>
  error(401, {
    message: `You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth. You can obtain an API key from ${address}.`,
    type: 'invalid_request_error',
  });
/** It repeats the ends of the key: whoever passes the sentence on passes them on, too. */
export const keyWrong = (key: string): Answer =>
  error(401, {
    message: `Incorrect API key provided: ${key.slice(0, 8)}${'*'.repeat(12)}${key.slice(-4)}. You can find your API key at ${address}.`,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  });
export const modelNotFound = (model: string): Answer =>
  error(404, {
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
    type: 'invalid_request_error',
    code: 'model_not_found',
  });
// https://github.com/murtaza-nasir/speakr/issues/42
export const tooLarge = (most: number, bytes: number): Answer =>
  error(413, {
    message: `413: Maximum content size limit (${most}) exceeded (${bytes} bytes read)`,
    type: 'server_error',
  });

/** What goes wrong without the client's fault, or with its account. */
export const failures = {
  regionNotSupported: () =>
    error(403, {
      message: 'Country, region, or territory not supported',
      type: 'request_forbidden',
      code: 'unsupported_country_region_territory',
    }),
  requestTimeout: () => error(408, { message: 'Request timed out.', type: 'server_error' }),
  rateLimited: (wait_s = 20) =>
    error(
      429,
      {
        message: `Rate limit reached for gpt-4o-transcribe in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in ${wait_s}s.`,
        type: 'requests',
        code: 'rate_limit_exceeded',
      },
      // https://developers.openai.com/api/docs/guides/rate-limits#rate-limits-in-headers
      {
        'retry-after': String(wait_s),
        'retry-after-ms': String(wait_s * 1000),
        'x-ratelimit-limit-requests': '3',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': `${wait_s}s`,
      },
    ),
  quotaExhausted: () =>
    error(429, {
      message: 'You exceeded your current quota, please check your plan and billing details.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    }),
  // The newer form: the type stays, the code says which limit it was.
  creditsExhausted: () =>
    error(429, {
      message: 'Your credit balance is exhausted. Add credits to go on.',
      type: 'insufficient_quota',
      code: 'credit_balance_exhausted',
    }),
  internal: () =>
    error(500, { message: 'The server had an error while processing your request.', type: 'server_error' }),
  overloaded: () =>
    error(503, {
      message: 'That model is currently overloaded with other requests.',
      type: 'service_unavailable_error',
      code: 'server_is_overloaded',
    }),
  badGateway: (): Answer => ({ status: 502, headers: { 'content-type': 'text/html' }, body: '<html>502</html>' }),
};
