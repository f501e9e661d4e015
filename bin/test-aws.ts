/**
 * `npm run test:aws`: deploys the stack to the LocalStack-compatible endpoint in AWS_ENDPOINT_URL and drives bots,
 * calendars, connections and app sessions through its HTTP API. The last line says how many steps passed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ECSClient } from '@aws-sdk/client-ecs';
import { SFNClient } from '@aws-sdk/client-sfn';
import { clientSettings } from '../lib/adapters/aws/clients.ts';
import { startWebhookSink } from '../lib/demo/webhook-sink.ts';
import { deployedApi, deployedHooks, servedAt } from '../test/deployed/api.ts';
import { aStreamedMeeting } from '../test/deployed/app-sessions.ts';
import { aCalendarAndItsBot, calendarSettings } from '../test/deployed/calendars.ts';
import { aPlatformOfConnections, aUserAndTheirTokens, connectionSettings } from '../test/deployed/connections.ts';
import { bootstrap, createProject, deploy } from '../test/deployed/deployment.ts';
import { laterAndDeleted, nowAndLeft, refusals } from '../test/deployed/scenarios.ts';
import { createSteps } from '../test/deployed/steps.ts';
import { aGoogleCalendar } from '../test/facsimiles/google-calendar/google-calendar.ts';

const endpoint = process.env.AWS_ENDPOINT_URL;
if (!endpoint || endpoint.includes('amazonaws.com')) {
  console.error('set AWS_ENDPOINT_URL to a LocalStack-compatible endpoint, never to AWS itself');
  process.exit(1);
}

const { step, passed } = createSteps();

const run = async (folder: string): Promise<void> => {
  await step('the account is bootstrapped', () => bootstrap(endpoint));
  await using google = await aGoogleCalendar();
  await using conf = await aPlatformOfConnections();
  const { outputs, file } = await step('the stack is deployed', () =>
    deploy(endpoint, folder, [...calendarSettings(google), ...connectionSettings(conf)]),
  );
  const { api_key, webhook_secret } = await step('a project gets a key', () => createProject(file));
  await using sink = await startWebhookSink(webhook_secret, ({ envelope }) =>
    console.log(`    webhook: ${envelope.trigger} ${envelope.data.new_state}`),
  );
  const stage = {
    step,
    sink,
    outputs,
    api: deployedApi(endpoint, outputs.ApiUrl, api_key),
    stranger: deployedApi(endpoint, outputs.ApiUrl, undefined),
    hooks: deployedHooks(endpoint, outputs.ApiUrl),
    hookUrl: (path: string) => servedAt(endpoint, outputs.ApiUrl) + path,
    clients: { executions: new SFNClient(clientSettings()), tasks: new ECSClient(clientSettings()) },
  };
  await refusals(stage);
  await laterAndDeleted(stage);
  await nowAndLeft(stage);
  await aCalendarAndItsBot(stage, google);
  await aUserAndTheirTokens(stage, conf, file);
  await aStreamedMeeting(stage, folder);
};

const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-deployed-'));
const failure = await run(folder).then(
  () => undefined,
  (error: unknown) => ({ error }),
);
await rm(folder, { recursive: true, force: true });
if (failure) console.error(failure.error);
console.log(`${passed()} passed, ${failure ? 1 : 0} failed`);
process.exitCode = failure ? 1 : 0;
