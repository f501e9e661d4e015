/** What an operator sees. */

import { readFileSync } from 'node:fs';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { idleFigures } from '../../../lib/cost/figures.ts';
import { alarmRows } from '../../../lib/infra/operations/alarms.ts';
import { countedLines } from '../../../lib/process/counted-lines.ts';
import { metricTable } from '../../../lib/process/metrics.ts';
import { idsIn } from '../read-template.ts';
import { aTemplate, mostOf, said, saidOtherwise } from '../stack.ts';

const linesOf = (page: string) => readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8').split('\n');
const overview = linesOf('operations.md');
const told = linesOf('operations/alarms.md');
const template = aTemplate({ alarmsEmail: 'ops@example.com', monthlyBudgetUsd: '200' });
const propertiesOf = (type: string): Record<string, unknown>[] =>
  Object.values(template.findResources(type)).map(({ Properties }) => Properties);

/** The lines of a log that a filter counts. */
const countedBy = (pattern: unknown): string[] =>
  Array.from(String(pattern).matchAll(/"(.*?)"/g), ([, line = '']) => line);

describe('an alarm', () => {
  const alarms = propertiesOf('AWS::CloudWatch::Alarm');

  it.each(Object.keys(alarmRows))('%s has a heading in docs/operations/alarms.md, and below it what to do', (name) => {
    const [at, ...others] = told.flatMap((line, i) => (line === `### \`${name}\`` ? [i] : []));
    expect(others).toEqual([]);
    const below = told.slice((at ?? told.length) + 1);
    const section = below.slice(
      0,
      below.findIndex((line) => line.startsWith('#')),
    );
    expect(section.some((line) => /^(?:-|1\.) /.test(line))).toBe(true);
  });

  it.each(Object.keys(alarmRows))('%s has its line in docs/operations.md, which leads there', (name) => {
    const lines = overview.filter((line) => line.startsWith(`| \`${name}\` |`));
    expect(lines).toEqual([expect.stringContaining(`(operations/alarms.md#${name.toLowerCase()})`)]);
  });

  it('writes to the operator when it goes off and when it is over', () => {
    const [topic] = Object.keys(template.findResources('AWS::SNS::Topic'));
    expect(alarms).toHaveLength(Object.keys(alarmRows).length);
    for (const alarm of alarms) {
      expect(alarm).toMatchObject({
        AlarmActions: [{ Ref: topic }],
        OKActions: [{ Ref: topic }],
        TreatMissingData: 'notBreaching',
      });
    }
    expect(propertiesOf('AWS::SNS::Subscription')).toEqual([
      { Protocol: 'email', Endpoint: 'ops@example.com', TopicArn: { Ref: topic } },
    ]);
  });

  it('tells a topic of the operator’s too, or alone', () => {
    const theirs = said.alarmsTopicArn;
    const actionsOf = (of: Template) =>
      Object.values(of.findResources('AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties.AlarmActions);
    const alone = aTemplate(said);
    expect(actionsOf(alone)).toEqual(alarms.map(() => [theirs]));
    alone.resourceCountIs('AWS::SNS::Topic', 0);
    const both = aTemplate(saidOtherwise);
    expect(actionsOf(both)).toEqual(alarms.map(() => [{ Ref: expect.stringMatching(/^AlarmsTopic/) }, theirs]));
    both.hasOutput('AlarmsTopicArn', { Value: { Ref: Match.stringLikeRegexp('^AlarmsTopic') } });
  });

  it('tells of a day in which bots fail and are too few for a quarter of an hour', () => {
    const alarm = alarms.find(({ AlarmDescription }) => String(AlarmDescription).includes('BotsFailingAllDay'));
    expect(alarm).toMatchObject({ Threshold: 50, EvaluationPeriods: 1 });
    expect(alarm?.Metrics).toMatchObject([
      { Expression: expect.stringMatching(/^IF\(FILL\(failed, 0\) >= 2, /) },
      ...['BotsFailed', 'BotsJoined'].map((MetricName) => ({
        MetricStat: { Metric: { MetricName }, Period: 86_400, Stat: 'Sum' },
      })),
    ]);
  });

  it('may be published by CloudWatch, for this account', () => {
    template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Allow',
            Action: 'sns:Publish',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          }),
        ]),
      },
    });
  });

  it('watches as many metrics, each of which costs, as the cost is calculated with', () => {
    const metricsOf = ({ Metrics }: Record<string, unknown>): number =>
      Array.isArray(Metrics) ? Metrics.filter((metric) => 'MetricStat' in metric).length : 1;
    expect(alarms.reduce((sum, alarm) => sum + metricsOf(alarm), 0)).toBe(idleFigures.alarm_metrics.value);
  });

  it('counts what lies in every queue of what was lost', () => {
    const lost = alarms.find(({ AlarmDescription }) => String(AlarmDescription).includes('WorkLost'));
    const watched = JSON.stringify(lost?.Metrics);
    const queues = Object.keys(template.findResources('AWS::SQS::Queue')).filter((id) => /Lost[0-9A-F]{8}$/.test(id));
    expect(queues.length).toBeGreaterThanOrEqual(7);
    for (const id of queues) expect(watched).toContain(id);
  });
});

