import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { endpoints } from '../../lib/api/endpoints.ts';
import { methodsAt } from '../../lib/api/match.ts';
import { dashboardPages } from '../../lib/api/page-routes.ts';
import { problem } from '../../lib/api/problem.ts';
import { homePage, nowherePage, peoplePageHeaders, wantsPage } from '../../lib/net/serving/people-page.ts';
import { problemResponse } from '../middleware/answers.ts';
import { headerOf } from '../middleware/body.ts';

const page = (statusCode: number, body: string): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { ...peoplePageHeaders },
  body,
});

const noPath = 'There is no such path: those that there are stand at /docs.';
const noSlash = 'There is no such path: leave out the slash at its end.';

const isWithSlash = (path: string): boolean => path.endsWith('/') && methodsAt(endpoints, path.slice(0, -1)).length > 0;

/**
 * Answers whatever no route takes: 405 where the path is known with other methods, else 404. Somebody who came by a
 * browser reads a page, and at `/` what there is here.
 */
export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const { method } = event.requestContext.http;
  // The dashboard calls its first page so while it is open, and no route may end with a slash.
  if (method === 'GET' && event.rawPath === `${dashboardPages.first}/`) {
    const location = dashboardPages.first + (event.rawQueryString && `?${event.rawQueryString}`);
    return { statusCode: 302, headers: { location }, body: '' };
  }
  const allowed = methodsAt(endpoints, event.rawPath);
  if (allowed.length === 0) {
    const isForPeople = wantsPage(method, headerOf(event, 'accept')) && !event.rawPath.startsWith('/api/');
    if (isForPeople) return event.rawPath === '/' ? page(200, homePage()) : page(404, nowherePage(event.rawPath));
    return problemResponse(problem('not_found', isWithSlash(event.rawPath) ? noSlash : noPath));
  }
  const detail = `${method} is not possible here: use ${allowed.join(' or ')}`;
  return problemResponse(problem('method_not_allowed', detail), { allow: allowed.join(', ') });
};
