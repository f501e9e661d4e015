/** The API on one machine: finds the route of a request and calls its function, as API Gateway does. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Problem, problem } from '../api/problem.ts';
import { publicHandler, publicRoutes } from '../api/public-routes.ts';
import { handlerFile, routeNames, routes } from '../api/routes.ts';
import type { Functions } from './functions.ts';
import { eventOf, type MatchedRoute, sendAnswer } from './http-event.ts';

const mostBodyBytes = 6 * 1024 * 1024;

/** The path of a request without its query. */
export const pathOf = (req: IncomingMessage): string => (req.url ?? '/').split('?', 1)[0] ?? '/';

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};

const parametersOf = (pattern: string, path: string): Record<string, string> | undefined => {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const value = decoded(given[i] ?? '');
    if (name ? !value : part !== given[i]) return undefined;
    if (name && value) parameters[name] = value;
  }
  return parameters;
};

const candidates = [
  ...routeNames.map((name) => ({ ...routes[name], function_name: `api/${handlerFile(name)}` })),
  ...Object.values(publicRoutes).map((path) => ({ method: 'GET', path, function_name: publicHandler })),
];

/** The function for a request, and how API Gateway names its route. */
export const matchRoute = (method: string, path: string): MatchedRoute & { readonly function_name: string } => {
  for (const { function_name, ...route } of candidates) {
    const parameters = route.method === method ? parametersOf(route.path, path) : undefined;
    if (parameters) return { function_name, route_key: `${method} ${route.path}`, parameters };
  }
  return { function_name: 'api/no-such-route', route_key: '$default', parameters: {} };
};

/** The whole body, or undefined when it is too large; the rest of it is thrown away. */
const readBody = async (req: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= mostBodyBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > mostBodyBytes ? undefined : Buffer.concat(chunks);
};

/** Sends a problem that is found before any function is called. */
export const sendProblem = (res: ServerResponse, what: Problem): void =>
  sendAnswer(res, {
    statusCode: what.status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify(what),
  });

/** Handles requests to the API. */
export const createApiFront =
  (functions: Functions, onFault: (error: unknown) => void) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await readBody(req);
    if (!body) return sendProblem(res, problem('body_too_large', 'the body is larger than 6 MB'));
    const { function_name, ...route } = matchRoute(req.method ?? 'GET', pathOf(req));
    try {
      sendAnswer(res, await functions.invoke(function_name, eventOf(req, body, route)));
    } catch (error) {
      onFault(error);
      const request_id = randomUUID();
      const detail = `Something went wrong on our side. Quote the request id ${request_id} when you ask.`;
      sendProblem(res, problem('internal', detail, { request_id }));
    }
  };
