/** Opens the home that an operator means: a data folder on this machine, or a deployment. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { clientSettings } from '../../lib/adapters/aws/clients.ts';
import { folderNames } from '../../lib/adapters/local/folder-names.ts';
import { UsageError } from '../../lib/admin/command.ts';
import type { HomeChoice } from '../../lib/admin/run.ts';
import type { Home } from '../../lib/admin/services.ts';
import { whereAsked } from '../../lib/doctor/emulated.ts';
import type { LostQueues } from '../../lib/doctor/lost-queues.ts';
import { readNamedOutputs, regionOf } from '../../lib/infra/outputs.ts';
import { addressIn } from '../../lib/local-home/data-folder/address-file.ts';
import { isForOthers } from '../../lib/local-home/front-door/doors.ts';
import type { MasterKey } from '../../lib/ports/master-key.ts';
import { transcriptionTime } from '../../lib/process/environment/lifecycle.ts';
import { hostedTranscription } from '../../lib/process/environment/services.ts';
import { transcription } from '../../lib/process/environment/transcription.ts';
import { environment } from '../../lib/process/environment.ts';
import { envelopeSecretBox } from '../../lib/storage/secrets/secret-box.ts';
import { askIn } from './ask-in.ts';

/** Providers are where the environment says, as for the service. They are loaded for the few commands that ask one. */
const transcriberOf = (): Home['transcriberOf'] => {
  const means = environment(transcription, transcriptionTime, hostedTranscription);
  return (provider) => ({
    async transcribe(request) {
      const { openTranscribers } = await import('../../lib/transcription/open-transcribers.ts');
      return openTranscribers(means)(provider).transcribe(request);
    },
  });
};

/** Whether clients may name the machine itself, as for its service: as the operator says, else where nobody else reaches it. */
const mayBeHere = (base_url: string | undefined): boolean => {
  const { ALLOW_LOOPBACK_WEBHOOKS: said } = process.env;
  return said === undefined ? base_url === undefined || !isForOthers(base_url) : said === 'true';
};

const openFolder = async (data: string): Promise<Home> => {
  const folder = resolve(data);
  if (!existsSync(join(folder, folderNames.database))) {
    throw new UsageError(`${folder} is not a data folder: start the service there once, npm start -- --data ${data}`);
  }
  process.env.DATA_DIR = folder;
  const { openTable } = await import('../../lib/adapters/local/table.ts');
  const { openMasterKey } = await import('../../lib/adapters/local/master-key.ts');
  const { openSlowWebhookQueue, openWebhookQueue } = await import('../../lib/adapters/local/queue.ts');
  const table = openTable();
  const base_url = addressIn(folder);
  return {
    table,
    secretBox: envelopeSecretBox({ masterKey: openMasterKey(), table }),
    lanes: { prompt: openWebhookQueue(), slow: openSlowWebhookQueue() },
    transcriberOf: transcriberOf(),
    allow_loopback: mayBeHere(base_url),
    async warnTask(taskId) {
      const { warnLocalTask } = await import('../../lib/adapters/local/capture/warn-task.ts');
      return warnLocalTask(taskId);
    },
    ...(base_url !== undefined && { base_url }),
  };
};

interface Deployment {
  /** The address of the API, an emulator's where that is what is deployed to. */
  readonly base_url: string;
  readonly stack_name: string;
  readonly region: string | undefined;
}

/** Sets what the AWS adapters read, and answers what else there is to know of a deployment. */
const readDeployment = (file: string): Deployment => {
  try {
    const { outputs, stack_name } = readNamedOutputs(readFileSync(file, 'utf8'));
    process.env.TABLE_NAME = outputs.TableName;
    process.env.SECRET_KEY_ID = outputs.SecretKeyId;
    process.env.WEBHOOK_QUEUE_URL = outputs.WebhookQueueUrl;
    process.env.SLOW_WEBHOOK_QUEUE_URL = outputs.SlowWebhookQueueUrl;
    const base_url = whereAsked(process.env.AWS_ENDPOINT_URL, outputs).outputs.ApiUrl;
    return { base_url, stack_name, region: regionOf(outputs) };
  } catch (error) {
    throw new UsageError(`${file} is not an outputs file of this stack: make one with cdk deploy --outputs-file`, {
      cause: error,
    });
  }
};

/** Which queues there are is known to CloudFormation alone. @throws UsageError when the stack is not named */
const openLostQueues = async (stackName: string | undefined): Promise<LostQueues> => {
  if (stackName === undefined) throw new UsageError('name the deployment with --outputs FILE');
  const { CloudFormationClient } = await import('@aws-sdk/client-cloudformation');
  const { SQSClient } = await import('@aws-sdk/client-sqs');
  const { readDeployment: readStack } = await import('../../lib/doctor/deployment.ts');
  const { queuesOf, sqsLostQueues } = await import('../../lib/doctor/lost-queues.ts');
  const stack = await readStack(new CloudFormationClient(clientSettings()), stackName);
  return sqsLostQueues(new SQSClient(clientSettings()), async () => queuesOf(stack));
};

const openDeployment = async (outputs: string | undefined): Promise<Home> => {
  const { base_url, stack_name, region } = outputs === undefined ? {} : readDeployment(outputs);
  askIn(region);
  if (!process.env.TABLE_NAME) {
    throw new UsageError('say which service is meant: --data DIR on this machine, or --outputs FILE of a deployment');
  }
  const { openTable } = await import('../../lib/adapters/aws/table.ts');
  const { openMasterKey } = await import('../../lib/adapters/aws/master-key.ts');
  const { openSlowWebhookQueue, openWebhookQueue } = await import('../../lib/adapters/aws/queue.ts');
  const table = openTable();
  // Only some commands need a key or a queue; the others do without their names in the environment.
  const masterKey: MasterKey = {
    newDataKey: (...args) => openMasterKey().newDataKey(...args),
    openDataKey: (...args) => openMasterKey().openDataKey(...args),
    openSecret: (...args) => openMasterKey().openSecret(...args),
  };
  return {
    table,
    secretBox: envelopeSecretBox({ masterKey, table }),
    lanes: {
      prompt: { send: (messages) => openWebhookQueue().send(messages) },
      slow: { send: (messages) => openSlowWebhookQueue().send(messages) },
    },
    transcriberOf: transcriberOf(),
    allow_loopback: process.env.ALLOW_LOOPBACK_WEBHOOKS === 'true',
    async warnTask(taskId) {
      const { warnFargateTask } = await import('../../lib/adapters/aws/warn-task.ts');
      return warnFargateTask(taskId);
    },
    lost: {
      list: async () => (await openLostQueues(stack_name)).list(),
      redrive: async (queue) => (await openLostQueues(stack_name)).redrive(queue),
    },
    ...(base_url !== undefined && { base_url }),
  };
};

/** @throws UsageError when none is named, or what is named is not there */
export const openHome = ({ data, outputs }: HomeChoice): Promise<Home> => {
  if (data !== undefined && outputs !== undefined) {
    throw new UsageError('--data and --outputs name two different services: give one of them');
  }
  return data === undefined ? openDeployment(outputs) : openFolder(data);
};
