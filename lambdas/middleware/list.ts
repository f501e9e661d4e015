/** The list that is asked for, as its cursors and its links to neighbours need it. */
import { type ListRequest, withQueryOfCursor } from '../../lib/api/paging.ts';
import { queryOf } from '../../lib/api/query.ts';
import type { Route } from '../../lib/api/routes/route.ts';
import { environment, publicAddress } from '../../lib/process/environment.ts';
import type { Called } from './caller.ts';
import type { Middleware } from './middleware.ts';

/** Cursors are signed for a caller: there are none for nobody. */
export interface Listed<R extends Route> {
  readonly list: R['caller'] extends 'key' | 'session' ? ListRequest : undefined;
}

/** The same of a request that may be for something else. */
export interface MaybeListed {
  readonly list?: ListRequest | undefined;
}

/** A cursor that comes alone stands for the filters that it was made with. */
export const listed = <R extends Route>(): Middleware<Listed<R>, Called<R>> => {
  const { baseUrl } = environment(publicAddress);
  return {
    before: ({ event, context }) => {
      const { caller }: Called = context;
      const url = baseUrl(event.requestContext.domainName) + event.rawPath;
      const list = caller && withQueryOfCursor({ url, query: queryOf(event.rawQueryString), ...caller });
      Object.assign(context, { list });
    },
  };
};
