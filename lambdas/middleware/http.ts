/** The shell of every API function: each step in a file of its own beside this one. */
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Route } from '../../lib/api/routes/route.ts';
import type { Table } from '../../lib/ports/table.ts';
import { answered } from './answers.ts';
import { authenticated, type Called } from './caller.ts';
import { logged } from './logged.ts';
import type { HttpAnswer, HttpEvent, Middleware } from './middleware.ts';
import { named } from './names.ts';
import { type Look, type Parsed, parsed } from './parse.ts';
import { problems } from './problems.ts';
import { throttled } from './rate.ts';

/** What a handler is given: who asks, about what, with what; all of it parsed. */
export type Request<R extends Route> = Called<R> & Parsed<R>;

/**
 * A handler for a route. What `handle` answers becomes the body, with the route's status; nothing becomes an empty body,
 * and a `Reply` goes out as it is. The event is for what no schema can say: headers that prove who pushes, raw bodies.
 * Routes that list have theirs from `httpList`.
 */
export const http = <R extends Route>(
  route: R,
  table: Table,
  handle: (request: Request<R>, event: HttpEvent) => Promise<unknown>,
  look?: Look<R>,
  listing?: Middleware<object, Called<R>>,
) => {
  const shell = middy<HttpEvent, unknown>()
    .use(problems())
    .use(authenticated(route, table))
    .use(throttled(route, table))
    .use(listing ?? [])
    .use(parsed(route, look))
    .use(answered(route))
    .use(named(route))
    .use(logged(route))
    .handler((event, context: Context & Request<R>) => handle(context, event));
  // As Lambda calls it: what is missing in the context is what the middlewares add.
  return (event: HttpEvent, context: Context): Promise<HttpAnswer> =>
    shell(event, context as Context & Request<R>) as Promise<HttpAnswer>;
};
