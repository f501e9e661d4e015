import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { problem } from '../../lib/api/problem.ts';
import { publicRoutes } from '../../lib/api/public-routes.ts';
import { routes } from '../../lib/api/routes.ts';
import { problemResponse } from '../middleware/http.ts';

const known = [...Object.values(routes), ...Object.values(publicRoutes).map((path) => ({ method: 'GET', path }))];

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Answers whatever no route takes: 405 where the path is known with other methods, else 404. */
export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const allowed = known.filter(({ path }) => patternOf(path).test(event.rawPath)).map(({ method }) => method);
  if (allowed.length === 0) return problemResponse(problem('not_found', 'No such resource.'));
  const { method } = event.requestContext.http;
  const detail = `${method} is not possible here: use ${allowed.join(' or ')}`;
  return problemResponse(problem('method_not_allowed', detail), { allow: allowed.join(', ') });
};
