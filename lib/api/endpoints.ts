/** Everything that can be asked of the service over HTTP, and which function answers: what both homes go by. */
import { hooks } from './hook-routes.ts';
import { dashboardHandler, dashboardPages } from './page-routes.ts';
import { publicHandler, publicRoutes } from './public-routes.ts';
import { plainPath } from './renamed.ts';
import { dashboardGroupNames, dashboardGroups, groupHandler } from './routes/dashboard.ts';
import type { Route } from './routes/route.ts';
import { routeHandler, routeNames, routes } from './routes.ts';
import { ssoGroup, ssoRoutes } from './sso-routes.ts';

export interface Endpoint {
  readonly method: string;
  /** May hold parameters: `{name}` stands for one part of a path, of whatever it is made. */
  readonly path: string;
  /** The function's file below `lambdas/`, without its ending. */
  readonly function_name: string;
}

/** The paths of a route: where it has a plain name as well, by that one too. */
export const pathsOf = (path: string): readonly string[] => [...new Set([path, plainPath(path)])];

export const endpoints: readonly Endpoint[] = [
  ...routeNames.flatMap((name) => {
    const { method, path } = routes[name];
    const function_name = routeHandler(name, routes[name]);
    return pathsOf(path).map((path) => ({ method, path, function_name }));
  }),
  ...dashboardGroupNames.flatMap((group) =>
    Object.values<Route>(dashboardGroups[group]).map(({ method, path }) => ({
      ...{ method, path, function_name: groupHandler(group) },
    })),
  ),
  ...Object.values(dashboardPages).map((path) => ({ method: 'GET', path, function_name: dashboardHandler })),
  ...Object.values(publicRoutes).map((path) => ({ method: 'GET', path, function_name: publicHandler })),
  ...Object.values(ssoRoutes).map(({ method, path }) => ({ method, path, function_name: groupHandler(ssoGroup) })),
  ...hooks.map(({ path, handler }) => ({ method: 'POST', path, function_name: handler })),
];

/** The function that answers what no endpoint takes. */
export const fallbackHandler = 'api/no-such-route';
