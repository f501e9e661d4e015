import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it, vi } from 'vitest';
import { pathsOf } from '../../lib/api/endpoints.ts';
import { hookHandlers, hookRoutes } from '../../lib/api/hook-routes.ts';
import { dashboardPages } from '../../lib/api/page-routes.ts';
import { publicRoutes } from '../../lib/api/public-routes.ts';
import { dashboardGroupNames, dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { routes } from '../../lib/api/routes.ts';
import { ssoRoutes } from '../../lib/api/sso-routes.ts';
import { tableIndexes } from '../../lib/ports/table.ts';
import { anApp, aTemplate } from './stack.ts';

interface Statement {
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}
/** What refers to a resource of the template. */
const idsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g)].map(([, id]) => id ?? '');

interface TaskProperties {
  readonly ContainerDefinitions: readonly {
    readonly Image: unknown;
    readonly Environment: readonly { readonly Name: string; readonly Value: unknown }[];
  }[];
}

interface FunctionProperties {
  readonly Role: unknown;
  readonly Timeout: number;
  readonly Environment?: { readonly Variables: object };
}

/** What a template says of whatever has a logical id that begins so. */
const readTemplate = (template: Template) => {
  const resources = (type: string): Record<string, { Properties: Record<string, never> }> =>
    template.findResources(type) as never;
  const functions = resources('AWS::Lambda::Function') as unknown as Record<string, { Properties: FunctionProperties }>;
  /** The function of that name; names begin so, and end in eight digits of a hash. */
  const functionIdOf = (owner: string): string | undefined =>
    Object.keys(functions).find((id) => id.replace(/[0-9A-F]{8}$/, '') === owner);
  const functionOf = (owner: string): FunctionProperties => {
    const found = functions[functionIdOf(owner) ?? ''];
    if (!found) throw new Error(`no function ${owner}`);
    return found.Properties;
  };
  const roleOf = (owner: string): string | undefined =>
    functionIdOf(owner) === undefined
      ? Object.keys(resources('AWS::IAM::Role')).find((id) => id.startsWith(owner))
      : idsIn(functionOf(owner).Role)[0];
  const statementsOf = (owner: string): Statement[] => {
    const role = roleOf(owner);
    return Object.values(resources('AWS::IAM::Policy')).flatMap(({ Properties }) => {
      const { Roles, PolicyDocument } = Properties as unknown as {
        Roles: unknown;
        PolicyDocument: { Statement: Statement[] };
      };
      return idsIn(Roles).includes(role ?? '') ? PolicyDocument.Statement : [];
    });
  };
  return {
    template,
    statementsOf,
    functionOf,
    propertiesOf: (type: string) => Object.values(resources(type)).map(({ Properties }) => Properties),
    /** What the role of the function or task may do. */
    actionsOf: (owner: string): string[] =>
      [...new Set(statementsOf(owner).flatMap(({ Action }) => Action))]
        .filter((action) => !action.startsWith('logs:'))
        .sort(),
    environmentOf: (owner: string): string[] => Object.keys(functionOf(owner).Environment?.Variables ?? {}).sort(),
  };
};

const { template, statementsOf, functionOf, propertiesOf, actionsOf, environmentOf } = readTemplate(aTemplate());

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

const allRoutes = { ...routes, ...dashboardRoutes };
/** One for each route, but for those of the dashboard, which share. */
const functionCount = Object.keys(routes).length + dashboardGroupNames.length;

