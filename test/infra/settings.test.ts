/** What an operator may set, all of it in one synthesis, a network of their own in another. */
import { readFileSync } from 'node:fs';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { checkAccount, checkRegion, settingNames, settingsOf } from '../../lib/infra/settings.ts';
import { botImageFolder, capturedFolder } from '../../lib/storage/bots/media-names.ts';
import { refOf } from '../../lib/storage/keys.ts';
import { aBot } from '../lab/builders/records.ts';
import { anApp, aTemplate, said } from './stack.ts';

const manyHosts = (count: number) => Array.from({ length: count }, (_, i) => `meet${i}.customer.example.com`).join();
const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/00000000-0000-0000-0000-000000000000';
const all = {
  stage: 'trial',
  region: 'eu-central-1',
  tags: 'team=media, cost-center=42',
  permissionsBoundary: 'TeamBoundary',
  protected: 'false',
  mediaRetentionDays: '30',
  dataRetentionDays: '90',
  logRetentionDays: '7',
  subnets: 'private',
  vpcEndpoints: 'true',
  architecture: 'x86',
  domainName: 'bots.example.com',
  certificateArn,
  hostedZoneId: 'Z0123456789ABC',
  accountsAtOnce: '20',
  webhooksAtOnce: '300',
  sttAKeySecret: 'meeting-bots/deepgram',
  alarmsEmail: 'ops@example.com',
  warm720p: '2',
  warmAppSession: '1',
};
using made = anApp(all);
const { stack } = made;
// cdk-nag is asked here too: it finds nothing that is not explained.
const template = Template.fromStack(stack);
const resources: Record<string, { Type: string; Properties?: Record<string, unknown>; DeletionPolicy?: string }> =
  template.toJSON().Resources;
const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === type);
const variablesIn = (from: Template, name: string): Set<string> =>
  new Set(
    Object.values(from.findResources('AWS::Lambda::Function')).flatMap(
      ({ Properties }) => Properties.Environment?.Variables[name] ?? [],
    ),
  );

describe('a stage', () => {
  it('has a stack of its own, whose metrics and machine are called after it', () => {
    expect(stack.stackName).toBe('MeetingBots-trial');
    template.hasResourceProperties('AWS::StepFunctions::StateMachine', {
      StateMachineName: 'MeetingBots-trial-bot-lifecycle',
    });
    template.hasResourceProperties('AWS::Logs::MetricFilter', {
      MetricTransformations: [Match.objectLike({ MetricNamespace: 'MeetingBots-trial' })],
    });
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Namespace: 'MeetingBots-trial',
      MetricName: 'TimeToJoin',
    });
    expect(variablesIn(template, 'METRIC_NAMESPACE')).toEqual(new Set(['MeetingBots-trial']));
    expect(JSON.stringify(resources)).not.toMatch(/"Namespace":"MeetingBots"/);
  });

  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/search-expression-syntax.html
  it('has graphs that find its metrics by its name, hyphens and all', () => {
    const [board] = ofType('AWS::CloudWatch::Dashboard').map(({ Properties }) => JSON.stringify(Properties));
    const namespaces = (board ?? '').replaceAll('\\', '').matchAll(/SEARCH\('\{(.*?),\w+\}/g);
    expect([...new Set(Array.from(namespaces, ([, namespace]) => namespace))]).toEqual(['"MeetingBots-trial"']);
  });

  it('keeps the directory of who may sign in as it keeps the table', () => {
    const kept = (of: Template) =>
      Object.values(of.findResources('AWS::Cognito::UserPool')).map(
        ({ DeletionPolicy, UpdateReplacePolicy, Properties: { DeletionProtection } }) =>
          [DeletionPolicy, UpdateReplacePolicy, DeletionProtection ?? 'INACTIVE'].join(),
      );
    expect([kept(aTemplate()), kept(template)]).toEqual([['Retain,Retain,ACTIVE'], ['Delete,Delete,INACTIVE']]);
  });

  it('may refuse nothing, and keep nothing', () => {
    template.hasResourceProperties('AWS::DynamoDB::Table', {
      DeletionProtectionEnabled: false,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
    });
    for (const type of ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key']) {
      expect(ofType(type).map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(['Delete']);
    }
  });

  it('refuses to be deleted, and keeps what is stored, unless that is said', () => {
    const usual = aTemplate();
    usual.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Retain',
      Properties: {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    });
    expect(variablesIn(usual, 'METRIC_NAMESPACE')).toEqual(new Set());
  });
});

