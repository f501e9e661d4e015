/** Who asks: found out before anything else is looked at. */
import type { Route } from '../../lib/api/routes/route.ts';
import { ForbiddenError, NotAuthenticatedError } from '../../lib/domain/errors.ts';
import type { Table } from '../../lib/ports/table.ts';
import { apiKeyRepository } from '../../lib/storage/projects.ts';
import { type Caller, createAuthenticate } from '../../lib/usecases/access/authenticate.ts';
import type { SignedIn } from '../../lib/usecases/access/recognise.ts';
import { cookiesOf, headerOf } from './body.ts';
import type { HttpEvent, Middleware } from './middleware.ts';

/** What there is to know of each kind of caller. */
interface Callers {
  readonly key: Caller;
  readonly session: SignedIn;
  readonly anybody: SignedIn | undefined;
  readonly nobody: undefined;
}
export type CallerOf<R extends Route> = Callers[R['caller']];

export interface Called<R extends Route = Route> {
  readonly caller: CallerOf<R>;
}

/**
 * @throws NotAuthenticatedError, or InvalidTokenError, when somebody must be known and is not, ForbiddenError when they
 * may not
 */
export const authenticated = <R extends Route>(route: R, table: Table): Middleware<Called<R>> => {
  const authenticate = createAuthenticate({ apiKeys: apiKeyRepository(table) });
  let recognise: ReturnType<typeof import('#session').recogniser> | undefined;
  const byCookie = async (event: HttpEvent): Promise<SignedIn | undefined> => {
    // Loaded when somebody comes by it: programs come with keys, and their functions start without this.
    const { recogniser } = await import('#session');
    recognise ??= recogniser(route, table);
    const found = await recognise(event);
    if (found && 'refusal' in found) throw new ForbiddenError(found.refusal);
    return found;
  };
  const bySession = async (event: HttpEvent): Promise<SignedIn> => {
    const found = await byCookie(event);
    if (!found) throw new NotAuthenticatedError();
    return found;
  };
  const kinds: { readonly [K in keyof Callers]: (event: HttpEvent) => Promise<Callers[K]> } = {
    key: (event) => {
      const header = headerOf(event, 'authorization');
      return header === undefined && cookiesOf(event) ? bySession(event) : authenticate(header);
    },
    session: bySession,
    anybody: byCookie,
    nobody: async () => undefined,
  };
  return {
    before: async ({ event, context }) => void Object.assign(context, { caller: await kinds[route.caller](event) }),
    after: ({ context: { caller }, response }) => (caller as Partial<SignedIn> | undefined)?.note?.(response?.body),
  };
};
