/** Each fault that the doctor looks for: how it is made, and what is said of it. */
import { DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { DescribeAlarmsCommand, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeContinuousBackupsCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DescribeImagesCommand, ImageNotFoundException } from '@aws-sdk/client-ecr';
import { DescribeTaskDefinitionCommand, DescribeTasksCommand, ListTasksCommand } from '@aws-sdk/client-ecs';
import { GetRoleCommand, NoSuchEntityException, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { DescribeKeyCommand } from '@aws-sdk/client-kms';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { DescribeSecretCommand, ResourceNotFoundException } from '@aws-sdk/client-secrets-manager';
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  NoSuchResourceException,
} from '@aws-sdk/client-service-quotas';
import type { Finding } from '../../lib/doctor/finding.ts';
import type { Deployment } from './world.ts';

const fault = { message: 'no', $metadata: {} };
const running = { desiredStatus: 'RUNNING' } as const;

/** What is broken, how, and what is said of it: how bad it is, in which words, and what to do. */
export interface Fault {
  readonly breaks: (deployment: Deployment) => Parameters<Deployment['examined']>[0];
  readonly is: Finding['is'];
  readonly says: string;
  readonly todo: string;
}

export const faults: Readonly<Record<string, Fault>> = {
  'the last deployment failed': {
    breaks: ({ mocks, stack }) => {
      mocks.cloudFormation.on(DescribeStacksCommand).resolves(stack('UPDATE_ROLLBACK_FAILED'));
      return undefined;
    },
    is: 'wrong',
    says: 'stack: the stack is UPDATE_ROLLBACK_FAILED',
    todo: 'deploy again',
  },
  'the last deployment was taken back': {
    breaks: ({ mocks, stack }) => {
      mocks.cloudFormation.on(DescribeStacksCommand).resolves(stack('UPDATE_ROLLBACK_COMPLETE'));
      return undefined;
    },
    is: 'look',
    says: 'stack: UPDATE_ROLLBACK_COMPLETE: the last deployment failed, and what was there before is there again',
    todo: 'its events in CloudFormation say why',
  },
  'the API does not answer': {
    breaks: () => ({ fetch: () => Promise.reject(new TypeError('fetch failed', { cause: 'ENOTFOUND' })) }),
    is: 'wrong',
    says: 'API: https://api.example.com does not answer: ENOTFOUND',
    todo: 'are you online?',
  },
  'the API fails': {
    breaks: ({ answers }) => ({ fetch: answers(500) }),
    is: 'wrong',
    says: 'API: the API answers 500',
    todo: 'log of its functions',
  },
  'the API lets everybody in': {
    breaks: ({ answers }) => ({ fetch: answers(200) }),
    is: 'wrong',
    says: 'API: the API answers 200 where it should ask for a key',
    todo: 'log of its functions',
  },
  'the API refuses everybody': {
    breaks: ({ answers }) => ({ fetch: answers(429) }),
    is: 'wrong',
    says: 'API: the API refuses everybody',
    todo: 'apiRequestsPerSecond',
  },
  'the table cannot be used': {
    breaks: ({ mocks }) => {
      mocks.dynamoDb.on(DescribeTableCommand).resolves({ Table: { TableStatus: 'ARCHIVED' } });
      return undefined;
    },
    is: 'wrong',
    says: 'table: table is ARCHIVED',
    todo: 'CloudTrail',
  },
  'the table has no backups': {
    breaks: ({ mocks, backups }) => {
      mocks.dynamoDb.on(DescribeContinuousBackupsCommand).resolves(backups('DISABLED'));
      return undefined;
    },
    is: 'look',
    says: 'table: the table has no point-in-time recovery',
    todo: 'protected=false',
  },
  'the key is about to be deleted': {
    breaks: ({ mocks }) => {
      mocks.kms.on(DescribeKeyCommand).resolves({ KeyMetadata: { KeyId: 'key', KeyState: 'PendingDeletion' } });
      return undefined;
    },
    is: 'wrong',
    says: 'KMS key: the key is PendingDeletion: no secret can be opened',
    todo: 'cancel-key-deletion',
  },
  'there are few vCPUs': {
    breaks: ({ mocks }) => {
      const never = new NoSuchResourceException(fault);
      mocks.quotas.on(GetServiceQuotaCommand).rejects(never);
      mocks.quotas.on(GetAWSDefaultServiceQuotaCommand).resolves({ Quota: { Value: 6 } });
      return undefined;
    },
    is: 'look',
    says: 'Fargate vCPUs: 2 tasks with 1.5 of 6; room for 4 more at 1080p, or 9 at 720p or with sound alone; 10 bots wanted at a time',
    todo: 'ask for more: Service Quotas',
  },
  'all vCPUs are used': {
    breaks: ({ mocks }) => {
      mocks.quotas.on(GetServiceQuotaCommand).resolves({ Quota: { Value: 3 } });
      mocks.ecs.on(ListTasksCommand, running).resolves({ taskArns: ['one', 'two', 'three'] });
      mocks.ecs.on(DescribeTasksCommand).resolves({ tasks: [{ cpu: '1024' }, { cpu: '1024' }, { cpu: '1024' }] });
      return undefined;
    },
    is: 'wrong',
    says: '3 tasks with 3 of 3; room for 0 more at 1080p, or 0 at 720p or with sound alone: the next bot will not be launched',
    todo: 'Service Quotas',
  },
  'there is room for small bots alone': {
    breaks: ({ mocks }) => {
      mocks.quotas.on(GetServiceQuotaCommand).resolves({ Quota: { Value: 2 } });
      return undefined;
    },
    is: 'look',
    says: '2 tasks with 1.5 of 2; room for 0 more at 1080p, or 1 at 720p or with sound alone; 10 bots wanted at a time',
    todo: 'half of one at 720p',
  },
  'a new account has room for ten functions': {
    breaks: ({ mocks }) => {
      const AccountLimit = { UnreservedConcurrentExecutions: 10 };
      mocks.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit });
      return undefined;
    },
    is: 'look',
    says: 'functions at a time: 10 functions of the account may run at a time',
    todo: 'ask for 1,000',
  },
  'the image is gone': {
    breaks: ({ mocks }) => {
      mocks.ecr.on(DescribeImagesCommand).rejects(new ImageNotFoundException(fault));
      return undefined;
    },
    is: 'wrong',
    says: 'cdk-assets:0f3c is not there any more: no task can start',
    todo: 'npx cdk deploy',
  },
  'the image is of another release': {
    breaks: ({ mocks }) => {
      const imageTags = ['latest', '0.1.0-c0ffeec0ffee'];
      mocks.ecr.on(DescribeImagesCommand).resolves({ imageDetails: [{ imageTags }] });
      return undefined;
    },
    is: 'look',
    says: 'image for bots: cdk-assets 0f3c is of release 0.1.0-c0ffeec0ffee, and the functions are of 0.2.0-39c0adfab1f2',
    todo: 'npm run worker-image',
  },
  'the image is elsewhere': {
    breaks: ({ mocks, definition }) => {
      mocks.ecs.on(DescribeTaskDefinitionCommand).resolves(definition('registry.example.com/worker:1'));
      return undefined;
    },
    is: 'look',
    says: 'registry.example.com/worker:1 is in a registry that cannot be asked',
    todo: 'see for yourself',
  },
  'a role is gone': {
    breaks: ({ mocks }) => {
      mocks.iam.on(GetRoleCommand).rejects(new NoSuchEntityException(fault));
      return undefined;
    },
    is: 'wrong',
    says: 'roles of tasks: the role Task is gone',
    todo: 'npx cdk deploy',
  },
  'a role is not trusted to ECS any more': {
    breaks: ({ mocks, trusting }) => {
      mocks.iam.on(GetRoleCommand).resolves(trusting('ec2.amazonaws.com'));
      return undefined;
    },
    is: 'wrong',
    says: 'roles of tasks: ECS may not take on Task',
    todo: 'npx cdk deploy',
  },
  'an organisation forbids to hand roles on': {
    breaks: ({ mocks, decided }) => {
      mocks.iam.on(SimulatePrincipalPolicyCommand).resolves(decided('implicitDeny'));
      return undefined;
    },
    is: 'wrong',
    says: 'EnterState may not hand Task to tasks: no bot is launched',
    todo: 'permission boundary',
  },
  'tasks cannot pull their image': {
    breaks: ({ ended }) => {
      const stoppedReason = 'CannotPullContainerError: image Manifest does not contain descriptor matching platform';
      const task = { stopCode: 'TaskFailedToStart', stoppedReason } as const;
      ended([task, task, { stopCode: 'UserInitiated', containers: [{ exitCode: 143 }] }]);
      return undefined;
    },
    is: 'wrong',
    says: 'starts of tasks: 2 tasks of the last hour did not start: CannotPullContainerError: image Manifest does not',
    todo: 'captureImage',
  },
  'tasks come to no network': {
    breaks: ({ ended }) => {
      ended([
        { stopCode: 'TaskFailedToStart', stoppedReason: 'ResourceInitializationError: unable to pull registry auth' },
      ]);
      return undefined;
    },
    is: 'wrong',
    says: 'starts of tasks: 1 task of the last hour did not start: ResourceInitializationError',
    todo: 'stopped-task-error-codes',
  },
  'tasks end with an error': {
    breaks: ({ ended }) => {
      const exited = (exitCode: number) => ({
        ...({ stopCode: 'EssentialContainerExited', stoppedReason: 'Essential container in task exited' } as const),
        containers: [{ exitCode }],
      });
      ended([exited(0), exited(137), exited(0)]);
      return undefined;
    },
    is: 'look',
    says: 'starts of tasks: 1 task of the last hour ended with exit code 137, of 3',
    todo: '137 is memory',
  },
  'no key of a provider is entered': {
    breaks: () => ({ providerKeys: async () => [{ project: 'prj_1', providers: [], unreadable: [] }] }),
    is: 'look',
    says: 'provider keys: prj_1: no key',
    todo: 'credentials set',
  },
  'a key of a provider cannot be read': {
    breaks: () => ({
      providerKeys: async () => [{ project: 'prj_1', providers: ['stt_a', 'stt_b'], unreadable: ['stt_b'] }],
    }),
    is: 'wrong',
    says: 'provider keys: prj_1: its key for stt_b is stored, but cannot be read',
    todo: 'credentials set stt_b --project prj_1',
  },
  "the secret with the operator's key is gone": {
    breaks: (deployment) => {
      deployment.hasKeyForAll();
      const error = new ResourceNotFoundException(fault);
      deployment.mocks.secrets.on(DescribeSecretCommand, { SecretId: 'bots/openai' }).rejects(error);
      return undefined;
    },
    is: 'wrong',
    says: 'provider keys: the secret bots/openai, with the key for stt_b, is gone',
    todo: 'aws secretsmanager create-secret --name bots/openai --secret-string file://',
  },
  "the secret with the operator's key is about to be deleted": {
    breaks: (deployment) => {
      deployment.hasKeyForAll();
      deployment.mocks.secrets.on(DescribeSecretCommand).resolves({ DeletedDate: new Date('2026-03-01T00:00:00Z') });
      return undefined;
    },
    is: 'wrong',
    says: 'provider keys: the secret bots/openai, with the key for stt_b, is about to be deleted',
    todo: 'aws secretsmanager restore-secret --secret-id bots/openai',
  },
  'fewer tasks wait for bots than are wanted': {
    breaks: () => ({ warmTasks: async () => ({ all: 2, ready: 1 }) }),
    is: 'look',
    says: 'warm tasks: 1 of 2 for bots of 720p are ready, 1 more are starting, or are lost',
    todo: 'the log of KeepWarm says why',
  },
  'there is no project': {
    breaks: () => ({ providerKeys: async () => [] }),
    is: 'look',
    says: 'there is no project yet',
    todo: 'projects create',
  },
  'a message waits': {
    breaks: ({ mocks }) => {
      const Datapoints = [
        { Timestamp: new Date('2026-03-02T08:59:00Z'), Maximum: 720 },
        { Timestamp: new Date('2026-03-02T08:50:00Z'), Maximum: 1 },
      ];
      mocks.cloudWatch.on(GetMetricStatisticsCommand, { Namespace: 'AWS/SQS' }).resolves({ Datapoints });
      return undefined;
    },
    is: 'look',
    says: 'queues: in webhooks a message has waited for 12 minutes',
    todo: 'throttled, or fails',
  },
  'something was given up': {
    breaks: ({ hasLost }) => {
      hasLost('webhooks-lost', 3);
      return undefined;
    },
    is: 'wrong',
    says: 'lost messages: webhooks-lost holds 3 messages that were given up',
    todo: 'lost redrive webhooks-lost --outputs',
  },
  'something was given up that no queue takes': {
    breaks: ({ hasLost }) => {
      hasLost('follow-lost', 1);
      return undefined;
    },
    is: 'wrong',
    says: 'lost messages: follow-lost holds 1 message that was given up, and no queue takes back',
    todo: 'bots stuck --outputs FILE names the bots to see to; then aws sqs purge-queue --queue-url https://sqs.us-east-1.amazonaws.com/111122223333/follow-lost',
  },
  'webhooks were given up before they were made': {
    breaks: ({ hasLost }) => {
      hasLost('FanOutLost', 1);
      return undefined;
    },
    is: 'wrong',
    says: 'lost messages: FanOutLost holds 1 message that was given up, and no queue takes back',
    todo: 'webhooks catch-up --since TIME --outputs FILE, in each project, makes those of bots; those of calendars and connections are not made any more; then aws sqs purge-queue',
  },
  'a bot is stuck': {
    breaks: () => ({
      stuckBots: async () => [
        { project_id: 'prj_1', bot_id: 'bot_1', state: 'joining', due_at: '2026-03-02T08:00:00.000Z' },
      ],
    }),
    is: 'wrong',
    says: 'bots: 1 bot should have moved on: bot_1 of prj_1 (joining, due at 2026-03-02T08:00:00.000Z)',
    todo: 'bots end BOT --project PRJ',
  },
  'a bot cannot be read': {
    breaks: () => ({
      stuckBots: async () => [
        { project_id: 'prj_1', bot_id: 'bot_1', state: 'unreadable', due_at: '2026-03-02T08:00:00.000Z' },
      ],
    }),
    is: 'wrong',
    says: 'bots: 1 record of bots cannot be read: bot_1 of prj_1',
    todo: 'update this program to the version that is deployed',
  },
  'an alarm is on': {
    breaks: ({ mocks, alarm }) => {
      mocks.cloudWatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [alarm({ StateValue: 'ALARM' })] });
      return undefined;
    },
    is: 'wrong',
    says: 'alarms: WorkLost is on: something was given up after every attempt',
    todo: 'docs/operations/alarms.md',
  },
  'an alarm was deleted': {
    breaks: ({ mocks }) => {
      mocks.cloudWatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [] });
      return undefined;
    },
    is: 'wrong',
    says: 'alarms: MeetingBots-AlarmsWorkLost-X is gone',
    todo: 'npx cdk deploy --revert-drift',
  },
  'an alarm tells nobody': {
    breaks: ({ mocks, alarm }) => {
      mocks.cloudWatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [alarm({ ActionsEnabled: false })] });
      return undefined;
    },
    is: 'wrong',
    says: 'alarms: WorkLost tells nobody: its actions are switched off',
    todo: 'aws cloudwatch enable-alarm-actions --alarm-names MeetingBots-AlarmsWorkLost-X',
  },
  'there are no alarms': {
    breaks: ({ mocks, listed }) => {
      mocks.cloudFormation.on(ListStackResourcesCommand).resolves(listed(/^Alarms/));
      return undefined;
    },
    is: 'look',
    says: 'alarms: there are none',
    todo: '"alarmsEmail": "you@example.com", or "alarmsTopicArn" with a topic of yours, into deploy.config.json',
  },
  'somebody may not look': {
    breaks: ({ mocks }) => {
      mocks.kms.on(DescribeKeyCommand).rejects(Object.assign(new Error('not you'), { name: 'AccessDeniedException' }));
      return undefined;
    },
    is: 'unknown',
    says: 'KMS key: you may not look: not you',
    todo: 'ReadOnlyAccess',
  },
};
