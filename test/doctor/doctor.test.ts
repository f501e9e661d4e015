/** What the doctor says of each fault that it looks for, and of none. */
import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeImagesCommand } from '@aws-sdk/client-ecr';
import { describe, expect, it, vi } from 'vitest';
import { runAdmin } from '../../lib/admin/run.ts';
import { report } from '../../lib/doctor/examine.ts';
import type { Finding } from '../../lib/doctor/finding.ts';
import { settingNames } from '../../lib/infra/settings.ts';
import { faults } from './faults.ts';
import { partFaults } from './part-faults.ts';
import { aDeployment } from './world.ts';

describe('a deployment that is well', () => {
  it('is told to be so, thing by thing', async () => {
    const findings = await aDeployment().examined();
    expect(findings.filter(({ is }) => is !== 'well')).toEqual([]);
    expect(findings.map(({ about }) => about)).toContain('Fargate vCPUs');
    expect(findings.find(({ about }) => about === 'parts')?.says).toBe(
      '3 functions, 1 event source mapping, 1 rule of events, 5 queues and 1 state machine are there, and on',
    );
    expect(report(findings)).toMatch(/^ok {5}stack: UPDATE_COMPLETE, 14 resources\n(?:.+\n)+\nNothing is wrong\.$/);
  });
});

describe('an API that nobody has asked for long', () => {
  it('is asked again before it is said not to answer', async () => {
    const { examined, answers } = aDeployment();
    const late = vi.fn(answers(401, { code: 'not_authenticated' })).mockRejectedValueOnce(new Error('timeout'));
    const findings = await examined({ fetch: late });
    expect(findings.find(({ about }) => about === 'API')).toMatchObject({ is: 'well' });
    expect(late).toHaveBeenCalledTimes(2);
  });
});

describe('an image of this release', () => {
  it('is well by one of its tags, where its worker was built by hand', async () => {
    const { examined, mocks } = aDeployment();
    mocks.ecr.on(DescribeImagesCommand).resolves({ imageDetails: [{ imageTags: ['0.1.0', '0.2.0-39c0adfab1f2'] }] });
    expect((await examined()).filter(({ is }) => is !== 'well')).toEqual([]);
  });
});

describe('an address that alarms write to', () => {
  it('is not known to be confirmed, which is said with the command that asks', async () => {
    const { examined, mocks, listed } = aDeployment();
    const { StackResourceSummaries } = listed();
    const topic = { LogicalResourceId: 'AlarmsTopic12345678', ResourceType: 'AWS::SNS::Topic' };
    const PhysicalResourceId = 'arn:aws:sns:us-east-1:111122223333:alarms';
    const all = StackResourceSummaries.map((one) =>
      /^AlarmsWorkLost/.test(one.LogicalResourceId) ? [one, { ...one, ...topic, PhysicalResourceId }] : [one],
    );
    mocks.cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: all.flat() });
    expect((await examined()).find(({ about }) => about === 'alarms')).toMatchObject({
      is: 'well',
      do: expect.stringContaining(`aws sns list-subscriptions-by-topic --topic-arn ${PhysicalResourceId} says`),
    });
  });
});

describe('a schedule that was deployed just now', () => {
  it('is not blamed for not having called its function', async () => {
    const { examined, mocks, listed } = aDeployment();
    const StackResourceSummaries = listed().StackResourceSummaries.map((one) => ({
      ...one,
      LastUpdatedTimestamp: new Date('2026-03-02T08:30:00Z'),
    }));
    mocks.cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries });
    mocks.cloudWatch.on(GetMetricStatisticsCommand, { Namespace: 'AWS/Lambda' }).resolves({ Datapoints: [] });
    expect((await examined()).filter(({ is }) => is !== 'well')).toEqual([]);
  });
});

describe('a project without a key for a provider', () => {
  it('is well where the operator has one for all', async () => {
    const { examined, hasKeyForAll } = aDeployment();
    hasKeyForAll();
    const findings = await examined({
      providerKeys: async () => [{ project: 'prj_1', providers: [], unreadable: [] }],
    });
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

  it.each(Object.entries({ ...faults, ...partFaults }))('%s', async (_, { breaks, is, says, todo }) => {
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
