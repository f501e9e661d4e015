/** The OpenAPI document and the reference page, for everybody. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { defaultMeeting, defaultServer } from '../../lib/api/openapi/introduction.ts';
import { problem } from '../../lib/api/problem.ts';
import { publicRoutes } from '../../lib/api/public-routes.ts';
import { openApiFile, pageFile, pageParts } from '../../lib/docs/files.ts';
import { type Document, readDocs } from '../../lib/docs/read-docs.ts';
import { pageHeaders } from '../../lib/net/serving/page-headers.ts';
import { exampleMeeting } from '../../lib/process/environment/example-meeting.ts';
import { environment, publicAddress } from '../../lib/process/environment.ts';
import { problemResponse } from '../middleware/answers.ts';
import { headerOf } from '../middleware/body.ts';
import { takesGzip } from '../middleware/packed.ts';

// The page loads nothing from elsewhere and sends nothing elsewhere, whatever the viewer may have in mind.
const headersOfPages = pageHeaders({
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
});

const { baseUrl, exampleMeetingUrl = defaultMeeting } = environment(publicAddress, exampleMeeting);

/** The document, saying that the service is where it was asked; its examples go to a meeting that is there, if one is. */
const openApiAt = (server: string): Document =>
  readDocs(openApiFile, server, (text) =>
    text.replaceAll(defaultServer, server).replaceAll(defaultMeeting, exampleMeetingUrl),
  );

const documentOf = ({ rawPath, pathParameters, requestContext }: APIGatewayProxyEventV2): Document | undefined => {
  if (rawPath === publicRoutes.openApi) return openApiAt(baseUrl(requestContext.domainName));
  if (rawPath === publicRoutes.docs) return readDocs(pageFile);
  const part = pageParts.get(pathParameters?.file ?? '');
  return part && readDocs(part);
};

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const document = documentOf(event);
  if (!document) return problemResponse(problem('not_found', 'No such resource.'));
  const headers = {
    etag: document.etag,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    ...headersOfPages,
  };
  if (headerOf(event, 'if-none-match')?.includes(document.etag)) return { statusCode: 304, headers };
  const isGzipTaken = takesGzip(event);
  return {
    statusCode: 200,
    headers: { ...headers, 'content-type': document.type, ...(isGzipTaken && { 'content-encoding': 'gzip' }) },
    body: (isGzipTaken ? document.gzipped : document.plain).toString('base64'),
    isBase64Encoded: true,
  };
};