describe('every resource', () => {
  it('has the tags', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::IAM::Role', 'AWS::ECS::TaskDefinition']) {
      for (const { Properties } of ofType(type)) {
        expect(Properties?.Tags).toEqual(
          expect.arrayContaining([
            { Key: 'cost-center', Value: '42' },
            { Key: 'team', Value: 'media' },
          ]),
        );
      }
    }
  });

  it('that is a role stays within the boundary', () => {
    const roles = ofType('AWS::IAM::Role');
    expect(roles.length).toBeGreaterThan(10);
    for (const { Properties } of roles) {
      expect(JSON.stringify(Properties?.PermissionsBoundary)).toContain(':policy/TeamBoundary');
    }
  });

  it('that is a log is kept as long as is said', () => {
    const logs = ofType('AWS::Logs::LogGroup');
    expect(logs.length).toBeGreaterThan(5);
    expect(new Set(logs.map(({ Properties }) => Properties?.RetentionInDays))).toEqual(new Set([7]));
  });
});

describe('what bots brought home', () => {
  const variablesOf = (name: string): unknown =>
    Object.entries(template.findResources('AWS::Lambda::Function')).find(([id]) => id.includes(name))?.[1].Properties
      .Environment.Variables;

  it('goes when it is old, media by themselves and the rest as by delete_data', () => {
    const rules: { Prefix?: string; ExpirationInDays?: number }[] = Object.values(
      template.findResources('AWS::S3::Bucket'),
    ).flatMap(({ Properties }) => Properties.LifecycleConfiguration?.Rules ?? []);
    const daysOf = (name: string) =>
      rules.flatMap(({ Prefix, ExpirationInDays: days }) => (days && name.startsWith(Prefix ?? '') ? [days] : []));
    const ref = refOf(aBot());
    expect(daysOf(capturedFolder(ref))).toEqual([30]);
    // A picture waits with its bot for a meeting that may be a year ahead.
    expect(daysOf(botImageFolder(ref))).toEqual([750]);
    expect(variablesOf('ForgetOld')).toMatchObject({ KEEP_DAYS: '90' });
    template.hasResourceProperties('AWS::Scheduler::Schedule', { ScheduleExpression: 'rate(1 hour)' });
  });

  it('is not linked to once S3 has removed it: functions that link know when that is', () => {
    for (const id of ['GetRecording', 'GetAppSessionMedia'])
      expect(variablesOf(id)).toMatchObject({ MEDIA_RETENTION_DAYS: '30' });
  });
});

describe('capture tasks', () => {
  it('run on the processors that are said', () => {
    template.allResourcesProperties('AWS::ECS::TaskDefinition', { RuntimePlatform: { CpuArchitecture: 'X86_64' } });
  });

  it('go out through one NAT gateway from private subnets, and to AWS by endpoints', () => {
    template.resourceCountIs('AWS::EC2::NatGateway', 1);
    const kinds = ofType('AWS::EC2::VPCEndpoint').map(({ Properties }) => Properties?.VpcEndpointType);
    expect(kinds.filter((kind) => kind === 'Gateway')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'Interface')).toHaveLength(6);
    expect(variablesIn(template, 'CAPTURE_PUBLIC_IP')).toEqual(new Set(['DISABLED']));
  });

  it('stand in a network of the operator’s', () => {
    const own = aTemplate(said);
    own.resourceCountIs('AWS::EC2::VPC', 0);
    own.resourceCountIs('AWS::EC2::Subnet', 0);
    own.hasResourceProperties('AWS::EC2::SecurityGroup', { VpcId: 'vpc-0123abcd' });
    expect(variablesIn(own, 'CAPTURE_SUBNETS')).toEqual(new Set(['subnet-0a,subnet-0b']));
    expect(variablesIn(own, 'CAPTURE_PUBLIC_IP')).toEqual(new Set(['ENABLED']));
  });
});

describe('tasks that wait for bots', () => {
  it('are kept by a function each minute, and known to whoever gives them bots and hears of their ends', () => {
    const wanted = { WARM_TASKS: '{"720p":2,"app_session":1}' };
    const told = template.findResources('AWS::Lambda::Function', {
      Properties: { Environment: { Variables: wanted } },
    });
    expect(Object.keys(told).map((id) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(
      expect.arrayContaining(['KeepWarmFunction', 'LifecycleEnterState', 'LifecycleCaptureStopped']),
    );
    expect(Object.keys(told)).toHaveLength(3);
    template.hasOutput('WarmTasks', { Value: wanted.WARM_TASKS });
    template.hasResourceProperties('AWS::Scheduler::Schedule', {
      Description: 'Calls lifecycle/keep-warm',
      ScheduleExpression: 'rate(1 minute)',
    });
  });

  it('are so many at most that they can be looked through', () => {
    expect(() => settingsOf((name) => (name === 'warmSound' ? '201' : undefined))).toThrow('warmSound');
  });
});

describe('a domain', () => {
  it('leads to the API, and is entered where the operator has it', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
      DomainName: 'bots.example.com',
      DomainNameConfigurations: [Match.objectLike({ CertificateArn: certificateArn })],
    });
    template.resourceCountIs('AWS::ApiGatewayV2::ApiMapping', 1);
    template.hasResourceProperties('AWS::Route53::RecordSet', {
      Name: 'bots.example.com',
      HostedZoneId: 'Z0123456789ABC',
    });
    template.hasOutput('ApiUrl', { Value: 'https://bots.example.com' });
  });

  it('is the only address of the API, which has one of AWS’s otherwise', () => {
    const closed = (of: Template) =>
      Object.values(of.findResources('AWS::ApiGatewayV2::Api')).map(
        ({ Properties }) => Properties.DisableExecuteApiEndpoint ?? false,
      );
    expect([closed(template), closed(aTemplate())]).toEqual([[true], [false]]);
  });
});

