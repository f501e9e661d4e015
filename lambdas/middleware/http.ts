/** The shell of every API function: authenticate, parse, handle, present; errors become problem details. */
import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as z from 'zod';
import { jsonOf } from '../../lib/api/json.ts';
import type { ListRequest } from '../../lib/api/paging.ts';
import { parseWith, queryOf } from '../../lib/api/parse.ts';
import { type Problem, problemOf } from '../../lib/api/problem.ts';
import type { Route } from '../../lib/api/routes.ts';
import { NotFoundError, TooManyRequestsError } from '../../lib/domain/errors.ts';
import { idOf } from '../../lib/domain/ids.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import type { Table } from '../../lib/ports/table.ts';
import { environment, publicAddress, requestLimit } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import type { BotRef } from '../../lib/storage/keys.ts';
import { apiKeyRepository } from '../../lib/storage/projects.ts';
import { requestCountRepository } from '../../lib/storage/request-counts.ts';
import { type Caller, createAuthenticate } from '../../lib/usecases/access/authenticate.ts';
import { createThrottle } from '../../lib/usecases/access/throttle.ts';
import { bodyOf, headerOf, UnreadableRequestError } from './body.ts';

/** What a handler is given: who asks, for which bot, with what; all of it parsed. */
export interface Request<R extends Route> {
  readonly caller: Caller;
  /** The bot that the path names, in the caller's project. */
  readonly ref: BotRef;
  readonly query: z.output<R['query']>;
  readonly body: R extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
  /** The list that is asked for, as its cursors and links need it. */
  readonly list: ListRequest;
}

const answer = (statusCode: number, body?: unknown): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  ...(body === undefined
    ? { body: '' }
    : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
});

/** A problem as the response that carries it. */
export const problemResponse = (
  what: Problem,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 => ({
  statusCode: what.status,
  headers: {
    'content-type': 'application/problem+json',
    ...(what.status === 401 && { 'www-authenticate': 'Token' }),
    ...headers,
  },
  body: JSON.stringify(what),
});

const problemDetails = (): MiddlewareObj<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  Context
> => ({
  onError: (request) => {
    const { error, event } = request;
    if (error instanceof UnreadableRequestError) {
      request.response = problemResponse(error.problem);
      return;
    }
    const requestId = event.requestContext?.requestId ?? 'unknown';
    const what = problemOf(error, requestId);
    const headers: Record<string, string> =
      error instanceof TooManyRequestsError ? { 'retry-after': String(error.retry_after_seconds) } : {};
    if (what.status === 500) log.error('request failed', { request_id: requestId, route: event.routeKey }, error);
    request.response = problemResponse(what, headers);
  },
});

const BotId = idOf('bot');

/** The bot that the path names, if it names one. @throws NotFoundError for what cannot be the id of a bot */
const botIdOf = ({ pathParameters }: APIGatewayProxyEventV2): string => {
  const id = pathParameters?.object_id;
  if (id !== undefined && !BotId.safeParse(id).success) throw new NotFoundError('bot');
  return id ?? '';
};

/**
 * A handler for a route. What `handle` answers becomes the body, with the route's status; nothing becomes an empty body.
 */
export const http = <R extends Route>(route: R, table: Table, handle: (request: Request<R>) => Promise<unknown>) => {
  const { requestsPerSecond, baseUrl } = environment(requestLimit, publicAddress);
  const authenticate = createAuthenticate({ apiKeys: apiKeyRepository(table) });
  const throttle = createThrottle({
    counts: requestCountRepository(table),
    clock: systemClock,
    requestsPerSecond,
  });
  return middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
    .use(problemDetails())
    .handler(async (event) => {
      const caller = await authenticate(headerOf(event, 'authorization'));
      await throttle(caller.project_id);
      const sent = queryOf(event.rawQueryString);
      const query = parseWith(route.query, sent) as Request<R>['query'];
      const body = (route.body && parseWith(route.body, jsonOf(bodyOf(event)))) as Request<R>['body'];
      const { project_id, cursor_secret } = caller;
      const result = await handle({
        caller,
        ref: { project_id, bot_id: botIdOf(event) },
        query,
        body,
        list: { url: baseUrl(event.requestContext.domainName) + event.rawPath, query: sent, project_id, cursor_secret },
      });
      return answer(route.success, result);
    });
};