describe('a function', () => {
  const everything = aTemplate(mostOf);
  const all = (type: string) => Object.entries(everything.findResources(type));
  const watched = JSON.stringify(all('AWS::CloudWatch::Alarm'));
  const isWatched = (ids: readonly string[]): boolean => ids.some((id) => watched.includes(`"${id}"`));

  const lostOf = ({ RedrivePolicy, DestinationConfig }: Record<string, unknown>) =>
    idsIn(RedrivePolicy ?? DestinationConfig ?? {});
  /** What takes a function's part when it fails: a queue that it works on, and where that is laid which it cannot work on. */
  const behind = (id: string): string[] =>
    ['AWS::Lambda::EventSourceMapping', 'AWS::Lambda::EventInvokeConfig'].flatMap((type) =>
      all(type).flatMap(([, { Properties: of }]) => {
        if (!idsIn(of.FunctionName).includes(id)) return [];
        const queues = idsIn(of.EventSourceArn ?? {});
        const laid = queues.flatMap((queue) =>
          lostOf(everything.findResources('AWS::SQS::Queue')[queue]?.Properties ?? {}),
        );
        return [...queues, ...laid, ...lostOf(of)];
      }),
    );
  /** The metrics that lines of its log are counted by. */
  const countedFor = (log: readonly string[]): string[] =>
    all('AWS::Logs::MetricFilter').flatMap(([, { Properties: of }]) =>
      log.some((id) => idsIn(of.LogGroupName).includes(id))
        ? of.MetricTransformations.map(({ MetricName }: { MetricName: string }) => MetricName)
        : [],
    );
  const called = idsIn(all('AWS::ApiGatewayV2::Integration'));
  /** These need none, */
  const unwatched: Readonly<Record<string, string>> = {
    UsersBeforeSignUp: 'whom nobody has let in is refused by an error of it',
  };

  const functions = all('AWS::Lambda::Function').map(([id, { Properties }]) => ({
    id,
    name: id.replace(/[0-9A-F]{8}$/, ''),
    log: idsIn(Properties.LoggingConfig ?? {}),
  }));
  it.each(functions.filter(({ name }) => !(name in unwatched)))(
    '$name has an alarm that goes off when it fails',
    (one) => {
      const isCalled = called.includes(one.id) && watched.includes('5xx');
      expect(isCalled || isWatched([one.id, ...behind(one.id), ...countedFor(one.log)])).toBe(true);
    },
  );

  it.each(Object.entries(unwatched))('%s has none: %s', (name) => {
    expect(functions.map((one) => one.name)).toContain(name);
  });

  it('that a step of a bot calls is counted by what it says, and by its runs that broke off', () => {
    const [filter] = all('AWS::Logs::MetricFilter').filter(([id]) => id.startsWith('LifecycleStepsFailed'));
    expect(countedBy(filter?.[1].Properties.FilterPattern)).toEqual([
      countedLines.stepFailed,
      ...['Task timed out', 'Runtime exited', 'Uncaught Exception'],
    ]);
  });
});

