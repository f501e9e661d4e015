import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { tableIndexes } from '../../lib/ports/table.ts';
import { idsIn, readTemplate, type Statement } from './read-template.ts';
import { aTemplate, saidOtherwise } from './stack.ts';

const { template, statementsOf, functionOf, propertiesOf } = readTemplate(aTemplate());

/** Not where the deployment that makes it fails. */
const keptOnceMade = { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' };

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

  it('is in a bucket that nobody else reads, and that is kept once it is made', () => {
    template.hasResource('AWS::S3::Bucket', {
      ...keptOnceMade,
      Properties: {
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
        LifecycleConfiguration: { Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } }] },
      },
    });
  });

  it('as a secret is sealed by a key that is kept once it is made', () => {
    template.hasResource('AWS::KMS::Key', keptOnceMade);
  });

  it('as a secret is used by the functions that need it, for one project at a time, and by nobody else', () => {
    const isOfKms = ({ Action }: Statement): boolean => [Action].flat().some((action) => action.startsWith('kms:'));
    const policies = propertiesOf('AWS::IAM::Policy') as unknown as {
      Roles: unknown;
      PolicyDocument: { Statement: Statement[] };
    }[];
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
    const using = Object.keys(template.findResources('AWS::Lambda::Function')).map((id) =>
      id.replace(/[0-9A-F]{8}$/, ''),
    );
    expect(using.filter((name) => usedBy(name).length > 0).sort()).toEqual(uses.map(([name]) => name).sort());
    const roles = policies
      .filter(({ PolicyDocument }) => PolicyDocument.Statement.some(isOfKms))
      .flatMap(({ Roles }) => idsIn(Roles));
    expect(new Set(roles)).toEqual(new Set(uses.flatMap(([name]) => idsIn(functionOf(name).Role))));
  });

  it('is logged for a month', () => {
    expect(new Set(propertiesOf('AWS::Logs::LogGroup').map(({ RetentionInDays }) => RetentionInDays))).toEqual(
      new Set([30]),
    );
  });

  it('is logged by services of AWS where each takes no room of its own in the policy of the account', () => {
    const named = Object.values(template.findResources('AWS::Logs::LogGroup')).filter(
      ({ Properties }) => Properties.LogGroupName !== undefined,
    );
    expect(
      named.map(({ Properties, DeletionPolicy, UpdateReplacePolicy }) => [
        Properties.LogGroupName,
        DeletionPolicy,
        UpdateReplacePolicy,
      ]),
    ).toEqual(
      ['apigateway', 'states'].map((service) => [
        `/aws/vendedlogs/${service}/MeetingBots`,
        'Delete',
        // What an earlier release logged under another name is not deleted by an update.
        'Retain',
      ]),
    );
  });
});

const arnOf = (id: string) => ({ 'Fn::GetAtt': [Match.stringLikeRegexp(`^${id}`), 'Arn'] });

describe('lives of bots', () => {
  const stoppedLost = 'LifecycleTaskStoppedLost';

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

  it('follow the stream of bots and calendars; webhooks hear of captured things and news too, and nobody else reads it', () => {
    const ofStream = (
      propertiesOf('AWS::Lambda::EventSourceMapping') as unknown as {
        EventSourceArn: object;
        FilterCriteria?: { Filters: { Pattern: string }[] };
      }[]
    ).filter(({ EventSourceArn }) => JSON.stringify(EventSourceArn).includes('StreamArn'));
    const kinds = ofStream
      .map(({ FilterCriteria }) => FilterCriteria?.Filters.map(({ Pattern }) => Pattern) ?? [])
      .map((patterns) =>
        [...new Set(patterns.flatMap((it) => it.match(/bot|captured|calendar(?:_digest)?|connection/g) ?? []))].sort(),
      );
    expect(kinds.sort()).toEqual([
      ['bot', 'calendar'],
      ['bot', 'calendar', 'calendar_digest', 'captured', 'connection'],
    ]);
    template.allResourcesProperties('AWS::Lambda::EventSourceMapping', {
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  it('and what is told of them wait for their functions nearly as long as the stream keeps anything, and not for one record', () => {
    const tried = propertiesOf('AWS::Lambda::EventSourceMapping').filter((it) => 'MaximumRecordAgeInSeconds' in it);
    expect(tried).toHaveLength(2);
    for (const source of tried) {
      expect(source).toMatchObject({
        MaximumRecordAgeInSeconds: 23 * 3600,
        MaximumRetryAttempts: 100,
        BisectBatchOnFunctionError: true,
      });
    }
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
      Targets: [Match.objectLike({ DeadLetterConfig: { Arn: arnOf(stoppedLost) } })],
    });
  });

  it('lose no end of a task that the function which hears of it fails at', () => {
    template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: Match.stringLikeRegexp('^LifecycleCaptureStopped') },
      DestinationConfig: { OnFailure: { Destination: arnOf(stoppedLost) } },
      MaximumEventAgeInSeconds: 7200,
      MaximumRetryAttempts: 2,
    });
  });
});

describe('a function that may send to a queue that it takes from', () => {
  const functions = template.findResources('AWS::Lambda::Function');
  const namesOf = (ids: readonly string[]) => ids.map((id) => id.replace(/[0-9A-F]{8}$/, '')).sort();
  const maySendTo = (owner: string): string[] =>
    statementsOf(owner)
      .filter(({ Action }) => [Action].flat().includes('sqs:SendMessage'))
      .flatMap(({ Resource }) => idsIn([Resource].flat()));
  const sendingToThemselves = propertiesOf('AWS::Lambda::EventSourceMapping')
    .map(({ FunctionName, EventSourceArn }) => [idsIn(FunctionName)[0] ?? '', idsIn(EventSourceArn)[0] ?? ''] as const)
    .filter(([id, source]) => maySendTo(id.replace(/[0-9A-F]{8}$/, '')).includes(source))
    .map(([id]) => id);

  it('is let do so as often as it wants, and no other is', () => {
    const allowed = Object.entries(functions).filter(([, { Properties }]) => Properties.RecursiveLoop === 'Allow');
    expect(namesOf([...new Set(sendingToThemselves)])).toEqual([
      'CalendarsSync',
      'TranscriptionTranscribe',
      'WebhooksDeliver',
    ]);
    expect(namesOf(allowed.map(([id]) => id))).toEqual(namesOf([...new Set(sendingToThemselves)]));
  });
});

describe('work that waits in a queue', () => {
  interface Waiting {
    readonly VisibilityTimeout: number;
    readonly RedrivePolicy?: { readonly maxReceiveCount: number };
  }
  const waiting = (propertiesOf('AWS::SQS::Queue') as unknown as Waiting[]).filter((it) => it.RedrivePolicy);

  it('is given up after five attempts at the earliest, and after half an hour without room for functions', () => {
    expect(waiting.map(({ VisibilityTimeout: again }) => again).sort()).toEqual([210, 240, 360, 360, 360]);
    for (const {
      VisibilityTimeout: again,
      RedrivePolicy: { maxReceiveCount: attempts } = { maxReceiveCount: 0 },
    } of waiting) {
      expect(attempts).toBeGreaterThanOrEqual(5);
      expect(again * attempts).toBeGreaterThanOrEqual(1800);
    }
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

  it('go to loopback addresses only where the operator says so, loudly, and in an emulator', () => {
    const variable = 'ALLOW_LOOPBACK_WEBHOOKS';
    const allowing = aTemplate(saidOtherwise);
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
