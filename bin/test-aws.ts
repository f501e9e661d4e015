/**
 * `npm run test:aws`: deploys the stack to the LocalStack-compatible endpoint in AWS_ENDPOINT_URL and drives bots
 * through its HTTP API. The last line says how many steps passed.
 */
import { ECSClient } from '@aws-sdk/client-ecs';
import { SFNClient } from '@aws-sdk/client-sfn';
import { clientSettings } from '../lib/adapters/aws/clients.ts';
import { openSecretBox } from '../lib/adapters/aws/secret-box.ts';
import { openTable } from '../lib/adapters/aws/table.ts';
import { startWebhookSink } from '../lib/demo/webhook-sink.ts';
import { systemClock } from '../lib/ports/clock.ts';
import { apiKeyRepository, projectRepository } from '../lib/storage/projects.ts';
import { createCreateProject } from '../lib/usecases/create-project.ts';
import { deployedApi } from '../test/deployed/api.ts';
import { bootstrap, deploy } from '../test/deployed/deployment.ts';
import { laterAndDeleted, nowAndLeft, refusals } from '../test/deployed/scenarios.ts';
import { createSteps } from '../test/deployed/steps.ts';

const endpoint = process.env.AWS_ENDPOINT_URL;
if (!endpoint || endpoint.includes('amazonaws.com')) {
  console.error('set AWS_ENDPOINT_URL to a LocalStack-compatible endpoint, never to AWS itself');
  process.exit(1);
}

const { step, passed } = createSteps();

const run = async (): Promise<void> => {
  await step('the account is bootstrapped', () => bootstrap(endpoint));
  const deployment = await step('the stack is deployed', () => deploy(endpoint));
  process.env.TABLE_NAME = deployment.TableName;
  process.env.SECRET_KEY_ID = deployment.SecretKeyId;
  const table = openTable();
  const { api_key, webhook_secret } = await step('a project gets a key', () =>
    createCreateProject({
      projects: projectRepository(table),
      apiKeys: apiKeyRepository(table),
      secretBox: openSecretBox(),
      clock: systemClock,
    })('test'),
  );
  await using sink = await startWebhookSink(webhook_secret, ({ envelope }) =>
    console.log(`    webhook: ${envelope.trigger} ${envelope.data.new_state}`),
  );
  const stage = {
    step,
    sink,
    deployment,
    api: deployedApi(endpoint, deployment.ApiUrl, api_key),
    stranger: deployedApi(endpoint, deployment.ApiUrl, undefined),
    clients: { executions: new SFNClient(clientSettings()), tasks: new ECSClient(clientSettings()) },
  };
  await refusals(stage);
  await laterAndDeleted(stage);
  await nowAndLeft(stage);
};

const failure = await run().then(
  () => undefined,
  (error: unknown) => ({ error }),
);
if (failure) console.error(failure.error);
console.log(`${passed()} passed, ${failure ? 1 : 0} failed`);
process.exitCode = failure ? 1 : 0;
