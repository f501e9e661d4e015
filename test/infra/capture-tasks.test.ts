import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { idsIn, readTemplate } from './read-template.ts';
import { aTemplate, said } from './stack.ts';

const usual = readTemplate(aTemplate());
const { template, statementsOf } = usual;
const all = readTemplate(aTemplate(said));

interface TaskProperties {
  readonly ContainerDefinitions: readonly {
    readonly Image: unknown;
    readonly Environment: readonly { readonly Name: string; readonly Value: unknown }[];
  }[];
}

describe('capture tasks', () => {
  const container = { Name: 'capture', StopTimeout: 120 };
  const onArm = { RuntimePlatform: { CpuArchitecture: 'ARM64', OperatingSystemFamily: 'LINUX' } };
  const image = (name: string) => `public.ecr.aws/example/${name}:1`;
  const variablesOf = (of: Template, image: string): Record<string, unknown> =>
    Object.fromEntries(
      (Object.values(of.findResources('AWS::ECS::TaskDefinition')) as { Properties: TaskProperties }[])
        .flatMap(({ Properties }) => Properties.ContainerDefinitions)
        .filter(({ Image }) => Image === image)
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
    expect(sizesIn(all.template)[0]).toMatchObject({ '720p': { cpu: 1024, memoryMiB: 3072 } });
    all.template.hasResourceProperties('AWS::ECS::TaskDefinition', { Cpu: '2048', Memory: '4096' });
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
    const hosts = ['DEMO_ROOM_HOSTS', 'GALENE_HOSTS', 'JITSI_HOSTS', 'LIVEKIT_HOSTS', 'PLATFORMS_OFF'];
    const ofBots = ['ACCEPT_TERMS', 'CAPTURE_RECORDER', 'JOIN_CREDENTIALS_FUNCTION', ...hosts, ...common];
    expect(Object.keys(variablesOf(named, image('bot'))).sort()).toEqual(ofBots.sort());
    expect(Object.keys(variablesOf(named, image('app-session'))).sort()).toEqual(['STREAM_HOSTS', ...common].sort());
    const objectsOf = (owner: string) =>
      statementsOf(owner)
        .filter(({ Action }) => [Action].flat().includes('s3:GetObject'))
        .map(({ Resource }) => JSON.stringify(Resource).replace(/.*"([^"]*)"\]\]\}$/, '$1'));
    expect(objectsOf('CaptureBotsTaskTaskRole')).toEqual(['/*']);
    expect(objectsOf('CaptureAppSessionsTaskTaskRole')).toEqual(['/*/app_*']);
  });

  it.each(['CaptureBotsTaskTaskRole', 'CaptureAppSessionsTaskTaskRole'])(
    'touch only bots’ part of the table: %s',
    (owner) => {
      const ofTable = statementsOf(owner).filter(({ Action }) => JSON.stringify(Action).includes('dynamodb:'));
      const changing = ofTable.filter(({ Action }) => /Put|Update|Delete/.test(JSON.stringify(Action)));
      const isLimited = ({ Resource, Condition }: (typeof ofTable)[number]) =>
        JSON.stringify(Resource).includes('/index/') ||
        JSON.stringify(Condition ?? '').includes('dynamodb:LeadingKeys');
      expect(ofTable.filter((statement) => !isLimited(statement))).toEqual([]);
      expect(changing.map(({ Condition }) => Condition)).toEqual([
        {
          'ForAllValues:StringLike': {
            'dynamodb:LeadingKeys': ['project#*#bot#*', 'project#*#deduplication#*', 'warm#*'],
          },
        },
      ]);
    },
  );

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
      const allowed = (action: string) => statementsOf(owner).filter(({ Action }) => [Action].flat().includes(action));
      const resourcesOf = (action: string) =>
        allowed(action)
          .flatMap(({ Resource }) => idsIn(Resource).map((id) => id.replace(/[0-9A-F]{8}$/, '')))
          .sort();
      const tasks = ['CaptureAppSessionsTask', 'CaptureBotsTask'];
      // In each revision: a function may know that of before for as long as a deployment takes.
      const started = JSON.stringify(allowed('ecs:RunTask')).match(/:task-definition\/\w+:\*/g) ?? [];
      const family = (task: string) => expect.stringMatching(new RegExp(`/MeetingBots${task}[0-9A-F]{8}:`));
      expect(started.toSorted()).toEqual(tasks.map(family));
      expect(resourcesOf('iam:PassRole')).toEqual(
        tasks.flatMap((task) => [`${task}ExecutionRole`, `${task}TaskRole`]).sort(),
      );
    },
  );

  it.each(['LifecycleEnterState', 'LifecycleCaptureStopped'])(
    'are given the tags of their definitions by %s, as they start, where there are some',
    (owner) => {
      const taggingIn = (of: typeof all) => of.statementsOf(owner).filter(({ Action }) => Action === 'ecs:TagResource');
      expect(all.environmentOf(owner)).toContain('CAPTURE_TAGS');
      expect(usual.environmentOf(owner)).not.toContain('CAPTURE_TAGS');
      expect(taggingIn(usual)).toEqual([]);
      const tagging = taggingIn(all);
      expect(tagging).toMatchObject([{ Condition: { StringEquals: { 'ecs:CreateAction': 'RunTask' } } }]);
      expect(JSON.stringify(tagging[0]?.Resource)).toMatch(/:task\/.*\/\*"/);
    },
  );

  it('are in roles that ECS takes on for tasks of this account alone', () => {
    const roles = Object.entries(template.findResources('AWS::IAM::Role')).filter(([id]) => /TaskTaskRole/.test(id));
    expect(roles).toHaveLength(2);
    for (const [, { Properties }] of roles) {
      expect(Properties.AssumeRolePolicyDocument.Statement).toEqual([
        {
          Effect: 'Allow',
          Action: 'sts:AssumeRole',
          Principal: { Service: 'ecs-tasks.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        },
      ]);
    }
  });

  it('reach out without a NAT gateway, and nothing reaches in', () => {
    template.resourceCountIs('AWS::EC2::NatGateway', 0);
    template.hasResourceProperties('AWS::EC2::SecurityGroup', {
      SecurityGroupIngress: Match.absent(),
      SecurityGroupEgress: Match.anyValue(),
    });
  });

  it('run images that are at hand, when they are named', () => {
    for (const name of ['bot', 'app-session'])
      expect(variablesOf(named, image(name))).toHaveProperty('MALLOC_ARENA_MAX', '2');
  });

  it('may pull images that are in a repository of ECR, of whatever account, and ask for no such right elsewhere', () => {
    const pullingIn = (of: Pick<typeof all, 'statementsOf'>, owner: string) =>
      of
        .statementsOf(`${owner}TaskExecutionRole`)
        .filter(({ Action }) => [Action].flat().some((it) => it.startsWith('ecr:')));
    expect(pullingIn(all, 'CaptureBots')).toEqual([
      {
        Effect: 'Allow',
        Action: ['ecr:BatchCheckLayerAvailability', 'ecr:GetDownloadUrlForLayer', 'ecr:BatchGetImage'],
        Resource: {
          'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':ecr:eu-central-1:123456789012:repository/ci/bots']],
        },
      },
      { Effect: 'Allow', Action: 'ecr:GetAuthorizationToken', Resource: '*' },
    ]);
    expect(pullingIn(all, 'CaptureAppSessions')).toEqual([]);
    expect(pullingIn(readTemplate(named), 'CaptureBots')).toEqual([]);
  });

  it('are launched as fast as the operator says', () => {
    const told = (of: Template, perSecond: string): number =>
      Object.keys(
        of.findResources('AWS::Lambda::Function', {
          Properties: { Environment: { Variables: { LAUNCHES_PER_SECOND: perSecond } } },
        }),
      ).length;
    expect([told(template, '20'), told(all.template, said.launchesPerSecond)]).toEqual([3, 3]);
    expect(() => aTemplate({ launchesPerSecond: '0' })).toThrow('launchesPerSecond');
  });

  it('run on Spot where the operator says so', () => {
    all.template.hasResourceProperties('AWS::ECS::ClusterCapacityProviderAssociations', {
      CapacityProviders: ['FARGATE', 'FARGATE_SPOT'],
    });
    const launchers = { Properties: { Environment: { Variables: { CAPTURE_SPOT: 'true' } } } };
    expect(Object.keys(all.template.findResources('AWS::Lambda::Function', launchers)).length).toBe(2);
    template.resourceCountIs('AWS::ECS::ClusterCapacityProviderAssociations', 0);
    expect(JSON.stringify(template.toJSON())).not.toContain('CAPTURE_SPOT');
  });

  it('wait for no bot unless the operator says so', () => {
    expect(JSON.stringify(template.toJSON())).not.toMatch(/WARM_TASKS|KeepWarm/);
  });

  it('record, and accept what pages ask for, as the operator says', () => {
    expect(variablesOf(named, image('bot'))).toMatchObject({ CAPTURE_RECORDER: 'tracks', ACCEPT_TERMS: 'false' });
    expect(variablesOf(all.template, said.captureImage)).toMatchObject({
      CAPTURE_RECORDER: 'page',
      ACCEPT_TERMS: 'true',
    });
  });
});