describe('the API', () => {
  it('has every route of the route table, the public ones, what platforms call, and one function for everything else', () => {
    const keys = propertiesOf('AWS::ApiGatewayV2::Route').map(({ RouteKey }) => String(RouteKey));
    const expected = Object.values(allRoutes).flatMap(({ method, path }) =>
      pathsOf(path).map((path) => `${method} ${path}`),
    );
    const open = [...Object.values(publicRoutes), ...Object.values(dashboardPages)].map((path) => `GET ${path}`);
    const hooks = Object.values(hookRoutes).map((path) => `POST ${path}`);
    const sso = Object.values(ssoRoutes).map(({ method, path }) => `${method} ${path}`);
    expect(keys.sort()).toEqual(['$default', ...expected, ...open, ...hooks, ...sso].sort());
  });

  it('limits how fast everybody together may call it, and logs who calls', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 5000, ThrottlingBurstLimit: 5000 },
      AccessLogSettings: { DestinationArn: Match.anyValue() },
    });
  });

  it('tells a project of its own limit before the gateway tells anybody of its', () => {
    const perProject = (of: Template) =>
      Object.values(of.findResources('AWS::Lambda::Function'))
        .map(({ Properties }) => Properties.Environment?.Variables.REQUESTS_PER_SECOND)
        .find((limit) => limit !== undefined);
    expect(perProject(template)).toBe('100');
    const generous = aTemplate({ requestsPerSecond: '700', apiRequestsPerSecond: '8000' });
    expect(perProject(generous)).toBe('700');
    generous.hasResourceProperties('AWS::ApiGatewayV2::Stage', { DefaultRouteSettings: { ThrottlingRateLimit: 8000 } });
    expect(() => aTemplate({ requestsPerSecond: '501' })).toThrow('at least 10 times requestsPerSecond');
  });

  it('is called by the gateway alone, as somebody who may call what that gateway leads to and nothing else', () => {
    const callers = new Set(propertiesOf('AWS::ApiGatewayV2::Integration').flatMap((it) => idsIn(it)));
    const roles = [...callers].filter((id) => template.toJSON().Resources[id].Type === 'AWS::IAM::Role');
    expect(roles.length).toBeGreaterThan(0);
    const allowed = propertiesOf('AWS::IAM::Policy').flatMap((policy) => {
      const { Roles, PolicyDocument } = policy as unknown as {
        Roles: unknown;
        PolicyDocument: { Statement: Statement[] };
      };
      return idsIn(Roles).some((role) => roles.includes(role)) ? PolicyDocument.Statement : [];
    });
    expect(new Set(allowed.flatMap(({ Action }) => Action))).toEqual(new Set(['lambda:InvokeFunction']));
    const called = propertiesOf('AWS::ApiGatewayV2::Integration').flatMap(({ IntegrationUri }) =>
      idsIn(IntegrationUri),
    );
    expect(allowed.flatMap(({ Resource }) => idsIn(Resource)).sort()).toEqual(called.sort());
    // The public ones, everything else, and those that platforms call.
    expect(called).toHaveLength(functionCount + 3 + hookHandlers.length);
  });
});

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
        's3:DeleteObject',
        's3:ListBucket',
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
      [...table, 'ecs:RunTask', 'ecs:StopTask', 'iam:PassRole', 's3:DeleteObject', 's3:ListBucket', 'sqs:SendMessage'],
    ],
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
        'REQUESTS_PER_SECOND',
        'TABLE_NAME',
      ],
    ],
    ['HttpGetRecording', ['MEDIA_BUCKET', 'REQUESTS_PER_SECOND', 'TABLE_NAME']],
    ['HttpDashboard', ['OIDC_CLIENT_ID', 'OIDC_GROUPS_CLAIM', 'OIDC_ISSUER']],
    [
      'HttpDashboardIdentity',
      [
        ...['OIDC_CLIENT_ID', 'OIDC_GROUPS_CLAIM', 'OIDC_ISSUER', 'REQUESTS_PER_SECOND'],
        ...['SECRET_KEY_ID', 'TABLE_NAME'],
      ],
    ],
    ['LifecycleFollow', ['LAUNCHES_PER_SECOND', 'MEDIA_BUCKET', 'STATE_MACHINE_ARN', 'TABLE_NAME']],
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