describe("the operator's key for a provider of transcription", () => {
  const allowing = (from: Template): [string, unknown][] =>
    Object.entries(from.findResources('AWS::IAM::Policy')).flatMap(([id, { Properties }]) =>
      Properties.PolicyDocument.Statement.filter(({ Action }: { Action: unknown }) =>
        JSON.stringify(Action).includes('secretsmanager:'),
      ).map((statement: unknown) => [id, statement]),
    );

  it('is read by the function that asks the provider, and by nobody else', () => {
    const [[id, statement] = [], ...others] = allowing(template);
    expect([id, others]).toEqual([expect.stringMatching(/^TranscriptionTranscribe/), []]);
    expect(statement).toMatchObject({ Action: 'secretsmanager:GetSecretValue', Effect: 'Allow' });
    expect(JSON.stringify(statement)).toContain(':secret:meeting-bots/deepgram-??????"');
  });

  it('is known by its name to those who tell clients whether there is one', () => {
    const knowing = Object.entries(template.findResources('AWS::Lambda::Function')).filter(
      ([, { Properties }]) => Properties.Environment?.Variables.STT_A_KEY_SECRET === 'meeting-bots/deepgram',
    );
    expect(knowing.map(([id]) => id.replace(/[0-9A-F]{8}$/, '')).toSorted()).toEqual([
      expect.stringMatching(/CreateAppSession/i),
      expect.stringMatching(/CreateBot/i),
      expect.stringMatching(/GetBot/i),
      expect.stringMatching(/UpdateBot/i),
      expect.stringMatching(/UpdateTranscriptionSettings/i),
      expect.stringMatching(/^TranscriptionTranscribe/),
    ]);
  });

  it('is in no template where there is none', () => {
    const usual = aTemplate();
    expect(allowing(usual)).toEqual([]);
    expect([...variablesIn(usual, 'STT_A_KEY_SECRET'), ...variablesIn(usual, 'STT_B_KEY_SECRET')]).toEqual([]);
  });
});

describe('functions that work on what waits', () => {
  const limitsIn = (of: Template) =>
    Object.values(of.findResources('AWS::Lambda::EventSourceMapping'))
      .flatMap(({ Properties }) => Properties.ScalingConfig?.MaximumConcurrency ?? [])
      .sort((a, b) => a - b);

  it('are so many at a time, where that is said: for calendars, for connections, for webhooks', () => {
    expect(limitsIn(template)).toEqual([20, 20, 50, 50, 300]);
  });

  it('are limited for slow webhooks and for speech alone where nothing is said, for each limit costs by the month', () => {
    expect(limitsIn(aTemplate())).toEqual([50, 50]);
  });
});

