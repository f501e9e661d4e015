/** Who asks: found out before anything else is looked at. */
import type { Route } from '../../lib/api/routes/route.ts';
import type { Table } from '../../lib/ports/table.ts';
import { apiKeyRepository } from '../../lib/storage/projects.ts';
import { type Caller, createAuthenticate } from '../../lib/usecases/access/authenticate.ts';
import { headerOf } from './body.ts';
import type { HttpEvent, Middleware } from './middleware.ts';

/** What there is to know of each kind of caller. */
interface Callers {
  readonly key: Caller;
  readonly nobody: undefined;
}
export type CallerOf<R extends Route> = Callers[R['caller']];

export interface Called<R extends Route = Route> {
  readonly caller: CallerOf<R>;
}

/** @throws NotAuthenticatedError, or InvalidTokenError, when somebody must be known and is not */
export const authenticated = <R extends Route>({ caller }: R, table: Table): Middleware<Called<R>> => {
  const authenticate = createAuthenticate({ apiKeys: apiKeyRepository(table) });
  const kinds: { readonly [K in keyof Callers]: (event: HttpEvent) => Promise<Callers[K]> } = {
    key: (event) => authenticate(headerOf(event, 'authorization')),
    nobody: async () => undefined,
  };
  return {
    before: async ({ event, context }) => void Object.assign(context, { caller: await kinds[caller](event) }),
  };
};