describe('people sign in to the dashboard', () => {
  const own = { oidcIssuer: 'https://id.example.com', oidcClientId: 'dashboard' };
  const pools = (of: Template) => Object.keys(of.findResources('AWS::Cognito::UserPool')).length;

  it('in a directory of the stack, in which only whom an owner has let in makes an account', () => {
    const [pool] = propertiesOf('AWS::Cognito::UserPool');
    expect(pool).toMatchObject({
      UserPoolTier: 'LITE',
      AutoVerifiedAttributes: ['email'],
      UsernameAttributes: ['email'],
      LambdaConfig: { PreSignUp: { 'Fn::GetAtt': [expect.stringMatching(/^UsersBeforeSignUp/), 'Arn'] } },
    });
  });

  it('by the code flow alone, without a secret, and come back to the address of the API', () => {
    const [client] = propertiesOf('AWS::Cognito::UserPoolClient');
    expect(client).toMatchObject({
      ...{ AllowedOAuthFlows: ['code'], GenerateSecret: false, SupportedIdentityProviders: ['COGNITO'] },
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      CallbackURLs: [{ 'Fn::Join': ['', expect.arrayContaining(['/api/v1/dashboard/sign_in/callback'])] }],
    });
  });

  it('at an issuer of the operator, where one is named, with the groups that are let in', () => {
    const { template: of, functionOf } = readTemplate(
      aTemplate({ ...own, oidcOwnerGroup: 'leads', oidcEmailsAreVerified: 'true' }),
    );
    expect(pools(of)).toBe(0);
    expect(functionOf('HttpDashboardIdentity').Environment?.Variables).toMatchObject({
      ...{ OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'dashboard' },
      ...{ OIDC_OWNER_GROUP: 'leads', OIDC_EMAILS_ARE_VERIFIED: 'true' },
    });
  });

  it('by links only, where the operator wants no issuer', () => {
    const { template: of, environmentOf } = readTemplate(aTemplate({ oidcIssuer: 'none' }));
    expect([pools(of), environmentOf('HttpDashboard')]).toEqual([0, []]);
  });

  it.each([
    { oidcIssuer: own.oidcIssuer },
    { oidcClientId: own.oidcClientId },
    { ...own, oidcIssuer: 'http://id.example.com' },
    { ...own, oidcIssuer: 'elsewhere' },
  ])('nowhere by half a setting: %j', (settings) => {
    expect(() => aTemplate(settings)).toThrow();
  });
});

describe('what is stored', () => {
  it('is in one table with a stream, indices of keys, expiry and backups', () => {
    template.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Retain',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        SSESpecification: { SSEEnabled: true },
        GlobalSecondaryIndexes: Object.entries(tableIndexes).map(([IndexName, { pk, sk }]) => ({
          IndexName,
          KeySchema: [
            { AttributeName: pk, KeyType: 'HASH' },
            { AttributeName: sk, KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['expires_at'] },
        })),
      },
    });
  });

  it('is in a bucket that nobody else reads, and that is kept', () => {
    template.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'Retain',
      Properties: {
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
        LifecycleConfiguration: { Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } }] },
      },
    });
  });

  it('as a secret is used by the functions that need it, for one project at a time, and by nobody else', () => {
    const isOfKms = ({ Action }: Statement): boolean => [Action].flat().some((action) => action.startsWith('kms:'));
    const policies = propertiesOf('AWS::IAM::Policy') as unknown as { PolicyDocument: { Statement: Statement[] } }[];
    const usedBy = (functionName: string): Statement[] => statementsOf(functionName).filter(isOfKms);
    const open = 'kms:Decrypt';
    const seal = ['kms:GenerateDataKeyWithoutPlaintext', open];
    const uses = Object.entries({
      TranscriptionTranscribe: open,
      WebhooksDeliver: open,
      CalendarsSync: seal,
      HttpCreateAppSession: open,
      HttpCreateCalendar: seal,
      HttpUpdateCalendar: seal,
      HttpCreateConnection: seal,
      HttpDeleteConnection: open,
      HttpHearConnections: open,
      HttpDashboardIdentity: open,
      HttpDashboardProviders: seal,
      HttpDashboardWebhooks: seal,
      ConnectionsSync: seal,
      JoinTokens: seal,
    });
    const forOneProject = {
      StringLike: { 'kms:EncryptionContext:project_id': 'prj_*' },
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['project_id'] },
    };
    const Resource = { 'Fn::GetAtt': [expect.stringMatching(/^StorageSecretKey/), 'Arn'] };
    for (const [name, Action] of uses) {
      expect(usedBy(name)).toEqual([{ Effect: 'Allow', Action, Resource, Condition: forOneProject }]);
    }
    const used = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement).filter(isOfKms);
    expect(new Set(used)).toEqual(new Set(uses.flatMap(([name]) => usedBy(name))));
  });

  it('is logged for a month', () => {
    expect(new Set(propertiesOf('AWS::Logs::LogGroup').map(({ RetentionInDays }) => RetentionInDays))).toEqual(
      new Set([30]),
    );
  });
});

