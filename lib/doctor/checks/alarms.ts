import { DescribeAlarmsCommand, type MetricAlarm } from '@aws-sdk/client-cloudwatch';
import { namesOf } from '../deployment.ts';
import { type Finding, look, well, wrong } from '../finding.ts';
import type { Check } from '../world.ts';

/** As lib/infra/operations/alarms.ts describes them. */
const described = /^(.*): see (\w+) in docs\/\S+\.md$/;

const about = 'alarms';

/** What an alarm is called in the documentation, and what it says. */
const toldBy = ({ AlarmName = '', AlarmDescription = '' }: MetricAlarm): [known: string, says: string] => {
  const [, says = AlarmDescription, known = AlarmName] = described.exec(AlarmDescription) ?? [];
  return [known, says];
};

const faultsOf = (alarm: MetricAlarm): Finding[] => {
  const [known, says] = toldBy(alarm);
  return [
    ...(alarm.ActionsEnabled === false
      ? [
          wrong(
            about,
            `${known} tells nobody: its actions are switched off`,
            `aws cloudwatch enable-alarm-actions --alarm-names ${alarm.AlarmName}`,
          ),
        ]
      : []),
    ...(alarm.StateValue === 'ALARM'
      ? [wrong(about, `${known} is on: ${says}`, `docs/operations/alarms.md, ${known}`)]
      : []),
  ];
};

/** Whether they are there, and can tell somebody; and those that are on. */
export const checkAlarms: Check = async ({ cloudWatch, deployment }): Promise<Finding[]> => {
  const names = namesOf(deployment, 'AWS::CloudWatch::Alarm');
  if (names.length === 0)
    return [
      look(
        about,
        'there are none, so nobody is told when something is wrong',
        'write "alarmsEmail": "you@example.com", or "alarmsTopicArn" with a topic of yours, into deploy.config.json, or the file of this stage, then npx cdk deploy',
      ),
    ];
  const { MetricAlarms = [] } = await cloudWatch.send(
    new DescribeAlarmsCommand({ AlarmNames: names, MaxRecords: 100 }),
  );
  const gone = names
    .filter((name) => !MetricAlarms.some(({ AlarmName }) => AlarmName === name))
    .map((name) => wrong(about, `${name} is gone`, 'npx cdk deploy --revert-drift makes it again'));
  const faults = [...gone, ...MetricAlarms.flatMap(faultsOf)];
  if (faults.length > 0) return faults;
  const [topic] = namesOf(deployment, 'AWS::SNS::Topic');
  const confirmed = `that alarmsEmail was confirmed is not looked at: aws sns list-subscriptions-by-topic --topic-arn ${topic} says PendingConfirmation while it is not`;
  return [{ ...well(about, `none of ${names.length} is on`), ...(topic && { do: confirmed }) }];
};
