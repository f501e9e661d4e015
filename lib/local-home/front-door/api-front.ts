/** The API on one machine: finds the route of a request and calls its function, as API Gateway does. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyTooLarge, mostUnknownBytes } from '../../api/body-size.ts';
import { type Endpoint, endpoints, fallbackHandler } from '../../api/endpoints.ts';
import { matchEndpoint } from '../../api/match.ts';
import type { Problem } from '../../api/problem.ts';
import { problemOf } from '../../api/problem-of.ts';
import { answerHeaders } from '../../net/serving/answer-headers.ts';
import { type AddressOf, connectedFrom } from '../../net/serving/client-address.ts';
import { readBody } from '../../net/serving/request-body.ts';
import type { Functions } from '../functions.ts';
import { eventOf, type MatchedRoute, sendAnswer } from './http-event.ts';

/** The path of a request without its query. */
export const pathOf = (req: IncomingMessage): string => (req.url ?? '/').split('?', 1)[0] ?? '/';

/** The function for a request, and how API Gateway names its route. */
export const matchRoute = (
  method: string,
  path: string,
  served: readonly Endpoint[] = endpoints,
): MatchedRoute & Pick<Endpoint, 'function_name' | 'most_body_bytes'> => {
  const found = matchEndpoint(served, method, path);
  if (!found)
    return { function_name: fallbackHandler, most_body_bytes: mostUnknownBytes, route_key: '$default', parameters: {} };
  const { path: pattern, function_name, most_body_bytes } = found.endpoint;
  return { function_name, most_body_bytes, route_key: `${method} ${pattern}`, parameters: found.parameters };
};

/** Sends a problem that is found before any function is called. */
export const sendProblem = (res: ServerResponse, what: Problem): void =>
  sendAnswer(res, {
    statusCode: what.status,
    headers: { 'content-type': 'application/problem+json', ...answerHeaders },
    body: JSON.stringify(what),
  });

/** Handles requests to the API, which is what the service serves unless told otherwise. */
export const createApiFront =
  (
    functions: Functions,
    onFault: (error: unknown) => void,
    served: readonly Endpoint[] = endpoints,
    addressOf: AddressOf = connectedFrom,
  ) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { function_name, most_body_bytes, ...route } = matchRoute(req.method ?? 'GET', pathOf(req), served);
    const body = await readBody(req, most_body_bytes);
    if (!body) return sendProblem(res, bodyTooLarge(most_body_bytes));
    try {
      sendAnswer(res, await functions.invoke(function_name, eventOf(req, body, route, addressOf(req))));
    } catch (error) {
      onFault(error);
      sendProblem(res, problemOf(error, randomUUID()));
    }
  };
