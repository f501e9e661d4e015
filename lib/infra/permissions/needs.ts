/**
 * What a function or a task may need: each need brings its environment variables and the least permissions for it. What
 * a function reads of them is in lib/process/environment.ts, under the same names.
 */
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Route } from '../../api/routes/route.ts';
import { idPrefixes } from '../../domain/ids.ts';
import { tableIndexNames } from '../../ports/table.ts';
import { indicesOfWorkers, partitionsOfWorkers, partitionsReadByWorkers } from '../../ports/worker-partitions.ts';
import type { CaptureFleet } from '../fleet/capture-fleet.ts';
import { containerName } from '../fleet/container-name.ts';
import type { TimedFunction } from '../functions/timed-function.ts';
import type { CalendarQueue } from '../service/calendars.ts';
import type { ConnectionQueue, JoinCredentials } from '../service/connections.ts';
import type { Storage } from '../service/storage.ts';
import type { TranscriptionQueue } from '../service/transcription.ts';
import type { WebhookQueues } from '../service/webhooks.ts';
import type { Settings } from '../settings.ts';
import { hostsVariables, keySecretVariables, operatedProviderVariables } from '../table-settings.ts';
import type { Provision } from './provision.ts';

const allow = (actions: string[], ...resources: string[]): PolicyStatement =>
  new PolicyStatement({ actions, resources });

/** Uses of a key of KMS that name a project, and nothing else, as what the result belongs to. */
const allowForProjects = (actions: string[], keyArn: string): PolicyStatement =>
  new PolicyStatement({
    actions,
    resources: [keyArn],
    conditions: {
      StringLike: { 'kms:EncryptionContext:project_id': 'prj_*' },
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['project_id'] },
    },
  });

/** Only items of these partitions: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html */
const allowIn = (partitions: readonly string[], actions: string[], tableArn: string): PolicyStatement =>
  new PolicyStatement({
    actions,
    resources: [tableArn],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } },
  });

/**
 * What their definition is tagged with, and only as they start:
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/supported-iam-actions-tagging.html
 */
const allowTaggingOf = (tasks: string): PolicyStatement =>
  new PolicyStatement({
    actions: ['ecs:TagResource'],
    resources: [tasks],
    conditions: { StringEquals: { 'ecs:CreateAction': 'RunTask' } },
  });

const tableReads = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem'];
const tableWrites = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'];

