/** What the conferencing platform tells of an app, by the path that it tells it to. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { openMasterKey } from '#adapters/master-key.ts';
import { openConnectionQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { oauthAppHookRepository } from '../../lib/storage/secrets/oauth-apps.ts';
import { envelopeSecretBox } from '../../lib/storage/secrets/secret-box.ts';
import { createHearConferencing } from '../../lib/usecases/connections/hear-conferencing.ts';
import { masked } from '../events/masked.ts';
import { headerOf } from '../middleware/body.ts';

const table = openTable();
const hearConferencing = createHearConferencing({
  hooks: oauthAppHookRepository(table),
  secretBox: envelopeSecretBox({ masterKey: openMasterKey(), table }),
  queue: openConnectionQueue(),
  clock: systemClock,
});

export const handler = masked(async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const { status, body } = await hearConferencing({
    oauth_app_id: event.pathParameters?.oauth_app_id ?? '',
    header: (name) => headerOf(event, name),
    body: event.body ? Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8').toString() : '',
  });
  return {
    statusCode: status,
    ...(body && { headers: { 'content-type': 'application/json' } }),
    body: body ? JSON.stringify(body) : '',
  };
});