describe('settings', () => {
  it.each<[string, Record<string, unknown>]>([
    ['up to 20 small letters', { stage: 'Trial' }],
    ['may not hold aws', { stage: 'our-aws' }],
    ['the name of a region', { region: 'Frankfurt' }],
    ['not in China', { region: 'cn-north-1' }],
    ['not in China, nor in the European Sovereign Cloud', { region: 'eusc-de-east-1' }],
    [
      'must be at most 3000 characters, together with the hosts of the other platforms',
      { jitsiHosts: manyHosts(60), galeneHosts: manyHosts(60) },
    ],
    ['must be domains, such as example.com', { streamHosts: 'example.com:8443' }],
    ['streamHosts: must be at most 3000 characters', { streamHosts: manyHosts(120) }],
    ['account: must be the number of an account', { account: 'production' }],
    ['the id of a VPC', { vpcId: 'main', subnetIds: 'subnet-0a' }],
    ['say both, or neither', { vpcId: 'vpc-0a' }],
    ['say both, or neither', { vpcId: 'vpc-0a', subnetIds: '' }],
    ['say both, or neither', { domainName: 'bots.example.com' }],
    ['must be a domain', { domainName: 'https://bots.example.com', certificateArn }],
    [
      'of the region that the stack is deployed to',
      { domainName: 'bots.example.com', certificateArn, region: 'us-east-1' },
    ],
    ['say that too', { hostedZoneId: 'Z0123456789ABC' }],
    ['say subnets=private', { vpcEndpoints: 'true' }],
    ['CloudWatch knows no others', { logRetentionDays: '31' }],
    ['must be the name of a secret', { sttBKeySecret: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:openai' }],
    ['may not begin with aws:', { tags: 'aws:team=media' }],
    ['must be names of hosts', { jitsiHosts: 'meet.example.com, https://meet.example.org/room' }],
    ['must be names of hosts', { jitsiHosts: 'x.example:123456' }],
    ['platformsOff: must be one of google_meet, zoom, teams', { platformsOff: 'zoom, meet' }],
    ['must be the name of a policy of IAM', { permissionsBoundary: 'arn:aws:iam::123456789012:role/Boundary' }],
    ['tags.cost-center: must be a text', { tags: { 'cost-center': 42 } }],
    ["must be name=value, with commas between: 'a' has no value", { tags: 'team=media,a' }],
    ['dataRetentionDays: must be more than 0', { dataRetentionDays: '0' }],
    ['accountsAtOnce: must be at least 2', { accountsAtOnce: '1' }],
    ['warmSound: must be at most 200', { warmSound: '201' }],
    ['requestsPerSecond: must be a number', { requestsPerSecond: 'many' }],
    ['accountsAtOnce: must be a whole number', { accountsAtOnce: '2.5' }],
    ['segmentSeconds: must be one of 2, 4, 6, 8, 10', { segmentSeconds: '3' }],
    ['alarmsEmail: must be an e-mail address', { alarmsEmail: 'ops' }],
    ['alarmsTopicArn: must be the ARN of a topic', { alarmsTopicArn: 'pager' }],
    [
      'alarmsTopicArn: must be of the region',
      { alarmsTopicArn: 'arn:aws:sns:eu-central-1:123456789012:pager', region: 'us-east-1' },
    ],
    ['captureImage: must not be empty', { captureImage: '' }],
    ['unsafeAllowLoopbackWebhooks', { unsafeAllowLoopbackWebhooks: 'perhaps' }],
    ['is for emulators alone: say emulatorUrl too', { unsafeAllowLoopbackWebhooks: 'true' }],
  ])('are refused before anything is made: %s', (says, context) => {
    expect(() => settingsOf((name) => context[name])).toThrow(says);
  });

  it('may say which account they are for, and nothing is made in another one', () => {
    const ours = { account: '123456789012' };
    for (const used of ['123456789012', undefined]) expect(() => checkAccount(ours, used)).not.toThrow();
    expect(() => checkAccount({ account: undefined }, '111122223333')).not.toThrow();
    expect(() => checkAccount(ours, '111122223333')).toThrow(
      'the setting account: it is 123456789012, and your credentials are for 111122223333',
    );
  });

  it('are for regions in which it works, also where the region is that of whoever deploys', () => {
    for (const used of ['eu-central-1', undefined])
      expect(() => checkRegion({ region: undefined }, used)).not.toThrow();
    expect(() => checkRegion({ region: 'eu-central-1' }, 'cn-north-1')).not.toThrow();
    expect(() => checkRegion({ region: undefined }, 'cn-north-1')).toThrow('it is cn-north-1 unless you say it');
  });

  it('may name a stage as they like where the stack has no user pool', () => {
    const said: Record<string, unknown> = { stage: 'our-aws', oidcIssuer: 'none' };
    expect(settingsOf((name) => said[name]).stage).toBe('our-aws');
  });

  it('are refused with a line for each, which names it', () => {
    const context: Record<string, unknown> = { stage: 'Trial', size720p: '1/1' };
    expect(() => settingsOf((name) => context[name])).toThrow(
      /^the setting stage: must be up to 20 .*\nthe setting size720p: must be vCPU\/GB.* Fargate sells 2, 3, [^\n]*$/,
    );
  });

  it('are said in a file as JSON, or on the command line as text', () => {
    const inFile = settingsOf((name) => ({ tags: { team: 'media' }, subnetIds: ['subnet-0a'], vpcId: 'vpc-0a' })[name]);
    const said = settingsOf((name) => ({ tags: 'team=media', subnetIds: 'subnet-0a', vpcId: 'vpc-0a' })[name]);
    expect(inFile).toEqual(said);
  });

  it('have their line in docs/deploy.md, each of them', () => {
    const docs = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8').split('\n');
    const lines = docs.filter((line) => line.startsWith('| `')).map((line) => line.split('|')[1] ?? '');
    const ofIssuers = /^oidc/;
    const unsaid = settingNames.filter(
      (name) => !ofIssuers.test(name) && !lines.some((it) => it.includes(`\`${name}\``)),
    );
    expect(unsaid).toEqual([]);
  });
});
