/** One function for several routes. */
import type { Context } from 'aws-lambda';
import type { Route } from '../../lib/api/routes/route.ts';
import type { Table } from '../../lib/ports/table.ts';
import { noted } from './audit.ts';
import { httpList, type ListingRequest } from './http-list.ts';
import type { HttpAnswer, HttpEvent } from './middleware.ts';

type Routes = Readonly<Record<string, Route>>;

/** What each route does, by the route's name. */
type Handles<R extends Routes> = {
  readonly [Name in keyof R]: (request: ListingRequest<R[Name]>, event: HttpEvent) => Promise<unknown>;
};

/** A handler for a group of routes: each has a shell of its own, and is found by the key that API Gateway knows it by. */
export const grouped = <R extends Routes>(routes: R, table: Table, handles: Handles<R>) => {
  const handlers = new Map(
    Object.entries(routes).map(([name, route]) => {
      const handle = handles[name as keyof R] as Handles<Routes>[string];
      const note = noted(route, table);
      const handler = httpList(route, table, (request, event) => note(request, event, () => handle(request, event)));
      return [`${route.method} ${route.path}`, handler];
    }),
  );
  return async (event: HttpEvent, context: Context): Promise<HttpAnswer> => {
    const handler = handlers.get(event.routeKey);
    if (!handler) throw new RangeError(`${event.routeKey} is no route of this function`);
    return handler(event, context);
  };
};
