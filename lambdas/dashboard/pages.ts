/** The dashboard's page and its files, for everybody: whoever is not signed in sees nothing in it. */
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { mediaOrigins } from '#adapters/media-origins.ts';
import { dashboardPages } from '../../lib/api/page-routes.ts';
import { problem } from '../../lib/api/problem.ts';
import { openDashboardFiles } from '../../lib/dashboard/files.ts';
import { dashboardHeaders, dashboardHtml } from '../../lib/dashboard/page.ts';
import { identityProvider } from '../../lib/process/environment/identity.ts';
import { environment, publicAddress } from '../../lib/process/environment.ts';
import { problemResponse } from '../middleware/answers.ts';
import type { HttpAnswer, HttpEvent } from '../middleware/middleware.ts';
import { takesGzip } from '../middleware/packed.ts';

const { baseUrl, openId } = environment(publicAddress, identityProvider);
const { files, read } = openDashboardFiles();

/** Where links to media lead: to the service's own address, whatever name of it was typed, or to where they are kept. */
const mediaAt = ({ requestContext }: HttpEvent): string =>
  [new URL(baseUrl(requestContext.domainName)).origin, ...mediaOrigins()].join(' ');

const fileAnswer = (event: HttpEvent, name: string): HttpAnswer => {
  const file = read(name);
  if (!file) return problemResponse(problem('not_found', 'No such resource.'));
  const isGzipTaken = takesGzip(event);
  return {
    statusCode: 200,
    headers: {
      'content-type': file.type,
      // Another content has another name.
      'cache-control': name === 'icon.svg' ? 'public, max-age=86400' : 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      ...(isGzipTaken && { 'content-encoding': 'gzip' }),
    },
    body: (isGzipTaken ? file.gzipped : gunzipSync(file.gzipped)).toString('base64'),
    isBase64Encoded: true,
  };
};

export const handler = async (event: HttpEvent): Promise<HttpAnswer> => {
  if (event.routeKey === `GET ${dashboardPages.file}`) return fileAnswer(event, event.pathParameters?.file ?? '');
  const nonce = randomBytes(16).toString('base64');
  return {
    statusCode: 200,
    headers: dashboardHeaders(nonce, mediaAt(event)),
    body: dashboardHtml(files(), nonce, { hasProvider: openId !== undefined }),
  };
};
