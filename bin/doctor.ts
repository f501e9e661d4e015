/** `npm run doctor -- --outputs outputs.json`: looks at a deployment from outside, and says in words what is wrong and what to do. */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ECRClient } from '@aws-sdk/client-ecr';
import { ECSClient } from '@aws-sdk/client-ecs';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { IAMClient } from '@aws-sdk/client-iam';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { clientSettings } from '../lib/adapters/aws/clients.ts';
import { openTable } from '../lib/adapters/aws/table.ts';
import { readDeployment } from '../lib/doctor/deployment.ts';
import { whereAsked } from '../lib/doctor/emulated.ts';
import { examine, report } from '../lib/doctor/examine.ts';
import { isReady } from '../lib/domain/bot/warm-task.ts';
import { type NamedOutputs, readNamedOutputs, regionOf } from '../lib/infra/outputs.ts';
import { systemClock } from '../lib/ports/clock.ts';
import { transcriptionTime } from '../lib/process/environment/lifecycle.ts';
import { environment } from '../lib/process/environment.ts';
import { logToStandardError } from '../lib/process/log.ts';
import { botLists } from '../lib/storage/bots/bot-lists.ts';
import { projectRepository } from '../lib/storage/projects.ts';
import { credentialRepository } from '../lib/storage/secrets/credentials.ts';
import { warmTaskRepository } from '../lib/storage/warm-tasks.ts';
import { createStuckBots } from '../lib/usecases/lifecycle/stuck-bots.ts';
import { askIn } from './admin/ask-in.ts';
import { usage } from './help.ts';

const refuse = (reason: string): never => {
  console.error(`${reason}\n${usage('bin/doctor.ts')}`);
  process.exit(2);
};

const optionsOf = (): { file: string; bots: number; json: boolean } => {
  const { values } = parseArgs({
    options: {
      outputs: { type: 'string' },
      bots: { type: 'string', default: '10' },
      json: { type: 'boolean', default: false },
    },
  });
  const bots = Number(values.bots);
  if (!(bots > 0)) return refuse('--bots takes how many bots are to be in meetings at a time');
  const without =
    'say which deployment on AWS is meant: --outputs FILE, the file that cdk deploy --outputs-file FILE has written';
  return { file: values.outputs ?? refuse(without), bots, json: values.json };
};

const outputsIn = (file: string): NamedOutputs => {
  try {
    return readNamedOutputs(readFileSync(file, 'utf8'));
  } catch {
    return refuse(`${file} is not an outputs file of this stack: make one with cdk deploy --outputs-file`);
  }
};

logToStandardError();
const { file, bots, json } = optionsOf();
const { stack_name, outputs } = outputsIn(file);
askIn(regionOf(outputs));
process.env.TABLE_NAME = outputs.TableName;
const table = openTable();
const settings = clientSettings();
const projects = projectRepository(table);
const credentials = credentialRepository(table);
const nameOf = ({ provider }: { readonly provider: string }): string => provider;
const deployment = await readDeployment(new CloudFormationClient(settings), stack_name).catch((error: unknown) =>
  refuse(`the stack ${stack_name} cannot be read: ${error}\nAre you signed in to its account?`),
);
const findings = await examine({
  ...{ ...whereAsked(process.env.AWS_ENDPOINT_URL, outputs), deployment, bots, fetch },
  cloudWatch: new CloudWatchClient(settings),
  dynamoDb: new DynamoDBClient(settings),
  ecr: new ECRClient(settings),
  ecs: new ECSClient(settings),
  events: new EventBridgeClient(settings),
  iam: new IAMClient(settings),
  kms: new KMSClient(settings),
  lambda: new LambdaClient(settings),
  quotas: new ServiceQuotasClient(settings),
  secrets: new SecretsManagerClient(settings),
  sqs: new SQSClient(settings),
  stepFunctions: new SFNClient(settings),
  now: () => new Date(),
  stuckBots: createStuckBots({
    ...{ projects, bots: botLists(table), clock: systemClock },
    ...environment(transcriptionTime),
  }),
  warmTasks: async (load) => {
    const all = await warmTaskRepository(table).waiting(load);
    // Whether they are of the newest deployment is seen to within a minute.
    return { all: all.length, ready: all.filter((task) => isReady(task, task.made_of, new Date())).length };
  },
  providerKeys: async () =>
    Promise.all(
      (await projects.ids()).map(async (project) => {
        const keys = await credentials.list(project, () => undefined);
        const unreadable = keys.filter((key) => !('sealed' in key));
        return { project, providers: keys.map(nameOf), unreadable: unreadable.map(nameOf) };
      }),
    ),
});
console.log(json ? JSON.stringify(findings, null, 2) : report(findings));
process.exitCode = findings.some(({ is }) => is === 'wrong') ? 1 : 0;