describe('lives of bots', () => {
  it('run the generated state machine', () => {
    const [machine] = propertiesOf('AWS::StepFunctions::StateMachine') as unknown as { DefinitionString: string }[];
    const generated = readFileSync(join(import.meta.dirname, '../../statemachines/bot-lifecycle.asl.json'), 'utf8');
    expect(JSON.parse(machine?.DefinitionString ?? '')).toEqual(JSON.parse(generated));
    template.hasResourceProperties('AWS::StepFunctions::StateMachine', {
      DefinitionSubstitutions: { EnterStateFunctionArn: Match.anyValue(), ReportFailureFunctionArn: Match.anyValue() },
      LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false },
      TracingConfiguration: { Enabled: true },
    });
  });

  it('follow the stream of bots alone, calendars that of calendars; webhooks hear of captured things and news too', () => {
    const kinds = (
      propertiesOf('AWS::Lambda::EventSourceMapping') as unknown as {
        FilterCriteria?: { Filters: { Pattern: string }[] };
      }[]
    )
      .flatMap(({ FilterCriteria }) => (FilterCriteria ? [FilterCriteria.Filters.map(({ Pattern }) => Pattern)] : []))
      .map((patterns) =>
        [...new Set(patterns.flatMap((it) => it.match(/bot|captured|calendar(?:_digest)?|connection/g) ?? []))].sort(),
      );
    expect(kinds.sort()).toEqual([
      ['bot'],
      ['bot', 'calendar', 'calendar_digest', 'captured', 'connection'],
      ['calendar'],
    ]);
    template.allResourcesProperties('AWS::Lambda::EventSourceMapping', {
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  it('hear of every capture task that stops, or is to stop', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.ecs'],
        'detail-type': ['ECS Task State Change'],
        detail: {
          lastStatus: ['RUNNING', 'STOPPED'],
          desiredStatus: ['STOPPED'],
          clusterArn: [Match.anyValue()],
        },
      },
    });
  });
});

