/** What is asked of a deployed stack: lives of bots, driven by its HTTP API and seen from outside. */
import assert from 'node:assert/strict';
import { DescribeExecutionCommand } from '@aws-sdk/client-sfn';
import * as z from 'zod';
import { publicRoutes } from '../../lib/api/public-routes.ts';
import { BotBody } from '../../lib/api/schemas/bots.ts';
import { pageOf } from '../../lib/api/schemas/fields.ts';
import type { OwnServer } from '../../lib/demo-room/own-server.ts';
import { servedAt } from '../../lib/emulator/deployment.ts';
import { executionName } from '../../lib/usecases/lifecycle/follow-bot.ts';
import type { Stage } from './stage.ts';
import { eventually } from './steps.ts';
import { taskOf } from './tasks.ts';

const meeting_url = 'https://meet.google.com/abc-defg-hij';

const createdBot = async ({ api }: Pick<Stage, 'api'>, body: object): Promise<BotBody> => {
  const answer = await api('POST', '/bots', { meeting_url, bot_name: 'Scribe', ...body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return BotBody.parse(answer.body);
};

const statusOf = async ({ outputs, clients }: Stage, bot: { readonly id: string }): Promise<string | undefined> => {
  const machine = outputs.StateMachineArn.replace(':stateMachine:', ':execution:');
  const executionArn = `${machine}:${executionName({ id: bot.id, schedule_version: 1 }, 1)}`;
  try {
    return (await clients.executions.send(new DescribeExecutionCommand({ executionArn }))).status;
  } catch (error) {
    if (error instanceof Error && error.name === 'ExecutionDoesNotExist') return undefined;
    throw error;
  }
};

export const executionIs = (stage: Stage, bot: { readonly id: string }, wanted: string) =>
  eventually(
    'the execution',
    () => statusOf(stage, bot),
    (status) => status === wanted,
  );

const stateIs = async ({ api }: Stage, bot: BotBody, wanted: string): Promise<BotBody> =>
  BotBody.parse(
    (
      await eventually(
        'the bot',
        () => api('GET', `/bots/${bot.id}`),
        ({ body }) => (body as BotBody).state === wanted,
      )
    ).body,
  );

/** Requests that must be refused. */
export const refusals = async ({ step, api, stranger }: Stage): Promise<void> => {
  await step('a request without a key is refused', async () => {
    const { status, body } = await stranger('GET', '/bots');
    assert.equal(status, 401);
    assert.equal((body as { code: string }).code, 'not_authenticated');
  });
  await step('an address that is no route answers 404 as a problem', async () => {
    const { status, body } = await api('GET', '/nothing');
    assert.equal(status, 404);
    assert.equal((body as { code: string }).code, 'not_found');
  });
  await step('a method that there is not answers 405 as a problem', async () => {
    const { status, body } = await api('PUT', '/bots');
    assert.equal(status, 405);
    assert.equal((body as { detail: string }).detail, 'PUT is not possible here: use POST or GET');
  });
  await step('a bot for an unknown platform is refused', async () => {
    const { status, body } = await api('POST', '/bots', { meeting_url: 'https://example.com', bot_name: 'Scribe' });
    assert.equal(status, 400);
    assert.ok((body as { errors: object }).errors && 'meeting_url' in (body as { errors: object }).errors);
  });
};

const Described = z.object({ servers: z.array(z.object({ url: z.string() })) });

/** What the API says of where it is leads to it. */
export const itsOwnAddress = async ({ step, api, endpoint, outputs }: Stage): Promise<void> => {
  const address = servedAt(endpoint, outputs.ApiUrl);
  await step('its OpenAPI document names the address at which it was asked', async () => {
    const response = await fetch(address + publicRoutes.openApi);
    const { servers } = Described.parse(await response.json());
    assert.deepEqual(servers, [{ url: address }]);
  });
  await step('a link to the next page leads there', async () => {
    const join_at = new Date(Date.now() + 3600_000).toISOString();
    const bots = [await createdBot({ api }, { join_at }), await createdBot({ api }, { join_at })];
    const page = await eventually(
      'a page with a next one',
      async () => pageOf(BotBody).parse((await api('GET', '/bots?page_size=1')).body),
      ({ next }) => next !== null,
    );
    assert.ok(page.next?.startsWith(`${address}/api/v1/bots?`), `${page.next}`);
    for (const { id } of bots) assert.equal((await api('DELETE', `/bots/${id}`)).status, 200);
  });
};

/** A bot that is created for later, listed, and deleted. */
export const laterAndDeleted = async (stage: Stage): Promise<void> => {
  const { step, api } = stage;
  const join_at = new Date(Date.now() + 3600_000).toISOString();
  const bot = await step('a bot is created for later', () => createdBot(stage, { join_at }));
  await step('it is scheduled', () => assert.equal(bot.state, 'scheduled'));
  await step('its execution waits', () => executionIs(stage, bot, 'RUNNING'));
  await step('it is listed', () =>
    eventually(
      'the list',
      async () => pageOf(BotBody).parse((await api('GET', '/bots')).body).results,
      (bots) => bots.some(({ id }) => id === bot.id),
    ),
  );
  await step('it is deleted', async () => {
    assert.equal((await api('DELETE', `/bots/${bot.id}`)).status, 200);
    assert.equal((await api('GET', `/bots/${bot.id}`)).status, 404);
  });
  await step('its execution is stopped', () => executionIs(stage, bot, 'ABORTED'));
};

/** A bot that finds nobody who would let it in, and is told to leave. */
export const nowAndLeft = async (stage: Stage, { base_url, demoRoom }: OwnServer): Promise<void> => {
  const { step, api, sink } = stage;
  const webhooks = [{ url: sink.url, triggers: ['bot.state_change'] }];
  const meeting_url = base_url + demoRoom.createRoom({ starts_with_host: true }).room_path;
  const bot = await step('a bot is created for now', () =>
    createdBot(stage, { meeting_url, webhooks, metadata: { order: 7 } }),
  );
  await step('it is joining', () => assert.equal(bot.state, 'joining'));
  await step('its execution launches a capture task', () => taskOf(stage, bot.id));
  await step('it is told to leave', async () => {
    const { status, body } = await api('POST', `/bots/${bot.id}/leave`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(BotBody.parse(body).state, 'leaving');
  });
  await step('it ends, having captured nothing', async () => {
    const { events } = await stateIs(stage, bot, 'ended');
    const types = ['join_requested', 'leave_requested', 'left_meeting', 'post_processing_completed'];
    assert.deepEqual(
      events.map(({ type }) => type),
      types,
    );
    assert.equal((await api('GET', `/bots/${bot.id}/recording`)).status, 404);
  });
  await step('its execution succeeds', () => executionIs(stage, bot, 'SUCCEEDED'));
  await step('every change of its state was told, signed', async () => {
    const told = () =>
      sink.received
        .map(({ envelope }) => envelope)
        .filter(({ bot_id }) => bot_id === bot.id)
        .sort((a, b) => Number(a.data.sequence) - Number(b.data.sequence));
    await eventually(
      'the webhooks',
      async () => told().length,
      (count) => count >= 4,
    );
    assert.deepEqual(
      told().map(({ data }) => data.new_state),
      ['joining', 'leaving', 'post_processing', 'ended'],
    );
    assert.deepEqual(told()[0]?.bot_metadata, { order: 7 });
    assert.equal(sink.refused(), 0);
  });
};
