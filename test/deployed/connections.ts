/** What is asked of a deployed stack about connections: users of a stand-in for Zoom on this machine, and the tokens that bots join with. */
import assert from 'node:assert/strict';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { clientSettings, untilSilent } from '../../lib/adapters/aws/clients.ts';
import { lambdaJoinCredentials } from '../../lib/adapters/aws/join-credentials.ts';
import { BotBody } from '../../lib/api/schemas/bots.ts';
import { ConnectionBody } from '../../lib/api/schemas/connections.ts';
import { pageOf } from '../../lib/api/schemas/fields.ts';
import { asOperator } from '../../lib/emulator/deployment.ts';
import { aConf, type Conf } from '../facsimiles/conf/conf.ts';
import { deliver, deliveryOf } from '../facsimiles/conf/hooks.ts';
import { aMeeting, anApp, aUser } from '../facsimiles/conf/people.ts';
import { ownersApp, ownersUser } from './owners-app.ts';
import type { Stage } from './stage.ts';
import { eventually } from './steps.ts';
import { environmentOfTask, taskOf } from './tasks.ts';

const meeting = aMeeting();
const maya = aUser();
const hook = { url: '', secret: 'secret-token-of-webhooks' };
const app = anApp({ webhook: hook });

/** A platform with an app, one of its users, and a meeting that she hosts. */
export const aPlatformOfConnections = (): Promise<Conf> =>
  aConf({ apps: [app, ownersApp], users: [maya, ownersUser], meetings: [meeting] });

/** What the stack must be told to find it. */
export const connectionSettings = ({ url }: Conf): string[] => [`zoomApiUrl=${url}/v2`, `zoomOauthUrl=${url}/oauth`];

/** Before the lives that go on side by side: its users are connected, and its meetings are streamed. */
export const enterTheApp = async (stage: Stage, file: string): Promise<void> => {
  const operator = (input: string, ...args: string[]) =>
    asOperator(file, [...args, '--project', stage.project_id], input);
  await stage.step('an app at the conferencing platform is entered', async () => {
    const [id = ''] = /coa_\w+/.exec(await operator(app.client_secret, 'conf-apps', 'create', app.client_id)) ?? [];
    const told = await operator(hook.secret, 'conf-apps', 'set-webhook-secret', id);
    hook.url = stage.hookUrl(/\/hooks\/conf\/\w+/.exec(told)?.[0] ?? '');
  });
};

/** One of the app's users is connected, a bot gets tokens by that, and the user takes the app away. */
export const aUserAndTheirTokens = async (stage: Stage, conf: Conf): Promise<void> => {
  const { step, api } = stage;
  await step('its address proves that it knows the secret', () =>
    eventually(
      'the address',
      () => conf.validate(),
      (proven) => proven,
    ),
  );
  const show = async (id: string): Promise<ConnectionBody> =>
    ConnectionBody.parse((await api('GET', `/conf_oauth_connections/${id}`)).body);
  const { id } = await step('a user who allows it is connected', async () => {
    const body = { authorization_code: conf.authorise(maya), redirect_uri: app.redirect_uris[0] };
    const answer = await api('POST', '/conf_oauth_connections', body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const connection = ConnectionBody.parse(answer.body);
    assert.equal(connection.user_id, maya.id);
    const listed = await api('GET', `/conf_oauth_connections?user_id=${maya.id}`);
    assert.deepEqual(pageOf(ConnectionBody).parse(listed.body).results, [connection]);
    return connection;
  });
  await step('a code is good once', async () => {
    const body = { authorization_code: 'spent', redirect_uri: app.redirect_uris[0] };
    const { status, body: problem } = await api('POST', '/conf_oauth_connections', body);
    assert.equal(status, 400);
    assert.equal((problem as { code: string }).code, 'code_exchange_failed');
  });
  await step('her meetings are listed by themselves', () =>
    eventually(
      'the platform',
      async () => conf.asked.filter(({ path }) => path.endsWith('/meetings')).length,
      (times) => times > 0,
    ),
  );
  await step('the worker of a bot in her meeting gets a token to record it, and no other worker does', async () => {
    const meeting_url = `https://example.zoom.us/j/${meeting.id}`;
    const bot = BotBody.parse((await api('POST', '/bots', { meeting_url, bot_name: 'Scribe' })).body);
    const {
      JOIN_CREDENTIALS_FUNCTION = '',
      PROJECT_ID: project_id = '',
      BOT_ID: bot_id = '',
    } = await environmentOfTask(stage, await taskOf(stage, bot.id));
    assert.equal(bot_id, bot.id);
    const credentials = lambdaJoinCredentials(
      new LambdaClient(clientSettings(untilSilent(90_000))),
      JOIN_CREDENTIALS_FUNCTION,
    );
    const given = await eventually(
      'the tokens',
      () => credentials.tokens({ project_id, bot_id, attempt: 1 }),
      (one) => one.app_privilege_token !== undefined,
    );
    assert.deepEqual(Object.keys(given), ['app_privilege_token']);
    assert.deepEqual(await credentials.tokens({ project_id, bot_id, attempt: 2 }), {});
    assert.equal((await api('POST', `/bots/${bot.id}/leave`)).status, 200);
  });
  await step('what somebody else tells of her is refused', async () => {
    const forged = { ...app, webhook: { ...hook, secret: 'guessed' } };
    const event = { event: 'app_deauthorized', payload: { user_id: maya.id } };
    const { status } = await eventually(
      'an answer',
      () => deliver(deliveryOf(forged, event, new Date())),
      (one) => one.status !== undefined,
    );
    assert.equal(status, 401);
    assert.equal((await show(id)).state, 'connected');
  });
  await step('she takes the app away, and nothing of hers is left', async () => {
    // A function may take longer than the platform waits for an answer; it has been told all the same.
    const { status } = await conf.removeApp(maya);
    assert.ok(status === undefined || status === 200, String(status));
    const { connection_failure_data } = await eventually(
      'the connection',
      () => show(id),
      ({ state }) => state === 'disconnected',
    );
    assert.equal(connection_failure_data?.error, 'access_revoked');
    const asked = conf.asked.length;
    assert.equal((await api('DELETE', `/conf_oauth_connections/${id}`)).status, 200);
    assert.equal((await api('GET', `/conf_oauth_connections/${id}`)).status, 404);
    assert.equal(conf.asked.length, asked);
  });
};
