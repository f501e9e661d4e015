/** A deployment in which all is well, of clients of AWS that answer what they are told to. */
import {
  CloudFormationClient,
  DescribeStacksCommand,
  ListStackResourcesCommand,
  type StackStatus,
} from '@aws-sdk/client-cloudformation';
import {
  CloudWatchClient,
  DescribeAlarmsCommand,
  GetMetricStatisticsCommand,
  type MetricAlarm,
} from '@aws-sdk/client-cloudwatch';
import { DescribeContinuousBackupsCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DescribeImagesCommand, ECRClient } from '@aws-sdk/client-ecr';
import {
  DescribeTaskDefinitionCommand,
  DescribeTasksCommand,
  ECSClient,
  ListTasksCommand,
  type Task,
} from '@aws-sdk/client-ecs';
import { DescribeRuleCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { GetRoleCommand, IAMClient, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { DescribeKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  GetAccountSettingsCommand,
  GetEventSourceMappingCommand,
  GetFunctionCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetServiceQuotaCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { DescribeStateMachineCommand, SFNClient } from '@aws-sdk/client-sfn';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { readDeployment } from '../../lib/doctor/deployment.ts';
import { examine } from '../../lib/doctor/examine.ts';
import type { World } from '../../lib/doctor/world.ts';

const queueUrl = (name: string): string => `https://sqs.us-east-1.amazonaws.com/111122223333/${name}`;
export const definitionArn = 'arn:aws:ecs:us-east-1:111122223333:task-definition/BotsTask:1';
const role = (name: string): string => `arn:aws:iam::111122223333:role/${name}`;
const stateMachineArn = 'arn:aws:states:us-east-1:111122223333:stateMachine:MeetingBots-bot-lifecycle';
const image = `111122223333.dkr.ecr.us-east-1.amazonaws.com/cdk-assets:0f3c`;

const resources: readonly (readonly [id: string, type: string, name: string])[] = [
  ['CaptureBotsTask12345678', 'AWS::ECS::TaskDefinition', definitionArn],
  ['LifecycleEnterState12345678', 'AWS::Lambda::Function', 'EnterState'],
  ['TranscriptionTranscribe12345678', 'AWS::Lambda::Function', 'Transcribe'],
  ['ForgetOldFunction12345678', 'AWS::Lambda::Function', 'ForgetOld'],
  ['ForgetOldSchedule90ABCDEF', 'AWS::Scheduler::Schedule', 'ForgetOldSchedule'],
  ['WebhookQueue12345678', 'AWS::SQS::Queue', queueUrl('webhooks')],
  ['WebhookQueueSlow12345678', 'AWS::SQS::Queue', queueUrl('slow')],
  ['WebhookQueueLost12345678', 'AWS::SQS::Queue', queueUrl('webhooks-lost')],
  ['LifecycleFollowLost12345678', 'AWS::SQS::Queue', queueUrl('follow-lost')],
  ['WebhooksFanOutLost12345678', 'AWS::SQS::Queue', queueUrl('FanOutLost')],
  ['WebhooksDeliverSqsEventSource12345678', 'AWS::Lambda::EventSourceMapping', 'uuid-of-webhooks'],
  ['LifecycleTaskStopped12345678', 'AWS::Events::Rule', 'TaskStopped'],
  ['LifecycleStateMachine12345678', 'AWS::StepFunctions::StateMachine', stateMachineArn],
  ['AlarmsWorkLost12345678', 'AWS::CloudWatch::Alarm', 'MeetingBots-AlarmsWorkLost-X'],
];

/** Clients of a deployment that is well, and what an examination of it finds. A test breaks one thing first. */
export const aDeployment = () => {
  const [cloudFormation, cloudWatch, dynamoDb, ecr, ecs] = [
    new CloudFormationClient({}),
    new CloudWatchClient({}),
    new DynamoDBClient({}),
    new ECRClient({}),
    new ECSClient({}),
  ];
  const [events, iam, kms, lambda, quotas, secrets, sqs, stepFunctions] = [
    new EventBridgeClient({}),
    new IAMClient({}),
    new KMSClient({}),
    new LambdaClient({}),
    new ServiceQuotasClient({}),
    new SecretsManagerClient({}),
    new SQSClient({}),
    new SFNClient({}),
  ];
  const mocks = {
    cloudFormation: mockClient(cloudFormation),
    cloudWatch: mockClient(cloudWatch),
    dynamoDb: mockClient(dynamoDb),
    ecr: mockClient(ecr),
    ecs: mockClient(ecs),
    events: mockClient(events),
    iam: mockClient(iam),
    kms: mockClient(kms),
    lambda: mockClient(lambda),
    quotas: mockClient(quotas),
    secrets: mockClient(secrets),
    sqs: mockClient(sqs),
    stepFunctions: mockClient(stepFunctions),
  };
  const Outputs = [{ OutputKey: 'Version', OutputValue: '0.2.0+39c0adfab1f2' }];
  const stack = (StackStatus: StackStatus) => ({
    Stacks: [{ StackName: 'MeetingBots', CreationTime: new Date(0), StackStatus, Outputs }],
  });
  mocks.cloudFormation.on(DescribeStacksCommand).resolves(stack('UPDATE_COMPLETE'));
  const listed = (without = /^$/) => ({
    StackResourceSummaries: resources
      .filter(([id]) => !without.test(id))
      .map(([LogicalResourceId, ResourceType, PhysicalResourceId]) => ({
        ...{ LogicalResourceId, ResourceType, PhysicalResourceId },
        LastUpdatedTimestamp: new Date(0),
        ResourceStatus: 'CREATE_COMPLETE' as const,
      })),
  });
  mocks.cloudFormation.on(ListStackResourcesCommand).resolves(listed());
  mocks.cloudWatch.on(GetMetricStatisticsCommand).resolves({ Datapoints: [] });
  const alarm = (changed: Partial<MetricAlarm> = {}): MetricAlarm => ({
    ...{ AlarmName: 'MeetingBots-AlarmsWorkLost-X', StateValue: 'OK', ActionsEnabled: true, ...changed },
    AlarmDescription: 'something was given up after every attempt: see WorkLost in docs/operations/alarms.md',
  });
  const ofFunctions = { Namespace: 'AWS/Lambda', MetricName: 'Invocations' };
  mocks.cloudWatch.on(GetMetricStatisticsCommand, ofFunctions).resolves({ Datapoints: [{ Sum: 3 }] });
  mocks.cloudWatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [alarm()] });
  mocks.dynamoDb.on(DescribeTableCommand).resolves({ Table: { TableStatus: 'ACTIVE' } });
  const backups = (PointInTimeRecoveryStatus: 'ENABLED' | 'DISABLED') => ({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED' as const,
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus },
    },
  });
  mocks.dynamoDb.on(DescribeContinuousBackupsCommand).resolves(backups('ENABLED'));
  mocks.ecr.on(DescribeImagesCommand).resolves({ imageDetails: [{}] });
  mocks.ecs.on(ListTasksCommand, { desiredStatus: 'RUNNING' }).resolves({ taskArns: ['one', 'two'] });
  mocks.ecs.on(DescribeTasksCommand).resolves({ tasks: [{ cpu: '512' }, { cpu: '1024' }] });
  /** Tasks that have ended. */
  const ended = (tasks: readonly Task[]) => {
    const taskArns = tasks.map((_, i) => `ended-${i}`);
    mocks.ecs.on(ListTasksCommand, { desiredStatus: 'STOPPED' }).resolves({ taskArns });
    mocks.ecs.on(DescribeTasksCommand, { tasks: taskArns }).resolves({ tasks: [...tasks] });
  };
  ended([{ stopCode: 'EssentialContainerExited', containers: [{ exitCode: 0 }] }]);
  const definition = (of = image) => ({
    taskDefinition: {
      containerDefinitions: [{ image: of }],
      taskRoleArn: role('Task'),
      executionRoleArn: role('Execution'),
    },
  });
  mocks.ecs.on(DescribeTaskDefinitionCommand).resolves(definition());
  const trusting = (service: string) => ({
    Role: {
      ...{ Path: '/', RoleName: 'Task', RoleId: 'AROA', Arn: role('Task'), CreateDate: new Date(0) },
      AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify({ Principal: { Service: service } })),
    },
  });
  mocks.iam.on(GetRoleCommand).resolves(trusting('ecs-tasks.amazonaws.com'));
  const decided = (EvalDecision: 'allowed' | 'implicitDeny') => ({
    EvaluationResults: [{ EvalActionName: 'iam:PassRole', EvalResourceName: role('Task'), EvalDecision }],
  });
  mocks.iam.on(SimulatePrincipalPolicyCommand).resolves(decided('allowed'));
  mocks.kms.on(DescribeKeyCommand).resolves({ KeyMetadata: { KeyId: 'key', KeyState: 'Enabled' } });
  mocks.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { UnreservedConcurrentExecutions: 1000 } });
  mocks.lambda.on(GetFunctionConfigurationCommand).resolves({ Role: role('Launcher') });
  mocks.lambda.on(GetFunctionCommand).resolves({ Configuration: { State: 'Active' } });
  const mapping = (State: string) => ({
    ...{ UUID: 'uuid-of-webhooks', State, EventSourceArn: 'arn:aws:sqs:us-east-1:111122223333:webhooks' },
    FunctionArn: 'arn:aws:lambda:us-east-1:111122223333:function:Deliver',
  });
  mocks.lambda.on(GetEventSourceMappingCommand).resolves(mapping('Enabled'));
  mocks.events.on(DescribeRuleCommand).resolves({ Name: 'TaskStopped', State: 'ENABLED' });
  const machine = (status: 'ACTIVE' | 'DELETING') => ({
    ...{ stateMachineArn, name: 'MeetingBots-bot-lifecycle', definition: '{}', roleArn: role('Machine') },
    ...{ type: 'STANDARD' as const, creationDate: new Date(0), status },
  });
  mocks.stepFunctions.on(DescribeStateMachineCommand).resolves(machine('ACTIVE'));
  mocks.secrets.on(DescribeSecretCommand).resolves({ Name: 'bots/openai' });
  mocks.quotas.on(GetServiceQuotaCommand).resolves({ Quota: { Value: 200 } });
  const queue = (name: string, Attributes: Record<string, string>) =>
    mocks.sqs.on(GetQueueAttributesCommand, { QueueUrl: queueUrl(name) }).resolves({
      Attributes: { QueueArn: `arn:${name}`, ApproximateNumberOfMessages: '0', Policy: '{}', ...Attributes },
    });
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: 'arn:webhooks-lost', maxReceiveCount: 5 });
  for (const name of ['webhooks', 'slow']) queue(name, { RedrivePolicy });
  const hasLost = (name: string, messages: number) => queue(name, { ApproximateNumberOfMessages: String(messages) });
  for (const name of ['webhooks-lost', 'follow-lost', 'FanOutLost']) hasLost(name, 0);

  /** The operator has named a secret with a key that all projects may use. */
  const hasKeyForAll = () => {
    const Environment = { Variables: { STT_B_KEY_SECRET: 'bots/openai' } };
    mocks.lambda.on(GetFunctionConfigurationCommand, { FunctionName: 'Transcribe' }).resolves({ Environment });
  };
  const answers =
    (status: number, body: object = {}): typeof fetch =>
    async () =>
      Response.json(body, { status });
  const outputs = {
    ApiUrl: 'https://api.example.com',
    TableName: 'table',
    MediaBucket: 'media',
    SecretKeyId: 'key',
    StateMachineArn: 'arn',
    CaptureCluster: 'cluster',
    WarmTasks: JSON.stringify({ '720p': 2 }),
    WebhookQueueUrl: queueUrl('webhooks'),
    SlowWebhookQueueUrl: queueUrl('slow'),
  };
  const says: Pick<World, 'outputs' | 'emulator' | 'fetch' | 'stuckBots' | 'providerKeys' | 'warmTasks' | 'bots'> = {
    outputs,
    fetch: answers(401, { code: 'not_authenticated' }),
    stuckBots: async () => [],
    providerKeys: async () => [{ project: 'prj_1', providers: ['stt_a'], unreadable: [] }],
    warmTasks: async () => ({ all: 3, ready: 2 }),
    bots: 10,
  };
  const examined = async (changed: Partial<typeof says> = {}) =>
    examine({
      ...{ cloudWatch, dynamoDb, ecr, ecs, events, iam, kms, lambda, quotas, secrets, sqs, stepFunctions },
      ...says,
      ...changed,
      now: () => new Date('2026-03-02T09:00:00Z'),
      deployment: await readDeployment(cloudFormation, 'MeetingBots'),
    });
  return {
    mocks,
    sqs,
    outputs,
    examined,
    answers,
    ended,
    stack,
    listed,
    backups,
    definition,
    trusting,
    decided,
    alarm,
    hasKeyForAll,
    hasLost,
    mapping,
    machine,
    queueUrl,
  };
};
export type Deployment = ReturnType<typeof aDeployment>;