/** Needs that concern what is stored. */
export const storageNeeds = ({ table, media, secretKey }: Storage) => {
  const objects = media.arnForObjects('*');
  const patterns = { [objects]: 'the names of objects hold the ids of projects and bots' };
  const indexes = tableIndexNames.map((name) => `${table.tableArn}/index/${name}`);
  const readTable = allow(tableReads, table.tableArn, ...indexes);
  const mediaBelow = (below: string) => ({
    environment: { MEDIA_BUCKET: media.bucketName },
    statements: [
      allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'], below),
      // Of the whole bucket: under a condition on the prefix S3 would refuse to say that an object is not there.
      allow(['s3:ListBucket'], media.bucketArn),
    ],
    patterns: { [below]: 'the names of objects hold the ids of projects and bots' },
  });
  return {
    tableRead: { environment: { TABLE_NAME: table.tableName }, statements: [readTable] },
    table: {
      environment: { TABLE_NAME: table.tableName },
      statements: [readTable, allow(tableWrites, table.tableArn)],
    },
    // Nothing of keys, sessions, people, subscriptions and what is listed by them.
    workersTable: {
      environment: { TABLE_NAME: table.tableName },
      statements: [
        allowIn(partitionsOfWorkers, [...tableReads, ...tableWrites], table.tableArn),
        allowIn(partitionsReadByWorkers, ['dynamodb:Query'], table.tableArn),
        allow(['dynamodb:Query'], ...indicesOfWorkers.map((name) => `${table.tableArn}/index/${name}`)),
      ],
    },
    // Every function of the API counts the requests of projects, or of addresses, and notes down what people look at; most
    // may write nothing else.
    countRequests: {
      environment: {},
      statements: [
        allowIn(
          ['project#*#requests#*', 'address#*#requests#*', 'project#*#audit'],
          ['dynamodb:UpdateItem'],
          table.tableArn,
        ),
      ],
    },
    mediaRead: {
      environment: { MEDIA_BUCKET: media.bucketName },
      statements: [allow(['s3:GetObject'], objects)],
      patterns,
    },
    // Whether an object is there at all, S3 tells only who may list.
    mediaLook: {
      environment: { MEDIA_BUCKET: media.bucketName },
      statements: [allow(['s3:GetObject'], objects), allow(['s3:ListBucket'], media.bucketArn)],
      patterns,
    },
    mediaWrite: {
      environment: { MEDIA_BUCKET: media.bucketName },
      statements: [allow(['s3:PutObject'], objects)],
      patterns,
    },
    mediaErase: {
      environment: { MEDIA_BUCKET: media.bucketName },
      statements: [allow(['s3:DeleteObject'], objects), allow(['s3:ListBucket'], media.bucketArn)],
      patterns,
    },
    media: mediaBelow(objects),
    // What came from a meeting lies below the id of its bot, and the ids of app sessions begin so.
    appSessionMedia: mediaBelow(media.arnForObjects(`*/${idPrefixes.app_session}*`)),
    openSecrets: {
      environment: { SECRET_KEY_ID: secretKey.keyId },
      statements: [allowForProjects(['kms:Decrypt'], secretKey.keyArn)],
    },
    // The first secret of a project needs a data key, all of them need it opened. No function reads a new key itself.
    sealSecrets: {
      environment: { SECRET_KEY_ID: secretKey.keyId },
      statements: [allowForProjects(['kms:GenerateDataKeyWithoutPlaintext', 'kms:Decrypt'], secretKey.keyArn)],
    },
  } satisfies Record<string, Provision>;
};

/** What a route of the API may do with the table: read it, and write it unless it only asks. */
export const tableNeedOf = (
  { method }: Pick<Route, 'method'>,
  { table, tableRead }: Readonly<Record<'table' | 'tableRead', Provision>>,
): Provision => (method === 'GET' ? tableRead : table);

