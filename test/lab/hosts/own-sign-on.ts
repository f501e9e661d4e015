/** The page of this service to which a platform leads whoever signs in, at the address that the platform knows. */
import { ssoRoutes } from '../../../lib/api/sso-routes.ts';
import type { Facsimile } from '../../facsimiles/meetings/host.ts';
import { anEvent, type Handler } from '../api/requests.ts';
import { ownHost } from '../worlds/single-sign-on.ts';

/** The test puts the doubles in place of the function's adapters. */
export const ownSignOn = (): Facsimile => ({
  hosts: [ownHost],
  quirks: () => undefined,
  visited: () => ({}),
  async answer({ method, url, headers }) {
    const { handler } = (await import('../../../lambdas/dashboard/identity.ts')) as { handler: Handler };
    const event = anEvent(method, ssoRoutes.signOn.path, {
      id: url.pathname.split('/')[2],
      query: url.search.slice(1),
    });
    const cookies = headers.cookie?.split('; ') ?? [];
    const { statusCode = 200, headers: sent = {}, body = '' } = await handler({ ...event, cookies }, {} as never);
    const { 'content-type': type, ...others } = sent as Record<string, string>;
    return { status: statusCode, ...(type && { type }), headers: others, body };
  },
});
