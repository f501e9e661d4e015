/** What the doctor says of each fault that it looks for, and of none. */
import { DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { DescribeAlarmsCommand, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeContinuousBackupsCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DescribeImagesCommand, ImageNotFoundException } from '@aws-sdk/client-ecr';
import { DescribeTaskDefinitionCommand, DescribeTasksCommand, ListTasksCommand } from '@aws-sdk/client-ecs';
import { GetRoleCommand, NoSuchEntityException, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { DescribeKeyCommand } from '@aws-sdk/client-kms';
import { GetAccountSettingsCommand, GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  NoSuchResourceException,
} from '@aws-sdk/client-service-quotas';
import { GetQueueAttributesCommand, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { runAdmin } from '../../lib/admin/run.ts';
import { whereAsked } from '../../lib/doctor/emulated.ts';
import { report } from '../../lib/doctor/examine.ts';
import type { Finding } from '../../lib/doctor/finding.ts';
import { sqsLostQueues } from '../../lib/doctor/lost-queues.ts';
import { settingNames } from '../../lib/infra/settings.ts';
import { aDeployment } from './world.ts';

type Deployment = ReturnType<typeof aDeployment>;
const fault = { message: 'no', $metadata: {} };
const running = { desiredStatus: 'RUNNING' } as const;

/** What is broken, how, and what is said of it: how bad it is, in which words, and what to do. */
interface Fault {
  readonly breaks: (deployment: Deployment) => Parameters<Deployment['examined']>[0];
  readonly is: Finding['is'];
  readonly says: string;
  readonly todo: string;
}

/** A deployment with messages in its queues of what was given up, of which the queues of webhooks filled one. */
const aDeploymentThatLost = (messages: Readonly<Record<string, number>>) => {
  const { mocks, sqs, queueUrl } = aDeployment();
  const answers = (queue: string, Attributes: Record<string, string>) =>
    mocks.sqs.on(GetQueueAttributesCommand, { QueueUrl: queueUrl(queue) }).resolves({ Attributes });
  for (const [queue, count] of Object.entries(messages)) {
    answers(queue, { ApproximateNumberOfMessages: String(count), QueueArn: `arn:${queue}` });
  }
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: 'arn:webhooks-lost', maxReceiveCount: 5 });
  for (const queue of ['webhooks', 'slow']) answers(queue, { QueueArn: `arn:${queue}`, RedrivePolicy });
  const urls = { lost: Object.keys(messages).map(queueUrl), others: ['webhooks', 'slow'].map(queueUrl) };
  return { mocks, lostQueues: sqsLostQueues(sqs, async () => urls) };
};

const faults: Readonly<Record<string, Fault>> = {
  'the last deployment failed': {
    breaks: ({ mocks, stack }) => {
      mocks.cloudFormation.on(DescribeStacksCommand).resolves(stack('UPDATE_ROLLBACK_FAILED'));
      return undefined;
    },
    is: 'wrong',
    says: 'stack: the stack is UPDATE_ROLLBACK_FAILED',
    todo: 'deploy again',
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
    breaks: () => ({ providerKeys: async () => [{ project: 'prj_1', providers: [] }] }),
    is: 'look',
    says: 'provider keys: prj_1: no key',
    todo: 'credentials set',
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
      mocks.cloudWatch.on(GetMetricStatisticsCommand).resolves({ Datapoints });
      return undefined;
    },
    is: 'look',
    says: 'queues: in webhooks a message has waited for 12 minutes',
    todo: 'throttled, or fails',
  },
  'something was given up': {
    breaks: ({ mocks, queueUrl }) => {
      mocks.sqs
        .on(GetQueueAttributesCommand, { QueueUrl: queueUrl('webhooks-lost') })
        .resolves({ Attributes: { ApproximateNumberOfMessages: '3' } });
      return undefined;
    },
    is: 'wrong',
    says: 'lost messages: webhooks-lost holds 3 messages that were given up',
    todo: 'lost redrive webhooks-lost --outputs',
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
  'an alarm is on': {
    breaks: ({ mocks }) => {
      const AlarmDescription = 'something was given up after every attempt: see WorkLost in docs/operations.md';
      const MetricAlarms = [{ AlarmName: 'X', StateValue: 'ALARM' as const, AlarmDescription }];
      mocks.cloudWatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms });
      return undefined;
    },
    is: 'wrong',
    says: 'alarms: WorkLost is on: something was given up after every attempt',
    todo: 'docs/operations.md',
  },
  'there are no alarms': {
    breaks: ({ mocks, listed }) => {
      mocks.cloudFormation.on(ListStackResourcesCommand).resolves(listed(/^Alarms/));
      return undefined;
    },
    is: 'look',
    says: 'alarms: there are none',
    todo: 'alarmsEmail',
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

describe('a deployment that is well', () => {
  it('is told to be so, thing by thing', async () => {
    const findings = await aDeployment().examined();
    expect(findings.filter(({ is }) => is !== 'well')).toEqual([]);
    expect(findings.map(({ about }) => about)).toContain('Fargate vCPUs');
    expect(report(findings)).toMatch(/^ok {5}stack: UPDATE_COMPLETE, 8 resources\n(?:.+\n)+\nNothing is wrong\.$/);
  });
});

describe('a project without a key for a provider', () => {
  it('is well where the operator has one for all', async () => {
    const { examined, mocks } = aDeployment();
    const Environment = { Variables: { STT_B_KEY_SECRET: 'bots/openai' } };
    mocks.lambda.on(GetFunctionConfigurationCommand, { FunctionName: 'Transcribe' }).resolves({ Environment });
    const findings = await examined({ providerKeys: async () => [{ project: 'prj_1', providers: [] }] });
    expect(findings.find(({ about }) => about === 'provider keys')).toMatchObject({
      is: 'well',
      says: "the operator's for stt_b is there for projects without one",
    });
  });
});

describe('the doctor sees that', () => {
  /** Words of its advice that are written as settings are. */
  const settingsIn = (findings: readonly Finding[]): string[] =>
    findings.flatMap(({ do: what = '' }) => what.match(/(?<![\w:.])[a-z]{2,}[A-Z]\w*/g) ?? []);

  const adminLinesIn = (findings: readonly Finding[]): string[] =>
    findings.flatMap(({ do: what = '' }) => what.match(/(?<=npm run admin -- )[\w -]+?(?= ends|,|$)/g) ?? []);
  /** What is wrong with a line is said before any service is opened. */
  const takesTheLine = async (line: string): Promise<void> => {
    const opened = new Error('opened');
    const open = () => Promise.reject(opened);
    await expect(runAdmin(line.split(' '), open, async () => 'secret')).rejects.toBe(opened);
  };

  it.each(Object.entries(faults))('%s', async (_, { breaks, is, says, todo }) => {
    const deployment = aDeployment();
    const findings = await deployment.examined(breaks(deployment));
    const found = findings.filter((one) => one.is !== 'well');
    expect([...new Set(found.map((one) => one.is))]).toEqual([is]);
    const text = report(found);
    expect(text).toContain(says);
    expect(text).toContain(todo);
    expect(settingsIn(found).filter((name) => !settingNames.includes(name))).toEqual([]);
    for (const line of adminLinesIn(found)) await takesTheLine(line);
    expect(text.endsWith('Nothing is wrong.')).toBe(is !== 'wrong');
  });
});

describe('a deployment to an emulator', () => {
  const endpoint = 'http://localhost:4566';
  const ApiUrl = 'https://ab12cd34.execute-api.us-east-1.amazonaws.com';
  const outputsOf = (deployment: Deployment) => ({ ...deployment.outputs, ApiUrl });

  it('is asked where the emulator serves its API', async () => {
    const deployment = aDeployment();
    const asked: string[] = [];
    const fetch = async (url: string | URL | Request) => {
      asked.push(String(url));
      return Response.json({}, { status: 401 });
    };
    await deployment.examined({ ...whereAsked(endpoint, outputsOf(deployment)), fetch });
    expect(asked).toEqual([`${endpoint}/_aws/execute-api/ab12cd34/$default/api/v1/bots`]);
    for (const ofAws of [undefined, 'https://vpce-1.execute-api.us-east-1.vpce.amazonaws.com'])
      expect(whereAsked(ofAws, outputsOf(deployment))).toEqual({ outputs: outputsOf(deployment) });
  });

  it('is not called broken for what the emulator does not know', async () => {
    const deployment = aDeployment();
    deployment.mocks.quotas.on(GetServiceQuotaCommand).rejects(new Error('no such service'));
    deployment.mocks.iam.on(SimulatePrincipalPolicyCommand).resolves(deployment.decided('implicitDeny'));
    const findings = await deployment.examined(whereAsked(endpoint, deployment.outputs));
    const untold = (about: string, why: string) => ({
      ...{ about, is: 'unknown', do: 'ask a deployment to AWS, which does' },
      says: `the emulator at ${endpoint} does not tell: ${why}`,
    });
    expect(findings.filter(({ is }) => is !== 'well')).toEqual([
      untold('Fargate vCPUs', 'Error: no such service'),
      untold('roles of tasks', 'it does not weigh the conditions of policies'),
    ]);
  });
});

describe('what was given up', () => {
  it('goes back to the queues that it came from, slowly, and what no queue takes does not', async () => {
    const { mocks, lostQueues } = aDeploymentThatLost({ 'webhooks-lost': 3, 'follow-lost': 2, 'empty-lost': 0 });
    mocks.sqs.on(StartMessageMoveTaskCommand).resolves({ TaskHandle: 'task' });
    expect(await lostQueues.list()).toEqual([
      { queue: 'webhooks-lost', messages: 3, from: 'webhooks, slow' },
      { queue: 'follow-lost', messages: 2, from: null },
      { queue: 'empty-lost', messages: 0, from: null },
    ]);
    expect(await lostQueues.redrive('webhooks-lost')).toMatchObject({ messages: 3, from: 'webhooks, slow' });
    await expect(lostQueues.redrive('follow-lost')).rejects.toThrow('which no queue takes');
    await expect(lostQueues.redrive('empty-lost')).rejects.toThrow('is empty');
    await expect(lostQueues.redrive('nowhere')).rejects.toThrow('lost list names all');
    expect(mocks.sqs.commandCalls(StartMessageMoveTaskCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { SourceArn: 'arn:webhooks-lost', MaxNumberOfMessagesPerSecond: 10 },
    ]);
  });

  it('is listed by an emulator that cannot move it, which is said in words', async () => {
    const { mocks, lostQueues } = aDeploymentThatLost({ 'webhooks-lost': 1 });
    mocks.sqs
      .on(StartMessageMoveTaskCommand)
      .rejects(Object.assign(new Error('The action StartMessageMoveTask is not valid.'), { name: 'InvalidAction' }));
    expect(await lostQueues.list()).toEqual([{ queue: 'webhooks-lost', messages: 1, from: 'webhooks, slow' }]);
    await expect(lostQueues.redrive('webhooks-lost')).rejects.toThrow('does not know how to move messages');
  });
});