/** What a function needs to tell X-Ray of its part in a bot's trace, which its execution hands on to it. */
export const traces: Provision = {
  statements: [allow(['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], '*')],
  patterns: { '*': 'X-Ray knows no resources' },
};

/** Needs that concern bots' executions. */
export const executionNeeds = (stateMachineArn: string) => {
  const environment = { STATE_MACHINE_ARN: stateMachineArn };
  const executions = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:*`;
  return {
    startExecutions: { environment, statements: [allow(['states:StartExecution'], stateMachineArn)] },
    stopExecutions: {
      environment,
      statements: [allow(['states:StopExecution'], executions)],
      patterns: { [executions]: 'executions are named after bots' },
    },
    wakeExecutions: {
      environment,
      statements: [allow(['states:SendTaskSuccess', 'states:SendTaskFailure'], stateMachineArn)],
    },
    heartbeat: { environment, statements: [allow(['states:SendTaskHeartbeat'], stateMachineArn)] },
  } satisfies Record<string, Provision>;
};

/** Needs that concern capture tasks. */
export const captureNeeds = (fleet: CaptureFleet) => {
  const {
    clusterName,
    bots,
    appSessions,
    sizes,
    warm,
    isOnSpot,
    isTagged,
    subnetIds,
    hasPublicIp,
    securityGroup,
    runner,
  } = fleet;
  const tasks = Stack.of(fleet).formatArn({ service: 'ecs', resource: 'task', resourceName: `${clusterName}/*` });
  const definitions = [bots, appSessions];
  // While a stack is updated, functions ask for the revision of before and may already do what they may afterwards.
  const revisions = definitions.map(({ revisionsArn }) => revisionsArn);
  const environment = {
    CAPTURE_CLUSTER: clusterName,
    CAPTURE_TASK_DEFINITION: bots.definitionArn,
    APP_SESSION_TASK_DEFINITION: appSessions.definitionArn,
    CAPTURE_CONTAINER: containerName,
    CAPTURE_SIZES: JSON.stringify(sizes),
    ...(isOnSpot && { CAPTURE_SPOT: 'true' }),
    ...(isTagged && { CAPTURE_TAGS: 'true' }),
    ...(warm && { WARM_TASKS: JSON.stringify(warm) }),
    CAPTURE_SUBNETS: subnetIds.join(','),
    CAPTURE_PUBLIC_IP: hasPublicIp ? 'ENABLED' : 'DISABLED',
    CAPTURE_SECURITY_GROUPS: securityGroup.securityGroupId,
  };
  // A task runner asks nobody for permission.
  if (runner) return { captureTasks: { environment: { ...environment, AWS_ENDPOINT_URL_ECS: runner.url } } };
  return {
    captureTasks: {
      environment,
      statements: [
        allow(['ecs:RunTask'], ...revisions),
        allow(['ecs:StopTask'], tasks),
        ...(isTagged ? [allowTaggingOf(tasks)] : []),
        new PolicyStatement({
          actions: ['iam:PassRole'],
          resources: definitions.flatMap(({ roleArns }) => roleArns),
          conditions: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } },
        }),
      ],
      patterns: {
        [tasks]: 'tasks get their names from ECS',
        ...Object.fromEntries(revisions.map((arn) => [arn, 'functions ask for the revision that they know'])),
      },
    },
  } satisfies Record<string, Provision>;
};

/** To send to a queue, whose address a variable tells. */
const sendTo = (variable: string, { queueUrl, queueArn }: Pick<IQueue, 'queueUrl' | 'queueArn'>): Provision => ({
  environment: { [variable]: queueUrl },
  statements: [allow(['sqs:SendMessage'], queueArn)],
});

/** To call a function, whose name a variable tells. */
const call = (
  variable: string,
  { functionName, functionArn }: Pick<IFunction, 'functionName' | 'functionArn'>,
): Provision => ({
  environment: { [variable]: functionName },
  statements: [allow(['lambda:InvokeFunction'], functionArn)],
});

export const sendSpeechTo = ({ queue }: TranscriptionQueue) => sendTo('TRANSCRIPTION_QUEUE_URL', queue);
export const lookAtCalendarsBy = ({ queue }: CalendarQueue) => sendTo('CALENDAR_QUEUE_URL', queue);
export const lookAtConnectionsBy = ({ queue }: ConnectionQueue) => sendTo('CONNECTION_QUEUE_URL', queue);
/** To have removed what bots leave. */
export const haveErasedBy = ({ called }: TimedFunction) => call('ERASE_FUNCTION', called);
/** To ask what bots join with. */
export const joinCredentialsOf = (asked: JoinCredentials) => call('JOIN_CREDENTIALS_FUNCTION', asked);

/** The variables of which something is said. */
const said = (variables: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).flatMap(([name, url]) => (url === undefined ? [] : [[name, url]])));

/** Where the services of calendars are, if not at their makers' addresses, and where they reach this one. */
export const calendarServicesAt = (settings: Settings, hookUrl: string): Provision => {
  const addresses = {
    GOOGLE_CALENDAR_URL: settings.googleCalendarUrl,
    GOOGLE_TOKEN_URL: settings.googleTokenUrl,
    MICROSOFT_GRAPH_URL: settings.microsoftGraphUrl,
    MICROSOFT_TOKEN_URL: settings.microsoftTokenUrl,
  };
  return { environment: { ...said(addresses), CALENDAR_HOOK_URL: hookUrl } };
};

/** Where the conferencing platform is, if not at its maker's addresses. */
export const confServicesAt = ({ zoomApiUrl, zoomOauthUrl }: Settings): Provision => ({
  environment: said({ ZOOM_API_URL: zoomApiUrl, ZOOM_OAUTH_URL: zoomOauthUrl }),
});

/** Where people sign in to the dashboard: at an issuer of the operator's, else in the directory of the stack, if there is one. */
export const identityProviderAt = (
  settings: Settings,
  directory: { readonly issuer: string; readonly clientId: string } | undefined,
): Provision => {
  const isOwn = directory === undefined && settings.oidcIssuer !== 'none';
  return {
    environment: said({
      OIDC_ISSUER: isOwn ? settings.oidcIssuer : directory?.issuer,
      OIDC_CLIENT_ID: isOwn ? settings.oidcClientId : directory?.clientId,
      OIDC_SCOPES: settings.oidcScopes,
      // https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-user-groups.html
      OIDC_GROUPS_CLAIM: settings.oidcGroupsClaim ?? (directory && 'cognito:groups'),
      OIDC_OWNER_GROUP: settings.oidcOwnerGroup,
      OIDC_MEMBER_GROUP: settings.oidcMemberGroup,
      OIDC_VIEWER_GROUP: settings.oidcViewerGroup,
      OIDC_PROJECT: settings.oidcProject,
      OIDC_EMAILS_ARE_VERIFIED: settings.oidcEmailsAreVerified ? 'true' : undefined,
    }),
  };
};

/** Needs that concern the operator's keys for providers of transcription: to know that there are some, and to read them. */
export const operatorKeyNeeds = (scope: Construct, settings: Settings) => {
  // Secrets Manager adds a hyphen and six characters to a name.
  const arnOf = (name: string): string =>
    Stack.of(scope).formatArn({
      service: 'secretsmanager',
      resource: 'secret',
      resourceName: `${name}-??????`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  const environment = said(keySecretVariables(settings));
  const arns = [...new Set(Object.values(environment))].map(arnOf);
  return {
    operatorKeys: { environment },
    readOperatorKeys: { statements: arns.length > 0 ? [allow(['secretsmanager:GetSecretValue'], ...arns)] : [] },
  } satisfies Record<string, Provision>;
};

/** Needs that concern what is told to, and by, the outside. */
export const outsideNeeds = (webhooks: WebhookQueues, settings: Settings) =>
  ({
    sendWebhooks: {
      environment: {
        WEBHOOK_QUEUE_URL: webhooks.prompt.queueUrl,
        SLOW_WEBHOOK_QUEUE_URL: webhooks.slow.queueUrl,
      },
      statements: [allow(['sqs:SendMessage'], webhooks.prompt.queueArn, webhooks.slow.queueArn)],
    },
    meetingHosts: { environment: hostsVariables(settings) },
    platformsOff: { environment: { PLATFORMS_OFF: settings.platformsOff } },
    keepDays: { environment: said({ KEEP_DAYS: settings.dataRetentionDays?.toString() }) },
    mediaDays: { environment: said({ MEDIA_RETENTION_DAYS: settings.mediaRetentionDays?.toString() }) },
    gathering: {
      environment: {
        SEGMENT_SECONDS: String(settings.segmentSeconds),
        SPEECH_EVENT_SECONDS: String(settings.speechEventSeconds),
      },
    },
    streamServers: { environment: { STREAM_HOSTS: settings.streamHosts } },
    launchRate: { environment: { LAUNCHES_PER_SECOND: String(settings.launchesPerSecond) } },
    requestLimit: { environment: { REQUESTS_PER_SECOND: String(settings.requestsPerSecond) } },
    transcription: {
      environment: settings.customTranscriptionUrl
        ? { CUSTOM_ASYNC_TRANSCRIPTION_URL: settings.customTranscriptionUrl }
        : {},
    },
    transcriptionTime: {
      environment: settings.customTranscriptionUrl
        ? { CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT: String(settings.customTranscriptionTimeout) }
        : {},
    },
    hostedTranscription: { environment: operatedProviderVariables(settings) },
    clientAddresses: {
      environment: settings.unsafeAllowLoopbackWebhooks ? { ALLOW_LOOPBACK_WEBHOOKS: 'true' } : {},
    },
  }) satisfies Record<string, Provision>;