describe('capture tasks', () => {
  const container = { Name: 'capture', StopTimeout: 120 };
  const onArm = { RuntimePlatform: { CpuArchitecture: 'ARM64', OperatingSystemFamily: 'LINUX' } };
  const image = (name: string) => `public.ecr.aws/example/${name}:1`;
  const variablesOf = (of: Template, name: string): Record<string, unknown> =>
    Object.fromEntries(
      (Object.values(of.findResources('AWS::ECS::TaskDefinition')) as { Properties: TaskProperties }[])
        .flatMap(({ Properties }) => Properties.ContainerDefinitions)
        .filter(({ Image }) => Image === image(name))
        .flatMap(({ Environment }) => Environment.map(({ Name, Value }) => [Name, Value])),
    );
  const named = aTemplate({ captureImage: image('bot'), appSessionImage: image('app-session') });

  it('have a processor and 2 GB on arm64 where they have a browser, and two minutes to stop', () => {
    template.hasResourceProperties('AWS::ECS::TaskDefinition', {
      ...onArm,
      Cpu: '1024',
      Memory: '2048',
      ContainerDefinitions: [container],
    });
  });

  it('are launched in the size of what their bots take, or what the operator says for these', () => {
    const sizesIn = (of: Template): Record<string, object>[] =>
      Object.values(of.findResources('AWS::Lambda::Function')).flatMap(({ Properties }) => {
        const sizes = Properties.Environment?.Variables.CAPTURE_SIZES;
        return sizes === undefined ? [] : [JSON.parse(sizes)];
      });
    const usual = sizesIn(template);
    expect(usual.length).toBeGreaterThan(0);
    for (const sizes of usual) {
      expect(sizes).toMatchObject({
        sound: { cpu: 512, memoryMiB: 2048 },
        '720p': { cpu: 512, memoryMiB: 2048 },
        '1080p': { cpu: 1024, memoryMiB: 2048 },
        voice_agent: { cpu: 2048, memoryMiB: 4096 },
      });
    }
    const large = aTemplate({ size720p: '1/3', size1080p: '2/4' });
    expect(sizesIn(large)[0]).toMatchObject({ '720p': { cpu: 1024, memoryMiB: 3072 } });
    large.hasResourceProperties('AWS::ECS::TaskDefinition', { Cpu: '2048', Memory: '4096' });
  });

  it('have a quarter of that processor for an app session', () => {
    template.hasResourceProperties('AWS::ECS::TaskDefinition', {
      ...onArm,
      Cpu: '256',
      Memory: '1024',
      ContainerDefinitions: [container],
    });
  });

  it('of app sessions are told where streams may be, and may touch no bot’s media; those of bots know of no streams', () => {
    const gathering = ['SEGMENT_SECONDS', 'SPEECH_EVENT_SECONDS'];
    const stored = ['MEDIA_BUCKET', 'STATE_MACHINE_ARN', 'TABLE_NAME', 'TRANSCRIPTION_QUEUE_URL'];
    const common = ['MALLOC_ARENA_MAX', ...stored, ...gathering];
    const hosts = ['DEMO_ROOM_HOSTS', 'GALENE_HOSTS', 'JITSI_HOSTS', 'LIVEKIT_HOSTS'];
    const ofBots = ['ACCEPT_TERMS', 'CAPTURE_RECORDER', 'JOIN_CREDENTIALS_FUNCTION', ...hosts, ...common];
    expect(Object.keys(variablesOf(named, 'bot')).sort()).toEqual(ofBots.sort());
    expect(Object.keys(variablesOf(named, 'app-session')).sort()).toEqual(['STREAM_HOSTS', ...common].sort());
    const objectsOf = (owner: string) =>
      statementsOf(owner)
        .filter(({ Action }) => [Action].flat().includes('s3:GetObject'))
        .map(({ Resource }) => JSON.stringify(Resource).replace(/.*"([^"]*)"\]\]\}$/, '$1'));
    expect(objectsOf('CaptureBotsTaskTaskRole')).toEqual(['/*']);
    expect(objectsOf('CaptureAppSessionsTaskTaskRole')).toEqual(['/*/app_*']);
  });

  it('of bots may call the function that fetches tokens for joining, and open no secret', () => {
    const called = statementsOf('CaptureBotsTaskTaskRole').filter(({ Action }) =>
      [Action].flat().some((it) => /^lambda|^kms/.test(it)),
    );
    expect(called).toEqual([
      {
        Effect: 'Allow',
        Action: 'lambda:InvokeFunction',
        Resource: { 'Fn::GetAtt': [expect.stringMatching(/^JoinTokens/), 'Arn'] },
      },
    ]);
    const others = statementsOf('CaptureAppSessionsTaskTaskRole').flatMap(({ Action }) => Action);
    expect(others.filter((action) => /^lambda|^kms/.test(action))).toEqual([]);
  });

  it.each(['LifecycleEnterState', 'LifecycleCaptureStopped'])(
    'of both kinds are started by %s, and no others',
    (owner) => {
      const resourcesOf = (action: string) =>
        statementsOf(owner)
          .filter(({ Action }) => [Action].flat().includes(action))
          .flatMap(({ Resource }) => idsIn(Resource).map((id) => id.replace(/[0-9A-F]{8}$/, '')))
          .sort();
      const tasks = ['CaptureAppSessionsTask', 'CaptureBotsTask'];
      expect(resourcesOf('ecs:RunTask')).toEqual(tasks);
      expect(resourcesOf('iam:PassRole')).toEqual(
        tasks.flatMap((task) => [`${task}ExecutionRole`, `${task}TaskRole`]).sort(),
      );
    },
  );

  it('reach out without a NAT gateway, and nothing reaches in', () => {
    template.resourceCountIs('AWS::EC2::NatGateway', 0);
    template.hasResourceProperties('AWS::EC2::SecurityGroup', {
      SecurityGroupIngress: Match.absent(),
      SecurityGroupEgress: Match.anyValue(),
    });
  });

  it('run images that are at hand, when they are named', () => {
    for (const name of ['bot', 'app-session']) expect(variablesOf(named, name)).toHaveProperty('MALLOC_ARENA_MAX', '2');
  });

  it('are launched as fast as the operator says', () => {
    const told = (of: Template, perSecond: string): number =>
      Object.keys(
        of.findResources('AWS::Lambda::Function', {
          Properties: { Environment: { Variables: { LAUNCHES_PER_SECOND: perSecond } } },
        }),
      ).length;
    expect([told(template, '20'), told(aTemplate({ launchesPerSecond: '50' }), '50')]).toEqual([3, 3]);
    expect(() => aTemplate({ launchesPerSecond: '0' })).toThrow('launchesPerSecond');
  });

  it('run on Spot where the operator says so', () => {
    const spot = aTemplate({ captureSpot: 'true' });
    spot.hasResourceProperties('AWS::ECS::ClusterCapacityProviderAssociations', {
      CapacityProviders: ['FARGATE', 'FARGATE_SPOT'],
    });
    const launchers = { Properties: { Environment: { Variables: { CAPTURE_SPOT: 'true' } } } };
    expect(Object.keys(spot.findResources('AWS::Lambda::Function', launchers)).length).toBe(2);
    template.resourceCountIs('AWS::ECS::ClusterCapacityProviderAssociations', 0);
    expect(JSON.stringify(template.toJSON())).not.toContain('CAPTURE_SPOT');
  });

  it('wait for no bot unless the operator says so', () => {
    expect(JSON.stringify(template.toJSON())).not.toMatch(/WARM_TASKS|KeepWarm/);
  });

  it.each([
    [{}, { CAPTURE_RECORDER: 'tracks', ACCEPT_TERMS: 'false' }],
    [
      { captureRecorder: 'page', acceptTerms: true },
      { CAPTURE_RECORDER: 'page', ACCEPT_TERMS: 'true' },
    ],
  ])('record, and accept what pages ask for, as the operator says: %o', (context, variables) => {
    const said = variablesOf(aTemplate({ ...context, captureImage: image('bot') }), 'bot');
    expect(said).toMatchObject(variables);
  });
});

