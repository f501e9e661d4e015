import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { namesOf } from '../deployment.ts';
import { type Finding, look, well, wrong } from '../finding.ts';
import type { Check } from '../world.ts';

/** As lib/infra/operations/alarms.ts describes them. */
const described = /^(.*): see (\w+) in docs\/operations\.md$/;

/** The alarms that are on. */
export const checkAlarms: Check = async ({ cloudWatch, deployment }): Promise<Finding[]> => {
  const about = 'alarms';
  const names = namesOf(deployment, 'AWS::CloudWatch::Alarm');
  if (names.length === 0)
    return [
      look(
        about,
        'there are none, so nobody is told when something is wrong',
        'npx cdk deploy -c alarmsEmail=you@example.com',
      ),
    ];
  const { MetricAlarms = [] } = await cloudWatch.send(
    new DescribeAlarmsCommand({ AlarmNames: names, MaxRecords: 100 }),
  );
  const on = MetricAlarms.filter(({ StateValue }) => StateValue === 'ALARM');
  if (on.length === 0) return [well(about, `none of ${names.length} is on`)];
  return on.map(({ AlarmName = '', AlarmDescription = '' }) => {
    const [, says = AlarmDescription, known = AlarmName] = described.exec(AlarmDescription) ?? [];
    return wrong(about, `${known} is on: ${says}`, `docs/operations.md, "Alarms", ${known}`);
  });
};
