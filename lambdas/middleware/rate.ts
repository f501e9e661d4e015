/** Whether whoever asks may do so now: as often as a project, or somebody signed in, may; where nobody is known, an address. */
import type { Route } from '../../lib/api/routes/route.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import type { Table } from '../../lib/ports/table.ts';
import { environment, requestLimit } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { addressRequester, projectRequester, requestCountRepository } from '../../lib/storage/request-counts.ts';
import { createThrottle } from '../../lib/usecases/access/throttle.ts';
import type { Called } from './caller.ts';
import type { Middleware } from './middleware.ts';

/** @throws TooManyRequestsError beyond the rate */
export const throttled = <R extends Route>(route: R, table: Table): Middleware<object, Called<R>> => {
  const throttleAt = (requestsPerSecond: number) =>
    createThrottle({
      counts: requestCountRepository(table),
      clock: systemClock,
      onFault: (error) => log.warn('requests cannot be counted across functions', {}, error),
      requestsPerSecond,
    });
  const { requestsPerSecond } = environment(requestLimit);
  const ofCaller = throttleAt(requestsPerSecond);
  // Nobody comes unknown to a route that says no rate; whoever did is counted, too.
  const ofAddress = throttleAt('requests_per_second' in route ? route.requests_per_second : requestsPerSecond);
  return {
    before: ({ event, context }) => {
      const { caller }: Called = context;
      return caller
        ? ofCaller(caller.requester ?? projectRequester(caller.project_id))
        : ofAddress(addressRequester(event.requestContext.http.sourceIp, event.routeKey));
    },
  };
};
