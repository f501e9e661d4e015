/**
 * The route table: the HTTP contract as data. CDK's routes and functions, the server of a single machine, the parsing
 * of requests and the tests that every route refuses a missing key derive from it. Each route's handler is
 * `lambdas/api/<name in kebab case>.ts`, which imports the room of its own resource only: every schema that a function
 * loads is paid for at its cold start.
 */
import { appSessionRoutes } from './routes/app-sessions.ts';
import { botRoutes } from './routes/bots.ts';
import { calendarRoutes } from './routes/calendars.ts';
import { capturedRoutes } from './routes/captured.ts';
import { connectionRoutes } from './routes/connections.ts';

export const routes = { ...botRoutes, ...capturedRoutes, ...calendarRoutes, ...connectionRoutes, ...appSessionRoutes };

export type RouteName = keyof typeof routes;
export const routeNames = Object.keys(routes) as RouteName[];

/** The file of a route's handler, without folder and ending. */
export const handlerFile = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
