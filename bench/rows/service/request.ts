/** Row 3: what a warm request costs, the store left out. */

import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { http } from '../../../lambdas/middleware/http.ts';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { routes } from '../../../lib/api/routes.ts';
import { apiKeyFrom } from '../../../lib/domain/access/api-key.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { hashOfSecret } from '../../../lib/process/secrets.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { calendarEventRepository } from '../../../lib/storage/calendars/calendar-events.ts';
import { apiKeyRepository } from '../../../lib/storage/projects.ts';
import { createCreateBot } from '../../../lib/usecases/bots/create-bot.ts';
import { memoryMediaStore } from '../../../test/lab/doubles/memory-media-store.ts';
import { memoryTable } from '../../../test/lab/doubles/memory-table.ts';
import type { Row } from '../../row.ts';

const warmUp = 500;
const requests = 5000;

const requestOf = (key: string) =>
  ({
    headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
    rawQueryString: '',
    rawPath: '/api/v1/bots',
    isBase64Encoded: false,
    requestContext: { requestId: 'bench', domainName: 'api.example.com' },
    body: JSON.stringify({
      meeting_url: 'https://meet.google.com/abc-defg-hij',
      bot_name: 'Bench',
      metadata: { customer: 'example' },
      webhooks: [{ url: 'https://example.com/hook', triggers: ['bot.state_change'] }],
    }),
  }) as unknown as APIGatewayProxyEventV2;

const cpuMs = async (): Promise<string> => {
  // More than a project may ask for.
  process.env.REQUESTS_PER_SECOND = '1000000';
  const table = memoryTable();
  const key = apiKeyFrom(randomBytes(96));
  await apiKeyRepository(table).create(hashOfSecret(key), {
    id: 'key_bench',
    project_id: 'prj_bench',
    name: 'bench',
    cursor_secret: 'bench',
    created_at: new Date().toISOString(),
  });
  const createBot = createCreateBot({
    bots: botRepository(table),
    events: calendarEventRepository(table),
    clock: systemClock,
    hosts: {},
    platforms_off: [],
    checkAddress: () => undefined,
    openMedia: async () => memoryMediaStore(),
    hasCustomTranscription: false,
  });
  const handler = http(routes.createBot, table, async ({ caller, body }) =>
    presentBot(await createBot(caller.project_id, body)),
  );
  const call = async () => {
    const { statusCode } = (await handler(requestOf(key), {} as Context)) as { statusCode: number };
    if (statusCode !== 201) throw new Error(`answered ${statusCode}`);
  };
  for (let i = 0; i < warmUp; i += 1) await call();
  const before = process.cpuUsage();
  for (let i = 0; i < requests; i += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1000 / requests).toFixed(2);
};

export const requestRows: readonly Row[] = [
  { number: 3, title: 'warm POST /bots, CPU ms per request in process', target: '≤ 0.15', measure: cpuMs },
];
