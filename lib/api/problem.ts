/** Errors as RFC 9457 problem details: the only place that knows which error has which status. */
import {
  DuplicateKeyError,
  InvalidCursorError,
  InvalidTokenError,
  InvalidTransitionError,
  NotAuthenticatedError,
  NotFoundError,
  TooManyRequestsError,
  ValidationError,
} from '../domain/errors.ts';

/** Every word that a problem may have as its `code`: its status, what it means, and a `detail` that goes with it. */
export const problemCodes = {
  invalid_input: {
    status: 400,
    meaning: 'Something in the request is missing, unknown or wrong. `errors` names each field and what to change.',
    example: 'meeting_url: not a link to a supported meeting platform',
  },
  invalid_cursor: {
    status: 400,
    meaning: 'The cursor was not made for this list: take it from `next` or `previous`, and keep the other parameters.',
    example:
      'the cursor is not valid here: take it from `next` or `previous` and keep the other parameters as they were',
  },
  invalid_state: {
    status: 400,
    meaning: 'What was asked is not possible in the state that the bot is in.',
    example: 'cannot leave: the bot is ended',
  },
  duplicate_deduplication_key: {
    status: 400,
    meaning: 'A bot with this `deduplication_key` is not finished yet. No bot was created.',
    example: 'a bot with the deduplication_key "standup-42" is not finished yet: wait for it, or use another key',
  },
  not_authenticated: {
    status: 401,
    meaning: 'The `Authorization` header is missing or empty, or its scheme is not `Token`.',
    example: 'Authentication credentials were not provided.',
  },
  invalid_token: {
    status: 401,
    meaning: 'The API key is unknown, revoked or malformed.',
    example: 'Invalid token.',
  },
  not_found: {
    status: 404,
    meaning: 'There is no such resource, or it belongs to another project.',
    example: 'No such resource.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not with this method: the header `Allow` names those that it has.',
    example: 'PUT is not possible here: use POST or GET',
  },
  body_too_large: {
    status: 413,
    meaning: 'The body is larger than 6 MB.',
    example: 'the body is larger than 6 MB',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body says that it is something else than JSON.',
    example: 'send the body as JSON with Content-Type: application/json, not text/plain',
  },
  too_many_requests: {
    status: 429,
    meaning: 'The project asks for more than it may. The header `Retry-After` says when to try again, in seconds.',
    example: 'too many requests: try again in 4 s',
  },
  internal: {
    status: 500,
    meaning: 'A fault of ours. Quote the `request_id` when you ask about it.',
    example: 'Something went wrong on our side. Quote the request id Kx2vNjE3oAMEPQA= when you ask.',
  },
} as const satisfies Record<string, { readonly status: number; readonly meaning: string; readonly example: string }>;
export type ProblemCode = keyof typeof problemCodes;
export const problemCodeNames = Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]];

export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly request_id?: string;
}

/** The name of a status, as RFC 9110 gives it. */
export const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** A problem said in one sentence, with a stable word for machines. */
export const problem = (
  code: ProblemCode,
  detail: string,
  more: Pick<Problem, 'errors' | 'request_id'> = {},
): Problem => {
  const { status } = problemCodes[code];
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
  [TooManyRequestsError, { code: 'too_many_requests' }],
  // One sentence for all: what belongs to another project must look like what never was.
  [NotFoundError, { code: 'not_found', detail: 'No such resource.' }],
]);

/** The problem that an error is to the client. Whatever is not known here is a fault of ours: 500 and nothing told. */
export const problemOf = (error: unknown, requestId: string): Problem => {
  const row = error instanceof Error && known.get(error.constructor as ErrorClass);
  if (!row) {
    const detail = `Something went wrong on our side. Quote the request id ${requestId} when you ask.`;
    return problem('internal', detail, { request_id: requestId });
  }
  const errors = error instanceof ValidationError ? { errors: error.errors } : {};
  return problem(row.code, row.detail ?? error.message, errors);
};
