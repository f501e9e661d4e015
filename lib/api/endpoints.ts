/** Everything that can be asked of the service over HTTP, and which function answers: what both homes go by. */
import { mostBodyBytesOf, mostPushedBytes } from './body-size.ts';
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
  /** How large the body of a request may be. */
  readonly most_body_bytes: number;
}

/** The paths of a route: where it has a plain name as well, by that one too. */
export const pathsOf = (path: string): readonly string[] => [...new Set([path, plainPath(path)])];

const endpointsOf = (routes: Readonly<Record<string, Route>>, function_name: string): Endpoint[] =>
  Object.values(routes).map((route) => ({
    ...{ method: route.method, path: route.path, function_name },
    most_body_bytes: mostBodyBytesOf(route),
  }));

const pagesAt = (paths: Readonly<Record<string, string>>, function_name: string): Endpoint[] =>
  Object.values(paths).map((path) => ({
    ...{ method: 'GET', path, function_name },
    most_body_bytes: mostBodyBytesOf({ caller: 'nobody' }),
  }));

export const endpoints: readonly Endpoint[] = [
  ...routeNames.flatMap((name) => {
    const { method, path } = routes[name];
    const function_name = routeHandler(name, routes[name]);
    const most_body_bytes = mostBodyBytesOf(routes[name]);
    return pathsOf(path).map((path) => ({ method, path, function_name, most_body_bytes }));
  }),
  ...dashboardGroupNames.flatMap((group) => endpointsOf(dashboardGroups[group], groupHandler(group))),
  ...pagesAt(dashboardPages, dashboardHandler),
  ...pagesAt(publicRoutes, publicHandler),
  ...endpointsOf(ssoRoutes, groupHandler(ssoGroup)),
  ...hooks.map(({ path, handler }) => ({
    ...{ method: 'POST', path, function_name: handler, most_body_bytes: mostPushedBytes },
  })),
];

/** The function that answers what no endpoint takes. */
export const fallbackHandler = 'api/no-such-route';
