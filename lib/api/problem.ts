/** Errors as RFC 9457 problem details: the only place that knows which error has which status. */
import {
  DuplicateKeyError,
  InvalidCursorError,
  InvalidTokenError,
  InvalidTransitionError,
  NotAuthenticatedError,
  NotFoundError,
  ValidationError,
} from '../domain/errors.ts';

export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly request_id?: string;
}

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
};

/** A problem said in one sentence, with a stable word for machines. */
export const problem = (status: number, code: string, detail: string, more: Partial<Problem> = {}): Problem => ({
  type: 'about:blank',
  title: titles[status] ?? 'Error',
  status,
  detail,
  code,
  ...more,
});

type ErrorClass = new (...args: never[]) => Error;
const known = new Map<ErrorClass, { status: number; code: string; detail?: string }>([
  [ValidationError, { status: 400, code: 'invalid_input' }],
  [InvalidCursorError, { status: 400, code: 'invalid_cursor' }],
  [InvalidTransitionError, { status: 400, code: 'invalid_state' }],
  [DuplicateKeyError, { status: 400, code: 'duplicate_deduplication_key' }],
  [NotAuthenticatedError, { status: 401, code: 'not_authenticated' }],
  [InvalidTokenError, { status: 401, code: 'invalid_token' }],
  // One sentence for all: what belongs to another project must look like what never was.
  [NotFoundError, { status: 404, code: 'not_found', detail: 'No such resource.' }],
]);

/** The problem that an error is to the client. Whatever is not known here is a fault of ours: 500 and nothing told. */
export const problemOf = (error: unknown, requestId: string): Problem => {
  const row = error instanceof Error && known.get(error.constructor as ErrorClass);
  if (!row) {
    return problem(
      500,
      'internal',
      `Something went wrong on our side. Quote the request id ${requestId} when you ask.`,
      {
        request_id: requestId,
      },
    );
  }
  const errors = error instanceof ValidationError ? { errors: error.errors } : {};
  return problem(row.status, row.code, row.detail ?? error.message, errors);
};
