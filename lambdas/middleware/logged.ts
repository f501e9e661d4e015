/** Notes in the log which request changed what: the way from a client's trace to a bot, whose id is in all that follows. */
import type { Route } from '../../lib/api/routes/route.ts';
import { log } from '../../lib/process/log.ts';
import { headerOf } from './body.ts';
import type { Called } from './caller.ts';
import type { HttpEvent, Middleware } from './middleware.ts';

/** The trace that a client is in, if it says so in the one form that is written down: https://www.w3.org/TR/trace-context/ */
const clientTraceOf = (event: HttpEvent): string | undefined =>
  /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(headerOf(event, 'traceparent') ?? '')?.[1];

const idIn = (result: unknown): string | undefined => {
  const { id } = (result ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' ? id : undefined;
};

/** Stands nearest to the handler: it hears what that answers before it is written as text. */
export const logged = <R extends Route>({ method }: R): Middleware<object, Called<R>> => ({
  after: ({ event, context, response }) => {
    const client_trace_id = clientTraceOf(event);
    // On one machine the service says line by line what becomes of bots: there it is noted where somebody follows a trace.
    if (method === 'GET' || !(client_trace_id || process.env.AWS_LAMBDA_FUNCTION_NAME)) return;
    const { caller }: Called = context;
    log.info('request', {
      request_id: event.requestContext.requestId,
      route: event.routeKey,
      project_id: caller?.project_id,
      about: event.pathParameters?.object_id ?? idIn(response),
      client_trace_id,
    });
  },
});