describe('webhooks', () => {
  it('wait in a queue that gives its function six times the time it may take', () => {
    template.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 6 * functionOf('WebhooksDeliver').Timeout,
      RedrivePolicy: { maxReceiveCount: 5 },
    });
  });

  it('that may take long wait in a queue of their own, which only so many functions work on', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', { ScalingConfig: { MaximumConcurrency: 50 } });
  });

  it('go to loopback addresses only where the operator says so, loudly', () => {
    const variable = 'ALLOW_LOOPBACK_WEBHOOKS';
    const allowing = aTemplate({ unsafeAllowLoopbackWebhooks: 'true' });
    const allowed = allowing.findResources('AWS::Lambda::Function', {
      Properties: { Environment: { Variables: { [variable]: 'true' } } },
    });
    expect(JSON.stringify(template.toJSON())).not.toContain(variable);
    // One for each function that checks or calls addresses that clients give.
    expect(Object.keys(allowed).map((name) => name.replace(/[0-9A-F]{8}$/, ''))).toEqual([
      'JoinTokens',
      'HttpCreateBot',
      'HttpOutputVideo',
      'HttpUpdateVoiceAgentSettings',
      'HttpCreateAppSession',
      'HttpDashboardWebhooks',
      'WebhooksDeliver',
    ]);
  });
});

describe('speech that is to be transcribed', () => {
  it('waits in a queue that is worked off in every installation, whoever is to transcribe it', () => {
    expect(environmentOf('TranscriptionTranscribe')).toEqual([
      ...['MEDIA_BUCKET', 'SECRET_KEY_ID', 'STT_A_EU_URL', 'STT_A_MIP_OPT_OUT', 'STT_A_URL', 'STT_B_URL', 'TABLE_NAME'],
      'TRANSCRIPTION_QUEUE_URL',
    ]);
    expect(functionOf('TranscriptionTranscribe').Timeout).toBe(150);
  });

  it('is not given less time than hosted providers may take, however fast the operator’s own server is', () => {
    const fast = readTemplate(aTemplate({ customTranscriptionTimeout: '5' }));
    expect(fast.functionOf('TranscriptionTranscribe').Timeout).toBe(90);
  });

  it('has its failures counted', () => {
    template.hasResourceProperties('AWS::Logs::MetricFilter', {
      FilterPattern: '{ $.message = "speech not transcribed" }',
      MetricTransformations: [{ MetricNamespace: 'MeetingBots', MetricName: 'SpeechNotTranscribed', MetricValue: '1' }],
    });
  });
});

