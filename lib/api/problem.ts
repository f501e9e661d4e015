/** Errors as RFC 9457 problem details: the only place that knows which error has which status. */
import { STATUS_CODES } from 'node:http';
import {
  DiskFullError,
  DuplicateKeyError,
  ForbiddenError,
  InvalidCursorError,
  InvalidTokenError,
  InvalidTransitionError,
  NotAuthenticatedError,
  NotConnectedError,
  NotFoundError,
  NothingThereError,
  TooManyRequestsError,
  ValidationError,
} from '../domain/errors.ts';

/** Every word that a problem may have as its `code`, and its status. What each means is in `openapi/problem-docs.ts`. */
export const problemCodes = {
  invalid_input: 400,
  invalid_cursor: 400,
  invalid_state: 400,
  duplicate_deduplication_key: 400,
  malformed_request: 400,
  code_exchange_failed: 400,
  missing_scopes: 400,
  user_not_active: 400,
  not_authenticated: 401,
  invalid_token: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  answer_too_large: 406,
  request_timeout: 408,
  body_too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  platform_unavailable: 502,
} as const satisfies Record<string, number>;
export type ProblemCode = keyof typeof problemCodes;
/** Of the dashboard's own routes alone: no program meets them. */
export type DashboardProblemCode = 'last_owner';
export const problemCodeNames = Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]];

export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode | DashboardProblemCode;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly request_id?: string;
}

/** The names of statuses, as RFC 9110 gives them; Node's own of 413 is that of the RFC before. */
export const titles: Readonly<Record<number, string | undefined>> = { ...STATUS_CODES, 413: 'Content Too Large' };

/** A problem said in one sentence, with a stable word for machines. */
export const problem = (
  code: ProblemCode,
  detail: string,
  more: Pick<Problem, 'errors' | 'request_id'> = {},
): Problem => {
  const status = problemCodes[code];
  return { type: 'about:blank', title: titles[status] ?? 'Error', status, detail, code, ...more };
};

type ErrorClass = new (...args: never[]) => Error;
const known = new Map<ErrorClass, { code: ProblemCode; detail?: string }>([
  [ValidationError, { code: 'invalid_input' }],
  [InvalidCursorError, { code: 'invalid_cursor' }],
  [InvalidTransitionError, { code: 'invalid_state' }],
  [DuplicateKeyError, { code: 'duplicate_deduplication_key' }],
  [NotAuthenticatedError, { code: 'not_authenticated' }],
  [InvalidTokenError, { code: 'invalid_token' }],
  [ForbiddenError, { code: 'forbidden' }],
  [TooManyRequestsError, { code: 'too_many_requests' }],
  [DiskFullError, { code: 'internal', detail: 'The disk of this service is full: make room on it, then try again.' }],
  // One sentence for all: what belongs to another project must look like what never was.
  [NotFoundError, { code: 'not_found', detail: 'No such resource.' }],
  [NothingThereError, { code: 'not_found' }],
]);

/** The problem that an error is to the client. Whatever is not known here is a fault of ours: 500 and nothing told. */
export const problemOf = (error: unknown, requestId: string): Problem => {
  if (error instanceof NotConnectedError) return problem(error.code, error.message);
  const row = error instanceof Error && known.get(error.constructor as ErrorClass);
  if (!row) {
    const detail = `Something went wrong on our side. Quote the request id ${requestId} when you ask.`;
    return problem('internal', detail, { request_id: requestId });
  }
  const errors = error instanceof ValidationError ? { errors: error.errors } : {};
  return problem(row.code, row.detail ?? error.message, errors);
};
