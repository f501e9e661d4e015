import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { endpoints } from '../../lib/api/endpoints.ts';
import { methodsAt } from '../../lib/api/match.ts';
import { problem } from '../../lib/api/problem.ts';
import { problemResponse } from '../middleware/answers.ts';

/** Answers whatever no route takes: 405 where the path is known with other methods, else 404. */
export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const allowed = methodsAt(endpoints, event.rawPath);
  if (allowed.length === 0) return problemResponse(problem('not_found', 'No such resource.'));
  const { method } = event.requestContext.http;
  const detail = `${method} is not possible here: use ${allowed.join(' or ')}`;
  return problemResponse(problem('method_not_allowed', detail), { allow: allowed.join(', ') });
};