describe('hosted providers', () => {
  const variablesOf = (context: Record<string, unknown>) =>
    readTemplate(aTemplate(context)).functionOf('TranscriptionTranscribe').Environment?.Variables;

  it('are where their makers say, and their makers learn nothing from the sound', () => {
    expect(variablesOf({})).toMatchObject({
      STT_A_URL: 'https://api.deepgram.com',
      STT_A_EU_URL: 'https://api.eu.deepgram.com',
      STT_A_MIP_OPT_OUT: 'true',
      STT_B_URL: 'https://api.openai.com',
    });
  });

  it('are where the operator says, if the operator says so', () => {
    const context = { sttBUrl: 'http://10.0.0.7:8000/', sttAMipOptOut: 'false' };
    expect(variablesOf(context)).toMatchObject({ STT_B_URL: 'http://10.0.0.7:8000', STT_A_MIP_OPT_OUT: 'false' });
  });
});

describe('a server for speech-to-text of one’s own', () => {
  const withServer = readTemplate(aTemplate({ customTranscriptionUrl: 'http://10.0.0.7:8000/transcribe' }));

  it('is named to the function that asks it and to those that choose it, and to no other', () => {
    for (const owner of ['TranscriptionTranscribe', 'HttpCreateBot', 'HttpUpdateTranscriptionSettings']) {
      expect(withServer.environmentOf(owner)).toContain('CUSTOM_ASYNC_TRANSCRIPTION_URL');
    }
    expect(withServer.environmentOf('LifecycleCaptureStopped')).not.toContain('CUSTOM_ASYNC_TRANSCRIPTION_URL');
    expect(JSON.stringify(template.toJSON())).not.toContain('CUSTOM_ASYNC');
  });

  it('may take as long as the operator says, and what a lost function had in hand comes again a minute later', () => {
    const slow = readTemplate(
      aTemplate({ customTranscriptionUrl: 'https://stt.example.com/', customTranscriptionTimeout: '600' }),
    );
    expect([withServer, slow].map(({ functionOf: of }) => of('TranscriptionTranscribe').Timeout)).toEqual([150, 630]);
    for (const [{ template: its }, seconds] of [
      [withServer, 210],
      [slow, 690],
    ] as const) {
      its.hasResourceProperties('AWS::SQS::Queue', {
        VisibilityTimeout: seconds,
        RedrivePolicy: { maxReceiveCount: 5 },
      });
    }
  });

  it('is known for its slowness to all who wait for its text', () => {
    for (const owner of ['LifecycleEnterState', 'LifecycleFollow', 'LifecycleCaptureStopped']) {
      expect(withServer.environmentOf(owner)).toContain('CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT');
    }
    withServer.template.hasResourceProperties('AWS::ECS::TaskDefinition', {
      ContainerDefinitions: [
        { Environment: Match.arrayWith([{ Name: 'CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT', Value: '120' }]) },
      ],
    });
  });

  it('is an address of the web, and answers within 14 minutes', () => {
    expect(() => aTemplate({ customTranscriptionUrl: 'ftp://stt.example.com/' })).toThrow(
      'must be the http(s) address',
    );
    expect(() => aTemplate({ customTranscriptionTimeout: '900' })).toThrow('must be at most 840 s');
  });
});

describe('the settings', () => {
  it('are refused when they are not as they must be', () => {
    expect(() => aTemplate({ unsafeAllowLoopbackWebhooks: 'perhaps' })).toThrow();
  });
});

describe('the rules for templates', () => {
  const settings = { customTranscriptionUrl: 'https://stt.example.com/' };

  it('of AwsSolutions, by cdk-nag, find nothing that is not explained', () => {
    expect(() => anApp(settings).app.synth()).not.toThrow();
  });

  it('that the CDK brings find no error', () => {
    vi.stubEnv('CDK_VALIDATION', 'true');
    const { app } = anApp(settings, { '@aws-cdk/core:validateAgainstDefaultRules': true });
    expect(() => app.synth()).not.toThrow();
    vi.unstubAllEnvs();
  });
});
