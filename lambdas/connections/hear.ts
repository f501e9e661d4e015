/** What the conferencing platform tells of an app, by the path that it tells it to. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { openConnectionQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { answerHeaders } from '../../lib/net/serving/answer-headers.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { oauthAppHookRepository } from '../../lib/storage/secrets/oauth-apps.ts';
import { createHearConferencing } from '../../lib/usecases/connections/hear-conferencing.ts';
import { masked } from '../events/masked.ts';
import { headerOf, rawBodyOf } from '../middleware/body.ts';
import { openSecretBox } from '../wiring/secrets.ts';

const table = openTable();
const hearConferencing = createHearConferencing({
  hooks: oauthAppHookRepository(table),
  secretBox: openSecretBox(table),
  queue: openConnectionQueue(),
  clock: systemClock,
});

export const handler = masked(async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const { status, body } = await hearConferencing({
    oauth_app_id: event.pathParameters?.oauth_app_id ?? '',
    header: (name) => headerOf(event, name),
    body: rawBodyOf(event).toString(),
  });
  return {
    statusCode: status,
    headers: { ...(body && { 'content-type': 'application/json' }), ...answerHeaders },
    body: body ? JSON.stringify(body) : '',
  };
});
