/** Errors as problems: the only place that knows which error is which. Loaded when something goes wrong. */
import { LastOwnerError } from '../domain/access/people.ts';
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
  UnreadableItemError,
  ValidationError,
} from '../domain/errors.ts';
import { type DashboardProblemCode, type Problem, type ProblemCode, problem } from './problem.ts';

type ErrorClass = new (...args: never[]) => Error;
const known = new Map<ErrorClass, { code: ProblemCode | DashboardProblemCode; detail?: string }>([
  [ValidationError, { code: 'invalid_input' }],
  [InvalidCursorError, { code: 'invalid_cursor' }],
  [InvalidTransitionError, { code: 'invalid_state' }],
  [DuplicateKeyError, { code: 'duplicate_deduplication_key' }],
  [NotAuthenticatedError, { code: 'not_authenticated' }],
  [InvalidTokenError, { code: 'invalid_token' }],
  [ForbiddenError, { code: 'forbidden' }],
  [TooManyRequestsError, { code: 'too_many_requests' }],
  [LastOwnerError, { code: 'last_owner' }],
  [
    UnreadableItemError,
    {
      code: 'internal',
      detail:
        'Something that is stored for this cannot be read by this version of the service: its operator finds in the log what and why.',
    },
  ],
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
  const more =
    error instanceof ValidationError
      ? { errors: error.errors }
      : { ...(row.code === 'internal' && { request_id: requestId }) };
  return problem(row.code, row.detail ?? error.message, more);
};
