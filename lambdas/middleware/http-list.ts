/** The shell of functions that list: what makes pages is no part of those that do not. */
import type { Route } from '../../lib/api/routes/route.ts';
import type { Table } from '../../lib/ports/table.ts';
import type { Called } from './caller.ts';
import { http, type Request } from './http.ts';
import { type Listed, listed } from './list.ts';
import type { HttpEvent, Middleware } from './middleware.ts';

/** What a handler of a list is given. */
export type ListingRequest<R extends Route> = Request<R> & Listed<R>;

/** As `http`, with the list that is asked for. */
export const httpList = <R extends Route>(
  route: R,
  table: Table,
  handle: (request: ListingRequest<R>, event: HttpEvent) => Promise<unknown>,
) => {
  const listing = listed<R>() as Middleware<object, Called<R>>;
  return http(route, table, (request, event) => handle(request as ListingRequest<R>, event), undefined, listing);
};
