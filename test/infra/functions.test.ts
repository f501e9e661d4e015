import { describe, expect, it } from 'vitest';
import { functionCount, readTemplate } from './read-template.ts';
import { aTemplate } from './stack.ts';

const { template, statementsOf, propertiesOf, actionsOf, environmentOf } = readTemplate(aTemplate());

const tableReads = ['dynamodb:BatchGetItem', 'dynamodb:ConditionCheckItem', 'dynamodb:GetItem', 'dynamodb:Query'];
/** A function of the API that only reads, but counts the requests of projects. */
const readsAndCounts = [...tableReads, 'dynamodb:UpdateItem'];
const table = [...tableReads, 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
const ofWorkers = [
  ...table,
  ...['s3:AbortMultipartUpload', 's3:DeleteObject', 's3:GetObject', 's3:ListBucket', 's3:PutObject'],
  ...['sqs:SendMessage', 'states:SendTaskHeartbeat'],
];
const traces = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
const stream = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'];

describe('functions', () => {
  it('run on arm64 and Node 24, from one ES module', () => {
    for (const properties of propertiesOf('AWS::Lambda::Function')) {
      expect(properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' });
    }
    template.resourceCountIs('AWS::Lambda::Function', functionCount + 19);
  });

  it.each([
    ['HttpNoSuchRoute', []],
    ['HttpReference', []],
    ['HttpCreateBot', [...table, 's3:PutObject']],
    ['HttpUpdateBot', [...table, 's3:PutObject']],
    ['HttpListBots', readsAndCounts],
    ['HttpGetBot', readsAndCounts],
    ['HttpDeleteBot', table],
    ['HttpLeaveBot', table],
    ['HttpDeleteBotData', table],
    ['HttpSendChatMessage', table],
    ['HttpOutputVideo', table],
    ['HttpUpdateVoiceAgentSettings', table],
    ['HttpUpdateTranscriptionSettings', table],
    ['HttpListParticipants', readsAndCounts],
    ['HttpGetTranscript', readsAndCounts],
    ['HttpGetRecording', [...readsAndCounts, 's3:GetObject']],
    ['HttpGetDiagnostics', [...readsAndCounts, 's3:GetObject', 's3:ListBucket']],
    ['HttpDashboard', []],
    ['HttpDashboardAccess', table],
    ['HttpDashboardBots', [...table, 's3:GetObject', 's3:ListBucket']],
    ['HttpDashboardIdentity', [...table, 'kms:Decrypt']],
    ['UsersBeforeSignUp', tableReads],
    ['HttpDashboardProviders', [...table, 'kms:Decrypt', 'kms:GenerateDataKeyWithoutPlaintext']],
    ['HttpDashboardWebhooks', [...table, 'kms:Decrypt', 'kms:GenerateDataKeyWithoutPlaintext', 'sqs:SendMessage']],
    ['LifecycleReportFailure', [...table, ...traces]],
    [
      'LifecycleEnterState',
      [
        ...table,
        'ecs:RunTask',
        'ecs:StopTask',
        'iam:PassRole',
        'states:SendTaskFailure',
        'states:SendTaskSuccess',
        'states:StartExecution',
        ...traces,
      ],
    ],
    [
      'LifecycleFollow',
      [
        ...table,
        ...stream,
        'lambda:InvokeFunction',
        'sqs:GetQueueAttributes',
        'sqs:GetQueueUrl',
        'sqs:SendMessage',
        'states:SendTaskFailure',
        'states:SendTaskSuccess',
        'states:StartExecution',
        'states:StopExecution',
      ],
    ],
    [
      'LifecycleCaptureStopped',
      [
        ...[...table, 'ecs:RunTask', 'ecs:StopTask', 'iam:PassRole', 'lambda:InvokeFunction'],
        ...['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'],
      ],
    ],
    ['ForgetOldFunction', [...table, 's3:DeleteObject', 's3:ListBucket']],
    ['WebhooksFanOut', [...tableReads, ...stream, 'sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage']],
    [
      'WebhooksDeliver',
      [
        ...table,
        'kms:Decrypt',
        'sqs:ChangeMessageVisibility',
        'sqs:DeleteMessage',
        'sqs:GetQueueAttributes',
        'sqs:GetQueueUrl',
        'sqs:ReceiveMessage',
        'sqs:SendMessage',
      ],
    ],
    ['CaptureBotsTaskTaskRole', [...ofWorkers, 'lambda:InvokeFunction']],
    ['CaptureAppSessionsTaskTaskRole', ofWorkers],
    [
      'TranscriptionTranscribe',
      [
        ...table,
        'kms:Decrypt',
        's3:DeleteObject',
        's3:GetObject',
        's3:ListBucket',
        'sqs:ChangeMessageVisibility',
        'sqs:DeleteMessage',
        'sqs:GetQueueAttributes',
        'sqs:GetQueueUrl',
        'sqs:ReceiveMessage',
        'sqs:SendMessage',
      ],
    ],
  ])('%s may do exactly what it needs', (owner, actions) => {
    expect(actionsOf(owner)).toEqual([...actions].sort());
  });

  it.each([
    ['HttpNoSuchRoute', []],
    ['HttpReference', []],
    [
      'HttpCreateBot',
      [
        'DEMO_ROOM_HOSTS',
        'GALENE_HOSTS',
        'JITSI_HOSTS',
        'LIVEKIT_HOSTS',
        'MEDIA_BUCKET',
        'PLATFORMS_OFF',
        'REQUESTS_PER_SECOND',
        'TABLE_NAME',
      ],
    ],
    ['HttpGetRecording', ['MEDIA_BUCKET', 'REQUESTS_PER_SECOND', 'TABLE_NAME']],
    ['HttpDashboard', ['OIDC_CLIENT_ID', 'OIDC_GROUPS_CLAIM', 'OIDC_ISSUER']],
    [
      'HttpDashboardAccess',
      [
        ...['DEMO_ROOM_HOSTS', 'GALENE_HOSTS', 'JITSI_HOSTS', 'LIVEKIT_HOSTS', 'PLATFORMS_OFF', 'REQUESTS_PER_SECOND'],
        'TABLE_NAME',
      ],
    ],
    [
      'HttpDashboardIdentity',
      [
        ...['OIDC_CLIENT_ID', 'OIDC_GROUPS_CLAIM', 'OIDC_ISSUER', 'REQUESTS_PER_SECOND'],
        ...['SECRET_KEY_ID', 'TABLE_NAME'],
      ],
    ],
    [
      'LifecycleFollow',
      ['CALENDAR_QUEUE_URL', 'ERASE_FUNCTION', 'LAUNCHES_PER_SECOND', 'STATE_MACHINE_ARN', 'TABLE_NAME'],
    ],
    [
      'CalendarsSync',
      [
        ...[
          'CALENDAR_HOOK_URL',
          'CALENDAR_QUEUE_URL',
          'DEMO_ROOM_HOSTS',
          'GALENE_HOSTS',
          'JITSI_HOSTS',
          'LIVEKIT_HOSTS',
        ],
        ...['PLATFORMS_OFF', 'SECRET_KEY_ID', 'TABLE_NAME'],
      ],
    ],
    ['WebhooksFanOut', ['SLOW_WEBHOOK_QUEUE_URL', 'TABLE_NAME', 'WEBHOOK_QUEUE_URL']],
    ['WebhooksDeliver', ['SECRET_KEY_ID', 'SLOW_WEBHOOK_QUEUE_URL', 'TABLE_NAME', 'WEBHOOK_QUEUE_URL']],
  ])('%s is told exactly what it needs', (owner, variables) => {
    expect(environmentOf(owner)).toEqual(variables);
  });
});

describe('a function of the API that only reads', () => {
  it.each(['HttpListBots', 'HttpGetBot', 'HttpGetRecording', 'HttpGetDiagnostics'])(
    '%s writes nothing but counts of requests',
    (owner) => {
      const writing = statementsOf(owner).filter(({ Action }) => [Action].flat().includes('dynamodb:UpdateItem'));
      expect(writing.map(({ Condition }) => Condition)).toEqual([
        {
          'ForAllValues:StringLike': {
            'dynamodb:LeadingKeys': ['project#*#requests#*', 'address#*#requests#*', 'project#*#audit'],
          },
        },
      ]);
    },
  );
});
