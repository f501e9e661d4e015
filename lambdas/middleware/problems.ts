/** Whatever goes wrong becomes problem details; a fault of ours is logged. */
import { TooManyRequestsError } from '../../lib/domain/errors.ts';
import { log } from '../../lib/process/log.ts';
import { problemResponse } from './answers.ts';
import { UnreadableRequestError } from './body.ts';
import type { Middleware } from './middleware.ts';

export const problems = (): Middleware => ({
  onError: async (request) => {
    const { error, event } = request;
    if (error instanceof UnreadableRequestError) {
      request.response = problemResponse({ ...error.problem, ...(error.faults && { errors: error.faults.errors }) });
      return;
    }
    const { problemOf } = await import('../../lib/api/problem-of.ts');
    const requestId = event.requestContext?.requestId ?? 'unknown';
    const what = problemOf(error, requestId);
    const headers: Record<string, string> =
      error instanceof TooManyRequestsError ? { 'retry-after': String(error.retry_after_seconds) } : {};
    if (what.status === 500) log.error('request failed', { request_id: requestId, route: event.routeKey }, error);
    request.response = problemResponse(what, headers);
  },
});
