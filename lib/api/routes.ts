/**
 * The route table: the HTTP contract as data. CDK's routes and functions, the server of a single machine, the parsing
 * of requests and the tests that every route refuses a missing key derive from it. Each route's handler is
 * `lambdas/api/<what it is about>s/<name in kebab case>.ts`, which imports the room of its own resource only: every schema
 * that a function loads is paid for at its cold start.
 */
import type { IdKind } from '../domain/ids.ts';
import { appSessionRoutes } from './routes/app-sessions.ts';
import { botRoutes } from './routes/bots.ts';
import { calendarRoutes } from './routes/calendars.ts';
import { capturedRoutes } from './routes/captured.ts';
import { connectionRoutes } from './routes/connections.ts';
import type { Route } from './routes/route.ts';

export const routes = { ...botRoutes, ...capturedRoutes, ...calendarRoutes, ...connectionRoutes, ...appSessionRoutes };

export type RouteName = keyof typeof routes;
export const routeNames = Object.keys(routes) as RouteName[];

const fileOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const roomOf = (of: IdKind): string => `${of.replaceAll('_', '-')}s`;

/** The file of a route's handler below `lambdas/`, without its ending. */
export const routeHandler = (name: string, { of }: Pick<Route, 'of'>): string => `api/${roomOf(of)}/${fileOf(name)}`;