describe('what schedules have done', () => {
  const alarms = propertiesOf('AWS::CloudWatch::Alarm');
  const watchedBy = (name: string): string =>
    JSON.stringify(alarms.find(({ AlarmDescription }) => String(AlarmDescription).includes(name))?.Metrics ?? []);

  it('is watched, whichever of their functions fails', () => {
    const called = propertiesOf('AWS::Scheduler::Schedule').flatMap(({ Target }) =>
      idsIn((Target as { Arn: object }).Arn),
    );
    expect(called.length).toBeGreaterThanOrEqual(3);
    for (const id of called) expect(watchedBy('TimedWorkFails')).toContain(id);
  });

  it('is not the end of what should be deleted: data that stays is counted, and nothing else goes off for it', () => {
    const [{ FilterPattern = '', MetricTransformations } = {}] = propertiesOf('AWS::Logs::MetricFilter').filter(
      (filter) => JSON.stringify(filter).includes('DataNotDeleted'),
    );
    expect(countedBy(FilterPattern)).toEqual([countedLines.oldNotDeleted, countedLines.leftNotRemoved]);
    expect(MetricTransformations).toMatchObject([{ MetricNamespace: 'MeetingBots', MetricValue: '1' }]);
    const { MetricName, Metrics } = alarms.find((it) => String(it.AlarmDescription).includes('DeletionFails')) ?? {};
    expect([MetricName, Metrics]).toEqual(['DataNotDeleted', undefined]);
  });
});

describe('what a list is answered without', () => {
  it('is counted apart from other faults of the API, in whose log it is told', () => {
    const metricOf = (name: string) =>
      propertiesOf('AWS::CloudWatch::Alarm').find((it) => String(it.AlarmDescription).includes(name))?.MetricName;
    expect([metricOf('ApiFails'), metricOf('ItemsLeftOut')]).toEqual(['5xx', 'ItemsLeftOut']);
    const [filter] = propertiesOf('AWS::Logs::MetricFilter').filter((one) =>
      JSON.stringify(one).includes('ItemsLeftOut'),
    );
    expect(countedBy(filter?.FilterPattern)).toEqual([countedLines.leftOut]);
    const functions = Object.entries(template.findResources('AWS::Lambda::Function'));
    for (const name of ['HttpListBots', 'HttpDashboardAccess']) {
      const [, { Properties } = { Properties: {} }] = functions.find(([id]) => id.startsWith(name)) ?? [];
      expect(idsIn(Properties.LoggingConfig)).toEqual(idsIn(filter?.LogGroupName as object));
    }
  });
});

describe('a line of the log that is to be counted', () => {
  const counted = propertiesOf('AWS::Logs::MetricFilter').flatMap(({ FilterPattern }) => countedBy(FilterPattern));

  it.each(Object.values(countedLines))('is: %s', (line) => {
    expect(counted.filter((one) => one === line)).toHaveLength(1);
  });
});

describe('the dashboard', () => {
  it('shows every metric that the service tells', () => {
    const [dashboard] = propertiesOf('AWS::CloudWatch::Dashboard');
    const body = JSON.stringify(dashboard?.DashboardBody);
    const unseen = Object.keys(metricTable).filter((name) => !body.includes(name) && name !== 'WebhooksFailed');
    expect(unseen).toEqual([]);
  });
});

describe('a metric', () => {
  it.each(Object.keys(metricTable))('%s is explained in docs/operations/alarms.md', (name) => {
    expect(told.some((line) => line.startsWith('|') && line.includes(`\`${name}\``))).toBe(true);
  });
});
